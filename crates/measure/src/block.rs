//! One block: every variant once, in random order, in batches of jittered length.

use crate::crew::{Place, Ready, Trouble};
use crate::fixture::Fixtures;
use crate::pilot::{Calibration, limit_ns};
use crate::random::{Purpose, stream};
use crate::site::Unprepared;
use model::{Block, Failure, FailureKind, Sample};
use protocol::{Reply, Request};
use rand::RngExt;
use rand::seq::SliceRandom;
use std::collections::BTreeMap;

/// The environment of a process started for an iteration is longer by up to this many bytes.
pub const PADDING_MAX: usize = 4096;

/// Where a block stands in the run.
#[derive(Clone, Copy)]
pub struct BlockPlace {
    pub point: usize,
    pub launch: usize,
    pub block: usize,
    /// How often this block was run before and did not count.
    pub attempt: usize,
    /// Whether counters are read around batches that are timed in slices; around others they always are.
    pub is_counted: bool,
}

/// A block that was run, with what went wrong in it.
pub struct BlockOutcome {
    pub block: Block,
    pub failures: Vec<(usize, Failure)>,
    pub notes: Vec<(usize, String)>,
}

/// Runs a block of some of the crew. `None` when the run shall stop: an unfinished block does not count.
pub fn run(
    place: Place,
    at: BlockPlace,
    seed: u64,
    mut order: Vec<usize>,
    crew: &mut BTreeMap<usize, Ready>,
    calibrations: &BTreeMap<usize, Calibration>,
    fixtures: &mut Fixtures,
) -> Option<BlockOutcome> {
    let mut random = stream(seed, Purpose::Block, &[at.point, at.launch, at.block, at.attempt]);
    order.shuffle(&mut random);
    // Jitter keeps batches from falling in step with the timer tick; a batch of one has nothing to jitter, and one of an open loop has
    // the length that the plan gives it. It is that of the block: a batch of fewer iterations is another one.
    let jitter = random.random_range(0.8..1.2);
    let block = Block { point: at.point, launch: at.launch, block: at.block, samples: Vec::new() };
    let mut outcome = BlockOutcome { block, failures: Vec::new(), notes: Vec::new() };
    for variant in order {
        let is_planned = calibrations[&variant].is_planned;
        let jittered = calibrations[&variant].iterations as f64 * if is_planned { 1.0 } else { jitter };
        let iterations = calibrations[&variant].whole(jittered);
        let padding = random.random_range(0..PADDING_MAX);
        let ready = crew.get_mut(&variant).expect("the order is made from the crew");
        let slices = calibrations[&variant].slices(iterations);
        let bare = calibrations[&variant].is_sliced() && !at.is_counted;
        let batch = Batch { iterations, slices, bare, padding };
        match run_batch(place, variant, batch, calibrations[&variant].ns, ready, fixtures) {
            Ok((sample, notes)) => {
                outcome.block.samples.push(sample);
                outcome.notes.extend(notes.into_iter().map(|note| (variant, note)));
            }
            Err(Trouble::Failed(failure)) => outcome.failures.push((variant, failure)),
            Err(Trouble::Interrupted) => return None,
        }
    }
    Some(outcome)
}

/// What is asked of a worker.
struct Batch {
    iterations: u64,
    slices: u64,
    bare: bool,
    padding: usize,
}

fn run_batch(
    place: Place,
    index: usize,
    Batch { iterations, slices, bare, padding }: Batch,
    ns: f64,
    ready: &mut Ready,
    fixtures: &mut Fixtures,
) -> Result<(Sample, Vec<String>), Trouble> {
    let variant = &place.plan.variants[index];
    let request = Request::Run { iterations, padding, slices, bare };
    in_cache_state(fixtures)?;
    match ready.ask(place.plan, variant, &request, limit_ns(variant, iterations, ns))? {
        Reply::Sample { iterations, readings, slices_ns, latencies, notes } => {
            untouched(fixtures)?;
            Ok((Sample { variant: index, iterations, readings, slices_ns, latencies }, notes))
        }
        other => unreachable!("{other:?} in reply to run: the crew lets nothing else through"),
    }
}

/// Brings the fixtures into the state of the page cache that the plan asks for, or fails the variant that is about to run.
pub fn in_cache_state(fixtures: &Fixtures) -> Result<(), Trouble> {
    fixtures.bring_into_cache_state().map_err(|why| match why {
        Unprepared::Interrupted => Trouble::Interrupted,
        Unprepared::Failed(message) => Trouble::Failed(Failure {
            kind: FailureKind::Missing,
            message,
            line: None,
            help: Some("see that no variant keeps the file open in memory, or leave the key `cache` out".to_string()),
        }),
    })
}

/// Fails the variant that has just run when it changed the input of the others.
pub fn untouched(fixtures: &mut Fixtures) -> Result<(), Trouble> {
    let message = match fixtures.restore_if_changed() {
        Ok(None) => return Ok(()),
        Ok(Some(name)) => format!("it changes the fixture {name}, which the other variants use"),
        Err(Unprepared::Failed(why)) => format!("it changes a fixture, and that cannot be undone: {why}"),
        Err(Unprepared::Interrupted) => return Err(Trouble::Interrupted),
    };
    Err(Trouble::Failed(Failure {
        kind: FailureKind::FixtureChanged,
        message,
        line: None,
        help: Some("let it work on a copy of its own".to_string()),
    }))
}
