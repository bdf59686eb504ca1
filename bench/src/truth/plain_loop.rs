//! Plain loops: a process that runs one variant many times, and tells its mean time. Nothing of the program under trial is
//! in it. Of snippets, it is CPU time, because they wait for nothing, and others on the machine are no part of the truth.

use super::case::{Case, Class};
use super::known::command_ns;
use super::languages::{self, Frame};
use super::place::Place;
use crate::cpu::a_cpu;
use crate::dialect::Dialect;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long a loop runs at least, in seconds.
const SECONDS: f64 = 0.2;

/// The same where a collector has to come to its usual pace, and a compiler to its end.
const LONGER_SECONDS: f64 = 0.5;

/// The least number of iterations between two readings of the clock.
const CHUNK: u64 = 50;

/// Where loops are compiled.
pub struct Loops {
    directory: tempfile::TempDir,
}

/// A variant that can be run many times.
pub enum PlainLoop {
    /// A program that prints nanoseconds per iteration when it is given seconds and a number of iterations.
    Process {
        words: Vec<String>,
    },
    Command {
        words: Vec<String>,
    },
    Requests {
        address: SocketAddr,
        path: String,
        count: u64,
        connections: u64,
    },
}

impl Loops {
    pub fn new() -> Loops {
        Loops { directory: tempfile::tempdir().expect("there is room for scratch files") }
    }

    /// The loops of A and B.
    pub fn prepare(&self, case: &Case, place: &Place) -> [PlainLoop; 2] {
        let chunk = CHUNK.next_multiple_of(case.period);
        [("a", &case.a), ("b", &case.b)].map(|(letter, subject)| match case.class {
            Class::Command => PlainLoop::Command { words: subject.split_whitespace().map(str::to_string).collect() },
            Class::Http => PlainLoop::Requests {
                address: place.address(),
                path: subject.clone(),
                count: chunk,
                connections: case.connections,
            },
            Class::Perl => self.interpreted(&case.prelude, subject, chunk),
            Class::C | Class::Cpp => self.compiled(case, letter, subject, chunk),
            other => {
                let frame = languages::frame(other).expect("every other language has one");
                self.framed(&frame, case, letter, subject, chunk)
            }
        })
    }

    fn interpreted(&self, prelude: &str, code: &str, chunk: u64) -> PlainLoop {
        let text = PERL_FRAME.replace("@prelude@", prelude).replace("@code@", code);
        let words = ["perl", "-e", &text, &SECONDS.to_string(), &chunk.to_string()].map(str::to_string).to_vec();
        PlainLoop::Process { words }
    }

    fn framed(&self, frame: &Frame, case: &Case, letter: &str, code: &str, chunk: u64) -> PlainLoop {
        let directory = self.directory.path().join(format!("{}-{letter}", case.name));
        std::fs::create_dir_all(&directory).expect("there is room for a source");
        let [file, out] = [frame.file, "out"].map(|name| directory.join(name).to_string_lossy().into_owned());
        let code = if case.class == Class::Python { python_body(code) } else { code.to_string() };
        let text = frame.program.replace("@prelude@", &case.prelude).replace("@code@", &code);
        std::fs::write(&file, text).expect("there is room for a source");
        let words = |words: &[&str]| -> Vec<String> {
            words.iter().map(|word| word.replace("{file}", &file).replace("{out}", &out)).collect()
        };
        if let [compiler, arguments @ ..] = words(frame.compile).as_slice() {
            let status = Command::new(compiler).args(arguments).status();
            assert!(status.is_ok_and(|status| status.success()), "{compiler} cannot compile {code}");
        }
        // As launches are: those that have threads of their own run them where there is a CPU.
        let bound =
            if frame.has_threads { Vec::new() } else { ["taskset", "-c", &a_cpu()].map(str::to_string).to_vec() };
        let given = [LONGER_SECONDS.to_string(), chunk.to_string()];
        PlainLoop::Process { words: [bound, words(frame.run), given.to_vec()].concat() }
    }

    fn compiled(&self, case: &Case, letter: &str, code: &str, chunk: u64) -> PlainLoop {
        let dialect = if case.class == Class::C { Dialect::C } else { Dialect::Cpp };
        let path = |ending: &str| -> PathBuf { self.directory.path().join(format!("{letter}{ending}")) };
        let source = path(dialect.suffix());
        std::fs::write(&source, dialect.body(&case.prelude, code) + C_FRAME).expect("there is room for a source");
        let status = Command::new(dialect.compiler()).arg("-O2").arg("-o").arg(path("")).arg(&source).status();
        assert!(status.is_ok_and(|status| status.success()), "{} cannot compile {code}", dialect.compiler());
        let words = [path("").to_string_lossy().into_owned(), SECONDS.to_string(), chunk.to_string()].to_vec();
        PlainLoop::Process { words }
    }
}

