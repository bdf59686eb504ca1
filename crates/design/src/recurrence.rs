//! After how many blocks rare work, or a phase of another cost, comes again, as the long launch of a point shows, the first.

use model::{Block, Plan, Sample};
use stats::{CostShape, DOUBTED};
use std::collections::BTreeSet;

/// How often it must have come to come again. Until it has come twice the first launch goes on.
const TIMES_MIN: f64 = 1.5;
const TIMES_AWAITED: f64 = 2.0;

/// Short phases are sought among so many blocks at most, which takes 0.3 ms: the time grows with their square, and an hour has 150,000.
const CYCLES_AMONG: usize = 512;

/// From one coming of rare work, or of a phase, to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Period {
    /// In blocks.
    pub blocks: f64,
    /// In iterations of the variant.
    pub iterations: f64,
}

/// What comes again, of one kind.
struct Recurring {
    /// How often it came.
    times: f64,
    /// From one time to the next, in blocks: what is before the first and after the last is not in it.
    period: f64,
}

/// The period of rare work or of phases of a variant, of the longer where it has both.
pub fn period(first: &[Block], variant: usize) -> Option<Period> {
    let samples = samples_of(first, variant);
    let iterations: u64 = samples.iter().map(|sample| sample.iterations).sum();
    let all = rare_work(&samples).into_iter().chain(phases(first, variant));
    let blocks = all.filter(|one| one.times >= TIMES_MIN).map(|one| one.period).reduce(f64::max)?;
    Some(Period { blocks, iterations: blocks * iterations as f64 / samples.len() as f64 })
}

/// Whether rare work of a variant has come so far, or another phase, but too seldom to say whether it comes again.
pub fn is_awaited(first: &[Block], variant: usize) -> bool {
    let mut all = rare_work(&samples_of(first, variant)).into_iter().chain(phases(first, variant));
    all.any(|one| one.times < TIMES_AWAITED)
}

fn samples_of(blocks: &[Block], variant: usize) -> Vec<&Sample> {
    blocks.iter().filter_map(|block| sample_of(block, variant)).collect()
}

fn sample_of(block: &Block, variant: usize) -> Option<&Sample> {
    block.samples.iter().find(|sample| sample.variant == variant)
}

/// Each kind of rare work; none where it is next to nothing. What is dearer than the middle from the first block on and then no longer is how a process begins, and may
/// never come again.
fn rare_work(samples: &[&Sample]) -> Vec<Recurring> {
    let all = excesses(samples).unwrap_or_default();
    let middle = stats::median(&all).unwrap_or_default();
    let excesses: Vec<f64> = all.into_iter().skip_while(|excess| *excess > middle).collect();
    // Whether it is the code's or a disturbance makes no difference here: launches that hold a few periods of either are as good.
    if excesses.iter().sum::<f64>() < Plan::MARGIN * samples.len() as f64 {
        return Vec::new();
    }
    let recurring = |kind: stats::Kind| {
        let is_of_it = |excess: &f64| kind.holds(*excess);
        let [first, last] = [excesses.iter().position(is_of_it)?, excesses.iter().rposition(is_of_it)?];
        let times = kind.among(&excesses)[1] / kind.usual;
        Some(Recurring { times, period: (last - first) as f64 / (times.round() - 1.0).max(1.0) })
    };
    stats::kinds(&excesses).filter_map(recurring).collect()
}

/// Phases of a higher and a lower cost. A cost that has changed once came once: that may be for ever. What disturbs a machine by time is in
/// what is typical of the other variants of a block, too: in the dearer phase this one takes more against each of them. Their own rare work is not.
fn phases(first: &[Block], variant: usize) -> Option<Recurring> {
    let (blocks, costs): (Vec<&Block>, Vec<f64>) =
        first.iter().filter_map(|block| Some((block, sample_of(block, variant)?.mean_ns()))).unzip();
    let is_above = stats::above(&costs)?;
    let recurring = long_phases(&is_above).or_else(|| short_phases(&costs))?;
    let times_as_dear = |of: usize, cost: fn(&Sample) -> f64| {
        let mean = |phase: bool| {
            let of_phase = blocks.iter().zip(&is_above).filter(|(_, is_above)| **is_above == phase);
            stats::mean(&of_phase.filter_map(|(block, _)| Some(cost(sample_of(block, of)?))).collect::<Vec<_>>())
        };
        Some(mean(true)? / mean(false)?)
    };
    let others = first.iter().flat_map(|block| &block.samples).map(|sample| sample.variant);
    let others: BTreeSet<usize> = others.filter(|other| *other != variant).collect();
    let typical = others.into_iter().filter_map(|other| times_as_dear(other, Sample::typical_ns));
    let of_machine = typical.fold(1.0, f64::max);
    let dearer = (times_as_dear(variant, Sample::mean_ns)? / of_machine).ln();
    (dearer >= Plan::NO_SINGLE_RATIO).then_some(recurring)
}

/// Of many blocks each: there are fewer than by chance.
fn long_phases(is_above: &[bool]) -> Option<Recurring> {
    let runs = stats::runs(is_above).filter(|runs| runs.p_fewer <= DOUBTED)?;
    let mut changes = is_above.windows(2).enumerate().filter(|(_, pair)| pair[0] != pair[1]).map(|(at, _)| at as f64);
    let (first, last) = (changes.next()?, changes.next_back());
    let period = last.map_or(0.0, |last| 2.0 * (last - first) / (runs.count - 2) as f64);
    Some(Recurring { times: runs.count as f64 / 2.0, period })
}

