//! Holm's correction for a family of tests.

/// The p-values of a family, adjusted by Holm's step-down procedure (Holm 1979, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of
/// Statistics 6): each is the smallest α, up to rounding, at which "no effect" is rejected with a family-wise error of at most α; at most 1. In the order of the input; one
/// that is NaN belongs to the family and is never rejected.
///
/// Intervals at the levels of the steps are **not** simultaneous (docs/decisions/verdicts.md, *An interval has the level*).
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let family = p_values.len();
    let p = |place: usize| if p_values[place].is_nan() { 1.0 } else { p_values[place] };
    let mut ascending: Vec<usize> = (0..family).collect();
    ascending.sort_by(|left, right| p(*left).total_cmp(&p(*right)));
    let mut adjusted = vec![1.0; family];
    let mut largest = 0.0_f64;
    for (step, place) in ascending.into_iter().enumerate() {
        largest = largest.max((family - step) as f64 * p(place)).min(1.0);
        adjusted[place] = largest;
    }
    adjusted
}
