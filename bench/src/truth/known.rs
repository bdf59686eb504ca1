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

/// Student's 97.5 % quantile at `QUARTETS` − 1 degrees of freedom.
const STUDENT: f64 = 2.571;

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
            Truth::Known(ratio) => Known { ratio, tolerance: TOLERANCE_COUNTED },
            Truth::Steps(a, b) => {
                let start = self.start_steps();
                Known { ratio: (b + start) / (a + start), tolerance: TOLERANCE_COMMANDS }
            }
            Truth::Loop => self.by_loops(case),
            Truth::NoSingleNumber => return None,
        };
        self.found.insert(case.name.clone(), known);
        Some(known)
    }

    /// The ratio of all the time of B to all the time of A, and a tolerance from how the quartets scatter.
    pub fn by_loops(&mut self, case: &Case) -> Known {
        let [a, b] = self.loops.prepare(case, self.place);
        let (mut logs, mut sums) = (Vec::new(), [0.0; 2]);
        for _ in 0..QUARTETS {
            let [first, second, third, fourth] = [&a, &b, &b, &a].map(|one| one.mean_ns());
            let (a_ns, b_ns) = (first + fourth, second + third);
            logs.push((b_ns / a_ns).ln());
            sums = [sums[0] + a_ns, sums[1] + b_ns];
        }
        let mean = stats::mean(&logs).expect("there are quartets");
        let squares: f64 = logs.iter().map(|log| (log - mean).powi(2)).sum();
        let error = (squares / (QUARTETS - 1) as f64 / QUARTETS as f64).sqrt();
        Known { ratio: sums[1] / sums[0], tolerance: (STUDENT * error).max(TOLERANCE_COUNTED) }
    }

    fn start_steps(&mut self) -> f64 {
        let place = self.place;
        *self.start_steps.get_or_insert_with(|| start_steps(place.steps()))
    }
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
    case.class != Class::Command || matches!(case.truth, Truth::Loop)
}
