//! The ratio of two means of paired samples, with Fieller's interval.

use crate::moments::{mean, variance};
use crate::preconditions::{assert_significance_level, is_sample};
use crate::student;

/// A ratio of means and what is known about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatioOfMeans {
    /// Mean of the candidate over mean of the baseline.
    pub ratio: f64,
    /// The ratios that the samples do not contradict.
    pub set: RatioSet,
}

/// What Fieller's theorem leaves: an interval only where the baseline's mean is established not to
/// be zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RatioSet {
    /// From `low` to `high`.
    Bounded {
        /// The smallest ratio.
        low: f64,
        /// The largest.
        high: f64,
    },
    /// All ratios but those between the two: the baseline may be zero, the candidate is not.
    Complement {
        /// Up to this and including it.
        below: f64,
        /// From this on.
        above: f64,
    },
    /// Every ratio: both may be zero.
    Unbounded,
}

impl RatioSet {
    /// Those above zero, as the ratios of times are, from and to; `None` where they are not one stretch, or all.
    ///
    /// ```
    /// use cmpthese_stats::RatioSet;
    /// assert_eq!(RatioSet::Complement { below: -12.0, above: 4.5 }.above_zero(), Some((4.5, f64::INFINITY)));
    /// assert_eq!(RatioSet::Bounded { low: -1.0, high: 2.0 }.above_zero(), Some((0.0, 2.0)));
    /// assert_eq!(RatioSet::Complement { below: 0.5, above: 4.5 }.above_zero(), None);
    /// ```
    pub fn above_zero(&self) -> Option<(f64, f64)> {
        match *self {
            RatioSet::Bounded { low, high } => Some((low.max(0.0), high)),
            RatioSet::Complement { below, above } if below <= 0.0 && above > 0.0 => Some((above, f64::INFINITY)),
            RatioSet::Complement { .. } | RatioSet::Unbounded => None,
        }
    }
}

/// The ratio of the means, with the ratios r for which a t-test at `alpha` does not find the
/// differences candidate − r·baseline apart from zero (Fieller 1954, "Some problems in interval
/// estimation", JRSS B 16; here for pairs, so the covariance counts).
///
/// One value for each launch and variant, in the order of the launches, in any one unit. It speaks
/// of sums of times, where the interval of the score test speaks of the middle of ratios: when the two
/// disagree, the tails differ.
///
/// `None` for fewer than two pairs, values that are not finite, a baseline whose
/// mean is zero, or a ratio outside the range of numbers.
/// `None` as well where the pairs are exactly proportional: without spread there is nothing to say
/// how wrong the ratio can be, and a width of zero would be a false certainty.
///
/// ```
/// use cmpthese_stats::{RatioSet, ratio_of_means};
/// let found = ratio_of_means(&[11.0, 12.0, 13.0], &[10.0, 11.0, 12.0], 0.05).unwrap();
/// assert!((found.ratio - 12.0 / 11.0).abs() < 1e-15);
/// // The residuals from r·baseline are 1/11, 0, −1/11: little is left between the two.
/// let RatioSet::Bounded { low, high } = found.set else { panic!("far from zero") };
/// assert!((low - 1.074161).abs() < 1e-6 && (high - 1.117428).abs() < 1e-6, "{low} {high}");
/// ```
///
/// # Panics
///
/// When `alpha` is not between 0 and 1, or the samples differ in length.
pub fn ratio_of_means(candidate: &[f64], baseline: &[f64], alpha: f64) -> Option<RatioOfMeans> {
    assert_significance_level(alpha);
    assert_eq!(candidate.len(), baseline.len(), "a pair has two values");
    let pairs = candidate.len();
    if pairs < 2 || !is_sample(candidate) || !is_sample(baseline) {
        return None;
    }
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
    let both = covariance_of_means(&residuals, &baseline)?;
    let t = student::two_sided_critical_value(alpha, (pairs - 1) as f64);
    let set = possible_ratios(ratio, base, t * t, [of_residual, both, of_base]);
    in_units(RatioOfMeans { ratio, set }, candidate_unit / base_unit)
}

/// The two-sided p-value of a ratio of means, by Student's test of the differences candidate − ratio·baseline: [`ratio_of_means`] at a level
/// leaves out the ratios whose p-value is below it.
///
/// `None` for fewer than two pairs or values that are not finite.
///
/// # Panics
///
/// When the samples differ in length.
pub fn ratio_of_means_p(candidate: &[f64], baseline: &[f64], ratio: f64) -> Option<f64> {
    assert_eq!(candidate.len(), baseline.len(), "a pair has two values");
    student::p_of_no_mean(&candidate.iter().zip(baseline).map(|(y, x)| y - ratio * x).collect::<Vec<f64>>())
}

/// The values over the largest of their sizes, and that size; `None` when all are zero.
fn in_own_unit(values: &[f64]) -> Option<(Vec<f64>, f64)> {
    let unit = values.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()));
    (unit > 0.0).then(|| (values.iter().map(|value| value / unit).collect(), unit))
}

/// The ratio in other units; `None` where it leaves the range of numbers.
fn in_units(found: RatioOfMeans, unit: f64) -> Option<RatioOfMeans> {
    let scaled = |ratio: f64| Some(ratio * unit).filter(|ratio| ratio.is_finite());
    let set = match found.set {
        RatioSet::Bounded { low, high } => RatioSet::Bounded { low: scaled(low)?, high: scaled(high)? },
        RatioSet::Complement { below, above } => RatioSet::Complement { below: scaled(below)?, above: scaled(above)? },
        RatioSet::Unbounded => RatioSet::Unbounded,
    };
    Some(RatioOfMeans { ratio: scaled(found.ratio)?, set })
}

/// Solves (d − δ·x)² ≤ t²·(V_dd − 2δ·V_dx + δ²·V_xx) for the error δ of the ratio, where d is the
/// mean residual, which is zero, and x the baseline's mean.
///
/// Written about the estimate because the textbook's quadratic in the ratio itself loses as many
/// digits as the relative error has zeros, twice.
fn possible_ratios(ratio: f64, base: f64, t2: f64, [v_dd, v_dx, v_xx]: [f64; 3]) -> RatioSet {
    let leading = base * base - t2 * v_xx;
    // A quarter of the discriminant; the covariance matrix is not negative, hence the clamp.
    let quarter = t2 * (base * base * v_dd - t2 * (v_dd * v_xx - v_dx * v_dx).max(0.0));
    let root = |sign: f64| ratio + (-t2 * v_dx + sign * quarter.max(0.0).sqrt()) / leading;
    if leading > 0.0 {
        RatioSet::Bounded { low: root(-1.0), high: root(1.0) }
    } else if leading < 0.0 && quarter > 0.0 {
        RatioSet::Complement { below: root(1.0), above: root(-1.0) }
    } else {
        RatioSet::Unbounded
    }
}

fn covariance_of_means(first: &[f64], second: &[f64]) -> Option<f64> {
    let (first_mean, second_mean) = (mean(first)?, mean(second)?);
    let products: f64 = first.iter().zip(second).map(|(a, b)| (a - first_mean) * (b - second_mean)).sum();
    Some(products / (first.len() - 1) as f64 / first.len() as f64)
}