impl PlainLoop {
    /// The mean time of an iteration, in nanoseconds, in a process of its own.
    pub fn mean_ns(&self) -> f64 {
        match self {
            PlainLoop::Process { words } => {
                let output = Command::new(&words[0]).args(&words[1..]).output().expect("it can be started");
                assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
                String::from_utf8_lossy(&output.stdout).trim().parse().expect("it prints a number")
            }
            PlainLoop::Command { words } => {
                let arguments: Vec<&str> = words[1..].iter().map(String::as_str).collect();
                let times: Vec<f64> = (0..20).map(|_| command_ns(&words[0], &arguments)).collect();
                stats::median(&times).expect("there are times")
            }
            PlainLoop::Requests { address, path, count, connections: 1 } => requests_ns(*address, path, *count),
            PlainLoop::Requests { address, path, connections, .. } => requests_at_once_ns(*address, path, *connections),
        }
    }
}

/// The body of a function: indented, and with a return for the last line.
fn python_body(code: &str) -> String {
    let at_last = code.rfind('\n').map_or(0, |end| end + 1);
    let lines = format!("{}return {}", &code[..at_last], &code[at_last..]);
    lines.lines().map(|line| format!("    {line}\n")).collect()
}

/// What a request takes of which the path says that it takes 1 ms, beside that, in microseconds.
pub fn micros_beside(address: SocketAddr) -> f64 {
    requests_ns(address, "/fixed/1000", 1000) / 1e3 - 1000.0
}

fn requests_ns(address: SocketAddr, path: &str, count: u64) -> f64 {
    let mut ask = asker(address, path);
    let start = Instant::now();
    (0..count).for_each(|_| ask());
    start.elapsed().as_nanos() as f64 / count as f64
}

/// What a request takes of a load that goes on before and behind the time that is counted.
fn requests_at_once_ns(address: SocketAddr, path: &str, connections: u64) -> f64 {
    let (answered, ended) = (AtomicU64::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        for _ in 0..connections {
            let mut ask = asker(address, path);
            let (answered, ended) = (&answered, &ended);
            scope.spawn(move || {
                while !ended.load(Ordering::Relaxed) {
                    ask();
                    answered.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        std::thread::sleep(Duration::from_secs_f64(LONGER_SECONDS));
        let (start, before) = (Instant::now(), answered.load(Ordering::Relaxed));
        std::thread::sleep(Duration::from_secs_f64(3.0 * LONGER_SECONDS));
        let (took, answered) = (start.elapsed(), answered.load(Ordering::Relaxed) - before);
        ended.store(true, Ordering::Relaxed);
        took.as_nanos() as f64 / answered as f64
    })
}

/// What sends a request and waits for its answer.
fn asker(address: SocketAddr, path: &str) -> impl FnMut() + Send + use<> {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    stream.set_nodelay(true).expect("it is a socket of TCP");
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n");
    let mut buffer = [0; 4096];
    move || {
        stream.write_all(request.as_bytes()).expect("the server is there");
        assert!(stream.read(&mut buffer).expect("the server answers") > 0, "the server has gone");
    }
}

/// The first chunk is not timed, the second tells how many make a millisecond; an empty function's time is taken off.
const C_FRAME: &str = r#"
static __attribute__((noinline)) void full(void) { kept = (long long)body(); }
static __attribute__((noinline)) void empty(void) { kept = 0; }
static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}
static double stretch(void (*volatile code)(void), long iterations) {
    double begin = now();
    for (long i = 0; i < iterations; i++) code();
    return now() - begin;
}
static double mean(void (*code)(void), double ns_min, long chunk) {
    stretch(code, chunk);
    chunk *= 1 + (long)(1e6 / (stretch(code, chunk) + 1));
    double spent = 0, iterations = 0;
    for (; spent < ns_min; iterations += (double)chunk) spent += stretch(code, chunk);
    return spent / iterations;
}
int main(int count_of_words, char **words) {
    if (count_of_words < 3) return 2;
    long chunk = atol(words[2]);
    double nothing = mean(empty, 1e7, chunk);
    printf("%.6f\n", mean(full, atof(words[1]) * 1e9, chunk) - nothing);
    return 0;
}
"#;

const PERL_FRAME: &str = r"
use strict; use warnings;
use Time::HiRes ();
sub stretch {
    my ($code, $iterations) = @_;
    my $begin = Time::HiRes::clock_gettime(Time::HiRes::CLOCK_PROCESS_CPUTIME_ID());
    my $value;
    for (1 .. $iterations) { $value = $code->() }
    return Time::HiRes::clock_gettime(Time::HiRes::CLOCK_PROCESS_CPUTIME_ID()) - $begin;
}
sub mean_of {
    my ($code, $seconds, $chunk) = @_;
    stretch($code, $chunk);
    $chunk *= 1 + int(1e-3 / (stretch($code, $chunk) + 1e-9));
    my ($spent, $iterations) = (0, 0);
    while ($spent < $seconds) { $spent += stretch($code, $chunk); $iterations += $chunk }
    return $spent / $iterations * 1e9;
}
my ($seconds_asked, $chunk_asked) = @ARGV;
@prelude@
my $full = sub {
@code@
};
my $nothing = mean_of(sub { 0 }, 0.02, 1000);
printf qq(%.3f\n), mean_of($full, $seconds_asked, $chunk_asked) - $nothing;
";
