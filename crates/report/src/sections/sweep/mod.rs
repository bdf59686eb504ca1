//! The whole sweep in one table: variants and points, the time of the baseline, and ratios to it.
//!
//! Owns the table and what has to be known beside it. What is told of a point in full stands in the other sections.

mod bands;
mod beside;
mod layout;
mod legend;

use crate::standing::common_baseline;
use crate::style::Style;
use crate::sweep_cell::{SweepCell, sweep_cell};
use analysis::{Analysis, PointAnalysis, Reason};
use bands::Band;
use layout::Line;
use std::collections::BTreeMap;

/// The table, what its signs mean, and the notes that matter; nothing for a single point.
pub fn sweep(analysis: &Analysis, style: Style) -> Option<String> {
    let points = &analysis.points;
    if points.len() < 2 {
        return None;
    }
    let parts = [table(analysis, style), beside::beside(analysis, style)];
    let told: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    (!told.is_empty()).then(|| told.join("\n"))
}

/// The table and what its signs mean; empty where nobody was measured.
fn table(analysis: &Analysis, style: Style) -> String {
    let names = names(&analysis.points);
    let Some((axis, bands)) = bands::bands(&analysis.points).filter(|_| !names.is_empty()) else {
        return String::new();
    };
    let line = |band: &Band, (variant, name): &(usize, String)| Line {
        name: name.clone(),
        cells: band.points.iter().map(|(_, point)| sweep_cell(point, *variant)).collect(),
    };
    let filled = bands.into_iter().map(|band| {
        let lines = names.iter().map(|one| line(&band, one)).collect();
        (band, lines)
    });
    let filled: Vec<(Band, Vec<Line>)> = filled.collect();
    let cells: Vec<SweepCell> =
        filled.iter().flat_map(|(_, lines)| lines).flat_map(|line| &line.cells).copied().collect();
    format!("{}\n{}", layout::layout(axis, &filled, style), legend::legend(analysis, axis, &cells, style))
}

/// Who has a line: everybody who was measured or was meant to be at some point, the common baseline first.
fn names(points: &[PointAnalysis]) -> Vec<(usize, String)> {
    let mut names: BTreeMap<usize, String> = BTreeMap::new();
    for point in points {
        names.extend(point.rows.iter().map(|row| (row.variant, row.name.clone())));
        let lost = point.excluded.iter().filter(|one| !matches!(one.reason, Reason::Skipped(_)));
        names.extend(lost.map(|one| (one.variant, one.name.clone())));
    }
    let baseline = common_baseline(points).map(|row| row.variant);
    let (first, others): (Vec<_>, Vec<_>) = names.into_iter().partition(|(variant, _)| Some(*variant) == baseline);
    first.into_iter().chain(others).collect()
}
