//! Whether a variant became slower or faster in the course of a run.

use crate::normal;
use crate::preconditions::sorted_sample;
use crate::quantile::median;

/// A monotone trend over the sequence of launches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trend {
    /// The median slope between two values (Sen 1968, "Estimates of the regression coefficient based
    /// on Kendall's tau", JASA 63), in the unit of the values, over the whole sequence and not per
    /// step.
    pub change: f64,
    /// Two-sided p of "the order does not matter".
    pub p: f64,
}

/// The test of Mann (1945), "Nonparametric tests against trend", Econometrica 13, by the normal approximation with corrections for ties and continuity, and Sen's slope: of
/// values in the order of time, a long sequence by the medians of runs of neighbours. `None` for fewer than [`TREND_LENGTH_MIN`] values or one that is not finite.
pub fn trend(values: &[f64]) -> Option<Trend> {
    if values.len() < TREND_LENGTH_MIN {
        return None;
    }
    let run = values.len().div_ceil(SEQUENCE_MAX);
    let thinned: Vec<f64> = values.chunks(run).map(median).collect::<Option<_>>()?;
    Some(Trend { change: change(&thinned)?, p: mann_kendall_p(&thinned) })
}

/// Below it the normal approximation is poor and an advisory premature.
pub const TREND_LENGTH_MIN: usize = 10;

/// All pairs of so many values are compared in a millisecond, and a report asks for dozens of trends.
const SEQUENCE_MAX: usize = 200;

fn mann_kendall_p(values: &[f64]) -> f64 {
    let signs =
        pairs(values).map(|(_, earlier, later)| f64::from(i8::from(later > earlier) - i8::from(later < earlier)));
    let statistic: f64 = signs.sum();
    let term = |count: usize| (count * (count - 1) * (2 * count + 5)) as f64;
    let sorted = sorted_sample(values).unwrap_or_default();
    let ties: f64 = sorted.chunk_by(|left, right| left == right).map(|tied| term(tied.len())).sum();
    let variance = (term(values.len()) - ties) / 18.0;
    // All values alike have no order, and no variance either.
    if variance > 0.0 { 2.0 * normal::cumulative(-(statistic.abs() - 1.0).max(0.0) / variance.sqrt()) } else { 1.0 }
}

fn change(values: &[f64]) -> Option<f64> {
    // The difference of halves does not overflow.
    let slopes: Vec<f64> =
        pairs(values).map(|(steps, earlier, later)| (later / 2.0 - earlier / 2.0) / steps as f64).collect();
    median(&slopes).map(|slope| slope * 2.0 * (values.len() - 1) as f64)
}

/// Every two values with the number of steps between them.
fn pairs(values: &[f64]) -> impl Iterator<Item = (usize, f64, f64)> {
    let from = move |start: usize| (start + 1..values.len()).map(move |end| (end - start, values[start], values[end]));
    (0..values.len()).flat_map(from)
}
