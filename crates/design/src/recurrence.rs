//! After how many blocks rare work, or a phase of another cost, comes again, as the first launch of a point shows, which is longer than the others.

use model::{Block, Sample};
use stats::CostShape;

/// Rare work that takes a smaller part of the time is next to nothing. Whether a larger one is the code's or a disturbance makes no difference here: launches
/// that hold a few periods of either are as good.
const PART_MIN: f64 = 0.01;

/// How often it must have come.
const TIMES_MIN: f64 = 2.0;

/// Phases whose costs differ by less change a mean by less than is worth longer launches: the change by count that leaves no single number.
const PHASES_MIN: f64 = 1.1;

/// From one coming of rare work, or of a phase, to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Period {
    /// In blocks.
    pub blocks: f64,
    /// In iterations of the variant.
    pub iterations: f64,
}

/// The period of rare work or of phases of a variant, of the longer where it has both.
pub fn period(blocks: &[Block], variant: usize) -> Option<Period> {
    let first: Vec<&Block> = blocks.iter().filter(|block| block.launch == 0).collect();
    let samples: Vec<&Sample> = first.iter().filter_map(|block| sample_of(block, variant)).collect();
    let iterations: u64 = samples.iter().map(|sample| sample.iterations).sum();
    let times = [times_of_rare_work(&samples), times_of_phases(&first, variant)];
    let times = times.into_iter().flatten().reduce(f64::min)?;
    Some(Period { blocks: samples.len() as f64 / times, iterations: iterations as f64 / times })
}

fn sample_of(block: &Block, variant: usize) -> Option<&Sample> {
    block.samples.iter().find(|sample| sample.variant == variant)
}

/// How often rare work came, of the rarest kind where there are several; `None` where it is next to nothing, or came too seldom to say.
///
/// A kind came as often as the usual of its blocks goes into the sum of those that are about as large, or larger. What disturbs many blocks by little counts for
/// nothing beside what comes seldom and takes long. What is dear from the first block on and then no longer is how a process begins, and may never come again.
fn times_of_rare_work(samples: &[&Sample]) -> Option<f64> {
    let excesses = excesses(samples)?;
    let begun = excesses.iter().position(|excess| *excess <= 0.0)?;
    let excesses = &excesses[begun..];
    if excesses.iter().sum::<f64>() < PART_MIN * samples.len() as f64 {
        return None;
    }
    let times = stats::kinds(excesses).map(|kind| kind.among(excesses)[1] / kind.usual);
    times.filter(|times| *times >= TIMES_MIN).reduce(f64::min)
}

/// How often phases of a higher and a lower cost came, each of many blocks; `None` where there are none, or the cost only changed once: that may be for ever. What
/// disturbs a machine by time is in the other variants of a block, too, so costs are held against that of the slowest of them.
fn times_of_phases(first: &[&Block], variant: usize) -> Option<f64> {
    let cost = |block: &&Block| {
        let others = block.samples.iter().filter(|sample| sample.variant != variant);
        Some(sample_of(block, variant)?.mean_ns() / others.map(Sample::mean_ns).reduce(f64::max).unwrap_or(1.0))
    };
    let costs: Vec<f64> = first.iter().filter_map(cost).collect();
    let mean = stats::mean(&costs)?;
    let (above, below): (Vec<f64>, Vec<f64>) = costs.iter().partition(|cost| **cost > mean);
    let runs = stats::runs(&costs.iter().map(|cost| *cost > mean).collect::<Vec<_>>())?;
    let differ = stats::mean(&above)? >= PHASES_MIN * stats::mean(&below)?;
    (differ && runs.p_fewer <= stats::REJECTED && runs.count > 2).then_some(runs.count as f64 / 2.0)
}

/// What long slices add to each batch of a variant, in units of the middle slice of all.
fn excesses(samples: &[&Sample]) -> Option<Vec<f64>> {
    let middle = stats::median(&samples.iter().map(|sample| sample.typical_ns()).collect::<Vec<_>>())?;
    let beyond = |unit: &f64| (unit / middle - CostShape::OUTLIER).max(0.0);
    samples.iter().map(|sample| stats::mean(&sample.own_units_ns().iter().map(beyond).collect::<Vec<_>>())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Metric, Readings};

    /// A first launch of two variants, in which a slice of the second takes so many times as long in every tenth block.
    fn launch(times: u64) -> Vec<Block> {
        let sample = |variant: usize, slices_ns: Vec<u64>| Sample {
            variant,
            iterations: 3,
            readings: Readings::from([(Metric::Wall, slices_ns.iter().sum())]),
            slices_ns,
            latencies: None,
        };
        let block = |block: usize| {
            let last = if block % 10 == 4 { times } else { 1 };
            let samples = vec![sample(0, vec![100, 101, 99]), sample(1, vec![100, 101, 99 * last])];
            Block { point: 0, launch: 0, block, samples }
        };
        (0..50).map(block).collect()
    }

    #[test]
    fn rare_work_is_found_with_its_period() {
        assert_eq!(period(&launch(20), 1), Some(Period { blocks: 10.0, iterations: 30.0 }));
    }

    #[test]
    fn the_rarest_of_two_kinds_sets_the_period() {
        let mut blocks = launch(20);
        let rarer = blocks.iter_mut().filter(|block| block.block % 25 == 1);
        rarer.for_each(|block| block.samples[1].slices_ns[0] = 4_000);
        let found = period(&blocks, 1).expect("it is seen");
        assert!((24.0..27.0).contains(&found.blocks), "{found:?}");
    }

    #[test]
    fn phases_that_come_again_have_a_period() {
        let in_phases = |half: usize, is_of_machine: bool| {
            let mut blocks = launch(1);
            for block in blocks.iter_mut().filter(|block| block.block / half % 2 == 1) {
                let whose = if is_of_machine { 0 } else { 1 };
                for sample in &mut block.samples[whose..] {
                    let wall_ns = 3 * sample.readings[&Metric::Wall];
                    sample.readings.insert(Metric::Wall, wall_ns);
                }
            }
            period(&blocks, 1).map(|period| period.blocks)
        };
        assert_eq!([in_phases(10, false), in_phases(10, true), in_phases(25, false)], [Some(20.0), None, None]);
    }

    #[test]
    fn a_dear_beginning_does_not_come_again() {
        let mut blocks = launch(1);
        blocks[..12].iter_mut().for_each(|block| block.samples[1].slices_ns = vec![500; 3]);
        assert_eq!(period(&blocks, 1), None);
    }

    #[test]
    fn what_is_next_to_nothing_or_nobody_has_is_none() {
        assert_eq!([period(&launch(20), 0), period(&launch(1), 1), period(&[], 1)], [None; 3]);
    }

    #[test]
    fn small_disturbances_do_not_make_rare_work_frequent() {
        let mut blocks = launch(20);
        let disturbed = blocks.iter_mut().filter(|block| block.block % 10 == 1);
        disturbed.for_each(|block| block.samples[1].slices_ns[0] = 200);
        assert_eq!(period(&blocks, 1), Some(Period { blocks: 10.0, iterations: 30.0 }));
    }
}
