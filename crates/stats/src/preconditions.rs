//! What every function asks of its arguments: a sample that can be computed with, and a level.

/// Whether there is a value and every value is finite.
pub(crate) fn is_sample(values: &[f64]) -> bool {
    !values.is_empty() && values.iter().all(|value| value.is_finite())
}

/// The values in ascending order; `None` for an empty sample or one that is not all finite.
pub(crate) fn sorted_sample(values: &[f64]) -> Option<Vec<f64>> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    is_sample(values).then_some(sorted)
}

/// Panics unless `alpha` can be a significance level.
pub(crate) fn assert_significance_level(alpha: f64) {
    assert!(0.0 < alpha && alpha < 1.0, "a significance level lies between 0 and 1, not at {alpha}");
}
