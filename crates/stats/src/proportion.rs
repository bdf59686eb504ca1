//! What a count tells of a probability.

use crate::interval::ALPHA;
use statrs::distribution::{Beta, ContinuousCDF};

/// The probabilities that `count` of `trials` does not contradict at 1 − [`ALPHA`] (Clopper and Pearson 1934, "The use of
/// confidence or fiducial limits illustrated in the case of the binomial", Biometrika 26): low and high. They hold the truth
/// at least that often, whatever it is.
pub fn proportion_interval(count: u64, trials: u64) -> (f64, f64) {
    assert!(count <= trials, "{count} of {trials}");
    let (hits, misses) = (count as f64, (trials - count) as f64);
    let quantile = |a: f64, b: f64, p: f64| Beta::new(a, b).expect("both are positive").inverse_cdf(p);
    let low = if count == 0 { 0.0 } else { quantile(hits, misses + 1.0, ALPHA / 2.0) };
    let high = if count == trials { 1.0 } else { quantile(hits + 1.0, misses, 1.0 - ALPHA / 2.0) };
    (low, high)
}
