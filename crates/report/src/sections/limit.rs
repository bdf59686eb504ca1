//! What the variants reach of the limit.

use crate::cases::quoted;
use crate::columns::{Text, align, indented, shorten, wrapped};
use crate::limit::{reached, share_text, shares, to_beat};
use crate::printable;
use crate::style::Style;
use analysis::{Analysis, Interval, PointAnalysis, Row};

/// The time to beat, and the share of it that each of the others reaches; nothing where the plan names no limit.
pub fn limit(_: &Analysis, point: &PointAnalysis, style: Style) -> Option<String> {
    let heading = wrapped(&to_beat(point)?, style.width);
    let shares = shares(point);
    let line = |(row, share): &(&Row, Interval)| {
        let name = shorten(&printable(&row.name), 24);
        [name, "reaches".to_string(), share_text(point, row, share)].map(Text::plain).to_vec()
    };
    let lines: Vec<Vec<Text>> = shares.iter().map(line).collect();
    (!shares.is_empty()).then(|| format!("{heading}\n{}", indented(&align(&lines, 2, &[]))))
}

/// What each variant reaches over a sweep, in a sentence; nothing for a single point.
pub fn over_points(analysis: &Analysis, style: Style) -> Option<String> {
    let points = analysis.points.as_slice();
    let told = reached(points, |name| printable(&quoted(name))).filter(|_| points.len() > 1)?;
    Some(format!("{}\n", wrapped(&told, style.width)))
}
