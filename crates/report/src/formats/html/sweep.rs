//! The table of a sweep: a line a point, a column a variant.

use super::table::{Cell, table};
use crate::numbers::percent;
use crate::places::Places;
use crate::sweep_cell::{SweepCell, sweep_cell};
use analysis::{Analysis, PointAnalysis};
use std::collections::BTreeMap;

/// Longer tables are closed at first.
const OPEN_MAX: usize = 20;

/// The section of the verdicts of a sweep.
pub fn sweep(analysis: &Analysis) -> Option<String> {
    let points = &analysis.points;
    if points.len() < 2 {
        return None;
    }
    let names = names(points);
    let mut heading = vec!["point".to_string()];
    heading.extend(names.values().cloned());
    let places = Places::new(points.iter().map(|point| &point.point));
    let line = |point: &PointAnalysis| (places.own(&point.point), names.keys().map(|one| cell(point, *one)).collect());
    let lines: Vec<(String, Vec<Cell>)> = points.iter().map(line).collect();
    let shared = match places.shared() {
        shared if shared.is_empty() => shared,
        shared => format!(", {shared}"),
    };
    let table = table(&format!("Time of the baseline, ratios to it{shared}"), &heading, &lines);
    let table = match points.len() {
        all if all > OPEN_MAX => {
            format!("<details><summary>Verdicts at all {all} points</summary>\n{table}</details>\n")
        }
        _ => table,
    };
    Some(format!(
        "<section>\n<h2>Verdicts</h2>\n{table}<p class=\"quiet\"><span class=\"faster\">▾ below 1: faster</span> · \
         <span class=\"slower\">▴ above 1: slower</span> · ≈ the same within {} · ? undecided</p>\n</section>\n",
        percent(analysis.margin)
    ))
}

/// All variants that are ranked at some point, by their place in the plan.
pub fn names(points: &[PointAnalysis]) -> BTreeMap<usize, String> {
    points.iter().flat_map(|point| &point.rows).map(|row| (row.variant, row.name.clone())).collect()
}

fn cell(point: &PointAnalysis, variant: usize) -> Cell {
    let cell = sweep_cell(point, variant);
    match cell {
        SweepCell::Limit(..) => Cell::text(format!("{}, limit", cell.told())),
        SweepCell::Compared(verdict, _) => Cell::of_verdict(verdict, &cell.told()),
        _ => Cell::text(cell.told()),
    }
}
