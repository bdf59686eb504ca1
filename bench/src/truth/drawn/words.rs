//! How each language says what is drawn: a step is one multiplication that waits for the one before, and a call tells how many an iteration takes.

use crate::truth::case::Class;

/// A language.
pub struct Words {
    /// What all its snippets share: `steps` and the calls of `cost`.
    pub prelude: String,
    /// A snippet, around `@cost@`.
    subject: &'static str,
    /// Nanoseconds that a step takes, about.
    pub step_ns: f64,
    /// The least and the largest mean of an iteration, in nanoseconds. Beside the least it does not count what the call takes.
    pub mean_ns: [f64; 2],
    pub is_interpreted: bool,
}

impl Words {
    pub fn subject(&self, cost: &str) -> String {
        self.subject.replace("@cost@", cost)
    }
}

/// Of the languages that are drawn from.
pub fn of(class: Class) -> Words {
    const COMPILED_NS: [f64; 2] = [25e3, 250e3];
    const INTERPRETED_NS: [f64; 2] = [250e3, 2.5e6];
    let words = |prelude: &str, subject, step_ns, mean_ns, is_interpreted| Words {
        prelude: prelude.to_string(),
        subject,
        step_ns,
        mean_ns,
        is_interpreted,
    };
    let compiled = |prelude: &str, subject| words(prelude, subject, 0.83, COMPILED_NS, false);
    let interpreted = |prelude: &str, subject, step_ns| words(prelude, subject, step_ns, INTERPRETED_NS, true);
    match class {
        Class::C => compiled(&[class.prelude(), C].concat(), "return steps(@cost@);"),
        Class::Javascript => compiled(JAVASCRIPT, "return steps(@cost@)"),
        Class::Java => compiled(JAVA, "return steps(@cost@);"),
        Class::Go => compiled(GO, "return steps(@cost@)"),
        Class::Rust => words(RUST, "steps(@cost@)", 4.0, COMPILED_NS, false),
        Class::Luajit => words(LUA, "return steps(@cost@)", 6.0, COMPILED_NS, false),
        Class::Lua => interpreted(LUA, "return steps(@cost@)", 7.0),
        Class::Php => interpreted(PHP, "return steps(@cost@);", 6.0),
        Class::Awk => interpreted(AWK, "steps(@cost@)", 40.0),
        Class::Perl => interpreted(PERL, "steps(@cost@)", 40.0),
        Class::Python => interpreted(PYTHON, "steps(@cost@)", 50.0),
        Class::Ruby => interpreted(RUBY, "steps(@cost@)", 45.0),
        _ => unreachable!("nothing is drawn of {class:?}"),
    }
}

/// Behind what all snippets of C share.
const C: &str = r"
static double left;
static inline double uniform(void) { return ((double)drawn() + 0.5) / 4294967296.0; }
static inline double pick(int when, double dear, double cheap) { return when ? dear : cheap; }
static inline int every(double n) { return ++count % (unsigned long)n == 0; }
#define chance(part) (uniform() < (part))
#define steps(cost) steps((long)(cost))
static inline int first(double dear, double n) { return (double)(count++ % (unsigned long)n) < dear; }
static inline int once(void) { return ++count == 1; }
static inline double saw(double n, double least, double more) { return least + more * (double)(++count % (unsigned long)n); }
static inline double exponential(double mean) { return -log(uniform()) * mean; }
static inline double lognormal(double middle, double spread) {
    return exp(middle + spread * sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform()));
}
static inline double after_gap(double most, double dear, double cheap) {
    double now = cheap;
    if (left < 1) { left = 1 + floor(uniform() * most); now += dear; }
    left -= 1;
    return now;
}
";

