//! Start-up, first iteration and steady state beside each other, as a table.

use super::table::{Cell, table};
use crate::beginnings::{COLUMNS, beginning_lines};
use analysis::{PointAnalysis, Row};
use std::iter::once;

/// A line for each variant, with ratios to the one that sentences compare with; nothing where no start was timed.
pub fn beginnings(point: &PointAnalysis) -> Option<String> {
    let lines = beginning_lines(point);
    let base = point.baseline_row().filter(|_| lines.iter().any(|line| line.ratios.is_some()));
    let heading = |column: &str| once(column.to_string()).chain(base.map(|base| format!("{column} / {}", base.name)));
    let heading: Vec<String> = once("variant".to_string()).chain(COLUMNS.into_iter().flat_map(heading)).collect();
    let cells = lines.iter().map(|line| {
        let cells = (0..COLUMNS.len()).flat_map(|column| {
            let ratio = |base: &Row| match &line.ratios {
                Some(ratios) => Cell::text(&ratios[column]),
                None => Cell::text(if base.variant == line.row.variant { "1" } else { "–" }),
            };
            once(Cell::text(&line.times[column])).chain(base.map(ratio))
        });
        (line.row.name.clone(), cells.collect())
    });
    let cells: Vec<(String, Vec<Cell>)> = cells.collect();
    (!cells.is_empty()).then(|| table("Start-up, first iteration, steady state", &heading, &cells))
}
