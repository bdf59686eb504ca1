//! What an iteration takes beside its time, and what a byte takes that it processes.

use super::table::{Cell, table};
use crate::sections::{Column, byte_columns, has_bytes, time_columns};
use analysis::{PointAnalysis, Row};

/// What the table of verdicts has already.
const TOLD: [&str; 3] = ["time", "± %", "throughput"];

/// A table of each; nothing where nothing is known but times.
pub fn resources(point: &PointAnalysis) -> Option<String> {
    let rows: Vec<&Row> = point.rows.iter().rev().filter(|row| !row.is_empty).collect();
    let beside_time = time_columns(&rows).into_iter().filter(|column| !TOLD.contains(&column.heading)).collect();
    let with_bytes: Vec<&Row> = rows.iter().copied().filter(|row| has_bytes(row)).collect();
    let tables = [
        of_columns("What an iteration takes besides", &rows, beside_time),
        of_columns("What a byte takes", &with_bytes, byte_columns(&with_bytes)),
    ];
    let told: String = tables.into_iter().flatten().collect();
    (!told.is_empty()).then_some(told)
}

fn of_columns(caption: &str, rows: &[&Row], columns: Vec<Column>) -> Option<String> {
    let heading: Vec<String> =
        std::iter::once("variant").chain(columns.iter().map(|column| column.heading)).map(str::to_string).collect();
    let line = |(index, row): (usize, &&Row)| {
        (row.name.clone(), columns.iter().map(|column| Cell::text(&column.cells[index])).collect())
    };
    let lines: Vec<(String, Vec<Cell>)> = rows.iter().enumerate().map(line).collect();
    (!columns.is_empty()).then(|| table(caption, &heading, &lines))
}
