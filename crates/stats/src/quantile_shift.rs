//! Quantiles of times, and how they differ between two variants: whether the tails tell another story than the middle.

use crate::bootstrap::{percentile_interval, resamples};
use crate::interval::Interval;

/// Times that a quantile needs on its far side.
const SAMPLES_BEYOND_MIN: usize = 10;

/// The times of one launch: each with how often it occurred.
pub type Counted = [(f64, u64)];

/// ln(quantile) for each of `quantiles` over the pooled times of all launches, in any one unit: type 1 of Hyndman and Fan (1996), because nothing lies between the lines of
/// a histogram. Intervals are those of a percentile bootstrap at 1 − [`ALPHA`](crate::ALPHA) over whole launches (Davison and Hinkley 1997, "Bootstrap Methods and their
/// Application", section 3.8), whose percentiles are moved outwards; their `level` is the nominal one. The same `seed` gives the same bounds.
///
/// `None` for a quantile with fewer than ten times on its far side, and with a resample that has none; for all without two launches, or with a time that is not positive
/// and finite, and for so few launches that the interval has its ends beyond the resamples.
pub fn quantiles(launches: &[&Counted], quantiles: &[f64], seed: u64) -> Vec<Option<Interval>> {
    bootstrapped(&[launches], quantiles, seed, |values| values[0].ln())
}

/// ln(quantile of the candidate / quantile of the baseline) in the same way. Launch i of the one and of the other were measured
/// side by side, and are drawn together, so what both saw cancels.
pub fn quantile_shifts(
    candidate: &[&Counted],
    baseline: &[&Counted],
    quantiles: &[f64],
    seed: u64,
) -> Vec<Option<Interval>> {
    assert_eq!(candidate.len(), baseline.len(), "launches are paired");
    bootstrapped(&[candidate, baseline], quantiles, seed, |values| (values[0] / values[1]).ln())
}

fn bootstrapped(
    variants: &[&[&Counted]],
    quantiles: &[f64],
    seed: u64,
    statistic: impl Fn(&[f64]) -> f64,
) -> Vec<Option<Interval>> {
    assert!(quantiles.is_sorted(), "quantiles ascend, unlike {quantiles:?}");
    assert!(quantiles.iter().all(|q| (0.0..=1.0).contains(q)), "quantiles lie in [0, 1], not at {quantiles:?}");
    let pools: Vec<Pool> = variants.iter().map(|launches| Pool::of(launches)).collect();
    let launches = variants[0].len();
    let is_usable = |pool: &Pool| {
        pool.times.first().zip(pool.times.last()).is_some_and(|(least, most)| least.0 > 0.0 && most.0.is_finite())
    };
    if launches < 2 || !pools.iter().all(is_usable) {
        return vec![None; quantiles.len()];
    }
    let all = |draws: &[u32]| -> Vec<f64> {
        let found: Vec<Vec<f64>> = pools.iter().map(|pool| pool.quantiles(quantiles, draws)).collect();
        (0..quantiles.len()).map(|place| statistic(&found.iter().map(|one| one[place]).collect::<Vec<_>>())).collect()
    };
    let fewest = pools.iter().map(|pool| pool.counts.iter().sum::<u64>()).min().unwrap_or(0) as f64;
    let points = all(&vec![1; launches]);
    let resamples = resamples(launches, seed, all);
    let interval = |(place, quantile): (usize, &f64)| {
        // A tenth short of a whole is rounding.
        let enough = fewest * quantile.min(1.0 - quantile) + 1e-6 >= SAMPLES_BEYOND_MIN as f64;
        let replicates: Vec<f64> = resamples.iter().map(|values| values[place]).collect();
        let known = enough && replicates.iter().all(|value| value.is_finite());
        if known { percentile_interval(points[place], replicates, launches) } else { None }
    };
    quantiles.iter().enumerate().map(interval).collect()
}

/// The times of one variant from all launches.
struct Pool {
    /// Each time of a launch, how often it occurred there, and the launch: ascending by time. A table of all times by all launches would be
    /// millions of numbers where there are thousands of launches.
    times: Vec<(f64, u64, usize)>,
    /// How many times each launch has.
    counts: Vec<u64>,
}

impl Pool {
    fn of(launches: &[&Counted]) -> Pool {
        let of_launch = |(launch, counted): (usize, &&Counted)| {
            counted.iter().map(move |(time, count)| (*time, *count, launch)).collect::<Vec<_>>()
        };
        let mut times: Vec<_> = launches.iter().enumerate().flat_map(of_launch).collect();
        times.sort_unstable_by(|left, right| left.0.total_cmp(&right.0));
        let counts = launches.iter().map(|counted| counted.iter().map(|(_, count)| count).sum()).collect();
        Pool { times, counts }
    }

    /// The quantiles, which ascend, where each launch is there as often as `draws` says: a walk along the times. Not a number for a draw without any
    /// time.
    fn quantiles(&self, quantiles: &[f64], draws: &[u32]) -> Vec<f64> {
        let total: u64 = self.counts.iter().zip(draws).map(|(count, drawn)| count * u64::from(*drawn)).sum();
        let (mut times, mut passed, mut reached) = (self.times.iter(), 0, f64::NAN);
        let quantile = |quantile: &f64| {
            let rank = ((quantile * total as f64).ceil() as u64).max(1);
            while passed < rank {
                let Some((time, count, launch)) = times.next() else { return f64::NAN };
                passed += count * u64::from(draws[*launch]);
                reached = *time;
            }
            reached
        };
        quantiles.iter().map(quantile).collect()
    }
}
