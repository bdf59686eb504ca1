//! Where the centre of a sample is, by a test of random signs whose scores fit the noise: estimate, interval and p-value (docs/decisions/verdicts.md, *Estimate, interval
//! and test*), which ask that the values are independent and symmetric about the effect. Then **any** score of a distance gives an exact test, also one that was chosen by
//! the distances (Lehmann and Romano 2005, "Testing Statistical Hypotheses", section 5.10; Fisher 1935, "The Design of Experiments", section 21). That of a distance d is
//! d/(1 + (d/κ)²), as of a Cauchy distribution (Andrews and others 1972, "Robust Estimates of Location"), with that κ of a few whose efficacy is greatest (Pitman 1948; as
//! Jaeckel 1971, "Some flexible estimates of location", chooses how much to trim).

use crate::fewest_launches::smallest_p;
use crate::interval::Interval;
use crate::normal::two_sided_critical_value;
use crate::preconditions::{assert_significance_level, sorted_sample};
use crate::quantile::quantile;
use crate::sign_flips;

/// κ as multiples of the deviation of a normal sample with this median distance. Narrower ones follow a few values by chance.
const WIDTHS: [f64; 9] = [0.7, 1.0, 1.4, 2.0, 2.8, 4.0, 6.0, 10.0, 30.0];

/// The greatest score: scores are whole, so that their sums can be enumerated.
const SCORE_MAX: f64 = 32.0;

/// Distances beyond this many deviations count as this, so that nothing overflows.
const FAR: f64 = 1e50;

/// Distances within this many are rounding: the value is the centre.
const NEAR: f64 = 1e-9;

/// A bound is sought at so many places on its side of the estimate, or beyond the values in steps that grow by this factor; then
/// between two places until they are this part of their distance from the estimate apart.
const PLACES_MAX: usize = 16;
const STEP_GROWTH: f64 = 1.5;
const STEPS_MAX: usize = 2000;
const BOUND_PRECISION: f64 = 1e-3;

/// The centre of a sample, in its unit: where the scores on both sides are in balance.
///
/// `None` for an empty sample or one that is not all finite.
pub fn score_estimate(values: &[f64]) -> Option<f64> {
    Sample::of(values).map(|sample| sample.centre)
}

/// The estimate, with the lowest and the highest centre that the test at `alpha` does not reject, in the unit of the values. `None` for an empty sample or one that is not
/// all finite. Where so few values can reject nothing at this level, the bounds are infinite and the level is 1. Wider by `tolerance`, which cannot be told from no effect,
/// on either side, it excludes zero exactly when [`score_p`] with this tolerance is at most `alpha`.
pub fn score_interval(values: &[f64], alpha: f64, tolerance: f64) -> Option<Interval> {
    assert_significance_level(alpha);
    let sample = Sample::of(values)?;
    if smallest_p(values.len()) > alpha {
        return Some(Interval::unbounded(sample.centre));
    }
    let low = sample.bound_below(alpha, tolerance);
    let high = -sample.turned().bound_below(alpha, tolerance);
    let level = if low.is_finite() || high.is_finite() { 1.0 - alpha } else { 1.0 };
    Some(Interval { point: sample.centre, low, high, level })
}

/// The two-sided p-value against "no effect beyond `tolerance`", in [0, 1]: that of the effect within the tolerance that fits best.
///
/// Values that are no effect exactly speak for either side. 1 for an empty sample, NaN for one that is not all finite.
pub fn score_p(values: &[f64], tolerance: f64) -> f64 {
    match Sample::of(values) {
        Some(sample) if sample.centre.abs() <= tolerance && tolerance > 0.0 => 1.0,
        Some(sample) => sample.p(sample.centre.clamp(-tolerance, tolerance)),
        None if values.is_empty() => 1.0,
        None => f64::NAN,
    }
}

struct Sample {
    /// In ascending order.
    values: Vec<f64>,
    centre: f64,
}

impl Sample {
    fn of(values: &[f64]) -> Option<Sample> {
        let values = sorted_sample(values)?;
        Some(Sample { centre: centre(&values), values })
    }

    /// The same, mirrored at zero.
    fn turned(&self) -> Sample {
        let values = self.values.iter().rev().map(|value| -value).collect();
        Sample { values, centre: -self.centre }
    }

    /// Two-sided, against this centre.
    fn p(&self, centre: f64) -> f64 {
        let scores = Deviations::from(&self.values, centre).scores();
        let whole = whole(&scores);
        let signed = scores.iter().zip(&whole);
        let sum = signed.map(|(score, whole)| if *score > 0.0 { i64::from(*whole) } else { -i64::from(*whole) });
        sign_flips::two_sided_p(&whole, sum.sum())
    }

    /// The lowest centre that is not rejected, or the estimate; −∞ where all are accepted down to where nothing is.
    /// It is sought from outside (docs/decisions/verdicts.md, *Estimate, interval and test*); but where no effect is rejected, the bound is not on its other side.
    fn bound_below(&self, alpha: f64, tolerance: f64) -> f64 {
        let is_accepted = |centre: &f64| self.p(*centre) > alpha;
        let mut inner = self.centre;
        let mut outer = None;
        if self.centre > tolerance {
            if is_accepted(&tolerance) { inner = tolerance } else { outer = Some(tolerance) }
        }
        let limit = outer.unwrap_or(f64::NEG_INFINITY);
        for place in self.places_below(inner).filter(|place| limit < *place) {
            if is_accepted(&place) {
                inner = place;
                break;
            }
            outer = Some(place);
        }
        let outer = outer.or_else(|| self.beyond(&mut inner, is_accepted));
        outer.map_or(f64::NEG_INFINITY, |outer| self.narrowed(inner, outer, is_accepted))
    }

