//! The forms that a law may have, each fitted.

use crate::interval::{ALPHA, Interval, REJECTED};
use crate::least_squares::{Expected, Fit, Growth, Measured, fit};
use crate::normal::two_sided_critical_value;

/// The form of a law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The same at every size.
    Constant,
    /// A fixed part and one for each unit.
    Linear,
    /// A fixed part and one for each unit times the binary logarithm of all.
    NLogN,
    /// A fixed part and one for each pair of units.
    Quadratic,
    /// Linear up to a break, and linear with other coefficients from it on.
    TwoPieces,
}

/// Where a law changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Break {
    /// The size; its interval ends at sizes that were measured.
    pub at: Interval,
    /// The coefficient of the line beyond that is not multiplied by the size; no cost by itself.
    pub fixed: Interval,
    /// What a unit costs beyond.
    pub per_unit: Interval,
}

/// How a time grows.
#[derive(Clone, Debug, PartialEq)]
pub struct Law {
    /// Its form.
    pub form: Form,
    /// What is paid whatever the size, in the unit of the times: not below zero, but where the law holds for large sizes only.
    pub fixed: Interval,
    /// The factor of the size, of size · log₂ size, or of its square; `None` where the time is constant.
    pub per_unit: Option<Interval>,
    /// Where it changes.
    pub changes: Option<Break>,
    /// The sizes for which it was seen to hold.
    pub from: f64,
    /// The largest of them.
    pub to: f64,
    /// Whether smaller sizes do not follow it.
    pub is_tail: bool,
    /// The largest part of the time by which a size is beside it.
    pub off_max: f64,
    /// How far predictions of a size from the others are off: root mean square of the parts.
    pub prediction_error: f64,
    /// The probability of such deviations if the law is true; `None` where the error of the times is not known.
    pub p: Option<f64>,
}

/// The fewest sizes of a law, and of anything else that is said of how it goes on from some size.
pub const SIZES_MIN: usize = 4;

/// The fewest sizes on either side of a break: a line through two says nothing of itself.
const PIECE_MIN: usize = 3;

/// The forms of one piece, the fewest sizes that each needs, and how it grows.
const FORMS: [(Form, usize, Option<Growth>); 4] = [
    (Form::Constant, SIZES_MIN, None),
    (Form::Linear, SIZES_MIN, Some(|size| size)),
    (Form::NLogN, 5, Some(|size| size * size.max(1.0).log2())),
    (Form::Quadratic, 5, Some(|size| size * size)),
];

/// A law of all sizes, which may not hold.
pub(crate) struct Candidate {
    pub(crate) law: Law,
    pieces: Vec<Fit>,
}

impl Candidate {
    /// The probability that measurement error makes what the deviations are beyond a tolerance.
    pub(crate) fn p(&self, tolerance: f64) -> f64 {
        expected(&self.pieces).p(squares(&self.pieces, tolerance))
    }

    /// How many coefficients it has.
    pub(crate) fn coefficients(&self) -> usize {
        self.pieces.len() * if self.law.form == Form::Constant { 1 } else { 2 }
    }

    /// The same of a law that may hold from the smallest size on, with what is known of the fixed part as a cost. `None` where no time can have such
    /// coefficients: a fixed part below zero, or something that falls with the size.
    fn into_cost(mut self) -> Option<Candidate> {
        let pieces: Vec<[Interval; 2]> =
            (0..self.pieces.len()).map(|piece| coefficients_of(&self.pieces, piece, REJECTED)).collect();
        // The line beyond a break may begin anywhere: it costs nothing at sizes where it does not hold.
        let is_possible = pieces[0][0].high >= 0.0 && pieces.iter().all(|[_, per_unit]| per_unit.high >= 0.0);
        // A cost that is not known to be above zero is not told to be below.
        self.law.fixed = self.law.fixed.map(|cost| cost.max(0.0));
        is_possible.then_some(self)
    }
}

/// All forms that so many sizes allow and a time can have, the simplest first.
pub(crate) fn candidates(means: &[Measured]) -> Vec<Candidate> {
    let of_one_piece = FORMS.iter().filter(|(_, sizes_min, _)| means.len() >= *sizes_min);
    let of_one_piece = of_one_piece.filter_map(|(form, _, growth)| one_piece(means, *form, *growth));
    of_one_piece.chain(two_pieces(means)).filter_map(Candidate::into_cost).collect()
}

/// The line through some sizes, whatever its coefficients.
pub(crate) fn line(means: &[Measured]) -> Option<Candidate> {
    one_piece(means, Form::Linear, FORMS[1].2)
}

fn one_piece(means: &[Measured], form: Form, growth: Option<Growth>) -> Option<Candidate> {
    let whole = fit(means, growth)?;
    Some(candidate(form, means, vec![whole], predicted_by_one(means, growth)))
}

