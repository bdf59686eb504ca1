//! Walsh averages: the means of all pairs of a sample, each value also paired with itself.
//!
//! Owns counting and selecting among the n(n+1)/2 averages in memory proportional to n. Storing
//! and sorting them is the textbook way; it was rejected because a command that takes a
//! millisecond yields thousands of launches, and those have millions of averages.

use crate::preconditions::sorted_sample;

/// A sample, sorted, seen as the multiset of its Walsh averages.
pub(crate) struct WalshAverages {
    sorted: Vec<f64>,
}

impl WalshAverages {
    /// `None` for an empty sample or one that is not all finite.
    pub(crate) fn of(values: &[f64]) -> Option<Self> {
        sorted_sample(values).map(|sorted| Self { sorted })
    }

    /// How many averages there are.
    pub(crate) fn count(&self) -> usize {
        self.sorted.len() * (self.sorted.len() + 1) / 2
    }

    /// How many averages are below `bound`.
    pub(crate) fn count_below(&self, bound: f64) -> usize {
        self.count_while(|average| average < bound)
    }

    /// How many averages are at most `bound`.
    pub(crate) fn count_at_most(&self, bound: f64) -> usize {
        self.count_while(|average| average <= bound)
    }

    /// The average at `rank` in ascending order, the smallest at rank 1.
    ///
    /// Bisects over the bit patterns of the numbers between the extremes, so the answer is one of
    /// the averages to the last bit.
    pub(crate) fn at_rank(&self, rank: usize) -> f64 {
        assert!((1..=self.count()).contains(&rank), "no average at {rank}");
        let [smallest, largest] = [self.sorted[0], self.sorted[self.sorted.len() - 1]];
        // Averaged with itself, a subnormal number can become its neighbour.
        let mut low = ordered_bits(average(smallest, smallest));
        let mut high = ordered_bits(average(largest, largest));
        while low < high {
            let middle = u64::midpoint(low, high);
            if self.count_at_most(from_ordered_bits(middle)) >= rank {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        // The search meets −0 before 0; adding 0 leaves one zero.
        from_ordered_bits(low) + 0.0
    }

    /// The median of the averages: the Hodges–Lehmann estimate of the sample.
    pub(crate) fn median(&self) -> f64 {
        let lower = self.at_rank(self.count().div_ceil(2));
        if self.count() % 2 == 1 {
            return lower;
        }
        f64::midpoint(lower, self.at_rank(self.count() / 2 + 1))
    }

    /// How many averages are low, where `is_low` turns from true to false along the real line.
    ///
    /// The two ends of the pair walk towards each other: as the first value of the pair grows,
    /// the largest partner that keeps the average low can only shrink.
    fn count_while(&self, is_low: impl Fn(f64) -> bool) -> usize {
        let mut count = 0;
        let mut end = self.sorted.len();
        for (start, &first) in self.sorted.iter().enumerate() {
            while end > start && !is_low(average(first, self.sorted[end - 1])) {
                end -= 1;
            }
            count += end.saturating_sub(start);
        }
        count
    }
}

/// The mean of two finite numbers. Halved before the sum, it never overflows, never falls when an
/// argument grows, and is exactly zero for a number and its opposite: counting relies on all three.
fn average(first: f64, second: f64) -> f64 {
    first / 2.0 + second / 2.0
}

/// Maps numbers to integers of the same order, as `f64::total_cmp` orders them.
fn ordered_bits(value: f64) -> u64 {
    let bits = value.to_bits();
    if value.is_sign_negative() { !bits } else { bits | SIGN }
}

/// Undoes [`ordered_bits`].
fn from_ordered_bits(ordered: u64) -> f64 {
    f64::from_bits(if ordered & SIGN == 0 { !ordered } else { ordered & !SIGN })
}

const SIGN: u64 = 1 << 63;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Without ties, with ties and zeros, and over the whole range of numbers.
    fn values() -> impl Strategy<Value = f64> {
        let finite = any::<f64>().prop_filter("finite", |value| value.is_finite());
        prop_oneof![-3.0..3.0, (-3..=3).prop_map(f64::from), finite]
    }

    #[test]
    fn a_subnormal_number_that_halving_rounds_is_selected() {
        let odd = f64::from_bits(5);
        let averages = WalshAverages::of(&[odd]).expect("finite and not empty");
        assert_eq!(averages.at_rank(1), average(odd, odd));
    }

    proptest! {
        #[test]
        fn selection_agrees_with_sorting_all_averages(
            values in prop::collection::vec(values(), 1..12),
        ) {
            let averages = WalshAverages::of(&values).expect("finite and not empty");
            let mut all: Vec<f64> = (0..values.len())
                .flat_map(|i| (0..=i).map(move |j| (i, j)))
                .map(|(i, j)| average(values[i], values[j]))
                .collect();
            all.sort_by(f64::total_cmp);
            let ranks = 1..=averages.count();
            let selected: Vec<f64> = ranks.map(|rank| averages.at_rank(rank)).collect();
            prop_assert_eq!(selected, all);
        }
    }
}
