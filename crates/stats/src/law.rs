//! How a time grows with a size: the simplest form that the measured means do not contradict, with its coefficients.

use crate::interval::REJECTED;
use crate::law_candidate::{Candidate, Law, SIZES_MIN, candidates, line};
use crate::least_squares::Measured;

/// What a real curve may be beside its law, as a part of the time (docs/method.md, *Fits*).
pub const LAW_TOLERANCE: f64 = 0.05;

/// A law whose prediction of a size that it has not seen is farther off, in the root mean square of all, says nothing about the next size.
pub const PREDICTION_MAX: f64 = 0.10;

/// A form with more coefficients has to predict better by this factor.
const BETTER: f64 = 1.5;

/// A line that holds from some size on has to hold over so large a part of the sizes, as a ratio: less is a tangent.
const TAIL_MIN: f64 = 8.0;

/// One size.
#[derive(Clone, Debug, PartialEq)]
pub struct SizeLevel {
    /// How large it is, in any unit.
    pub size: f64,
    /// The mean time of each launch. A single one is a figure whose error nobody knows.
    pub launches: Vec<f64>,
}

/// Why there is no law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NoLaw {
    /// There are fewer sizes than a law needs.
    TooFewSizes,
    /// There are sizes below zero, of which nothing is proportional to its size.
    BelowZero,
    /// No form is within the tolerance of all sizes; the nearest is off by this part of the time at one of them.
    DoesNotFit {
        /// The largest part of the time.
        off_max: f64,
    },
    /// A form fits the sizes, but does not predict one from the others: they are off by this part of the time.
    DoesNotPredict {
        /// Root mean square of the parts.
        error: f64,
    },
}

/// Finds the law of times at sizes, with intervals at 1 − [`ALPHA`](crate::ALPHA) for its coefficients. `tolerance` is how far a size may be beside it, as a part of its
/// time, beyond what the launches leave open. Sizes of two launches have no error that is worth the name; they are left out unless all have but one.
///
/// # Errors
/// Where no form holds: the reason.
pub fn law(levels: &[SizeLevel], tolerance: f64) -> Result<Law, NoLaw> {
    let has_error = levels.iter().any(|level| level.launches.len() > 1);
    let known = levels.iter().filter(|level| !has_error || level.launches.len() >= 3);
    if levels.iter().any(|level| level.size < 0.0) {
        return Err(NoLaw::BelowZero);
    }
    let mut means: Vec<Measured> = known.filter_map(|level| Measured::of(level.size, &level.launches)).collect();
    means.sort_unstable_by(|left, right| left.size.total_cmp(&right.size));
    means.dedup_by(|left, right| left.size == right.size);
    if means.len() < SIZES_MIN {
        return Err(NoLaw::TooFewSizes);
    }
    let all = candidates(&means);
    let holding = all.iter().filter(|one| one.holds(tolerance, has_error));
    let chosen = holding.fold(None, |best: Option<&Candidate>, one| match best {
        Some(best) if !one.replaces(best, has_error) => Some(best),
        _ => Some(one),
    });
    match chosen {
        Some(chosen) => Ok(chosen.law(has_error)),
        None => tail(&means, tolerance, has_error).ok_or_else(|| why_none(&all, tolerance, has_error)),
    }
}

impl Candidate {
    /// Whether it is within the tolerance of all sizes, and predicts them.
    fn holds(&self, tolerance: f64, has_error: bool) -> bool {
        self.is_within(tolerance, has_error) && self.law.prediction_error <= PREDICTION_MAX
    }

    fn is_within(&self, tolerance: f64, has_error: bool) -> bool {
        if has_error { self.p(tolerance) >= REJECTED } else { self.law.off_max <= tolerance }
    }

    /// Whether it is to be told instead of one that is as simple or simpler, and holds as well.
    fn replaces(&self, simpler: &Candidate, has_error: bool) -> bool {
        let factor = if self.coefficients() > simpler.coefficients() { BETTER } else { 1.0 };
        has_error && simpler.p(0.0) < REJECTED && self.law.prediction_error * factor < simpler.law.prediction_error
    }

    fn law(&self, has_error: bool) -> Law {
        Law { p: has_error.then(|| self.p(0.0)), ..self.law.clone() }
    }
}

/// The line that holds from the smallest possible size on.
fn tail(means: &[Measured], tolerance: f64, has_error: bool) -> Option<Law> {
    let starts = 1..=means.len().checked_sub(SIZES_MIN)?;
    starts.map(|start| &means[start..]).find_map(|rest| {
        let line = line(rest)?;
        let grows = line.law.per_unit.is_some_and(|per_unit| per_unit.low > 0.0);
        let is_long = rest[rest.len() - 1].size >= TAIL_MIN * rest[0].size;
        let holds = grows && is_long && line.holds(tolerance, has_error);
        holds.then(|| Law { is_tail: true, ..line.law(has_error) })
    })
}

fn why_none(all: &[Candidate], tolerance: f64, has_error: bool) -> NoLaw {
    let within = all.iter().filter(|one| one.is_within(tolerance, has_error));
    match within.map(|one| one.law.prediction_error).min_by(f64::total_cmp) {
        Some(error) => NoLaw::DoesNotPredict { error },
        None => {
            let off_max = all.iter().map(|one| one.law.off_max).min_by(f64::total_cmp);
            NoLaw::DoesNotFit { off_max: off_max.unwrap_or(f64::INFINITY) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_below_zero_are_not_left_out_unseen() {
        let level = |size: f64| SizeLevel { size, launches: vec![9.0 + size; 5] };
        assert_eq!(law(&[-5.0, -3.0, 1.0, 3.0, 5.0, 7.0, 9.0].map(level), LAW_TOLERANCE), Err(NoLaw::BelowZero));
    }
}
