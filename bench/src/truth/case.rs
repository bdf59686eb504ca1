//! One comparison whose true ratio is known.

use super::languages;
use serde::{Deserialize, Serialize};

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    Perl,
    C,
    Cpp,
    Python,
    Javascript,
    Ruby,
    Java,
    Go,
    Haskell,
    Php,
    Lua,
    Luajit,
    Rust,
    Awk,
    Command,
    Http,
}

/// How the mean time of B over the mean time of A is known.
pub enum Truth {
    /// By construction.
    Known(f64),
    /// By the mean number of steps of A and of B, to which the start of a command is added; of requests by microseconds, and what is beside them.
    Steps(f64, f64),
    /// By a plain loop of each.
    Loop,
    /// The same anew before each run, because what the kernel and its host take, and who shares the caches, changes in the course of minutes.
    LoopEachTime,
    /// There is none: the cost of an iteration depends on how many there were.
    NoSingleNumber,
}

/// A comparison of B with A.
pub struct Case {
    pub name: String,
    pub class: Class,
    pub category: &'static str,
    /// Code, commands, or paths of the server of the trial.
    pub a: String,
    pub b: String,
    pub truth: Truth,
    /// The cost repeats itself after so many iterations; 1 when it does not.
    pub period: u64,
    pub beside_neighbour: bool,
    /// Of requests.
    pub connections: u64,
    /// Whether the server is started for the run, and again for each launch; it lives on otherwise.
    pub is_fresh: bool,
    /// What both snippets share.
    pub prelude: String,
}

impl Case {
    /// A case without a period, on a machine of its own.
    pub fn new(
        name: &str,
        class: Class,
        category: &'static str,
        subjects: [impl Into<String>; 2],
        truth: Truth,
    ) -> Case {
        let [a, b] = subjects.map(Into::into);
        let (name, period, beside_neighbour, connections, is_fresh) = (name.into(), 1, false, 1, false);
        let prelude = class.prelude().to_string();
        Case { name, class, category, a, b, truth, period, beside_neighbour, connections, is_fresh, prelude }
    }

    /// The same with a period.
    pub fn with_period(self, period: u64) -> Case {
        Case { period, ..self }
    }

    /// The same over so many connections.
    pub fn over(self, connections: u64) -> Case {
        Case { connections, ..self }
    }

    /// The same of a server that is started for it.
    pub fn of_fresh_server(self) -> Case {
        Case { is_fresh: true, ..self }
    }

    /// The same with a number in its name.
    pub fn numbered(self, number: usize) -> Case {
        Case { name: format!("{}-drawn-{number}", self.name), ..self }
    }

    /// The same after other code that both share.
    pub fn after(self, prelude: String) -> Case {
        Case { prelude, ..self }
    }

    /// The same beside somebody else on the machine.
    pub fn beside_neighbour(self) -> Case {
        Case { name: format!("{}-neighbour", self.name), beside_neighbour: true, ..self }
    }

    /// Whether both take the same time on average.
    pub fn is_equal(&self) -> bool {
        match self.truth {
            Truth::Known(ratio) => ratio == 1.0,
            Truth::Steps(a, b) => a == b,
            Truth::Loop | Truth::LoopEachTime | Truth::NoSingleNumber => false,
        }
    }
}

impl Class {
    /// What it is called: of snippets as their language is on the command line.
    pub fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }

    /// The options that name the language and what the snippets share; none where there are no snippets.
    pub fn options(self, prelude: &str) -> Vec<String> {
        match self {
            Class::Command | Class::Http => Vec::new(),
            _ => ["--lang", &self.name(), "--prelude", prelude].map(str::to_string).to_vec(),
        }
    }

    /// What all snippets of the language share.
    pub fn prelude(self) -> &'static str {
        match self {
            Class::Perl => PERL,
            Class::C => C,
            Class::Cpp => CPP,
            _ => languages::frame(self).map_or("", |frame| frame.prelude),
        }
    }
}

/// A step is a multiplication that waits for the one before. What is random differs from process to process.
const C: &str = r"
#include <math.h>
#include <sys/mman.h>
#include <time.h>
#include <malloc.h>
static unsigned y = 1;
static unsigned long count, state;
static inline unsigned steps(long n) {
    unsigned z = y;
    for (long i = 0; i < n; i++) z = z * 1664525u + 1013904223u;
    return y = z;
}
__attribute__((constructor)) static void sow(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    state = ((unsigned long)now.tv_nsec * 2654435761u) ^ ((unsigned long)getpid() << 32) ^ (unsigned long)&now;
    state |= 1;
    mallopt(M_MMAP_THRESHOLD, 128 * 1024);
}
static inline unsigned long drawn(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 2685821657736338717u >> 32;
}
static inline int chance(unsigned percent) { return drawn() % 100 < percent; }
static inline long product(double mean) {
    unsigned long bits = drawn();
    for (int i = 0; i < 8; i++, bits >>= 1) mean *= (bits & 1 ? 1.5 : 0.7) / 1.1;
    return (long)(mean + 0.5);
}
static int ascending(const void *left, const void *right) {
    int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}
static inline int sorted(int n) {
    static int numbers[1000];
    for (int i = 0; i < n; i++) numbers[i] = (int)(drawn() >> 1);
    qsort(numbers, (size_t)n, sizeof *numbers, ascending);
    return numbers[n / 2];
}
";

const CPP: &str = r"
#include <string>
#include <vector>
static unsigned y = 1;
static inline unsigned steps(long n) {
    unsigned z = y;
    for (long i = 0; i < n; i++) z = z * 1664525u + 1013904223u;
    return y = z;
}
static std::vector<int> numbers;
static std::string text;
";

const PERL: &str = r#"
my ($y, $n, @list, %table) = (1, 0);
sub steps {
    for my $i (1 .. $_[0]) { $y = ($y * 1664525 + 1013904223) & 0xffffffff }
    return $y;
}
sub product {
    my $mean = $_[0];
    $mean *= rand() < 0.5 ? 1.5 / 1.1 : 0.7 / 1.1 for 1 .. 8;
    return $mean;
}
my @texts = map { join '', map { ('a' .. 'e')[rand 5] } 1 .. 100 } 1 .. 100;
"#;