/// Of few blocks each, so that the first of many show them: the costs go round in cycles.
fn short_phases(costs: &[f64]) -> Option<Recurring> {
    let costs = &costs[..costs.len().min(CYCLES_AMONG)];
    let cycles = stats::cycles(costs).filter(|cycles| cycles.p <= DOUBTED && cycles.count >= TIMES_AWAITED)?;
    Some(Recurring { times: cycles.count, period: costs.len() as f64 / cycles.count })
}

/// What long slices add to each batch of a variant, in units of the middle slice of all.
fn excesses(samples: &[&Sample]) -> Option<Vec<f64>> {
    let middle = stats::median(&samples.iter().map(|sample| sample.typical_ns()).collect::<Vec<_>>())?;
    samples.iter().map(|sample| Some(CostShape::of(&sample.own_units_ns(), middle)?.outliers)).collect()
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

    /// What varies by chance has some excess in each block, and more of it than the rare work has.
    #[test]
    fn rare_work_among_what_varies_is_found() {
        let mut blocks = launch(1);
        for block in &mut blocks {
            let by_chance = 160 + 7 * (block.block as u64 * 13 % 20);
            block.samples[1].slices_ns = vec![100, 40, if block.block % 20 == 9 { 2_500 } else { by_chance }];
        }
        assert_eq!(period(&blocks, 1).map(|period| period.blocks), Some(20.0));
    }

    #[test]
    fn phases_that_come_again_have_a_period() {
        let in_phases = |half: usize, is_of_machine: bool| {
            let mut blocks = launch(1);
            for block in blocks.iter_mut().filter(|block| block.block / half % 2 == 1) {
                let whose = if is_of_machine { 0 } else { 1 };
                for sample in &mut block.samples[whose..] {
                    let wall_ns = 14 * sample.readings[&Metric::Wall] / 10;
                    sample.slices_ns.iter_mut().for_each(|slice| *slice = 14 * *slice / 10);
                    sample.readings.insert(Metric::Wall, wall_ns);
                }
            }
            period(&blocks, 1).map(|period| period.blocks)
        };
        assert_eq!([in_phases(10, false), in_phases(10, true), in_phases(25, false)], [Some(20.0), None, None]);
    }

    /// Half of their blocks are of both phases.
    #[test]
    fn phases_of_two_blocks_have_a_period() {
        let mut blocks = launch(1)[..21].to_vec();
        for (at, block) in blocks.iter_mut().enumerate() {
            let wall_ns = [300, 520, 600, 380][at % 4];
            block.samples[1].readings.insert(Metric::Wall, wall_ns);
        }
        assert_eq!(
            [period(&blocks, 0), period(&blocks, 1)].map(|found| found.map(|one| one.blocks)),
            [None, Some(4.2)]
        );
    }

    /// It comes in some blocks of the dearer phase by chance.
    #[test]
    fn rare_work_of_another_does_not_hide_phases() {
        let mut blocks = launch(20);
        blocks.iter_mut().for_each(|block| block.samples.swap(0, 1));
        for block in blocks.iter_mut().filter(|block| block.block / 5 % 2 == 0) {
            block.samples[1].readings.insert(Metric::Wall, 390);
        }
        blocks.iter_mut().for_each(|block| block.samples.iter_mut().enumerate().for_each(|(at, one)| one.variant = at));
        assert_eq!(period(&blocks, 1).map(|period| period.blocks), Some(10.0));
    }

    #[test]
    fn a_dear_beginning_does_not_come_again() {
        let mut blocks = launch(1);
        blocks[..12].iter_mut().for_each(|block| block.samples[1].slices_ns = vec![500; 3]);
        assert_eq!(period(&blocks, 1), None);
    }

    /// A dear beginning of a tenth of the blocks, and two blocks of the rest that were disturbed by more than what the beginning adds to the mean.
    #[test]
    fn a_disturbed_block_is_no_phase() {
        let mut blocks = launch(1);
        let mut costs_more = |block: usize, wall_ns: u64| {
            blocks[block].samples[1].readings.insert(Metric::Wall, wall_ns);
        };
        (0..5).for_each(|block| costs_more(block, 1200));
        [20, 30].into_iter().for_each(|block| costs_more(block, 420));
        assert_eq!(period(&blocks, 1), None);
        assert!(is_awaited(&blocks, 1));
    }

    #[test]
    fn what_came_once_is_awaited() {
        let awaited = |blocks: &[Block]| [is_awaited(blocks, 0), is_awaited(blocks, 1)];
        assert_eq!(awaited(&launch(20)[..10]), [false, true]);
        assert_eq!([awaited(&launch(20)[..20]), awaited(&launch(1))], [[false; 2]; 2]);
        let mut changed = launch(1);
        changed[25..].iter_mut().for_each(|block| {
            block.samples[1].readings.insert(Metric::Wall, 900);
        });
        assert_eq!(awaited(&changed), [false, true]);
    }

    /// Not the time before the first: of three in 3.5 periods the launch would tell a period that is too long.
    #[test]
    fn a_period_is_from_one_time_to_the_next() {
        let blocks = launch(20);
        assert_eq!(period(&blocks[..45], 1).map(|found| found.blocks), Some(10.0));
        assert_eq!(period(&blocks[5..], 1).map(|found| found.blocks), Some(10.0));
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
