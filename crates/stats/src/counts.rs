//! What a count tells: of a probability, and of how many are to be expected.

use crate::interval::{ALPHA, Interval};
use statrs::distribution::{Beta, ContinuousCDF, Gamma};

/// The probabilities that `count` of `trials` does not contradict at 1 − [`ALPHA`] (Clopper and Pearson 1934, Biometrika 26): low and high. They hold the
/// truth at least that often.
pub fn proportion_interval(count: u64, trials: u64) -> (f64, f64) {
    assert!(count <= trials, "{count} of {trials}");
    let (hits, misses) = (count as f64, (trials - count) as f64);
    let quantile = |a: f64, b: f64, p: f64| Beta::new(a, b).expect("both are positive").inverse_cdf(p);
    let low = if count == 0 { 0.0 } else { quantile(hits, misses + 1.0, ALPHA / 2.0) };
    let high = if count == trials { 1.0 } else { quantile(hits + 1.0, misses, 1.0 - ALPHA / 2.0) };
    (low, high)
}

/// The expected numbers that a count of events does not contradict at 1 − [`ALPHA`], where they come independently of each other (Garwood 1936, Biometrika 28). Of
/// what comes at regular intervals they hold the truth more often.
pub fn event_count_interval(count: u64) -> Interval {
    let quantile = |shape: f64, p: f64| Gamma::new(shape, 1.0).expect("both are positive").inverse_cdf(p);
    let (point, level) = (count as f64, 1.0 - ALPHA);
    let low = if count == 0 { 0.0 } else { quantile(point, ALPHA / 2.0) };
    Interval { point, low, high: quantile(point + 1.0, 1.0 - ALPHA / 2.0), level }
}