const JAVASCRIPT: &str = r"
let y = 1, count = 0, left = 0;
function steps(n) { let z = y; for (let i = n | 0; i > 0; i--) z = (Math.imul(z, 1664525) + 1013904223) | 0; return y = z; }
function uniform() { return 1 - Math.random(); }
function pick(when, dear, cheap) { return when ? dear : cheap; }
function every(n) { return ++count % n === 0; }
function chance(part) { return uniform() < part; }
function first(dear, n) { return count++ % n < dear; }
function once() { return ++count === 1; }
function saw(n, least, more) { return least + more * (++count % n); }
function exponential(mean) { return -Math.log(uniform()) * mean; }
function lognormal(middle, spread) {
    return Math.exp(middle + spread * Math.sqrt(-2 * Math.log(uniform())) * Math.cos(6.283185307179586 * uniform()));
}
function after_gap(most, dear, cheap) {
    let now = cheap;
    if (left < 1) { left = 1 + Math.floor(Math.random() * most); now += dear; }
    left -= 1;
    return now;
}
";

const JAVA: &str = r"
static int y = 1; static long count; static double left; static final Random random = new Random();
static int steps(double n) { int z = y; for (long i = (long) n; i > 0; i--) z = z * 1664525 + 1013904223; return y = z; }
static double uniform() { return 1 - random.nextDouble(); }
static double pick(boolean when, double dear, double cheap) { return when ? dear : cheap; }
static boolean every(double n) { return ++count % (long) n == 0; }
static boolean chance(double part) { return uniform() < part; }
static boolean first(double dear, double n) { return count++ % (long) n < dear; }
static boolean once() { return ++count == 1; }
static double saw(double n, double least, double more) { return least + more * (++count % (long) n); }
static double exponential(double mean) { return -Math.log(uniform()) * mean; }
static double lognormal(double middle, double spread) {
    return Math.exp(middle + spread * Math.sqrt(-2 * Math.log(uniform())) * Math.cos(6.283185307179586 * uniform()));
}
static double after_gap(double most, double dear, double cheap) {
    double now = cheap;
    if (left < 1) { left = 1 + Math.floor(random.nextDouble() * most); now += dear; }
    left -= 1;
    return now;
}
";

const GO: &str = r#"
import ("math"; "math/rand"; "time")
var y uint32 = 1
var count int
var left float64
var random = rand.New(rand.NewSource(time.Now().UnixNano()))
func steps(n float64) int {
    z := y
    for i := int(n); i > 0; i-- { z = z * 1664525 + 1013904223 }
    y = z
    return int(z)
}
func uniform() float64 { return 1 - random.Float64() }
func pick(when bool, dear, cheap float64) float64 { if when { return dear }; return cheap }
func every(n float64) bool { count++; return count % int(n) == 0 }
func chance(part float64) bool { return uniform() < part }
func first(dear, n float64) bool { count++; return float64((count - 1) % int(n)) < dear }
func once() bool { count++; return count == 1 }
func saw(n, least, more float64) float64 { count++; return least + more * float64(count % int(n)) }
func exponential(mean float64) float64 { return -math.Log(uniform()) * mean }
func lognormal(middle, spread float64) float64 {
    return math.Exp(middle + spread * math.Sqrt(-2 * math.Log(uniform())) * math.Cos(6.283185307179586 * uniform()))
}
func after_gap(most, dear, cheap float64) float64 {
    now := cheap
    if left < 1 { left = 1 + math.Floor(random.Float64() * most); now += dear }
    left--
    return now
}
"#;

const PERL: &str = r"
my ($y, $count, $left) = (1, 0, 0);
sub steps { my $z = $y; for my $i (1 .. $_[0]) { $z = ($z * 1664525 + 1013904223) & 0xffffffff } return $y = $z }
sub uniform { 1 - rand }
sub pick { $_[0] ? $_[1] : $_[2] }
sub every { ++$count % $_[0] == 0 }
sub chance { uniform() < $_[0] }
sub first { $count++ % $_[1] < $_[0] }
sub once { ++$count == 1 }
sub saw { $_[1] + $_[2] * (++$count % $_[0]) }
sub exponential { -log(uniform()) * $_[0] }
sub lognormal { exp($_[0] + $_[1] * sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform())) }
sub after_gap {
    my $now = $_[2];
    if ($left < 1) { $left = 1 + int(rand($_[0])); $now += $_[1] }
    $left -= 1;
    return $now;
}
";

