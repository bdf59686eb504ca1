//! From samples to one value per launch: the unit of inference.
//!
//! Rounds within one process share its layout, its hash seed and its luck; only launches are independent of each other.
//! STATISTICS: one value per launch keeps the promised error rate, rounds as if independent multiply it.

use model::{Plan, PointRecord, Role, Sample};
use std::collections::BTreeMap;

/// Times of one launch: for each block the nanoseconds per iteration by variant, the floor taken off.
pub type LaunchTimes = Vec<BTreeMap<usize, f64>>;

/// The times of a point by launch.
pub struct Times {
    /// As they were measured.
    pub gross: BTreeMap<usize, LaunchTimes>,
    /// With the floor taken off. A time that is not above its empty loop is left out.
    pub net: BTreeMap<usize, LaunchTimes>,
    /// How well a ratio of times can be known however often they are measured, as a part of it.
    pub resolution: f64,
}

/// Slices are so alike that an interval may be narrower than what is wrong with all of them: what reading the clock takes is known to
/// some ten nanoseconds of a quarter of a millisecond, and the loop around the code of one process is not quite that of another.
const RESOLUTION_OF_SLICES: f64 = 2e-4;

/// Sorts the samples of a point by launch and block. A batch whose time is not known is left out.
pub fn times(plan: &Plan, record: &PointRecord) -> Times {
    let gross = by_launch(record, Sample::time_ns);
    let net = without_floors(plan, &gross);
    let mut samples = record.blocks.iter().flat_map(|block| &block.samples);
    let is_sliced = samples.any(|sample| !sample.slices_ns.is_empty());
    Times { gross, net, resolution: if is_sliced { RESOLUTION_OF_SLICES } else { 0.0 } }
}

/// Like [`Times::net`], but means of all that happened in a batch, where that is of the lower quartile of its slices.
pub fn means(plan: &Plan, record: &PointRecord) -> BTreeMap<usize, LaunchTimes> {
    without_floors(plan, &by_launch(record, Sample::mean_ns))
}

fn by_launch(record: &PointRecord, time: fn(&Sample) -> f64) -> BTreeMap<usize, LaunchTimes> {
    let mut all: BTreeMap<usize, LaunchTimes> = BTreeMap::new();
    for block in &record.blocks {
        let times = block.samples.iter().map(|sample| (sample.variant, time(sample)));
        all.entry(block.launch).or_default().push(times.filter(|(_, time)| time.is_finite()).collect());
    }
    all
}

fn without_floors(plan: &Plan, times: &BTreeMap<usize, LaunchTimes>) -> BTreeMap<usize, LaunchTimes> {
    let is_timed = |variant: &usize| matches!(plan.variants[*variant].role, Role::Contestant | Role::Clone);
    let floors: Vec<(usize, Option<usize>)> =
        (0..plan.variants.len()).filter(is_timed).map(|variant| (variant, plan.floor(variant))).collect();
    times.iter().map(|(launch, blocks)| (*launch, take_off(&floors, blocks))).collect()
}

/// The median over the blocks of a launch of what a block gives; `None` when no block gives anything.
pub fn launch_value(blocks: &LaunchTimes, value: impl Fn(&BTreeMap<usize, f64>) -> Option<f64>) -> Option<f64> {
    let values: Vec<f64> = blocks.iter().filter_map(value).filter(|value| value.is_finite()).collect();
    stats::median(&values)
}

/// A variant whose floor was not measured in this launch is left out: its time would mean something else than in others. A
/// time that is not above its floor is the smallest that there is, so that no block is dropped for its timing.
fn take_off(floors: &[(usize, Option<usize>)], blocks: &LaunchTimes) -> LaunchTimes {
    let floor_ns = |floor: Option<usize>| match floor {
        Some(floor) => launch_value(blocks, |times| times.get(&floor).copied()),
        None => Some(0.0),
    };
    let cost: BTreeMap<usize, f64> =
        floors.iter().filter_map(|(variant, floor)| Some((*variant, floor_ns(*floor)?))).collect();
    let net = |times: &BTreeMap<usize, f64>| {
        let net = times.iter().filter_map(|(variant, time)| Some((*variant, time - cost.get(variant)?)));
        net.map(|(variant, time)| (variant, time.max(f64::MIN_POSITIVE))).collect()
    };
    blocks.iter().map(net).collect()
}
