//! From samples to what each launch says of its variants: the mean time of an iteration, the typical one, and how the others lie about it.
//!
//! Blocks within one process share its layout, its hash seed and its luck; only launches are independent of each other.

use crate::by_variant::ByVariant;
use model::{Block, Plan, PointRecord, Role, Sample};
use stats::{CostShape, SliceRatios};
use std::collections::BTreeMap;

/// Times of one launch: for each block the nanoseconds per iteration by variant, the floor taken off.
pub type BlockTimes = Vec<ByVariant<f64>>;

/// So many units of each launch, slices or whole batches, show what is typical of it; with fewer it is what is typical of all launches.
const UNITS_MIN: usize = 8;

/// What may be wrong with all slices alike, as a part: the clock is read to ten nanoseconds or so, and the loop of one process is not quite that of another.
const RESOLUTION_OF_SLICES: f64 = 2e-4;

/// The times of a point by launch, in nanoseconds per iteration.
pub struct Times {
    /// The typical time of each block, as it was measured: that of its middle slice, or of the whole batch; of the empty loop that of a stretch
    /// as long as a slice of others.
    pub gross: BTreeMap<usize, BlockTimes>,
    /// The same with the floor taken off.
    pub net: BTreeMap<usize, BlockTimes>,
    /// The mean time of each block, the floor taken off.
    pub batches: BTreeMap<usize, BlockTimes>,
    /// The mean time of a launch, by variant: total time over iterations, of blocks as they count, the floor taken off; not above 0 where
    /// the floor was not below it, so that the mean over launches is right.
    pub means: BTreeMap<usize, ByVariant<f64>>,
    /// The same as they were measured, each launch as one block.
    gross_means: BTreeMap<usize, BlockTimes>,
    /// How the times of each variant lie about the typical one, by launch.
    pub shapes: BTreeMap<usize, BTreeMap<usize, CostShape>>,
    /// How well a ratio of typical times can be known however often they are measured, as a part of it.
    pub resolution: f64,
    /// Whether what stands in one launch was measured side by side; not in an import.
    pub is_paired: bool,
    units: Units,
}

/// Sorts the samples of a point by launch and block. A batch whose time is not known is left out.
pub fn times(plan: &Plan, record: &PointRecord) -> Times {
    let is_loop = |sample: &Sample| plan.variants[sample.variant].role == Role::EmptyLoop;
    let of_others: Vec<f64> = record.samples().filter(|sample| !is_loop(sample)).filter_map(slice_ns).collect();
    let others_ns = stats::median(&of_others);
    let typical_ns = |sample: &Sample| {
        let of_loop = others_ns.filter(|_| is_loop(sample)).and_then(|others_ns| of_stretches(sample, others_ns));
        of_loop.unwrap_or_else(|| sample.typical_ns())
    };
    let gross = by_launch(record, typical_ns);
    let is_sliced = record.samples().any(|sample| !sample.slices_ns.is_empty());
    let units = Units::new(plan, record, is_sliced);
    let gross_means = gross_means(plan, record);
    let net_means = without_floors(plan, &gross_means, f64::NEG_INFINITY);
    Times {
        net: without_floors(plan, &gross, f64::MIN_POSITIVE),
        batches: without_floors(plan, &by_launch(record, Sample::mean_ns), f64::MIN_POSITIVE),
        means: net_means.into_iter().filter_map(|(launch, mut blocks)| Some((launch, blocks.pop()?))).collect(),
        gross_means,
        shapes: units.iterations.keys().map(|variant| (*variant, units.shapes(*variant))).collect(),
        resolution: if is_sliced { RESOLUTION_OF_SLICES } else { 0.0 },
        is_paired: true,
        units,
        gross,
    }
}

