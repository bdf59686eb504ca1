//! What a cell of the sweep says of a variant at a point.

use crate::columns::Text;
use crate::numbers::{apart, factor_apart, short_duration};
use crate::paint::{Paint, paint};
use crate::standing::standing;
use crate::style::Style;
use analysis::{PointAnalysis, Reason, Verdict, Why};

/// What is said of a variant at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell {
    /// The time of the one that the others are compared with, in nanoseconds.
    Time(f64),
    /// It is faster, or slower, by this ratio of its time to that of the baseline.
    Faster(f64),
    Slower(f64),
    /// It is the limit, with the ratio of its time to that of the baseline.
    Limit(f64),
    /// The two are the same within the margin.
    Equivalent,
    /// Nothing is established; the reason, where there was a comparison.
    Open(Option<Why>),
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
pub fn cell(point: &PointAnalysis, variant: usize) -> Cell {
    let Some(row) = point.row(variant) else { return without_row(point, variant) };
    let standing = standing(point, row);
    match standing.found {
        _ if row.is_empty => Cell::Timeless,
        None if standing.is_baseline => Cell::Time(row.time_ns.point),
        None => Cell::Open(None),
        Some(found) => match found.verdict {
            _ if standing.is_limit => Cell::Limit(found.ratio.point),
            Verdict::Faster => Cell::Faster(found.ratio.point),
            Verdict::Slower => Cell::Slower(found.ratio.point),
            Verdict::Equivalent => Cell::Equivalent,
            Verdict::Undecided(why) => Cell::Open(Some(why)),
        },
    }
}

fn without_row(point: &PointAnalysis, variant: usize) -> Cell {
    match point.excluded.iter().find(|one| one.variant == variant).map(|one| &one.reason) {
        Some(Reason::Differs { .. }) => Cell::Wrong,
        Some(Reason::Failed(_)) => Cell::Failed,
        Some(Reason::Skipped(_)) | None => Cell::Absent,
    }
}

/// A ratio with three digits, and with more where it would be written as 1, which it is not.
fn distinct(ratio: f64) -> String {
    if (1.0..1.0995).contains(&ratio) { apart(ratio, 2) } else { factor_apart(ratio) }
}

impl Cell {
    /// The cell as it is printed.
    pub fn text(self, style: Style) -> Text {
        let plain = match self {
            Cell::Time(nanos) => short_duration(nanos),
            Cell::Faster(ratio) | Cell::Slower(ratio) | Cell::Limit(ratio) => distinct(ratio),
            Cell::Equivalent => "≈".to_string(),
            Cell::Open(_) => "?".to_string(),
            Cell::Wrong => "wrong".to_string(),
            Cell::Failed => "failed".to_string(),
            Cell::Timeless => "none".to_string(),
            Cell::Absent => "-".to_string(),
        };
        let how = match self {
            Cell::Time(_) | Cell::Limit(_) => return Text::plain(plain),
            Cell::Faster(_) => Paint::Good,
            Cell::Slower(_) | Cell::Wrong | Cell::Failed => Paint::Bad,
            Cell::Open(_) => Paint::Unsure,
            Cell::Equivalent | Cell::Timeless | Cell::Absent => Paint::Dim,
        };
        let painted = paint(&plain, how, style.color);
        Text::painted(&plain, painted)
    }
}