const PYTHON: &str = r"
import math, random
y, count, left = 1, 0, 0
def steps(n):
    global y
    z = y
    for i in range(int(n)): z = (z * 1664525 + 1013904223) & 0xffffffff
    y = z
    return z
def uniform(): return 1 - random.random()
def pick(when, dear, cheap): return dear if when else cheap
def counted():
    global count
    count += 1
    return count
def every(n): return counted() % n == 0
def chance(part): return uniform() < part
def first(dear, n): return (counted() - 1) % n < dear
def once(): return counted() == 1
def saw(n, least, more): return least + more * (counted() % n)
def exponential(mean): return -math.log(uniform()) * mean
def lognormal(middle, spread): return math.exp(random.gauss(middle, spread))
def after_gap(most, dear, cheap):
    global left
    now = cheap
    if left < 1:
        left = 1 + int(random.random() * most)
        now += dear
    left -= 1
    return now
";

const RUBY: &str = r"
$y, $count, $left = 1, 0, 0
def steps(n)
  z = $y
  i = n.to_i
  while i > 0
    z = (z * 1664525 + 1013904223) & 0xffffffff
    i -= 1
  end
  $y = z
end
def uniform = 1 - rand
def pick(on, dear, cheap) = on ? dear : cheap
def every(n) = ($count += 1) % n == 0
def chance(part) = uniform < part
def first(dear, n) = (($count += 1) - 1) % n < dear
def once = ($count += 1) == 1
def saw(n, least, more) = least + more * (($count += 1) % n)
def exponential(mean) = -Math.log(uniform) * mean
def lognormal(middle, spread) = Math.exp(middle + spread * Math.sqrt(-2 * Math.log(uniform)) * Math.cos(6.283185307179586 * uniform))
def after_gap(most, dear, cheap)
  now = cheap
  if $left < 1
    $left = 1 + (rand * most).floor
    now += dear
  end
  $left -= 1
  now
end
";

/// Without operators on bits, which LuaJIT has not: a product below 2^53 is exact in a float, too. By itself LuaJIT draws the same numbers in every process.
const LUA: &str = r"
if jit then math.randomseed(tonumber((io.open('/proc/sys/kernel/random/uuid'):read(8)), 16)) end
local y, count, left = 1, 0, 0
function steps(n)
    local z = y
    for _ = 1, n do z = (z * 1664525 + 1013904223) % 4294967296 end
    y = z
    return z
end
local function counted() count = count + 1; return count end
function uniform() return 1 - math.random() end
function pick(when, dear, cheap) if when then return dear end return cheap end
function every(n) return counted() % n == 0 end
function chance(part) return uniform() < part end
function first(dear, n) return (counted() - 1) % n < dear end
function once() return counted() == 1 end
function saw(n, least, more) return least + more * (counted() % n) end
function exponential(mean) return -math.log(uniform()) * mean end
function lognormal(middle, spread)
    return math.exp(middle + spread * math.sqrt(-2 * math.log(uniform())) * math.cos(6.283185307179586 * uniform()))
end
function after_gap(most, dear, cheap)
    local now = cheap
    if left < 1 then left = 1 + math.floor(math.random() * most); now = now + dear end
    left = left - 1
    return now
end
";

