//! How many iterations make a batch of one variant.

use crate::case::{Case, SNIPPET_BATCH_NS};
use model::{Answer, Pilot, Role, Subject};
use std::collections::BTreeMap;

/// A slice, in nanoseconds, if an iteration is not longer: most have no interrupt (docs/decisions/measuring.md, *A batch of a snippet*); long against what
/// reading the clock takes.
const SLICE_NS: f64 = 140e3;

/// Fewer slices do not show where most of them are (docs/decisions/measuring.md, *A batch of a snippet*).
pub(crate) const SLICES_MIN: f64 = 3.0;

/// The most slices of a batch (docs/protocol.md).
const SLICES_MAX: u64 = 1000;

/// A command whose answer took so many batches has had its pilot with it: even if every other execution were so many times quicker, because this
/// one found cold caches, a batch would be one execution. An answer of many bytes takes long because they are digested.
const ANSWER_IS_PILOT: f64 = 15.0;
const ANSWER_BYTES_MAX: u64 = 1 << 20;

/// Requests that each connection of a closed loop has at least in a batch, and before the first of a launch. Where all answers take as long, those before and behind them, which do not count, are a fifth as many.
pub const ROUNDS_OF_CONNECTIONS: u64 = 10;

/// They take no longer than this, in nanoseconds, unless two rounds do: of slow answers a budget has no room for ten.
const ROUNDS_NS: f64 = 1e9;
const ROUNDS_MIN: u64 = 2;

/// A fresh worker is warmed up by one of so many parts of a batch.
const WARM_UP: u64 = 20;

/// What the pilots settled, by variant.
pub type Calibrations = BTreeMap<usize, Calibration>;

/// What the pilot settles for a variant.
#[derive(Clone, Copy, Debug, Default)]
pub struct Calibration {
    /// What was found. A batch may have come to hold other iterations since, and the first launch may have told a period.
    pub pilot: Pilot,
    /// Of which number the iterations of a batch are a multiple: those of a slice, or the connections of a closed loop, so that
    /// all of them have as much to do; else 1.
    pub(crate) step: u64,
    /// Whether a batch is timed in slices.
    pub is_sliced: bool,
    /// Whether a batch comes after as many iterations that are not timed.
    pub runs_ahead: bool,
    /// Whether the plan says what a batch holds: requests that have their time, or all that a fresh process runs.
    pub is_planned: bool,
    /// Whether a launch goes on where the one before has ended: with requests over one connection to a server that lives on.
    pub(crate) goes_on: bool,
}

impl Calibration {
    /// What a pilot found, with as many iterations as the plan asks for where it does.
    pub fn of(case: Case, pilot: Pilot) -> Calibration {
        let planned = case.variant().iterations;
        let is_planned = planned.is_some() || case.planned_requests().is_some();
        let pilot = Pilot { iterations: planned.unwrap_or(pilot.iterations), ..pilot };
        let goes_on = case.asks_in_turn() && case.variant().server().is_none();
        Calibration { pilot, step: case.connections(), is_planned, goes_on, ..Calibration::default() }
    }

    /// The same with another number of iterations a batch.
    fn with_batch(self, iterations: u64) -> Calibration {
        Calibration { pilot: Pilot { iterations, ..self.pilot }, ..self }
    }

    /// Iterations that are run for each one timed, of a batch that runs ahead.
    pub(crate) fn run_for_each(&self) -> f64 {
        if self.runs_ahead { 2.0 } else { 1.0 }
    }

    /// The same, where requests before and behind those that count are run, too: they are in what surrounds a batch.
    pub(crate) fn all_for_each(&self) -> f64 {
        let timed_ns = self.pilot.ns * self.pilot.iterations as f64;
        let are_beside = !self.is_sliced && self.step > 1 && timed_ns > 0.0;
        if are_beside { 1.0 + self.pilot.around_ns / timed_ns } else { self.run_for_each() }
    }

    /// What a batch of this variant aims at, in nanoseconds. One of a command that times itself costs its start beside its iterations: the longer that is, the longer the
    /// batch that tells most in a given time (Cochran, Sampling Techniques, 3rd ed., chapter 10: the optimum of sampling in two stages), if in one of the least length both
    /// count alike.
    pub fn target_ns(&self, case: Case) -> f64 {
        let target_ns = case.batch_target_ns();
        let is_told = case.variant().tells().is_some();
        if is_told { (target_ns * self.pilot.around_ns.max(target_ns)).sqrt() } else { target_ns }
    }

    /// This calibration for a variant of this role, timed in slices, with a batch that aims at so many nanoseconds if an iteration took `ns`.
    pub(crate) fn sliced(self, role: Role, batch_ns: f64, ns: f64) -> Calibration {
        let ns = ns.max(1.0);
        let slice_ns = if role == Role::EmptyLoop { SLICE_NS * Case::EMPTY_PART } else { SLICE_NS };
        let step = (slice_ns / ns).round().max(1.0) as u64;
        let slices = slices_of(batch_ns, step as f64 * ns);
        Calibration { step, is_sliced: true, ..self.with_batch(step * slices) }
    }

