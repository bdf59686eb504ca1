//! What a count tells of how many are to be expected.

use crate::interval::ALPHA;
use statrs::distribution::{ContinuousCDF, Gamma};

/// The expected numbers that a count of events does not contradict at 1 − [`ALPHA`], where they come independently of each other (Garwood 1936, "Fiducial limits for
/// the Poisson distribution", Biometrika 28): low and high. Of what comes at regular intervals they hold the truth more often.
pub fn event_count_interval(count: u64) -> (f64, f64) {
    let quantile = |shape: f64, p: f64| Gamma::new(shape, 1.0).expect("both are positive").inverse_cdf(p);
    let low = if count == 0 { 0.0 } else { quantile(count as f64, ALPHA / 2.0) };
    (low, quantile(count as f64 + 1.0, 1.0 - ALPHA / 2.0))
}
