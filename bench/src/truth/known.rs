//! What the ratio of a case really is: by construction, or by a plain loop of each of the two, in turn.

use super::case::{Case, Class, Truth};
use super::place::Place;
use super::plain_loop::Loops;
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
    /// What a command takes that takes no steps, in steps.
    start_steps: Option<f64>,
    found: HashMap<String, Known>,
}

impl Truths<'_> {
    /// Nothing is timed before it is needed.
    pub fn new(place: &Place) -> Truths<'_> {
        Truths { place, loops: Loops::new(), start_steps: None, found: HashMap::new() }
    }

    /// The truth of a case; none of those that have none.
    pub fn of(&mut self, case: &Case) -> Option<Known> {
        if let Some(known) = self.found.get(&case.name) {
            return Some(*known);
        }
        let known = match case.truth {
            Truth::Known(ratio) => Known { ratio, tolerance: tolerance_counted(case.class, ratio) },
            Truth::Steps(a, b) => {
                let start = self.start_steps();
                Known { ratio: (b + start) / (a + start), tolerance: TOLERANCE_COMMANDS }
            }
            Truth::Loop => self.by_loops(case),
            Truth::LoopEachTime => return Some(self.by_loops(case)),
            Truth::NoSingleNumber => return None,
        };
        self.found.insert(case.name.clone(), known);
        Some(known)
    }

    /// The ratio of the medians over the loops, each of which tells a mean, and a tolerance from how the quartets scatter.
    pub fn by_loops(&mut self, case: &Case) -> Known {
        let [a, b] = self.loops.prepare(case, self.place);
        let (mut logs, mut all) = (Vec::new(), [Vec::new(), Vec::new()]);
        for _ in 0..QUARTETS {
            let [first, second, third, fourth] = [&a, &b, &b, &a].map(|one| one.mean_ns());
            logs.push(((second + third) / (first + fourth)).ln());
            all[0].extend([first, fourth]);
            all[1].extend([second, third]);
        }
        let [a_ns, b_ns] = all.map(|times| stats::median(&times).expect("loops take time"));
        let middle = stats::median(&logs).expect("loops take time");
        let deviations: Vec<f64> = logs.iter().map(|log| (log - middle).abs()).collect();
        // 1.4826 makes the median deviation of normal values their standard deviation, 1.2533 that of a mean that of a median.
        let spread = 1.4826 * stats::median(&deviations).expect("they are finite");
        let error = 1.2533 * spread / (QUARTETS as f64).sqrt();
        Known { ratio: b_ns / a_ns, tolerance: (ERRORS * error).max(TOLERANCE_COUNTED) }
    }

    fn start_steps(&mut self) -> f64 {
        let place = self.place;
        *self.start_steps.get_or_insert_with(|| start_steps(place.steps()))
    }
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