    /// The iterations of a batch of slices that is about so long.
    pub fn of_length(&self, batch_ns: f64) -> u64 {
        self.step * slices_of(batch_ns, self.step as f64 * self.pilot.ns.max(1.0))
    }

    /// Into how many slices a batch of so many iterations is divided.
    pub fn slices(&self, iterations: u64) -> u64 {
        if self.is_sliced { iterations / self.step } else { 1 }
    }

    /// As many of so many iterations as one batch may have.
    pub fn at_once(&self, iterations: u64) -> u64 {
        if self.is_sliced { iterations.min(SLICES_MAX * self.step) } else { iterations }
    }

    /// A number of iterations that a batch may have, near to `wanted`.
    pub fn whole(&self, wanted: f64) -> u64 {
        (wanted / self.step as f64).round().max(1.0) as u64 * self.step
    }

    /// This calibration with a batch that aims at so many nanoseconds if an iteration took `ns`.
    pub(crate) fn whole_batch(self, batch_ns: f64, ns: f64) -> Calibration {
        self.with_batch(self.whole((batch_ns / ns).max(self.rounds(ns) as f64)))
    }

    /// The requests of some rounds of several connections, where one takes `ns`; 1 of everything else.
    fn rounds(&self, ns: f64) -> u64 {
        let rounds = (ROUNDS_NS / (self.step as f64 * ns)) as u64;
        if self.is_sliced || self.step <= 1 { 1 } else { rounds.clamp(ROUNDS_MIN, ROUNDS_OF_CONNECTIONS) * self.step }
    }

    /// Whether a batch is one iteration that takes as long as several are meant to.
    pub fn is_long(&self) -> bool {
        self.pilot.iterations == 1 && self.pilot.ns >= SNIPPET_BATCH_NS
    }

    /// What a fresh worker runs untimed before its first batch: a small part of one, one iteration at least, and as much as its runtime needs until it has compiled what it
    /// will (docs/method.md, Blocks and launches). The first iteration of a process loads what is loaded on demand, and faults its memory in. Where a launch goes on,
    /// nothing: of requests that do not count every other may be the slow one. Where other work comes every so many iterations, a launch begins anywhere between two, at a
    /// `phase` from 0 to 1 of its own (systematic sampling with a random start: Cochran, Sampling Techniques, 3rd ed., chapter 8).
    pub fn warm_up_iterations(&self, phase: f64) -> u64 {
        let Pilot { iterations, ns, warm_up, period, .. } = self.pilot;
        if self.goes_on {
            return 0;
        }
        (iterations / WARM_UP).max(self.rounds(ns)).max(warm_up) + (phase * period as f64) as u64
    }
}

fn slices_of(batch_ns: f64, slice_ns: f64) -> u64 {
    (batch_ns / slice_ns).round().max(SLICES_MIN) as u64
}

/// What an answer that took so many nanoseconds tells of a command; nothing where another execution has to tell it: of what is short, or
/// reads a file that is cold when it is timed.
pub fn of_answer(case: Case, answer: &Answer, ns: f64, any_cold: bool) -> Option<Calibration> {
    let variant = case.variant();
    let is_command = matches!(variant.subject, Subject::Command(_)) && variant.tells().is_none();
    let is_short = ns <= ANSWER_IS_PILOT * Case::COMMAND_BATCH_NS || answer.length > ANSWER_BYTES_MAX;
    (is_command && !any_cold && !is_short).then(|| of_pilot(case, Pilot { ns, ..Pilot::default() }))
}

/// What a pilot tells that does not say what a batch holds: as many iterations as it aims at.
pub fn of_pilot(case: Case, pilot: Pilot) -> Calibration {
    let calibration = Calibration::of(case, pilot);
    if calibration.is_planned { calibration } else { calibration.whole_batch(calibration.target_ns(case), pilot.ns) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_launch_is_warmed_up_by_what_the_runtime_needs_to_compile() {
        let pilot = Pilot { iterations: 2_000, ns: 9_000.0, ..Pilot::default() };
        let batch = Calibration { pilot, step: 1, ..Calibration::default() };
        let after = |warm_up, period| Calibration { pilot: Pilot { warm_up, period, ..pilot }, ..batch };
        assert_eq!(batch.warm_up_iterations(0.5), 100);
        assert_eq!(after(7_000, 0).warm_up_iterations(0.5), 7_000);
        assert_eq!(after(7, 0).warm_up_iterations(0.5), 100);
        assert_eq!(after(7_000, 600).warm_up_iterations(0.5), 7_300);
        assert_eq!(batch.at_once(190_000), 190_000);
        assert_eq!(Calibration { is_sliced: true, step: 106, ..batch }.at_once(190_000), 106_000);
    }
}
