//! Mean and variance of a sample.

use crate::preconditions::is_sample;

/// The arithmetic mean; `None` for an empty sample or one that is not all finite.
pub fn mean(values: &[f64]) -> Option<f64> {
    is_sample(values).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The unbiased variance, with n − 1 in the denominator; `None` below two values or for a sample
/// that is not all finite.
pub fn variance(values: &[f64]) -> Option<f64> {
    // Deviations from the mean, not the difference of two sums: a sample far from zero with a
    // small spread, such as a clock's readings, would lose every digit.
    let mean = mean(values)?;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (values.len() > 1).then(|| squares / (values.len() - 1) as f64)
}
