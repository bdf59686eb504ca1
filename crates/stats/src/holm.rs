//! Holm's correction for a family of tests.

use crate::preconditions::assert_significance_level;

/// What the procedure says of one hypothesis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HolmStep {
    /// The level at which this hypothesis is tested: its own step's when it is rejected, that of
    /// the step at which the procedure stopped when it is not.
    pub local_alpha: f64,
    /// Whether "no effect" is rejected with a family-wise error of at most `alpha`.
    pub rejected: bool,
    /// The smallest `alpha`, up to rounding, at which it would be rejected; at most 1.
    pub adjusted_p: f64,
}

/// Holm's step-down procedure: the i-th smallest of m p-values, i from 0, is held against
/// `alpha`/(m − i), and the first that is larger ends it (Holm 1979, "A simple sequentially
/// rejective multiple test procedure", Scandinavian Journal of Statistics 6).
///
/// Answers in the order of the input; equal p-values step down in that order. A p-value that is
/// NaN belongs to the family and is never rejected: a comparison that could not be tested counts
/// as p = 1.
///
/// An interval at 1 − `local_alpha` excludes zero exactly for the rejected. Such intervals agree
/// with the verdicts, but they are **not** simultaneous: their levels were chosen by the data, and
/// together they miss more often than `alpha` when some effects are large. Intervals that hold
/// together with probability 1 − `alpha` take `alpha`/m each (Bonferroni).
///
/// ```
/// let steps = cmpthese_stats::holm(&[0.04, 0.01, 0.03], 0.05);
/// // 0.01 ≤ 0.05/3 is rejected; 0.03 > 0.05/2 ends the procedure.
/// assert_eq!(steps.iter().map(|step| step.rejected).collect::<Vec<_>>(), [false, true, false]);
/// assert_eq!(steps[0].local_alpha, 0.05 / 2.0);
/// assert_eq!(steps[1].local_alpha, 0.05 / 3.0);
/// ```
///
/// # Panics
///
/// When `alpha` is not between 0 and 1.
pub fn holm(p_values: &[f64], alpha: f64) -> Vec<HolmStep> {
    assert_significance_level(alpha);
    let family = p_values.len();
    let p = |place: usize| if p_values[place].is_nan() { 1.0 } else { p_values[place] };
    let mut ascending: Vec<usize> = (0..family).collect();
    ascending.sort_by(|left, right| p(*left).total_cmp(&p(*right)));
    let local_alpha = |step: usize| alpha / (family - step) as f64;
    let rejections = (0..family).take_while(|step| p(ascending[*step]) <= local_alpha(*step)).count();
    let mut answers = vec![HolmStep { local_alpha: alpha, rejected: false, adjusted_p: 1.0 }; family];
    let mut adjusted_p = 0.0_f64;
    for (step, place) in ascending.into_iter().enumerate() {
        adjusted_p = adjusted_p.max((family - step) as f64 * p(place)).min(1.0);
        let local_alpha = local_alpha(step.min(rejections));
        answers[place] = HolmStep { local_alpha, rejected: step < rejections, adjusted_p };
    }
    answers
}