fn two_pieces(means: &[Measured]) -> Option<Candidate> {
    let splits: Vec<(usize, Vec<Fit>)> = splits(means, PIECE_MIN).collect();
    let sum = |pieces: &[Fit]| squares(pieces, 0.0);
    let (at, best) = splits.iter().min_by(|left, right| sum(&left.1).total_cmp(&sum(&right.1)))?;
    let unit = expected(best).unit(sum(best));
    // Beyond χ² of one degree of freedom, in what one mean has, is not where the break is.
    let most = sum(best) + two_sided_critical_value(ALPHA).powi(2) * unit;
    let near = || splits.iter().filter(|(_, pieces)| sum(pieces) <= most).map(|(at, _)| *at);
    let (first, last) = (near().min()?, near().max()?);
    let place = Interval {
        point: meeting(best, means[at - 1].size, means[*at].size),
        low: means[first - 1].size,
        high: means[last].size,
        level: 1.0 - ALPHA,
    };
    let mut found = candidate(Form::TwoPieces, means, best.clone(), predicted_by_two(means));
    let [fixed, per_unit] = coefficients_of(best, 1, ALPHA);
    found.law.changes = Some(Break { at: place, fixed, per_unit });
    Some(found)
}

fn candidate(form: Form, means: &[Measured], pieces: Vec<Fit>, prediction_error: f64) -> Candidate {
    let off = pieces.iter().flat_map(|piece| &piece.off).map(|off| off.abs());
    let [fixed, per_unit] = coefficients_of(&pieces, 0, ALPHA);
    let law = Law {
        form,
        fixed,
        per_unit: (form != Form::Constant).then_some(per_unit),
        changes: None,
        from: means[0].size,
        to: means[means.len() - 1].size,
        is_tail: false,
        off_max: off.fold(0.0, f64::max),
        prediction_error,
        p: None,
    };
    Candidate { law, pieces }
}

/// Both coefficients of a piece. What the curve is beside its law counts as error of each size.
fn coefficients_of(pieces: &[Fit], piece: usize, alpha: f64) -> [Interval; 2] {
    let expected = expected(pieces);
    let beyond = expected.beyond_error(squares(pieces, 0.0));
    [0, 1].map(|index| pieces[piece].coefficient(index, beyond, expected.beyond, alpha))
}

fn squares(pieces: &[Fit], allowed: f64) -> f64 {
    pieces.iter().map(|piece| piece.squares(allowed)).sum()
}

fn expected(pieces: &[Fit]) -> Expected {
    pieces.iter().fold(Expected::default(), |sum, piece| sum.and(piece.expected()))
}

/// A line on either side of each place that leaves so many sizes there.
fn splits(means: &[Measured], piece_min: usize) -> impl Iterator<Item = (usize, Vec<Fit>)> {
    let split = move |at: usize| Some((at, vec![fit(&means[..at], FORMS[1].2)?, fit(&means[at..], FORMS[1].2)?]));
    (piece_min..=means.len().saturating_sub(piece_min)).filter_map(split)
}

/// Where two lines meet, if that is between the sizes beside the break; else the middle of the two, by ratio where that exists.
fn meeting(pieces: &[Fit], below: f64, above: f64) -> f64 {
    let apart = |size: f64| pieces[1].at(size) - pieces[0].at(size);
    let (left, right) = (apart(below), apart(above));
    if left != 0.0 && right != 0.0 && left.signum() != right.signum() {
        return below + (above - below) * left / (left - right);
    }
    if below > 0.0 { (below * above).sqrt() } else { above / 2.0 }
}

/// How far the predictions of each size from the others are off.
fn predicted_by_one(means: &[Measured], growth: Option<Growth>) -> f64 {
    root_mean_square(means, |index, others| {
        let size = means[index].size;
        Some(fit(others, growth)?.at(size) / means[index].time - 1.0)
    })
}

/// The same of two pieces, whose break is looked for without the size in question. One beside the break may belong to either.
fn predicted_by_two(means: &[Measured]) -> f64 {
    root_mean_square(means, |index, others| {
        let all = splits(others, PIECE_MIN - 1);
        let (at, best) = all.min_by(|left, right| squares(&left.1, 0.0).total_cmp(&squares(&right.1, 0.0)))?;
        let off = |piece: usize| best[piece].at(means[index].size) / means[index].time - 1.0;
        let is_below = index < at || index == at && off(0).abs() < off(1).abs();
        Some(off(usize::from(!is_below)))
    })
}

fn root_mean_square(means: &[Measured], off: impl Fn(usize, &[Measured]) -> Option<f64>) -> f64 {
    let others = |index: usize| [&means[..index], &means[index + 1..]].concat();
    let squares: Option<f64> = (0..means.len()).map(|index| Some(off(index, &others(index))?.powi(2))).sum();
    squares.map_or(f64::INFINITY, |squares| (squares / means.len() as f64).sqrt())
}
