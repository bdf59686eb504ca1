//! What the ratio of a case really is: by construction, or by a plain loop of each of the two, in turn.

use super::case::{Case, Class, Truth};
use super::languages;
use super::place::Place;
use super::plain_loop::{self, Loops};
use std::collections::HashMap;
use std::process::{Command, Stdio};
use std::time::Instant;

/// Quartets A B B A of plain loops.
const QUARTETS: usize = 6;

/// What counted work may be off, because what is around the work is not counted.
const TOLERANCE_COUNTED: f64 = 0.001;

/// The same of commands, whose start is not always the same.
const TOLERANCE_COMMANDS: f64 = 0.003;

/// Standard errors to each side: more than Student's quantile at `QUARTETS` − 1 degrees of freedom, because the error is
/// estimated from medians.
const ERRORS: f64 = 3.5;

/// Quartets where a collector makes processes differ: of Ruby's, the ratio of two was 1.2 to 1.9.
const QUARTETS_OF_COLLECTORS: usize = 12;

/// The chance that Student's interval, which is the tolerance of their means, does not hold the ratio.
const ALPHA: f64 = 0.01;

/// A ratio, and by which part of it that may be wrong.
#[derive(Clone, Copy)]
pub struct Known {
    pub ratio: f64,
    pub tolerance: f64,
}

/// Finds truths, each once.
pub struct Truths<'p> {
    place: &'p Place,
    loops: Loops,
    /// What a command takes that takes no steps, in steps, and a request that takes no time, in microseconds.
    beside: HashMap<Class, f64>,
    found: HashMap<String, Known>,
}

impl Truths<'_> {
    /// Nothing is timed before it is needed.
    pub fn new(place: &Place) -> Truths<'_> {
        Truths { place, loops: Loops::new(), beside: HashMap::new(), found: HashMap::new() }
    }

    /// The truth of a case; none of those that have none.
    pub fn of(&mut self, case: &Case) -> Option<Known> {
        if let Some(known) = self.found.get(&case.name) {
            return Some(*known);
        }
        let known = match case.truth {
            Truth::Known(ratio) => Known { ratio, tolerance: tolerance_counted(case.class, ratio) },
            Truth::Steps(a, b) => {
                let start = self.beside(case.class);
                Known { ratio: (b + start) / (a + start), tolerance: TOLERANCE_COMMANDS }
            }
            Truth::Loop => self.by_loops(case),
            Truth::LoopEachTime => return Some(self.by_loops(case)),
            Truth::NoSingleNumber => return None,
        };
        self.found.insert(case.name.clone(), known);
        Some(known)
    }

    /// The ratio over the loops, each of which tells a mean, and a tolerance from how the quartets scatter.
    pub fn by_loops(&mut self, case: &Case) -> Known {
        let [a, b] = self.loops.prepare(case, self.place);
        let quartet = || [&a, &b, &b, &a].map(|one| one.mean_ns());
        let known = match languages::frame(case.class) {
            Some(_) => of_processes(&repeated(QUARTETS_OF_COLLECTORS, quartet)),
            None => of_loops(&repeated(QUARTETS, quartet)),
        };
        known.expect("loops take time")
    }

    fn beside(&mut self, class: Class) -> f64 {
        let place = self.place;
        *self.beside.entry(class).or_insert_with(|| match class {
            Class::Http => plain_loop::micros_beside(place.address()),
            _ => start_steps(place.steps()),
        })
    }
}

fn repeated(times: usize, quartet: impl Fn() -> [f64; 4]) -> Vec<[f64; 4]> {
    (0..times).map(|_| quartet()).collect()
}

/// The logarithm of the ratio of a quartet A B B A.
fn log_ratio([first, second, third, fourth]: &[f64; 4]) -> f64 {
    ((second + third) / (first + fourth)).ln()
}

/// The times of A and of B.
fn times(quartets: &[[f64; 4]]) -> [Vec<f64>; 2] {
    [[0, 3], [1, 2]].map(|places| quartets.iter().flat_map(|quartet| places.map(|place| quartet[place])).collect())
}

/// The ratio of the medians: what disturbs a loop is no part of it.
fn of_loops(quartets: &[[f64; 4]]) -> Option<Known> {
    let [a_ns, b_ns] = times(quartets).map(|times| stats::median(&times));
    let logs: Vec<f64> = quartets.iter().map(log_ratio).collect();
    let middle = stats::median(&logs)?;
    let deviations: Vec<f64> = logs.iter().map(|log| (log - middle).abs()).collect();
    // 1.4826 makes the median deviation of normal values their standard deviation, 1.2533 that of a mean that of a median.
    let spread = 1.4826 * stats::median(&deviations)?;
    let error = 1.2533 * spread / (quartets.len() as f64).sqrt();
    Some(Known { ratio: b_ns? / a_ns?, tolerance: (ERRORS * error).max(TOLERANCE_COUNTED) })
}

/// The ratio of the means over processes whose luck is a part of what is paid.
fn of_processes(quartets: &[[f64; 4]]) -> Option<Known> {
    let [a_ns, b_ns] = times(quartets).map(|times| stats::mean(&times));
    let logs: Vec<f64> = quartets.iter().map(log_ratio).collect();
    let interval = stats::mean_interval(&logs, ALPHA)?;
    Some(Known { ratio: b_ns? / a_ns?, tolerance: (interval.high - interval.point).max(TOLERANCE_COUNTED) })
}

/// Of Perl, up to so much of an iteration is not counted, which brings the ratio nearer to 1.
fn tolerance_counted(class: Class, ratio: f64) -> f64 {
    const UNCOUNTED: f64 = 0.015;
    TOLERANCE_COUNTED + if class == Class::Perl { UNCOUNTED * ratio.ln().abs() } else { 0.0 }
}

/// The medians of many runs without steps, and with many.
fn start_steps(path: &str) -> f64 {
    const STEPS: f64 = 5e6;
    let (mut none, mut many) = (Vec::new(), Vec::new());
    for _ in 0..60 {
        none.push(command_ns(path, &["0"]));
        many.push(command_ns(path, &[&STEPS.to_string()]));
    }
    let [none, many] = [none, many].map(|times| stats::median(&times).expect("there are times"));
    none / ((many - none) / STEPS)
}

/// What a command takes from before it is started until it has ended.
pub fn command_ns(path: &str, words: &[&str]) -> f64 {
    let mut command = Command::new(path);
    command.args(words).stdin(Stdio::null()).stdout(Stdio::null());
    let start = Instant::now();
    let status = command.status();
    let ns = start.elapsed().as_nanos() as f64;
    assert!(status.is_ok_and(|status| status.success()), "{path} {words:?} fails");
    ns
}

/// Whether plain loops can tell what a case is: those of commands with random rare runs would take too long.
pub fn has_loops(case: &Case) -> bool {
    case.class != Class::Command || matches!(case.truth, Truth::Loop | Truth::LoopEachTime)
}
