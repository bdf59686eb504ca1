//! The Hodges–Lehmann estimate with the interval and the test of Wilcoxon's signed ranks.
//!
//! For what is said beside the verdict; that comes from `score_test`.
//!
//! All three read the same Walsh averages and the same null distribution, so they cannot
//! contradict each other. They ask of the sample that its values are independent and symmetric
//! about the effect; random order within a pair grants the symmetry, one value per launch the
//! independence.

use crate::interval::Interval;
use crate::null_distribution::NullDistribution;
use crate::preconditions::assert_significance_level;
use crate::walsh::WalshAverages;

/// The Hodges–Lehmann estimate: the median of all means of two values, each value also paired
/// with itself (Hodges and Lehmann 1963, "Estimates of location based on rank tests", Annals of
/// Mathematical Statistics 34).
///
/// In the unit of the values. `None` for an empty sample or one that is not all finite. Takes
/// memory proportional to the sample.
///
/// ```
/// // The averages 1, 1.5, 2, 5, 5.5 and 9 have the median 3.5; the mean would be 4.
/// assert_eq!(cmpthese_stats::hodges_lehmann(&[1.0, 2.0, 9.0]), Some(3.5));
/// ```
pub fn hodges_lehmann(values: &[f64]) -> Option<f64> {
    WalshAverages::of(values).map(|averages| averages.median())
}

/// The Hodges–Lehmann estimate between the Walsh averages that the signed-rank test at `alpha`
/// cannot tell from the effect (Tukey's interval: Hollander and Wolfe, "Nonparametric Statistical
/// Methods", section 3.3).
///
/// In the unit of the values. `None` for an empty sample or one that is not all finite. `level`
/// is the one attained, at least 1 − `alpha`: exact for small samples, by the normal approximation
/// with continuity correction for larger ones. Where not even the smallest and the largest average
/// reach 1 − `alpha`, the bounds are infinite and the level is 1; [`launches_needed`] says how many
/// values it takes. Tied values only raise the true level, because the bounds belong to the
/// interval (Noether 1967, "Wilcoxon confidence intervals for location parameters in the discrete
/// case", JASA 62).
///
/// ```
/// // Change in Hamilton's depression scale under therapy: Hollander and Wolfe, as in R's
/// // `?wilcox.test`.
/// let change = [-0.952, 0.147, -1.022, -0.43, -0.62, -0.59, -0.49, 0.08, -0.01];
/// let interval = cmpthese_stats::signed_rank_interval(&change, 0.05).unwrap();
/// assert!((interval.point - -0.46).abs() < 1e-12);
/// assert!((interval.low - -0.786).abs() < 1e-12);
/// assert!((interval.high - -0.010).abs() < 1e-12);
/// assert_eq!(interval.level, 0.9609375);
/// ```
///
/// # Panics
///
/// When `alpha` is not between 0 and 1.
pub fn signed_rank_interval(values: &[f64], alpha: f64) -> Option<Interval> {
    assert_significance_level(alpha);
    let averages = WalshAverages::of(values)?;
    let point = averages.median();
    let null = NullDistribution::of(values.len());
    let extremes = null.extreme_values(alpha / 2.0);
    Some(if extremes == 0 {
        unbounded(point)
    } else {
        Interval {
            point,
            low: averages.at_rank(extremes),
            high: averages.at_rank(averages.count() + 1 - extremes),
            level: 1.0 - 2.0 * null.lower_tail(extremes - 1),
        }
    })
}

/// The two-sided p-value against "no effect", in [0, 1]: at most `alpha` exactly when
/// [`signed_rank_interval`] at that `alpha` excludes zero.
///
/// A Walsh average of zero counts for either sign, so zeros and ties speak for "no effect". That
/// differs from the usual ways of dropping zeros and averaging ranks, whose p-values can contradict
/// the interval. 1 for an empty sample, NaN for one that is not all finite.
///
/// ```
/// // Six values of one sign: two of the 64 sign patterns are as extreme.
/// let p = cmpthese_stats::signed_rank_p(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
/// assert_eq!(p, 2.0 / 64.0);
/// ```
pub fn signed_rank_p(values: &[f64]) -> f64 {
    if values.is_empty() {
        return 1.0;
    }
    let Some(averages) = WalshAverages::of(values) else {
        return f64::NAN;
    };
    let not_above = averages.count_at_most(0.0);
    let not_below = averages.count() - averages.count_below(0.0);
    let tail = NullDistribution::of(values.len()).lower_tail(not_above.min(not_below));
    (2.0 * tail).min(1.0)
}

/// The smallest two-sided p-value that `n` values can reach: two of the 2^n sign patterns are as
/// extreme as all values on one side.
///
/// The normal approximation for large samples does not reach quite as far; the levels at which that
/// shows are smaller than any family asks for.
///
/// ```
/// assert_eq!(cmpthese_stats::smallest_p(6), 2.0 / 64.0);
/// ```
pub fn smallest_p(n: usize) -> f64 {
    // The power is zero long before the count of values leaves the range of the exponent.
    let halvings = i32::try_from(n).unwrap_or(i32::MAX) - 1;
    0.5_f64.powi(halvings).min(1.0)
}

/// The smallest number of values whose [`smallest_p`] is at most `alpha`: with fewer, no
/// measurement whatever can be called different, and every interval is unbounded.
///
/// ```
/// assert_eq!(cmpthese_stats::launches_needed(0.05), 6);
/// ```
///
/// # Panics
///
/// When `alpha` is not between 0 and 1.
pub fn launches_needed(alpha: f64) -> usize {
    assert_significance_level(alpha);
    (1..).find(|&n| smallest_p(n) <= alpha).expect("halving reaches every positive number")
}

/// All that a sample can say at a level that it cannot support.
pub(crate) fn unbounded(point: f64) -> Interval {
    Interval { point, low: f64::NEG_INFINITY, high: f64::INFINITY, level: 1.0 }
}
