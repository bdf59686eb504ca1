//! How much of the variance of a sample is between its groups: Kalibera and Jones 2013, "Rigorous benchmarking in reasonable time",
//! ISMM, with two levels.

use statrs::function::beta::beta_reg;

use crate::moments::{mean, variance};

/// A sample in groups, taken apart. Variances are in the square of the values' unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VarianceComponents {
    /// The variance within groups, T_1² of the paper.
    pub within: f64,
    /// What the groups themselves contribute, T_2² = S_2² − S_1²/r_1, where the paper's print has an erratum. Unbiased, and so below zero at times.
    pub between: f64,
    /// One-sided p of "the groups contribute nothing", by the F test of an analysis of variance; NaN where nothing varies. It asks that
    /// the values are normal or nearly so.
    pub p_of_none: f64,
}

/// Splits the variance of groups of the same size. `None` with fewer than two groups or two values in each, with groups of several sizes,
/// or with a value that is not finite.
pub fn variance_components(groups: &[&[f64]]) -> Option<VarianceComponents> {
    let size = groups.first()?.len();
    if groups.iter().any(|group| group.len() != size) {
        return None;
    }
    let of_each = |statistic: fn(&[f64]) -> Option<f64>| -> Option<Vec<f64>> {
        groups.iter().map(|group| statistic(group)).collect()
    };
    let within = mean(&of_each(variance)?)?;
    let of_means = variance(&of_each(mean)?)?;
    let freedom = (groups.len() - 1) as f64;
    let freedom_within = (groups.len() * (size - 1)) as f64;
    // The upper tail of F as an incomplete beta function: Abramowitz and Stegun 26.6.2.
    let place = freedom_within / (freedom_within + freedom * of_means * size as f64 / within);
    let p_of_none = if place.is_nan() { f64::NAN } else { beta_reg(freedom_within / 2.0, freedom / 2.0, place) };
    Some(VarianceComponents { within, between: of_means - within / size as f64, p_of_none })
}
