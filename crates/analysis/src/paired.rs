//! From samples to what each launch says: the unit of inference.
//!
//! Rounds within one process share its layout, its hash seed and its luck; only launches are independent of each other.
//! STATISTICS: one of each launch keeps the promised error rate, rounds as if independent multiply it.

use model::{Block, Metric, Plan, PointRecord, Role, Sample};
use stats::{LaunchRatio, Outline};
use std::cell::OnceCell;
use std::collections::BTreeMap;

/// Times of one launch: for each block the nanoseconds per iteration by variant, the floor taken off.
pub type LaunchTimes = Vec<BTreeMap<usize, f64>>;

/// The times of a point by launch.
pub struct Times<'r> {
    /// As they were measured.
    pub gross: BTreeMap<usize, LaunchTimes>,
    /// With the floor taken off. A time that is not above its empty loop is left out.
    pub net: BTreeMap<usize, LaunchTimes>,
    /// How well a ratio of times can be known however often they are measured, as a part of it.
    pub resolution: f64,
    /// `None` where nothing has slices.
    sliced: Option<&'r PointRecord>,
    /// The slices of each launch, once they are asked for.
    slices: OnceCell<BTreeMap<usize, Outlines>>,
}

/// Slices, by variant.
type Outlines = BTreeMap<usize, Outline>;

/// Slices are so alike that an interval may be narrower than what is wrong with all of them: what reading the clock takes is known to
/// some ten nanoseconds of a quarter of a millisecond or more, and the loop around the code of one process is not quite that of another.
const RESOLUTION_OF_SLICES: f64 = 2e-4;

/// Sorts the samples of a point by launch and block. A batch whose time is not known is left out.
pub fn times<'r>(plan: &Plan, record: &'r PointRecord) -> Times<'r> {
    let gross = by_launch(record, Sample::time_ns);
    let net = without_floors(plan, &gross);
    let mut samples = record.blocks.iter().flat_map(|block| &block.samples);
    let sliced = samples.any(|sample| !sample.slices_ns.is_empty()).then_some(record);
    let resolution = if sliced.is_some() { RESOLUTION_OF_SLICES } else { 0.0 };
    Times { gross, net, resolution, sliced, slices: OnceCell::new() }
}

/// What is known of the slices of some blocks. Those of batches in which counters were read had no turns: they are left out where there are
/// others.
fn outlines<'b>(blocks: impl Iterator<Item = &'b Block>) -> Outlines {
    let (mut in_turns, mut counted): (BTreeMap<usize, Vec<f64>>, BTreeMap<usize, Vec<f64>>) = Default::default();
    for sample in blocks.flat_map(|block| &block.samples).filter(|sample| !sample.slices_ns.is_empty()) {
        let of_kind = if sample.readings.contains_key(&Metric::User) { &mut counted } else { &mut in_turns };
        of_kind.entry(sample.variant).or_default().extend(sample.slices_of_iterations_ns());
    }
    let slices = if in_turns.is_empty() { counted } else { in_turns };
    slices.into_iter().filter_map(|(variant, times)| Some((variant, Outline::of(&times)?))).collect()
}