impl Times {
    /// ln(candidate / baseline) of the typical iteration of a launch: where both have slices that of pairs of them, otherwise the median
    /// over its blocks. `None` where no block has both.
    pub fn slice_ratios(&self, launch: usize, baseline: usize, candidate: usize) -> Option<SliceRatios> {
        let net = self.net.get(&launch)?;
        let of_blocks = launch_value(net, |times| Some((times.get(&candidate)? / times.get(&baseline)?).ln()))?;
        let of_slices = || {
            let blocks = self.units.blocks.get(&launch)?;
            let pairs =
                blocks.iter().filter_map(|block| Some((&block.get(&candidate)?[..], &block.get(&baseline)?[..])));
            let gross = stats::slice_ratios(pairs)?;
            let (candidate, baseline) = (self.level(launch, candidate)?, self.level(launch, baseline)?);
            let net = |gross: f64| floorless(gross, candidate, baseline);
            Some(SliceRatios { crowd: net(gross.crowd)?, middle: net(gross.middle)?, ..gross })
        };
        Some(of_slices().unwrap_or(SliceRatios { crowd: of_blocks, middle: of_blocks, ..SliceRatios::default() }))
    }

    /// What a variant takes, with and without its floor.
    fn level(&self, launch: usize, variant: usize) -> Option<(f64, f64)> {
        Some((middle(self.gross.get(&launch)?, variant)?, middle(self.net.get(&launch)?, variant)?))
    }

    /// The mean times of a variant, launch by launch.
    pub fn means_of(&self, variant: usize) -> Vec<f64> {
        self.means.values().filter_map(|means| means.get(&variant).copied()).collect()
    }

    /// The same as they were measured, of what has no time of its own because it is taken off that of others.
    pub fn gross_means_of(&self, variant: usize) -> Vec<f64> {
        self.gross_means.values().filter_map(|blocks| middle(blocks, variant)).collect()
    }

    /// What is typical of a variant in each launch, as it was measured.
    pub fn middles_of(&self, variant: usize) -> Vec<f64> {
        self.gross.values().filter_map(|blocks| middle(blocks, variant)).collect()
    }

    /// Slices, or batches, of a variant in units of what is typical of their launch, launch by launch.
    pub fn relative_units(&self, variant: usize) -> Vec<Vec<f64>> {
        let relative = |(_, units, typical): (usize, &[f64], f64)| {
            units.iter().map(|unit| unit / typical).filter(|unit| unit.is_finite()).collect()
        };
        self.units.with_typical(variant).into_iter().map(relative).collect()
    }

    /// They as they were measured, less what others took of them.
    pub fn units_of(&self, variant: usize) -> Vec<&[f64]> {
        self.units.of(variant).map(|(_, units)| units).collect()
    }

    /// How many iterations a slice, or a batch, of a variant has in the mean.
    pub fn iterations_of_unit(&self, variant: usize) -> f64 {
        let units: usize = self.units.of(variant).map(|(_, units)| units.len()).sum();
        self.units.iterations.get(&variant).copied().unwrap_or(0.0) / (units as f64).max(1.0)
    }
}

/// The logarithm of a ratio of slices without the floors, of one with them; candidate and baseline are what each takes with and without its floor.
fn floorless(ratio: f64, candidate: (f64, f64), baseline: (f64, f64)) -> Option<f64> {
    let level = (candidate.0 * baseline.0).sqrt();
    let candidate = level * (ratio / 2.0).exp() - (candidate.0 - candidate.1);
    let baseline = level * (-ratio / 2.0).exp() - (baseline.0 - baseline.1);
    (candidate > 0.0 && baseline > 0.0).then(|| (candidate / baseline).ln())
}

/// The iterations of a variant in some blocks, with those that run ahead.
pub fn iterations(record: &PointRecord, blocks: &[Block], variant: usize) -> f64 {
    let samples = blocks.iter().flat_map(|block| &block.samples).filter(|sample| sample.variant == variant);
    let times = if record.runs_ahead { 2.0 } else { 1.0 };
    samples.map(|sample| times * sample.iterations as f64).sum()
}

/// The mean time of a slice in nanoseconds, where there are slices.
fn slice_ns(sample: &Sample) -> Option<f64> {
    let slices = sample.slices_ns.len();
    (slices > 0).then(|| sample.slices_ns.iter().sum::<u64>() as f64 / slices as f64)
}

