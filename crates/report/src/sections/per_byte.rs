//! The table of what a byte costs.

use super::table::{COUNTS, Column, column, often, table};
use crate::numbers::count;
use crate::sizes::time_of_unit;
use crate::style::Style;
use analysis::{Analysis, PointAnalysis, Row};
use model::Metric;

/// The times for each byte that is processed, and what happens seldom for each MiB; nothing where the plan does not say how
/// many bytes there are.
pub fn per_byte(_: &Analysis, point: &PointAnalysis, style: Style) -> Option<String> {
    let rows: Vec<&Row> = point.rows.iter().filter(|row| has_bytes(row)).collect();
    (!rows.is_empty()).then(|| table("per byte", &rows, byte_columns(&rows), style))
}

/// Whether the plan says how many bytes it processes.
pub fn has_bytes(row: &Row) -> bool {
    !row.is_empty && row.bytes.is_some_and(|bytes| bytes > 0.0)
}

/// What is told of a byte.
pub fn byte_columns(rows: &[&Row]) -> Vec<Column> {
    const MIB: f64 = 1048576.0;
    let per_byte = |row: &Row, nanos: f64| row.bytes.map(|bytes| time_of_unit(nanos / bytes));
    let cpu_time = |metric| move |row: &Row| per_byte(row, *row.metrics.get(&metric)?);
    let mut columns = vec![
        column(rows, 0, "time", &|row| per_byte(row, row.time_ns.point)),
        column(rows, 1, "user", &cpu_time(Metric::User)),
        column(rows, 2, "system", &cpu_time(Metric::System)),
    ];
    for (rank, (metric, _, heading)) in (3..).zip(COUNTS).filter(|(_, (metric, ..))| often(rows, *metric)) {
        let write = |row: &Row| Some(count(row.metrics.get(&metric)? * MIB / row.bytes?));
        columns.push(column(rows, rank, heading, &write));
    }
    columns.into_iter().flatten().collect()
}
