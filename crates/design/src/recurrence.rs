//! After how many blocks rare work comes again, as the first launch of a point shows, which is longer than the others.

use model::Block;
use stats::CostShape;
use std::collections::BTreeMap;

/// Rare work that takes a smaller part of the time, beside what others take for it, is a disturbance or next to nothing.
const PART_MIN: f64 = 0.01;

/// How often it must have come.
const TIMES_MIN: usize = 2;

/// Slices that are long, of one variant.
#[derive(Default)]
struct Long {
    /// What each block has of them, in units of the middle slice.
    of_blocks: Vec<f64>,
}

impl Long {
    fn part(&self) -> f64 {
        stats::mean(&self.of_blocks).unwrap_or(0.0)
    }

    fn blocks_between(&self) -> Option<f64> {
        let with_some = self.of_blocks.iter().filter(|excess| **excess > 0.0).count();
        (with_some >= TIMES_MIN).then(|| self.of_blocks.len() as f64 / with_some as f64)
    }
}

/// How many blocks there are from one with long slices to the next, of the variant in which that is most; `None` where no variant has
/// more of them than another.
pub fn blocks_between(blocks: &[Block], is_contestant: impl Fn(usize) -> bool) -> Option<f64> {
    let first: Vec<&Block> = blocks.iter().filter(|block| block.launch == 0).collect();
    let samples = || first.iter().flat_map(|block| &block.samples).filter(|sample| is_contestant(sample.variant));
    let mut middles: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    samples().for_each(|sample| middles.entry(sample.variant).or_default().push(sample.typical_ns()));
    let mut long: BTreeMap<usize, Long> = BTreeMap::new();
    for sample in samples() {
        let middle = stats::median(&middles[&sample.variant])?;
        let beyond =
            sample.units_ns().iter().map(|unit| (unit / middle - CostShape::OUTLIER).max(0.0)).collect::<Vec<_>>();
        long.entry(sample.variant).or_default().of_blocks.push(stats::mean(&beyond)?);
    }
    let least = long.values().map(Long::part).fold(f64::INFINITY, f64::min);
    let rare = long.values().filter(|long| long.part() - least >= PART_MIN);
    rare.filter_map(Long::blocks_between).reduce(f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Metric, Readings, Sample};

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
    fn what_is_next_to_nothing_or_in_everybody_is_none() {
        assert_eq!(blocks_between(&launch(1), |_| true), None);
        assert_eq!(blocks_between(&launch(20), |variant| variant == 1), None);
        assert_eq!(blocks_between(&[], |_| true), None);
    }
}
