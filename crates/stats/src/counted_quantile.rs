//! Quantiles of times of which only a histogram is known, launch by launch.

use crate::bootstrap::{percentile_interval, resamples};
use crate::interval::Interval;
use crate::preconditions::assert_significance_level;
use crate::quantile_shift::SAMPLES_BEYOND_MIN;

/// The times of one launch: each with how often it occurred.
pub type Counted = [(f64, u64)];

/// ln(quantile) for each of `quantiles` over the pooled times of all launches, with a percentile bootstrap interval at
/// 1 − `alpha` over whole launches, as [`crate::quantile_shifts`] has it. A quantile is the smallest time that the part of all
/// times does not exceed.
///
/// `None` for a quantile with fewer than [`SAMPLES_BEYOND_MIN`] times on its far side, for all without two launches, or with a
/// time that is not positive.
///
/// ```
/// use cmpthese_stats::{Counted, counted_quantiles};
/// let launch: &Counted = &[(1.0, 980), (50.0, 20)];
/// let quantiles = counted_quantiles(&[launch; 8], &[0.5, 0.99], 0.05, 1);
/// assert_eq!(quantiles[0].unwrap().point, 0.0);
/// assert!((quantiles[1].unwrap().high.exp() - 50.0).abs() < 1e-9);
/// ```
///
/// # Panics
///
/// When a quantile is outside [0, 1] or `alpha` is not between 0 and 1.
pub fn counted_quantiles(launches: &[&Counted], quantiles: &[f64], alpha: f64, seed: u64) -> Vec<Option<Interval>> {
    bootstrapped(&[launches], quantiles, alpha, seed, |values| values[0].ln())
}

/// ln(quantile of the candidate / quantile of the baseline) in the same way. Launch i of the one and of the other were measured
/// side by side, and are drawn together.
///
/// # Panics
///
/// As [`counted_quantiles`], and when the two have not the same number of launches.
pub fn counted_quantile_shifts(
    candidate: &[&Counted],
    baseline: &[&Counted],
    quantiles: &[f64],
    alpha: f64,
    seed: u64,
) -> Vec<Option<Interval>> {
    assert_eq!(candidate.len(), baseline.len(), "launches are paired");
    bootstrapped(&[candidate, baseline], quantiles, alpha, seed, |values| (values[0] / values[1]).ln())
}

fn bootstrapped(
    variants: &[&[&Counted]],
    quantiles: &[f64],
    alpha: f64,
    seed: u64,
    statistic: impl Fn(&[f64]) -> f64,
) -> Vec<Option<Interval>> {
    assert_significance_level(alpha);
    assert!(quantiles.iter().all(|q| (0.0..=1.0).contains(q)), "quantiles lie in [0, 1], not at {quantiles:?}");
    let pools: Vec<Pool> = variants.iter().map(|launches| Pool::of(launches)).collect();
    let launches = variants[0].len();
    let is_usable = |pool: &Pool| pool.sorted.first().is_some_and(|(time, ..)| *time > 0.0);
    if launches < 2 || !pools.iter().all(is_usable) {
        return vec![None; quantiles.len()];
    }
    let all = |draws: &[u32]| -> Vec<f64> {
        let found: Vec<Vec<f64>> = pools.iter().map(|pool| pool.quantiles(quantiles, draws)).collect();
        (0..quantiles.len()).map(|place| statistic(&found.iter().map(|one| one[place]).collect::<Vec<_>>())).collect()
    };
    let points = all(&vec![1; launches]);
    let resamples = resamples(launches, seed, all);
    let fewest = pools.iter().map(Pool::count).min().unwrap_or(0) as f64;
    let interval = |(place, quantile): (usize, &f64)| {
        let enough = fewest * quantile.min(1.0 - quantile) + 1e-6 >= SAMPLES_BEYOND_MIN as f64;
        let replicates: Vec<f64> = resamples.iter().map(|values| values[place]).collect();
        let known = enough && replicates.iter().all(|value| value.is_finite());
        if known { percentile_interval(points[place], replicates, launches, alpha) } else { None }
    };
    quantiles.iter().enumerate().map(interval).collect()
}

/// The times of one variant from all launches, ascending, each with its count and its launch.
struct Pool {
    sorted: Vec<(f64, u64, usize)>,
}

impl Pool {
    fn of(launches: &[&Counted]) -> Pool {
        let label = |(launch, counted): (usize, &&Counted)| {
            counted.iter().map(|(time, count)| (*time, *count, launch)).collect::<Vec<_>>()
        };
        let mut sorted: Vec<(f64, u64, usize)> = launches.iter().enumerate().flat_map(label).collect();
        sorted.sort_unstable_by(|left, right| left.0.total_cmp(&right.0));
        Pool { sorted }
    }

    fn count(&self) -> u64 {
        self.sorted.iter().map(|(_, count, _)| count).sum()
    }

    /// The quantiles where each launch is there as often as `draws` says; not a number for a draw without any time.
    fn quantiles(&self, quantiles: &[f64], draws: &[u32]) -> Vec<f64> {
        let weight = |(_, count, launch): &(f64, u64, usize)| count * u64::from(draws[*launch]);
        let total: u64 = self.sorted.iter().map(weight).sum();
        let mut order: Vec<usize> = (0..quantiles.len()).collect();
        order.sort_unstable_by(|left, right| quantiles[*left].total_cmp(&quantiles[*right]));
        let mut found = vec![f64::NAN; quantiles.len()];
        let mut entries = self.sorted.iter();
        let (mut passed, mut value) = (0, f64::NAN);
        for place in order {
            let rank = ((quantiles[place] * total as f64).ceil() as u64).clamp(1, total.max(1));
            while passed < rank {
                let Some(entry) = entries.next() else { break };
                if weight(entry) > 0 {
                    (passed, value) = (passed + weight(entry), entry.0);
                }
            }
            found[place] = value;
        }
        found
    }
}
