//! Wilcoxon's signed-rank statistic when nothing is different: the number of positive Walsh
//! averages of a continuous sample that is symmetric about zero.
//!
//! Owns the one table that the interval and the test both read; that they share it is what makes
//! them agree.

use crate::normal;

/// The largest sample whose distribution is enumerated. Its sign patterns, 2^n of them, are
/// counted and divided without rounding, so exact probabilities are exact to the last bit.
const EXACT_SAMPLE_MAX: usize = 50;

/// The distribution of the statistic over 0 … n(n+1)/2.
pub(crate) enum NullDistribution {
    /// The probability that the statistic is at most the index.
    Exact(Vec<f64>),
    /// The normal distribution with the statistic's mean and standard deviation.
    Approximate { mean: f64, deviation: f64 },
}

impl NullDistribution {
    /// The distribution for a sample of `n` values.
    pub(crate) fn of(n: usize) -> Self {
        if n <= EXACT_SAMPLE_MAX { Self::Exact(exact_lower_tails(n)) } else { approximation(n as f64) }
    }

    /// The probability of a statistic of at most `statistic`.
    pub(crate) fn lower_tail(&self, statistic: usize) -> f64 {
        match self {
            Self::Exact(tails) => tails[statistic],
            // The correction for continuity: the bar over k reaches to k + ½.
            Self::Approximate { mean, deviation } => normal::cumulative((statistic as f64 + 0.5 - mean) / deviation),
        }
    }

    /// How many of the values 0, 1, 2 … of the statistic have a lower tail of at most `tail`,
    /// which is below one half.
    pub(crate) fn extreme_values(&self, tail: f64) -> usize {
        match self {
            Self::Exact(tails) => tails.partition_point(|&probability| probability <= tail),
            // The tail at the mean is at least one half, so the count ends before it.
            Self::Approximate { mean, .. } => {
                partition_point(*mean as usize, |statistic| self.lower_tail(statistic) <= tail)
            }
        }
    }
}

/// Lower tails by dynamic programming: the k-th rank goes to a positive value or does not, so the
/// sign patterns with a given rank sum are those without rank k plus those with it.
///
/// Three values: rank sums 0 … 6 arise from 1, 1, 1, 2, 1, 1, 1 of the eight patterns.
fn exact_lower_tails(n: usize) -> Vec<f64> {
    let mut patterns = vec![0_u64; n * (n + 1) / 2 + 1];
    patterns[0] = 1;
    for rank in 1..=n {
        for sum in (rank..=rank * (rank + 1) / 2).rev() {
            patterns[sum] += patterns[sum - rank];
        }
    }
    let all = (1_u64 << n) as f64;
    let mut at_most = 0;
    let tail = |&count: &u64| {
        at_most += count;
        at_most as f64 / all
    };
    patterns.iter().map(tail).collect()
}

/// Mean n(n+1)/4 and variance n(n+1)(2n+1)/24: Hollander and Wolfe, "Nonparametric Statistical
/// Methods", section 3.1. The variance is the one without ties; ties only make it smaller.
///
/// Its far tails are heavier than the true ones, so what it calls five in a million is less: an
/// error towards saying nothing.
fn approximation(n: f64) -> NullDistribution {
    NullDistribution::Approximate {
        mean: n * (n + 1.0) / 4.0,
        deviation: (n * (n + 1.0) * (2.0 * n + 1.0) / 24.0).sqrt(),
    }
}

/// The first of 0 … `end` for which `holds` is false, where it turns from true to false once.
fn partition_point(end: usize, holds: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, end);
    while low < high {
        let middle = usize::midpoint(low, high);
        if holds(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R: `psignrank(q, n)`.
    const PSIGNRANK: [(usize, usize, f64); 8] = [
        (3, 6, 0.078125),
        (8, 10, 0.0244140625),
        (17, 15, 0.0062255859375),
        (52, 20, 0.02422046661376953),
        (100, 30, 0.0026913899928331384),
        (264, 40, 0.024880283909624268),
        (434, 50, 0.02472320340030087),
        (200, 50, 4.199046937714001e-06),
    ];

    /// R: `qsignrank(.025, n)` and `qsignrank(.005, n)`, the smallest value whose tail is larger.
    const QSIGNRANK: [(usize, usize, usize); 7] =
        [(6, 1, 0), (10, 9, 4), (15, 26, 16), (20, 53, 38), (30, 138, 110), (40, 265, 221), (50, 435, 374)];

    /// R: `psignrank(k - 1, n)` at the k-th value, which is where the normal tail passes 0.025
    /// and 0.0025.
    const TRUE_TAILS_OF_THE_APPROXIMATION: [(usize, f64, usize, f64); 6] = [
        (51, 0.025, 454, 0.0489700047305422 / 2.0),
        (51, 0.0025, 364, 0.00435554973774812 / 2.0),
        (60, 0.025, 649, 0.0492815059843613 / 2.0),
        (60, 0.0025, 534, 0.00443719818675488 / 2.0),
        (100, 0.025, 1955, 0.0495185060270538 / 2.0),
        (100, 0.0025, 1709, 0.00467203007360628 / 2.0),
    ];

    #[test]
    fn exact_tails_are_those_of_r() {
        for (statistic, n, expected) in PSIGNRANK {
            let tail = NullDistribution::of(n).lower_tail(statistic);
            assert!((tail / expected - 1.0).abs() < 1e-13, "{n}: {tail} not {expected}");
        }
        for (n, at_025, at_005) in QSIGNRANK {
            let null = NullDistribution::of(n);
            let found = (null.extreme_values(0.025), null.extreme_values(0.005));
            assert_eq!(found, (at_025, at_005), "{n}");
        }
    }

    #[test]
    fn approximate_tails_end_where_those_of_r_do_and_err_towards_silence() {
        for (n, tail, expected, true_tail) in TRUE_TAILS_OF_THE_APPROXIMATION {
            let null = NullDistribution::of(n);
            assert_eq!(null.extreme_values(tail), expected, "{n} at {tail}");
            assert!(true_tail <= null.lower_tail(expected - 1), "{n} at {tail}");
        }
    }
}
