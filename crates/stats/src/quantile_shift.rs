//! How quantiles differ between two variants: whether the tails tell another story than the middle.

use crate::bootstrap::{assert_quantiles, quantile_intervals};
use crate::interval::Interval;
use crate::preconditions::assert_significance_level;

/// ln(quantile of the candidate / quantile of the baseline) for each of `quantiles`, over the pooled
/// samples of all launches, in any one unit: each launch has those of both, not necessarily as many of the one as of the other; with a percentile bootstrap interval at 1 − `alpha` over whole launches.
/// The same `seed` gives the same bounds.
///
/// Samples of one launch resemble each other, so launches are drawn and not samples, and both
/// variants of a launch together, so what both saw cancels (Davison and Hinkley 1997, "Bootstrap
/// Methods and their Application", section 3.8). Quantiles are those of [`crate::quantile()`].
///
/// Percentile and not BCa: the acceleration of BCa comes from a jackknife, which is inconsistent for
/// quantiles (Efron 1982, "The Jackknife, the Bootstrap and Other Resampling Plans", section 3.4).
/// The percentiles are moved outwards to those that Student's t would have with one value per launch
/// (Hesterberg 2015, "What teachers should know about the bootstrap", The American Statistician 69,
/// section 5.3), without which intervals from few launches are too narrow.
///
/// `None` for all without two launches, with a launch that lacks a variant, or with a time that is
/// not positive and finite; `None` for a quantile that has fewer than [`crate::SAMPLES_BEYOND_MIN`] samples of
/// either variant on its far side, because the bootstrap then sees no more than the few largest
/// values, and for an `alpha` too small for the number of resamples. The interval's `level` is the
/// nominal one.
///
/// ```
/// use cmpthese_stats::quantile_shifts;
/// let baseline: Vec<Vec<f64>> = (0..20).map(|i| (1..=10).map(|j| f64::from(100 + i % 3 + j)).collect()).collect();
/// let candidate: Vec<Vec<f64>> = baseline.iter().map(|times| times.iter().map(|t| 2.0 * t).collect()).collect();
/// let [candidate, baseline] = [&candidate, &baseline].map(|launches| launches.iter().map(Vec::as_slice).collect::<Vec<_>>());
/// let shifts = quantile_shifts(&candidate, &baseline, &[0.5, 0.9, 0.99], 0.05, 1);
/// let p50 = shifts[0].unwrap();
/// assert!((p50.low.exp() - 2.0).abs() < 1e-12 && (p50.high.exp() - 2.0).abs() < 1e-12);
/// assert!(shifts[1].is_some());
/// // Two samples of two hundred lie beyond: not enough.
/// assert_eq!(shifts[2], None);
/// ```
///
/// # Panics
///
/// When a quantile is outside [0, 1], `alpha` is not between 0 and 1, or the two have not the same number of launches.
pub fn quantile_shifts(
    candidate: &[&[f64]],
    baseline: &[&[f64]],
    quantiles: &[f64],
    alpha: f64,
    seed: u64,
) -> Vec<Option<Interval>> {
    assert_significance_level(alpha);
    assert_quantiles(quantiles);
    assert_eq!(candidate.len(), baseline.len(), "launches are paired");
    let launches = candidate.len();
    let (Some(candidate), Some(baseline), 2..) = (Pool::of(candidate), Pool::of(baseline), launches) else {
        return vec![None; quantiles.len()];
    };
    let log_ratios = |draws: &[u32]| -> Vec<f64> {
        let above = candidate.quantiles(quantiles, draws);
        above.iter().zip(baseline.quantiles(quantiles, draws)).map(|(above, below)| (above / below).ln()).collect()
    };
    let fewest = candidate.sorted.len().min(baseline.sorted.len());
    quantile_intervals(quantiles, fewest, launches, alpha, seed, log_ratios)
}

/// The samples of one variant from all launches, ascending, each with its launch.
///
/// Sorted once; a resample is a walk along it in which each launch counts as often as it was drawn.
/// Gathering and sorting every resample is the textbook way; it was rejected as some ten times
/// slower.
struct Pool {
    sorted: Vec<(f64, u32)>,
    samples_of_launch: Vec<u32>,
}

impl Pool {
    /// `None` when there is a launch without a sample or a time that is not positive and finite.
    fn of<'a>(launches: &[&'a [f64]]) -> Option<Self> {
        let is_time = |&time: &f64| time > 0.0 && time.is_finite();
        if !launches.iter().all(|times| !times.is_empty() && times.iter().all(is_time)) {
            return None;
        }
        let samples_of_launch = launches.iter().map(|times| times.len() as u32).collect();
        let label = |(launch, times): (usize, &&'a [f64])| times.iter().map(move |&t| (t, launch as u32));
        let mut sorted: Vec<(f64, u32)> = launches.iter().enumerate().flat_map(label).collect();
        sorted.sort_unstable_by(|left, right| left.0.total_cmp(&right.0));
        Some(Self { sorted, samples_of_launch })
    }

    /// The quantiles where each launch is there as often as `draws` says.
    fn quantiles(&self, quantiles: &[f64], draws: &[u32]) -> Vec<f64> {
        let total: u32 = self.samples_of_launch.iter().zip(draws).map(|(samples, times)| samples * times).sum();
        let mut order: Vec<usize> = (0..quantiles.len()).collect();
        order.sort_unstable_by(|&left, &right| quantiles[left].total_cmp(&quantiles[right]));
        let mut walk = Walk { pool: self, draws, next: 0, passed: 0 };
        let mut found = vec![0.0; quantiles.len()];
        for place in order {
            let rank = (total - 1) as f64 * quantiles[place];
            let lower = walk.value_at(rank.floor() as u32);
            // The walk stays at the lower value: the next quantile may lie in the same gap.
            let upper = if rank.fract() > 0.0 { walk.peek_at(rank.floor() as u32 + 1) } else { lower };
            found[place] = lower + rank.fract() * (upper - lower);
        }
        found
    }
}

/// A place in a pool: how many drawn samples come before it.
struct Walk<'a> {
    pool: &'a Pool,
    draws: &'a [u32],
    next: usize,
    passed: u32,
}

impl Walk<'_> {
    /// Moves to the drawn sample at `rank`, from 0. Ranks ascend from call to call and exist.
    fn value_at(&mut self, rank: u32) -> f64 {
        loop {
            let (value, launch) = self.pool.sorted[self.next];
            let drawn = self.draws[launch as usize];
            if rank < self.passed + drawn {
                return value;
            }
            self.passed += drawn;
            self.next += 1;
        }
    }

    fn peek_at(&self, rank: u32) -> f64 {
        Walk { ..*self }.value_at(rank)
    }
}
