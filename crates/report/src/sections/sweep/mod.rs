//! The whole sweep in one table: variants and points, the time of the baseline, and ratios to it.
//!
//! Owns the table and what has to be known beside it. What is told of a point in full stands in the other sections.

mod bands;
mod beside;
mod layout;
mod legend;

use crate::standing::common_baseline;
use crate::style::Style;
use crate::sweep_cell::sweep_cell;
use analysis::{Analysis, PointAnalysis, Reason};
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
    let variants = variants(&analysis.points);
    let Some((axis, bands)) = bands::bands(&analysis.points).filter(|_| !variants.is_empty()) else {
        return String::new();
    };
    let points = bands.iter().flat_map(|band| &band.points);
    let cells = points.flat_map(|(_, point)| variants.iter().map(move |(variant, _)| sweep_cell(point, *variant)));
    let legend = legend::legend(analysis, axis, &cells.collect::<Vec<_>>(), style);
    format!("{}\n{legend}", layout::layout(axis, &bands, &variants, style))
}

/// Who has a line: everybody who was measured or was meant to be at some point, the common baseline first.
fn variants(points: &[PointAnalysis]) -> Vec<(usize, String)> {
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