/// The time of an iteration in the middle one of stretches that are as long as a slice of others (docs/method.md, Model); `None` where it has no such stretch.
fn of_stretches(sample: &Sample, others_ns: f64) -> Option<f64> {
    let slices = (others_ns / slice_ns(sample)?).round().max(1.0) as usize;
    let iterations = sample.iterations as f64 * slices as f64 / sample.slices_ns.len() as f64;
    let stretches = sample.slices_ns.chunks_exact(slices);
    stats::median(&stretches.map(|stretch| stretch.iter().sum::<u64>() as f64 / iterations).collect::<Vec<f64>>())
}

fn by_launch(record: &PointRecord, time: impl Fn(&Sample) -> f64) -> BTreeMap<usize, BlockTimes> {
    let mut all: BTreeMap<usize, BlockTimes> = BTreeMap::new();
    for block in &record.blocks {
        let times = block.samples.iter().map(|sample| (sample.variant, time(sample)));
        all.entry(block.launch).or_default().push(times.filter(|(_, time)| time.is_finite()).collect());
    }
    all
}

/// Total time over iterations of each launch and variant, of blocks as they count, each launch as one block.
fn gross_means(plan: &Plan, record: &PointRecord) -> BTreeMap<usize, BlockTimes> {
    let of_launch = |blocks: &[Block]| {
        let count = blocks.iter().map(|block| block.block + 1).max().unwrap_or(0);
        let mut totals: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
        for block in blocks {
            let weight = stats::window(block.block, count);
            for sample in block.samples.iter().filter(|sample| sample.mean_ns().is_finite()) {
                let (time, count) = totals.entry(sample.variant).or_default();
                // An empty loop is measured in some blocks only, and does the same in all.
                let weight = if plan.variants[sample.variant].role == Role::EmptyLoop { 1.0 } else { weight };
                let iterations = sample.iterations as f64 * weight;
                *time += sample.mean_ns() * iterations;
                *count += iterations;
            }
        }
        let mean = |(variant, (time, count)): (usize, (f64, f64))| (variant, time / count);
        (blocks[0].launch, vec![totals.into_iter().map(mean).collect()])
    };
    record.launches().map(of_launch).collect()
}

/// Slices, or batches where there are none, in nanoseconds per iteration.
#[derive(Default)]
struct Units {
    /// As they were measured, by launch; of a block by variant. Empty where no batch has slices: then they are the times of batches.
    blocks: BTreeMap<usize, Vec<ByVariant<Vec<f64>>>>,
    /// Less what others took of them, by launch; all of a variant together.
    own: BTreeMap<usize, BTreeMap<usize, Vec<f64>>>,
    /// The iterations of all, by variant.
    iterations: BTreeMap<usize, f64>,
    /// Whether each launch of whoever is timed has enough of them to show what is typical of it: of all alike, because a drift of the machine is in the one and not in the other.
    are_many: bool,
}

impl Units {
    fn new(plan: &Plan, record: &PointRecord, is_sliced: bool) -> Units {
        let mut units = Units::default();
        for block in &record.blocks {
            if is_sliced {
                let of_block = block.samples.iter().map(|sample| (sample.variant, sample.units_ns())).collect();
                units.blocks.entry(block.launch).or_default().push(of_block);
            }
            let of_launch = units.own.entry(block.launch).or_default();
            for sample in &block.samples {
                let own = sample.own_units_ns().into_iter().filter(|unit| unit.is_finite());
                of_launch.entry(sample.variant).or_default().extend(own);
                *units.iterations.entry(sample.variant).or_default() += sample.iterations as f64;
            }
        }
        let is_timed = |variant: &&usize| plan.variants[**variant].role != Role::EmptyLoop;
        let mut timed = units.iterations.keys().filter(is_timed);
        units.are_many = timed.all(|variant| units.of(*variant).all(|(_, own)| own.len() >= UNITS_MIN));
        units
    }

    /// How the times of a variant lie about the typical one, launch by launch.
    fn shapes(&self, variant: usize) -> BTreeMap<usize, CostShape> {
        let launches = self.with_typical(variant).into_iter();
        launches.filter_map(|(launch, units, typical)| Some((launch, CostShape::of(units, typical)?))).collect()
    }

