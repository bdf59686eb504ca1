//! The times of one variant, launch by launch.

use crate::paired::BlockTimes;
use std::collections::BTreeMap;

/// What advice looks for is found at this level; it is below a thousandth because tests of ranks are approximate.
pub const ADVICE_LEVEL: f64 = 0.0005;

/// With fewer launches the variance between them is a guess, and that all took the same time an accident of a clock's steps.
pub const LAUNCHES_MIN: usize = 6;

/// What changes, or lies apart, by less is not worth a sentence.
pub const CHANGE_MIN: f64 = 0.02;

/// The times of one variant at a point: nanoseconds per iteration, positive and finite, block by block.
///
/// It has no launches at all where a block of it has no such time, or one that is not above its floor: what is said about
/// the course of the others would leave out the shortest.
pub struct OwnTimes {
    launches: BTreeMap<usize, Vec<f64>>,
}

impl OwnTimes {
    pub fn of(launches: &BTreeMap<usize, BlockTimes>, variant: usize) -> OwnTimes {
        let own = |blocks: &BlockTimes| blocks.iter().filter_map(|times| times.get(&variant).copied()).collect();
        let own: BTreeMap<usize, Vec<f64>> = launches.iter().map(|(launch, blocks)| (*launch, own(blocks))).collect();
        let is_usable = |time: &f64| *time > f64::MIN_POSITIVE && time.is_finite();
        let all_usable = own.values().flatten().all(is_usable);
        let launches = own.into_iter().filter(|(_, times)| all_usable && !times.is_empty());
        OwnTimes { launches: launches.collect() }
    }

    /// One value a launch, in order: the median over its blocks of the logarithm of the time.
    pub fn middles(&self) -> Vec<f64> {
        self.launches.values().filter_map(|times| middle(times)).collect()
    }

    /// One value a launch that both have, in order: the logarithm of the ratio of the middles.
    pub fn ratios_to(&self, baseline: &OwnTimes) -> Vec<f64> {
        let ratio =
            |(launch, times): (&usize, &Vec<f64>)| Some(middle(times)? - middle(baseline.launches.get(launch)?)?);
        self.launches.iter().filter_map(ratio).collect()
    }

    /// The launches with as many blocks as the middle one, these blocks of each: time may have cut others short, and the first is longer.
    pub fn whole_launches(&self) -> Vec<&[f64]> {
        let mut blocks: Vec<usize> = self.launches.values().map(Vec::len).collect();
        blocks.sort_unstable();
        let middle = blocks.get(blocks.len() / 2).copied().unwrap_or(0);
        self.launches.values().filter_map(|times| times.get(..middle)).collect()
    }
}

fn middle(times: &[f64]) -> Option<f64> {
    let logarithms: Vec<f64> = times.iter().map(|time| time.ln()).collect();
    stats::median(&logarithms)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_launch_that_was_cut_short_is_left_out_and_the_long_one_is_seen_as_far_as_the_others() {
        let blocks = |count: usize| -> BlockTimes { (0..count).map(|_| [(0, 1.0)].into_iter().collect()).collect() };
        let launches = [200, 20, 20, 3, 20].into_iter().map(blocks).enumerate().collect();
        let whole: Vec<usize> = OwnTimes::of(&launches, 0).whole_launches().iter().map(|times| times.len()).collect();
        assert_eq!(whole, [20; 4]);
    }
}
