//! One block: every variant once, in random order, in batches of jittered length.

use crate::crew::{PointResources, PreparedWorker, Trouble};
use crate::fixture::Fixtures;
use crate::fixture_state::{in_cache_state, untouched};
use crate::limits::limit_ns;
use crate::random::{Purpose, stream};
use design::Calibration;
use model::{Block, Failure, Sample};
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
    place: PointResources,
    at: BlockPlace,
    seed: u64,
    mut order: Vec<usize>,
    crew: &mut BTreeMap<usize, PreparedWorker>,
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
        let calibration = &calibrations[&variant];
        let jittered = calibration.iterations as f64 * if calibration.is_planned { 1.0 } else { jitter };
        let iterations = calibration.whole(jittered);
        let (padding, slices) = (random.random_range(0..PADDING_MAX), calibration.slices(iterations));
        let bare = calibration.is_sliced() && !at.is_counted;
        let request = Request::Run { iterations, padding, slices, bare };
        let limit_ns = limit_ns(place.plan, &place.plan.variants[variant], iterations, calibration.ns);
        match run_batch(place, &Batch { variant, request, limit_ns }, crew, fixtures) {
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

/// What is asked of the worker of a variant, and for how long it is waited for.
struct Batch {
    variant: usize,
    request: Request,
    limit_ns: u64,
}

/// Runs a batch: the sample, and remarks.
fn run_batch(
    place: PointResources,
    batch: &Batch,
    crew: &mut BTreeMap<usize, PreparedWorker>,
    fixtures: &mut Fixtures,
) -> Result<(Sample, Vec<String>), Trouble> {
    let ready = crew.get_mut(&batch.variant).expect("the order is made from the crew");
    in_cache_state(fixtures)?;
    let reply = ready.ask(place.plan, &place.plan.variants[batch.variant], &batch.request, batch.limit_ns)?;
    untouched(fixtures)?;
    Ok(sample(batch.variant, reply))
}

fn sample(variant: usize, reply: Reply) -> (Sample, Vec<String>) {
    match reply {
        Reply::Sample { iterations, readings, slices_ns, latencies, notes } => {
            (Sample { variant, iterations, readings, slices_ns, latencies: latencies.map(Box::new) }, notes)
        }
        other => unreachable!("{other:?} in reply to run: the crew lets nothing else through"),
    }
}