    /// Slices, or batches where there are none, of a variant, launch by launch, less what others took of them.
    fn of(&self, variant: usize) -> impl Iterator<Item = (usize, &[f64])> {
        let launches = self.own.iter().filter_map(move |(launch, own)| Some((*launch, own.get(&variant)?.as_slice())));
        launches.filter(|(_, units)| !units.is_empty())
    }

    /// The units of each launch with what is typical of it; of launches that hold few, what is typical of all.
    fn with_typical(&self, variant: usize) -> Vec<(usize, &[f64], f64)> {
        let all: Vec<f64> = self.of(variant).flat_map(|(_, units)| units).copied().collect();
        let of_all = stats::median(&all);
        let typical = |units: &[f64]| if self.are_many { stats::median(units) } else { of_all };
        self.of(variant).filter_map(|(launch, units)| Some((launch, units, typical(units)?))).collect()
    }
}

/// The times without floors, each so much at least. Where a floor was not measured in a launch it is the usual one; a variant without any is left out: its
/// time would mean something else than in others. A block is not dropped for a time that is not above its floor.
fn without_floors(plan: &Plan, times: &BTreeMap<usize, BlockTimes>, least_ns: f64) -> BTreeMap<usize, BlockTimes> {
    let is_timed = |variant: &usize| matches!(plan.variants[*variant].role, Role::Contestant | Role::Clone);
    let floors: Vec<(usize, Option<usize>)> =
        (0..plan.variants.len()).filter(is_timed).map(|variant| (variant, plan.floor(variant))).collect();
    let of_launches = |floor: usize| {
        let middles: Vec<f64> = times.values().filter_map(|blocks| middle(blocks, floor)).collect();
        stats::median(&middles).filter(|_| plan.variants[floor].role == Role::EmptyLoop)
    };
    let known = floors.iter().filter_map(|(_, floor)| *floor);
    let usual: BTreeMap<usize, f64> = known.filter_map(|floor| Some((floor, of_launches(floor)?))).collect();
    let net = |blocks: &BlockTimes| -> BlockTimes {
        let floor_ns = |floor: Option<usize>| match floor {
            Some(floor) => middle(blocks, floor).or_else(|| usual.get(&floor).copied()),
            None => Some(0.0),
        };
        let costs = floors.iter().filter_map(|(variant, floor)| Some((*variant, floor_ns(*floor)?)));
        let costs: BTreeMap<usize, f64> = costs.collect();
        let less = |(variant, time): (&usize, &f64)| Some((*variant, (time - costs.get(variant)?).max(least_ns)));
        blocks.iter().map(|times| times.iter().filter_map(less).collect()).collect()
    };
    times.iter().map(|(launch, blocks)| (*launch, net(blocks))).collect()
}

/// The median over the blocks of a launch of what a block gives; `None` when no block gives anything.
fn launch_value(blocks: &BlockTimes, value: impl Fn(&ByVariant<f64>) -> Option<f64>) -> Option<f64> {
    let values: Vec<f64> = blocks.iter().filter_map(value).filter(|value| value.is_finite()).collect();
    stats::median(&values)
}

/// The median over the blocks of a launch of the times of a variant.
pub fn middle(blocks: &BlockTimes, variant: usize) -> Option<f64> {
    launch_value(blocks, |times| times.get(&variant).copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Their slices say 2100 to 1100, in a state of the machine in which everything takes three times as long.
    #[test]
    fn the_floor_is_taken_off_the_ratio_of_slices() {
        let ratio = floorless((2100.0_f64 / 1100.0).ln(), (2100.0, 2000.0), (1100.0, 1000.0));
        assert!((ratio.expect("both are above their floor") - 2.0_f64.ln()).abs() < 1e-9, "{ratio:?}");
    }

    #[test]
    fn what_is_not_above_its_floor_has_no_ratio_of_slices() {
        assert_eq!(floorless(1000.0_f64.ln(), (10.0, 1.0), (10.0, 1.0)), None);
    }
}
