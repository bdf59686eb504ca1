//! One block: every variant once, in random order, in batches of jittered length.

use crate::point_run::PointRun;
use crate::random::{Purpose, stream};
use crate::trouble::Trouble;
use model::{Block, Failure, Metric, Sample};
use protocol::Request;
use rand::RngExt;
use rand::seq::SliceRandom;

/// The environment of a process started for an iteration is longer by up to this many bytes.
pub const PADDING_MAX: usize = 4096;

/// A block that was run, with what went wrong in it.
pub struct BlockOutcome {
    pub block: Block,
    pub failures: Vec<(usize, Failure)>,
    pub notes: Vec<(usize, String)>,
}

impl PointRun<'_, '_, '_> {
    /// Runs a block of some of the crew; `attempt` is how often it was run before and did not count. Where it `is_counted` counters are read around
    /// batches that are timed in slices, too; around others they always are. `None` when the run shall stop: an unfinished block does not count.
    pub(crate) fn run_block(
        &mut self,
        [launch, block, attempt]: [usize; 3],
        is_counted: bool,
        mut order: Vec<usize>,
    ) -> Option<BlockOutcome> {
        let place = [self.index, launch, block, attempt];
        let mut random = stream(self.journal.run.header.seed, Purpose::Block, &place);
        order.shuffle(&mut random);
        // Jitter keeps batches from falling in step with the timer tick; a batch of one has nothing to jitter, and one of an open loop has
        // the length that the plan gives it. It is that of the block: a batch of fewer iterations is another one.
        let jitter = random.random_range(0.8..1.2);
        let block = Block { point: self.index, launch, block, samples: Vec::new() };
        let mut outcome = BlockOutcome { block, failures: Vec::new(), notes: Vec::new() };
        for variant in order {
            let calibration = self.calibrations[&variant];
            let jittered = calibration.pilot.iterations as f64 * if calibration.is_planned { 1.0 } else { jitter };
            let iterations = calibration.whole(jittered);
            let (padding, slices) = (random.random_range(0..PADDING_MAX), calibration.slices(iterations));
            let bare = calibration.is_sliced && !is_counted;
            // It varies by more, or what comes again after two batches would be in each that is timed, or in none.
            let ahead = match calibration.runs_ahead {
                true => calibration.whole(iterations as f64 * random.random_range(0.5..1.5)),
                false => 0,
            };
            match self.run_batch(variant, ahead, &Request::Run { iterations, padding, slices, bare }) {
                Ok((sample, notes)) => {
                    outcome.block.samples.push(sample);
                    outcome.notes.extend(notes.into_iter().map(|note| (variant, note)));
                }
                Err(Trouble::Failed(failure)) => outcome.failures.push((variant, failure)),
                Err(Trouble::Interrupted) => return None,
            }
        }
        count_delays_alike(&mut outcome.block.samples);
        Some(outcome)
    }

    /// Runs a batch after so many iterations that are not timed: the sample, and remarks.
    fn run_batch(&mut self, variant: usize, ahead: u64, request: &Request) -> Result<(Sample, Vec<String>), Trouble> {
        self.fixtures.in_cache_state()?;
        self.run_ahead(variant, ahead)?;
        let ready = self.crew.get_mut(&variant).expect("the order is made from the crew");
        self.fixtures.after(ready.run(request, self.calibrations[&variant].pilot.ns))
    }
}

/// The time in which others had the CPU is taken off all of a block or none: a command whose work is done by its children, of which it is not known, would
/// else seem slower for every neighbour.
fn count_delays_alike(samples: &mut [Sample]) {
    let (known, unknown): (Vec<&mut Sample>, Vec<&mut Sample>) =
        samples.iter_mut().partition(|sample| sample.readings.contains_key(&Metric::Delayed));
    if !unknown.is_empty() {
        known.into_iter().for_each(|sample| sample.readings.insert(Metric::Delayed, 0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Readings;

    #[test]
    fn delays_are_taken_off_all_or_none() {
        let sample = |delayed: &[u64]| {
            let all = [(Metric::Wall, 1000)].into_iter().chain(delayed.iter().map(|ns| (Metric::Delayed, *ns)));
            let readings: Readings = all.collect();
            Sample { variant: 0, iterations: 1, readings, slices_ns: Vec::new(), latencies: None }
        };
        let means = |mut samples: Vec<Sample>| {
            count_delays_alike(&mut samples);
            samples.iter().map(Sample::mean_ns).collect::<Vec<f64>>()
        };
        assert_eq!(means(vec![sample(&[300]), sample(&[0])]), [700.0, 1000.0]);
        assert_eq!(means(vec![sample(&[300]), sample(&[])]), [1000.0, 1000.0]);
    }
}