const PHP: &str = r"
function steps($n) {
    static $y = 1;
    $z = $y;
    for ($i = (int)$n; $i > 0; --$i) $z = ($z * 1664525 + 1013904223) & 0xffffffff;
    return $y = $z;
}
function counted() { static $count = 0; return ++$count; }
function uniform() { return 1 - mt_rand() / (mt_getrandmax() + 1); }
function pick($when, $dear, $cheap) { return $when ? $dear : $cheap; }
function every($n) { return counted() % (int)$n === 0; }
function chance($part) { return uniform() < $part; }
function first($dear, $n) { return (counted() - 1) % (int)$n < $dear; }
function once() { return counted() === 1; }
function saw($n, $least, $more) { return $least + $more * (counted() % (int)$n); }
function exponential($mean) { return -log(uniform()) * $mean; }
function lognormal($middle, $spread) { return exp($middle + $spread * sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform())); }
function after_gap($most, $dear, $cheap) {
    static $left = 0;
    $now = $cheap;
    if ($left < 1) { $left = 1 + floor(mt_rand() / (mt_getrandmax() + 1) * $most); $now += $dear; }
    $left -= 1;
    return $now;
}
";

const RUST: &str = r"
use std::cell::Cell;
use std::hash::{BuildHasher, RandomState};
thread_local! {
    static Y: Cell<u32> = const { Cell::new(1) };
    static COUNT: Cell<u64> = const { Cell::new(0) };
    static LEFT: Cell<f64> = const { Cell::new(0.0) };
    static STATE: Cell<u64> = Cell::new(RandomState::new().hash_one(1) | 1);
}
fn steps(n: f64) -> u32 {
    let mut z = Y.get();
    // Else eight steps would become one.
    for _ in 0..n as i64 { z = std::hint::black_box(z).wrapping_mul(1664525).wrapping_add(1013904223); }
    Y.set(z);
    z
}
fn counted() -> u64 { COUNT.set(COUNT.get() + 1); COUNT.get() }
fn drawn() -> f64 {
    let mut state = STATE.get();
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    STATE.set(state);
    (state.wrapping_mul(2685821657736338717) >> 11) as f64 / 9007199254740992.0
}
fn uniform() -> f64 { 1.0 - drawn() }
fn pick(when: bool, dear: f64, cheap: f64) -> f64 { if when { dear } else { cheap } }
fn every(n: f64) -> bool { counted() % n as u64 == 0 }
fn chance(part: f64) -> bool { uniform() < part }
fn first(dear: f64, n: f64) -> bool { (((counted() - 1) % n as u64) as f64) < dear }
fn once() -> bool { counted() == 1 }
fn saw(n: f64, least: f64, more: f64) -> f64 { least + more * (counted() % n as u64) as f64 }
fn exponential(mean: f64) -> f64 { -uniform().ln() * mean }
fn lognormal(middle: f64, spread: f64) -> f64 {
    (middle + spread * (-2.0 * uniform().ln()).sqrt() * (6.283185307179586 * uniform()).cos()).exp()
}
fn after_gap(most: f64, dear: f64, cheap: f64) -> f64 {
    let mut now = cheap;
    if LEFT.get() < 1.0 { LEFT.set(1.0 + (drawn() * most).floor()); now += dear; }
    LEFT.set(LEFT.get() - 1.0);
    now
}
";

/// By itself mawk draws the same numbers in all processes of a second.
const AWK: &str = r#"
BEGIN { "od -An -N4 -tu4 /dev/urandom" | getline seed; srand(seed) }
function steps(n,    z, i) {
    z = y
    for (i = int(n); i > 0; i--) z = (z * 1664525 + 1013904223) % 4294967296
    y = z
}
function uniform() { return 1 - rand() }
function pick(when, dear, cheap) { return when ? dear : cheap }
function every(n) { return ++count % n == 0 }
function chance(part) { return uniform() < part }
function first(dear, n) { return count++ % n < dear }
function once() { return ++count == 1 }
function saw(n, least, more) { return least + more * (++count % n) }
function exponential(mean) { return -log(uniform()) * mean }
function lognormal(middle, spread) { return exp(middle + spread * sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform())) }
function after_gap(most, dear, cheap,    now) {
    now = cheap
    if (left < 1) { left = 1 + int(rand() * most); now += dear }
    left -= 1
    return now
}
"#;
