//! A line for a comparison whose mean tells another story than its middle.

use crate::columns::shorten;
use crate::numbers::{count, percent};
use crate::printable;
use analysis::{Analysis, Comparison, PointAnalysis, QuantileShift, Row, Tail};

/// The line about the tails of a comparison with the point's baseline, `turned` when `row` is not its candidate; `None`
/// where the mean agrees with the middle.
pub fn tail_sentence(
    analysis: &Analysis,
    point: &PointAnalysis,
    row: &Row,
    comparison: &Comparison,
    turned: bool,
) -> Option<String> {
    let tail = point.distribution(comparison)?.tail(comparison, turned, analysis.margin)?;
    let base = point.row(if turned { comparison.candidate } else { comparison.baseline })?;
    let (name, base) = (shorten(&printable(&row.name), 28), shorten(&printable(&base.name), 28));
    Some(format!(
        "{name} to {base}: {} in the middle but {} in the mean; {}",
        duration(tail.middle),
        duration(tail.mean),
        whose_tail(&tail, &base)
    ))
}

fn whose_tail(tail: &Tail, base: &str) -> String {
    let Some(shift) = &tail.shift else { return "the tails of the two differ".to_string() };
    let whose = if tail.mean > tail.middle { "its slow tail".to_string() } else { format!("the slow tail of {base}") };
    let QuantileShift { quantile, ratio } = shift;
    let (point, low, high) = (change(ratio.point), change(ratio.low), change(ratio.high));
    format!("{whose} is longer (p{} {point} [{low}, {high}])", count(quantile * 100.0))
}

/// A ratio of durations in words.
fn duration(ratio: f64) -> String {
    match ratio - 1.0 {
        share if share.abs() < 0.0005 => "as long".to_string(),
        share if (0.0..1.0).contains(&share) => format!("{} longer", percent(share)),
        share if (-0.5..0.0).contains(&share) => format!("{} shorter", percent(-share)),
        _ => format!("{} times as long", count(ratio)),
    }
}

/// The same with a sign.
fn change(ratio: f64) -> String {
    match ratio - 1.0 {
        share if (0.0..1.0).contains(&share) => format!("+{}", percent(share)),
        share if (-0.5..0.0).contains(&share) => percent(share),
        _ => format!("{} times", count(ratio)),
    }
}
