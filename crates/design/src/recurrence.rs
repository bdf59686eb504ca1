//! After how many blocks rare work comes again, as the first launch of a point shows, which is longer than the others.

use model::{Block, Sample};
use stats::CostShape;
use std::collections::BTreeMap;

/// Rare work that takes a smaller part of the time is next to nothing. Whether a larger one is the code's or a disturbance makes no difference here: launches
/// that hold a few rounds of either are as good, and two variants may have as much of it at other places.
const PART_MIN: f64 = 0.01;

/// How often it must have come.
const TIMES_MIN: usize = 2;

/// How many blocks there are from one with long slices to the next, of the variant in which that is most; `None` where they are
/// next to nothing in all.
pub fn blocks_between(blocks: &[Block], is_contestant: impl Fn(usize) -> bool) -> Option<f64> {
    let first = blocks.iter().filter(|block| block.launch == 0).flat_map(|block| &block.samples);
    let mut by_variant: BTreeMap<usize, Vec<&Sample>> = BTreeMap::new();
    first.filter(|own| is_contestant(own.variant)).for_each(|own| by_variant.entry(own.variant).or_default().push(own));
    let excesses: Vec<Vec<f64>> = by_variant.values().map(|samples| excesses(samples)).collect::<Option<_>>()?;
    let rare = excesses.iter().filter(|excesses| stats::mean(excesses).is_some_and(|part| part >= PART_MIN));
    let between = rare.filter_map(|excesses| {
        let with_some = excesses.iter().filter(|excess| **excess > 0.0).count();
        (with_some >= TIMES_MIN).then(|| excesses.len() as f64 / with_some as f64)
    });
    between.reduce(f64::max)
}

/// What long slices add to each batch of a variant, in units of the middle slice of all.
fn excesses(samples: &[&Sample]) -> Option<Vec<f64>> {
    let middle = stats::median(&samples.iter().map(|sample| sample.typical_ns()).collect::<Vec<_>>())?;
    let beyond = |unit: &f64| (unit / middle - CostShape::OUTLIER).max(0.0);
    samples.iter().map(|sample| stats::mean(&sample.units_ns().iter().map(beyond).collect::<Vec<_>>())).collect()
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
    fn rare_work_is_found_with_the_blocks_between() {
        assert_eq!(blocks_between(&launch(20), |_| true), Some(10.0));
    }

    #[test]
    fn who_has_it_alone_is_seen_as_well_and_what_is_next_to_nothing_is_none() {
        assert_eq!(blocks_between(&launch(20), |variant| variant == 1), Some(10.0));
        assert_eq!(blocks_between(&launch(1), |_| true), None);
        assert_eq!(blocks_between(&[], |_| true), None);
    }
}
