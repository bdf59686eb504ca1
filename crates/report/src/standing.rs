//! Where the variants of a point stand against the one that sentences compare with.

use crate::numbers::{factor, factor_apart, ratio};
use analysis::{Comparison, Interval, PointAnalysis, Row, Verdict, turned_around};

/// A ranked variant at a point.
#[derive(Clone, Copy, Debug)]
pub struct Standing<'a> {
    /// Its row.
    pub row: &'a Row,
    /// Whether it is the one that the others are compared with.
    pub is_baseline: bool,
    /// Whether it is the limit, of which no verdict is told.
    pub is_limit: bool,
    /// What was found; `None` for the baseline itself, and where nothing was compared.
    pub found: Option<Found<'a>>,
}

/// What a comparison found, with the baseline below: a ratio below 1 is a time shorter than that of the baseline.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a> {
    /// The comparison, which may have the two the other way around.
    pub comparison: &'a Comparison,
    /// Whether it has.
    pub is_turned: bool,
    /// The verdict on the variant.
    pub verdict: Verdict,
    /// Its time over that of the baseline.
    pub ratio: Interval,
}

impl Standing<'_> {
    /// What was found in a word: the verdict, or that it is the limit, which gets none.
    pub fn word(&self) -> Option<&'static str> {
        self.found.map(|found| if self.is_limit { "limit" } else { found.verdict.key() })
    }
}

impl Found<'_> {
    /// The ratio with its interval, and alone where that has no end.
    pub fn told_ratio(&self) -> String {
        if self.ratio.high.is_finite() { ratio(&self.ratio) } else { factor(self.ratio.point) }
    }
}

/// The ratio of two of which this is established; that of a difference is not written as 1.
pub fn factor_of(verdict: Verdict, ratio: f64) -> String {
    match verdict {
        Verdict::Faster | Verdict::Slower => factor_apart(ratio),
        Verdict::Equivalent | Verdict::Undecided(_) => factor(ratio),
    }
}

/// The ranked variants of a point, fastest first; those without a rate are last.
pub fn standings(point: &PointAnalysis) -> Vec<Standing<'_>> {
    let (empty, timed): (Vec<&Row>, Vec<&Row>) = point.rows.iter().rev().partition(|row| row.is_empty);
    timed.into_iter().chain(empty).map(|row| standing(point, row)).collect()
}

/// Where one of them stands.
pub fn standing<'a>(point: &'a PointAnalysis, row: &'a Row) -> Standing<'a> {
    let found = point.baseline.filter(|baseline| *baseline != row.variant).and_then(|baseline| {
        let (comparison, turned) = point.comparison(baseline, row.variant)?;
        let (verdict, ratio) = (comparison.verdict.turned(turned), turned_around(comparison.ratio, turned));
        Some(Found { comparison, is_turned: turned, verdict, ratio })
    });
    Standing { row, is_baseline: point.baseline == Some(row.variant), is_limit: point.is_limit(row), found }
}

/// The one that the others are compared with at every point where something is compared; `None` where that changes.
pub fn common_baseline<'a>(points: impl IntoIterator<Item = &'a PointAnalysis>) -> Option<&'a Row> {
    let mut baselines = points.into_iter().filter_map(PointAnalysis::baseline_row);
    let first = baselines.next()?;
    baselines.all(|row| row.variant == first.variant).then_some(first)
}

/// What stands before a ratio of such a verdict; nothing where a difference is established.
pub fn sign(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Faster | Verdict::Slower => "",
        Verdict::Equivalent => "≈ ",
        Verdict::Undecided(_) => "? ",
    }
}