    /// Places between the values below a place, from the lowest on: between all of them, or between some where there are many.
    fn places_below(&self, place: f64) -> impl Iterator<Item = f64> {
        let below = self.values.partition_point(|value| *value < place);
        let steps = below.min(PLACES_MAX);
        let between = move |step: usize| {
            let rank = (step * below / steps).max(1);
            f64::midpoint(self.values[rank - 1], if rank < below { self.values[rank] } else { place })
        };
        (1..=steps).map(between)
    }

    /// A place below all values that is rejected, after steps that grow; the innermost is the last that was accepted.
    fn beyond(&self, inner: &mut f64, is_accepted: impl Fn(&f64) -> bool) -> Option<f64> {
        let deviations = Deviations::from(&self.values, self.centre);
        let rounding = (self.centre.abs() * f64::EPSILON).max(f64::MIN_POSITIVE);
        let mut step = (deviations.unit / (self.values.len() as f64).sqrt()).max(rounding);
        for _ in 0..STEPS_MAX {
            let next = *inner - step;
            if !is_accepted(&next) {
                return Some(next);
            }
            *inner = next;
            step *= STEP_GROWTH;
        }
        None
    }

    /// The inner of two places between which acceptance ends, after they have come close.
    fn narrowed(&self, mut inner: f64, mut outer: f64, is_accepted: impl Fn(&f64) -> bool) -> f64 {
        while inner - outer > BOUND_PRECISION * (self.centre - outer) {
            let middle = f64::midpoint(inner, outer);
            if middle <= outer || middle >= inner {
                break;
            }
            if is_accepted(&middle) { inner = middle } else { outer = middle }
        }
        inner
    }
}

/// The sizes of scores as whole numbers, from 1 to the greatest; 0 of one that is for neither side.
fn whole(scores: &[f64]) -> Vec<u32> {
    let greatest = scores.iter().map(|score| score.abs()).fold(0.0, f64::max);
    let whole = |score: &f64| match score.abs() {
        0.0 => 0,
        size => (size / greatest * SCORE_MAX).round().max(1.0) as u32,
    };
    scores.iter().map(whole).collect()
}

/// Where the values lie about a centre.
struct Deviations {
    /// What counts as one standard deviation.
    unit: f64,
    /// In units.
    standardised: Vec<f64>,
}

impl Deviations {
    fn from(values: &[f64], centre: f64) -> Deviations {
        // Halved before the difference, it never overflows.
        let halves: Vec<f64> = values.iter().map(|value| value / 2.0 - centre / 2.0).collect();
        let mut distances: Vec<f64> = halves.iter().map(|half| half.abs()).collect();
        let middle = distances.len() / 2;
        let median = *distances.select_nth_unstable_by(middle, f64::total_cmp).1;
        let unit = if median > 0.0 {
            median / two_sided_critical_value(0.5)
        } else {
            // Most are the centre exactly, so the unit comes from those that are not.
            distances.iter().copied().filter(|distance| *distance > 0.0).fold(f64::INFINITY, f64::min)
        };
        let in_units = |half: &f64| {
            let deviation = (half / unit).clamp(-FAR, FAR);
            if deviation.abs() > NEAR { deviation } else { 0.0 }
        };
        let standardised = halves.iter().map(in_units).collect();
        Deviations { unit: if unit.is_finite() { (unit * 2.0).min(f64::MAX) } else { 0.0 }, standardised }
    }

    /// The κ, in units, whose scores tell a shift best.
    fn width(&self) -> f64 {
        let efficacy = |width: f64| {
            let (mut slope, mut squares) = (0.0, 0.0);
            for deviation in &self.standardised {
                let square = (deviation / width).powi(2);
                let weight = 1.0 / (1.0 + square);
                slope += (1.0 - square) * weight * weight;
                squares += (deviation * weight).powi(2);
            }
            if squares > 0.0 { slope / squares.sqrt() } else { 0.0 }
        };
        let found = WIDTHS.map(|width| (efficacy(width), width)).into_iter();
        found.max_by(|left, right| left.0.total_cmp(&right.0)).expect("there are some").1
    }

    fn scores(&self) -> Vec<f64> {
        let width = self.width();
        self.standardised.iter().map(|deviation| deviation / (1.0 + (deviation / width).powi(2))).collect()
    }
}

/// Refinements of the centre, each with a width for where it is by then.
const REFINEMENTS: usize = 3;
const ITERATIONS_MAX: usize = 50;

/// From the middle between the quartiles on: the mean with weights 1/(1 + (d/κ)²), until it is its own. Where launches come in two
/// kinds it begins between them, and the median on one side or the other.
fn centre(sorted: &[f64]) -> f64 {
    let quartile = |q: f64| quantile(sorted, q).expect("it is a sample") / 2.0;
    let start = quartile(0.25) + quartile(0.75);
    let mut centre = start;
    for _ in 0..REFINEMENTS {
        let deviations = Deviations::from(sorted, centre);
        let width = deviations.width();
        let mut shift = 0.0;
        for _ in 0..ITERATIONS_MAX {
            let (mut weighted, mut weights) = (0.0, 0.0);
            for deviation in &deviations.standardised {
                let weight = 1.0 / (1.0 + ((deviation - shift) / width).powi(2));
                weighted += weight * deviation;
                weights += weight;
            }
            let next: f64 = weighted / weights;
            let is_near = (next - shift).abs() < 1e-9;
            shift = next;
            if is_near {
                break;
            }
        }
        centre += shift * deviations.unit;
    }
    if centre.is_nan() { start } else { centre.clamp(sorted[0], sorted[sorted.len() - 1]) }
}
