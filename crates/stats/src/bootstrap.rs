//! The bootstrap over whole launches.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::interval::Interval;
use crate::normal;
use crate::student;

/// One less than a round number, so that common percentiles fall on a resample.
const RESAMPLES: usize = 1999;

/// The statistic for as many sets of launches drawn with replacement, each as counts per launch.
pub(crate) fn resamples<T>(launches: usize, seed: u64, mut statistic: impl FnMut(&[u32]) -> T) -> Vec<T> {
    let mut source = SplitMix64::seed_from_u64(seed);
    let mut draws = vec![0_u32; launches];
    let resample = |_| {
        draws.fill(0);
        for _ in 0..launches {
            // The high half of the product: uniform but for one part in 2^64 / launches.
            let drawn = (u128::from(source.next_u64()) * launches as u128) >> 64;
            draws[drawn as usize] += 1;
        }
        statistic(&draws)
    };
    (0..RESAMPLES).map(resample).collect()
}

/// The percentile interval, moved outwards to what Student's t would have with one value per launch (Hesterberg 2015, section 5.3).
pub(crate) fn percentile_interval(
    point: f64,
    mut replicates: Vec<f64>,
    launches: usize,
    alpha: f64,
) -> Option<Interval> {
    let launches = launches as f64;
    let reach = student::two_sided_critical_value(alpha, launches - 1.0) * (launches / (launches - 1.0)).sqrt();
    // The k-th of B ordered replicates is the percentile k/(B + 1).
    let rank = (normal::cumulative(-reach) * (RESAMPLES + 1) as f64).floor() as usize;
    if rank == 0 {
        return None;
    }
    replicates.sort_unstable_by(f64::total_cmp);
    let (low, high) = (replicates[rank - 1], replicates[RESAMPLES - rank]);
    // A skewed replicate distribution can leave the estimate outside.
    Some(Interval { point, low: low.min(point), high: high.max(point), level: 1.0 - alpha })
}

/// Samples that a quantile needs on its far side.
pub const SAMPLES_BEYOND_MIN: usize = 10;

/// A statistic of each of some quantiles with its percentile interval at 1 − `alpha` over launches. `all` gives it for counts per launch; `fewest` are the
/// samples of the variant that has fewer. `None` for a quantile with fewer than [`SAMPLES_BEYOND_MIN`] of them on its far side, because the bootstrap then
/// sees no more than the few largest values, and with a resample that has none.
pub(crate) fn quantile_intervals(
    quantiles: &[f64],
    fewest: usize,
    launches: usize,
    alpha: f64,
    seed: u64,
    all: impl Fn(&[u32]) -> Vec<f64>,
) -> Vec<Option<Interval>> {
    let points = all(&vec![1; launches]);
    let resamples = resamples(launches, seed, all);
    let interval = |(place, quantile): (usize, &f64)| {
        // A tenth short of a whole is rounding.
        let enough = fewest as f64 * quantile.min(1.0 - quantile) + 1e-6 >= SAMPLES_BEYOND_MIN as f64;
        let replicates: Vec<f64> = resamples.iter().map(|values| values[place]).collect();
        let known = enough && replicates.iter().all(|value| value.is_finite());
        if known { percentile_interval(points[place], replicates, launches, alpha) } else { None }
    };
    quantiles.iter().enumerate().map(interval).collect()
}

/// Panics unless all can be quantiles, and ascend.
pub(crate) fn assert_quantiles(quantiles: &[f64]) {
    assert!(quantiles.is_sorted(), "quantiles ascend, unlike {quantiles:?}");
    assert!(quantiles.iter().all(|q| (0.0..=1.0).contains(q)), "quantiles lie in [0, 1], not at {quantiles:?}");
}
