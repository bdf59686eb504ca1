//! The ratio of two means of paired samples, with Fieller's interval.

use crate::interval::Interval;
use crate::moments::{mean, variance};
use crate::preconditions::assert_significance_level;
use crate::student;

/// The ratio of the means of pairs, in any one unit, with the ratios above zero for which a t-test at `alpha` does not find candidate − r·baseline apart from zero (Fieller
/// 1954, "Some problems in interval estimation", JRSS B 16; here for pairs, so the covariance counts). The upper bound is infinite unless the baseline's mean is
/// established not to be zero, and the lower one 0 as well where these ratios are not one stretch, or all.
///
/// `None` for fewer than two pairs, values that are not finite, a baseline whose mean is zero, or a ratio outside the range of numbers; and where the pairs are exactly
/// proportional: without spread a width of zero would be a false certainty.
pub fn ratio_of_means(candidate: &[f64], baseline: &[f64], alpha: f64) -> Option<Interval> {
    assert_significance_level(alpha);
    assert_eq!(candidate.len(), baseline.len(), "a pair has two values");
    let pairs = candidate.len();
    // In units of the largest values, so that no square overflows.
    let (candidate, candidate_unit) = in_own_unit(candidate)?;
    let (baseline, base_unit) = in_own_unit(baseline)?;
    let base = mean(&baseline)?;
    let ratio = mean(&candidate)? / base;
    let residuals: Vec<f64> = candidate.iter().zip(&baseline).map(|(y, x)| y - ratio * x).collect();
    let of_means = |values: &[f64]| variance(values).map(|variance| variance / pairs as f64);
    let (of_residual, of_base) = (of_means(&residuals)?, of_means(&baseline)?);
    // Rounding leaves a trace of residuals where there are none.
    if !(ratio.is_finite() && of_residual.sqrt() > f64::EPSILON) {
        return None;
    }
    let residual = mean(&residuals)?;
    let products: f64 = residuals.iter().zip(&baseline).map(|(d, x)| (d - residual) * (x - base)).sum();
    let both = products / (pairs - 1) as f64 / pairs as f64;
    let t = student::two_sided_critical_value(alpha, (pairs - 1) as f64);
    let (low, high) = possible_ratios(ratio, base, t * t, [of_residual, both, of_base]);
    let found = Interval { point: ratio, low, high, level: 1.0 - alpha }.times(candidate_unit / base_unit);
    Some(found).filter(|found| found.point.is_finite())
}

/// The values over the largest of their sizes, and that size; `None` when all are zero.
fn in_own_unit(values: &[f64]) -> Option<(Vec<f64>, f64)> {
    let unit = values.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()));
    (unit > 0.0).then(|| (values.iter().map(|value| value / unit).collect(), unit))
}

/// Solves (d − δ·x)² ≤ t²·(V_dd − 2δ·V_dx + δ²·V_xx) for the error δ of the ratio, where d is the
/// mean residual, which is zero, and x the baseline's mean.
///
/// Written about the estimate because the textbook's quadratic in the ratio itself loses as many
/// digits as the relative error has zeros, twice.
pub(crate) fn possible_ratios(ratio: f64, base: f64, t2: f64, [v_dd, v_dx, v_xx]: [f64; 3]) -> (f64, f64) {
    let leading = base * base - t2 * v_xx;
    // A quarter of the discriminant; the covariance matrix is not negative, hence the clamp.
    let quarter = t2 * (base * base * v_dd - t2 * (v_dd * v_xx - v_dx * v_dx).max(0.0));
    let root = |sign: f64| ratio + (-t2 * v_dx + sign * quarter.max(0.0).sqrt()) / leading;
    if leading > 0.0 {
        return (root(-1.0).max(0.0), root(1.0));
    }
    // Left are all ratios but those between the two, or all.
    let (below, above) = (root(1.0), root(-1.0));
    let is_one_stretch = leading < 0.0 && quarter > 0.0 && below <= 0.0 && above > 0.0;
    (if is_one_stretch { above } else { 0.0 }, f64::INFINITY)
}