impl Times<'_> {
    /// ln(candidate / baseline) of a launch: where both have slices, at the mode of all pairs of them, with how much of them speaks for
    /// what else; otherwise the median over its blocks. `None` where no block has both.
    pub fn ratio(&self, launch: usize, baseline: usize, candidate: usize) -> Option<LaunchRatio> {
        let (gross, net) = (self.gross.get(&launch)?, self.net.get(&launch)?);
        let of_blocks = launch_value(net, |times| ratio(times, baseline, candidate))?;
        let level = |variant: usize| {
            let middle = |blocks| launch_value(blocks, |times| times.get(&variant).copied());
            Some(Level { gross: middle(gross)?, net: middle(net)? })
        };
        let of_slices = self.slices().get(&launch).and_then(|slices| {
            let gross = stats::modal_ratio(slices.get(&candidate)?, slices.get(&baseline)?);
            let net = Net::of(baseline, candidate, level)?;
            gross.map(|ratio| net.ratio(ratio))
        });
        Some(of_slices.unwrap_or(LaunchRatio::exactly(of_blocks)))
    }

    fn slices(&self) -> &BTreeMap<usize, Outlines> {
        let of_launch = |launch: &usize| (*launch, outlines(self.sliced_blocks(*launch)));
        self.slices.get_or_init(|| self.gross.keys().map(of_launch).collect())
    }

    /// The blocks of a launch, where anything has slices.
    fn sliced_blocks(&self, launch: usize) -> impl Iterator<Item = &Block> {
        self.sliced.into_iter().flat_map(|record| &record.blocks).filter(move |block| block.launch == launch)
    }

    /// Like [`Times::ratio`], but of each block of the launch that has both.
    pub fn ratios_of_blocks(&self, launch: usize, baseline: usize, candidate: usize) -> Vec<f64> {
        let (Some(gross), Some(net)) = (self.gross.get(&launch), self.net.get(&launch)) else { return Vec::new() };
        let slices: Vec<Outlines> = self.sliced_blocks(launch).map(|block| outlines(std::iter::once(block))).collect();
        let of_block = |block: usize| {
            let of_times = ratio(&net[block], baseline, candidate)?;
            let level =
                |variant: usize| Some(Level { gross: *gross[block].get(&variant)?, net: *net[block].get(&variant)? });
            let of_slices = slices.get(block).and_then(|slices| {
                let gross = stats::modal_log_ratio(slices.get(&candidate)?, slices.get(&baseline)?);
                Net::of(baseline, candidate, level)?.ratio(gross)
            });
            Some(of_slices.unwrap_or(of_times))
        };
        (0..net.len()).filter_map(of_block).collect()
    }
}

/// What a variant takes, with and without its floor.
struct Level {
    gross: f64,
    net: f64,
}

fn ratio(times: &BTreeMap<usize, f64>, baseline: usize, candidate: usize) -> Option<f64> {
    Some((times.get(&candidate)? / times.get(&baseline)?).ln())
}

/// The slices tell the ratio with the floor in it, about a level on which they say less. The floor is taken off both.
struct Net {
    /// The level, in nanoseconds.
    middle: f64,
    floor_of_baseline: f64,
    floor_of_candidate: f64,
}

impl Net {
    fn of(baseline: usize, candidate: usize, level: impl Fn(usize) -> Option<Level>) -> Option<Net> {
        let (candidate, baseline) = (level(candidate)?, level(baseline)?);
        Some(Net {
            middle: (candidate.gross * baseline.gross).sqrt(),
            floor_of_baseline: baseline.gross - baseline.net,
            floor_of_candidate: candidate.gross - candidate.net,
        })
    }

    /// The logarithm without the floors of one with them.
    fn ratio(&self, gross: f64) -> Option<f64> {
        let candidate = self.middle * (gross / 2.0).exp() - self.floor_of_candidate;
        let baseline = self.middle * (-gross / 2.0).exp() - self.floor_of_baseline;
        (candidate > 0.0 && baseline > 0.0).then(|| (candidate / baseline).ln())
    }
}

/// Like [`Times::net`], but means of all that happened in a batch, where that is of the lowest eighth of its slices.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Their slices say 2100 to 1100, in a state of the machine in which everything takes three times as long.
    #[test]
    fn the_floor_is_taken_off_the_ratio_of_slices() {
        let level = |variant: usize| {
            let gross = [1100.0, 2100.0][variant];
            Some(Level { gross, net: gross - 100.0 })
        };
        let ratio = Net::of(0, 1, level).expect("both have a level").ratio((2100.0_f64 / 1100.0).ln());
        assert!((ratio.expect("both are above their floor") - 2.0_f64.ln()).abs() < 1e-9, "{ratio:?}");
    }

    #[test]
    fn what_is_not_above_its_floor_has_no_ratio_of_slices() {
        let net = Net::of(0, 1, |_| Some(Level { gross: 10.0, net: 1.0 })).expect("both have a level");
        assert_eq!(net.ratio(1000.0_f64.ln()), None);
    }
}
