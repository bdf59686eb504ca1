//! The pilot: how many iterations make a batch. What it measures is thrown away.

use crate::block::in_cache_state;
use crate::crew::{Ready, Trouble};
use crate::fixture::Fixtures;
use model::{Plan, Role, Subject, Variant};
use protocol::{Reply, Request};
use subjects::command::TIMEOUT_DEFAULT_NS;

/// What a batch of snippet iterations aims at: long against the clock and the message, short against the stretches in which
/// somebody else slows the CPU down (on a virtual machine from tens of milliseconds on), so that few blocks hold the beginning or the
/// end of one, and the middle block of a launch does not.
const SNIPPET_BATCH_NS: f64 = 2e6;

/// Short commands run several times in a batch, because the first start after a message finds cold caches: for `/bin/true`
/// that start takes a tenth longer than those that follow. A command that takes longer than this runs once.
const COMMAND_BATCH_NS: f64 = 20e6;

/// The empty loop is only taken off; a fifth of the time gives it the precision that it needs.
const EMPTY_BATCH_NS: f64 = 0.4e6;

/// How many times longer than before the iterations of a batch may take before it is given up.
const PATIENCE: f64 = 20.0;

/// Doublings of the pilot's batch before it is trusted.
const ROUNDS_MAX: usize = 40;

/// What the pilot settles for a variant.
#[derive(Clone, Copy, Debug)]
pub struct Calibration {
    /// Iterations a batch, before jitter.
    pub iterations: u64,
    /// Nanoseconds an iteration.
    pub ns: f64,
}

impl Calibration {
    /// What a fresh worker runs untimed before its first batch: a fifth of one, and never nothing. The first iteration of
    /// a process is another one than those that follow: it loads what is loaded on demand (a PerlIO layer, say), and
    /// faults its memory in.
    pub fn warm_up_iterations(&self) -> u64 {
        (self.iterations / 5).max(1)
    }
}

/// Runs growing batches until one is long enough to tell the time of an iteration. What reads a cold file runs once.
pub fn calibrate(
    plan: &Plan,
    variant: &Variant,
    ready: &mut Ready,
    fixtures: &Fixtures,
) -> Result<Calibration, Trouble> {
    if fixtures.any_cold() && variant.role != Role::EmptyLoop {
        in_cache_state(fixtures)?;
        return Ok(Calibration { iterations: 1, ns: run(plan, variant, ready, 1, 0.0)? });
    }
    let target = batch_target_ns(variant);
    let mut iterations = 1;
    let mut ns = 0.0;
    for _ in 0..ROUNDS_MAX {
        let wall = run(plan, variant, ready, iterations, ns)?;
        ns = wall / iterations as f64;
        if wall >= target / 2.0 {
            break;
        }
        let growth = (target / wall.max(1.0)).clamp(2.0, 16.0);
        iterations = (iterations as f64 * growth).ceil() as u64;
    }
    Ok(Calibration { iterations: (target / ns).round().max(1.0) as u64, ns })
}

/// The longest time that a batch may take, in nanoseconds, when an iteration has been seen to take `ns`. The spawner keeps
/// the time of every execution itself. Within a snippet's batch nobody looks: one iteration may take the whole time-out, the
/// others are given many times what they took before.
pub fn limit_ns(variant: &Variant, iterations: u64, ns: f64) -> u64 {
    let timeout_ns = variant.timeout_ns.unwrap_or(TIMEOUT_DEFAULT_NS);
    match &variant.subject {
        Subject::Command(_) => timeout_ns.saturating_mul(iterations),
        Subject::Snippet(_) | Subject::Sim(_) => {
            timeout_ns.saturating_add((PATIENCE * ns * iterations.saturating_sub(1) as f64) as u64)
        }
    }
}

fn batch_target_ns(variant: &Variant) -> f64 {
    match (&variant.subject, variant.role) {
        (_, Role::EmptyLoop) => EMPTY_BATCH_NS,
        (Subject::Command(_), _) => COMMAND_BATCH_NS,
        (Subject::Snippet(_) | Subject::Sim(_), _) => SNIPPET_BATCH_NS,
    }
}

fn run(plan: &Plan, variant: &Variant, ready: &mut Ready, iterations: u64, ns: f64) -> Result<f64, Trouble> {
    let request = Request::Run { iterations, padding: 0 };
    match ready.ask(plan, variant, &request, limit_ns(variant, iterations, ns))? {
        Reply::Sample { readings, .. } => Ok(readings.get(&model::Metric::Wall).map_or(f64::NAN, |wall| *wall as f64)),
        other => unreachable!("{other:?} in reply to run: the worker was checked by the conformance suite"),
    }
}
