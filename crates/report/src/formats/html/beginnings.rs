//! Start-up, first iteration and steady state beside each other, as a table.

use super::table::{Cell, table};
use crate::beginnings::{COLUMNS, beginning_lines};
use analysis::{PointAnalysis, Row};

/// A line for each variant, with ratios to the one that sentences compare with; nothing where no start was timed.
pub fn beginnings(point: &PointAnalysis) -> Option<String> {
    let lines = beginning_lines(point);
    let base = point.baseline_row().filter(|_| lines.iter().any(|line| line.ratios.is_some()));
    let heading = |column: &str| match base {
        Some(base) => vec![column.to_string(), format!("{column} / {}", base.name)],
        None => vec![column.to_string()],
    };
    let heading: Vec<String> =
        std::iter::once("variant".to_string()).chain(COLUMNS.into_iter().flat_map(heading)).collect();
    let cells = lines.iter().map(|line| {
        let cells = (0..COLUMNS.len()).flat_map(|column| {
            let ratio = |base: &Row| match &line.ratios {
                Some(ratios) => Cell::text(&ratios[column]),
                None => Cell::text(if base.variant == line.row.variant { "1" } else { "–" }),
            };
            std::iter::once(Cell::text(&line.times[column])).chain(base.map(ratio))
        });
        (line.row.name.clone(), cells.collect())
    });
    let cells: Vec<(String, Vec<Cell>)> = cells.collect();
    (!cells.is_empty()).then(|| table("Start-up, first iteration, steady state", &heading, &cells))
}
