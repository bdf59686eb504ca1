//! What a cell of the table of a sweep says of a variant at a point, and how it is printed in text.

use crate::columns::Text;
use crate::numbers::{apart, factor_apart, short_duration};
use crate::paint::Paint;
use crate::standing::{factor_of, standing};
use crate::style::Style;
use analysis::{PointAnalysis, Reason, Verdict, Why};
use model::format_duration;

/// What is said of a variant at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SweepCell {
    /// The time of the one that the others are compared with, in nanoseconds.
    Time(f64),
    /// What is established of it, and the ratio of its time to that of the baseline.
    Compared(Verdict, f64),
    /// It is the limit; its verdict, which is not told, and its ratio.
    Limit(Verdict, f64),
    /// It has a time, in nanoseconds, and no comparison.
    NotCompared(f64),
    /// It answers differently.
    Wrong,
    /// It failed.
    Failed,
    /// It took no time that could be told.
    Timeless,
    /// It was not measured there.
    Absent,
}

/// The cell of a variant at a point.
pub fn sweep_cell(point: &PointAnalysis, variant: usize) -> SweepCell {
    let Some(row) = point.row(variant) else { return without_row(point, variant) };
    let standing = standing(point, row);
    match standing.found {
        _ if row.is_empty => SweepCell::Timeless,
        None if standing.is_baseline => SweepCell::Time(row.time_ns.point),
        None => SweepCell::NotCompared(row.time_ns.point),
        Some(found) if standing.is_limit => SweepCell::Limit(found.verdict, found.ratio.point),
        Some(found) => SweepCell::Compared(found.verdict, found.ratio.point),
    }
}

fn without_row(point: &PointAnalysis, variant: usize) -> SweepCell {
    match point.excluded.iter().find(|one| one.variant == variant).map(|one| &one.reason) {
        Some(Reason::Differs { .. }) => SweepCell::Wrong,
        Some(Reason::Failed(_)) => SweepCell::Failed,
        Some(Reason::Skipped(_)) | None => SweepCell::Absent,
    }
}

/// A ratio with three digits, and with more where it would be written as 1, which it is not.
fn distinct(ratio: f64) -> String {
    if (1.0..1.0995).contains(&ratio) { apart(ratio, 2) } else { factor_apart(ratio) }
}

impl SweepCell {
    /// What formats with room tell: a time, the ratio alone, or the word in their place; a dash where there is nothing to be told.
    pub fn told(self) -> String {
        match self {
            SweepCell::Time(nanos) => format_duration(nanos),
            SweepCell::NotCompared(nanos) => format!("{}, not compared", format_duration(nanos)),
            SweepCell::Compared(verdict, ratio) | SweepCell::Limit(verdict, ratio) => factor_of(verdict, ratio),
            SweepCell::Wrong => "wrong".to_string(),
            SweepCell::Failed => "failed".to_string(),
            SweepCell::Timeless => "none".to_string(),
            SweepCell::Absent => "–".to_string(),
        }
    }

    /// The cell as it is printed.
    pub fn text(self, style: Style) -> Text {
        let (plain, how) = match self {
            SweepCell::Time(nanos) => return Text::plain(short_duration(nanos)),
            SweepCell::Limit(_, ratio) => return Text::plain(distinct(ratio)),
            SweepCell::Compared(Verdict::Faster, ratio) => (distinct(ratio), Paint::Good),
            SweepCell::Compared(Verdict::Slower, ratio) => (distinct(ratio), Paint::Bad),
            SweepCell::Compared(Verdict::Equivalent, _) => ("≈".to_string(), Paint::Dim),
            // Nothing is judged of these, and there is no more to know.
            SweepCell::Compared(Verdict::Undecided(Why::SingleFigure | Why::NoSpread), ratio) => {
                (format!("? {}", factor_apart(ratio)), Paint::Unsure)
            }
            SweepCell::Compared(Verdict::Undecided(_), _) | SweepCell::NotCompared(_) => {
                ("?".to_string(), Paint::Unsure)
            }
            SweepCell::Wrong | SweepCell::Failed => (self.told(), Paint::Bad),
            SweepCell::Timeless => (self.told(), Paint::Dim),
            SweepCell::Absent => ("-".to_string(), Paint::Dim),
        };
        Text::painted(&plain, how, style.color)
    }
}
