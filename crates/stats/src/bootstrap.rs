//! The bootstrap over whole launches.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::interval::{ALPHA, Interval};
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

/// The percentile interval, moved outwards to what Student's t would have with one value per launch (Hesterberg 2015, "What
/// teachers should know about the bootstrap", The American Statistician 69, section 5.3).
pub(crate) fn percentile_interval(point: f64, mut replicates: Vec<f64>, launches: usize) -> Option<Interval> {
    let launches = launches as f64;
    let reach = student::two_sided_critical_value(ALPHA, launches - 1.0) * (launches / (launches - 1.0)).sqrt();
    // The k-th of B ordered replicates is the percentile k/(B + 1).
    let rank = (normal::cumulative(-reach) * (RESAMPLES + 1) as f64) as usize;
    let lowest = rank.checked_sub(1)?;
    replicates.sort_unstable_by(f64::total_cmp);
    let (low, high) = (replicates[lowest], replicates[RESAMPLES - rank]);
    // A skewed replicate distribution can leave the estimate outside.
    Some(Interval { point, low, high, level: 1.0 - ALPHA }.holding(point))
}
