//! The table of times.

use super::table::{COUNTS, Column, column, often, table};
use crate::numbers::{count, relative_half_width, short_duration, throughput};
use crate::style::Style;
use analysis::{Analysis, PointAnalysis, Row};
use model::{Metric, format_duration};

/// Time with its interval, CPU, memory, throughput, and the counts of what happens at least once in a hundred iterations.
pub fn times(_: &Analysis, point: &PointAnalysis, style: Style) -> Option<String> {
    let rows: Vec<&Row> = point.rows.iter().filter(|row| !row.is_empty).collect();
    (!rows.is_empty()).then(|| table("", &rows, time_columns(&rows), style))
}

/// What is told of an iteration.
pub fn time_columns(rows: &[&Row]) -> Vec<Column> {
    let cpu_time = |metric| {
        move |row: &Row| {
            let nanos = *row.metrics.get(&metric)?;
            Some(if nanos == 0.0 { "0".to_string() } else { short_duration(nanos) })
        }
    };
    let peak = |row: &Row| {
        let bytes = row.metrics.get(&Metric::PeakRss).or(row.metrics.get(&Metric::ServerMemory));
        bytes.map(|bytes| format!("{:.1}M", bytes / 1048576.0))
    };
    let mut columns = vec![
        column(rows, 0, "time", &|row| Some(format_duration(row.time_ns.point))),
        column(rows, 1, "± %", &|row| Some(half_width(row))),
        column(rows, 3, "user", &cpu_time(Metric::User)),
        column(rows, 4, "system", &cpu_time(Metric::System)),
        column(rows, 5, "CPU", &|row| row.cpu_share.map(|share| format!("{:.0}%", share * 100.0))),
        column(rows, 2, "throughput", &|row| row.bytes_per_second().map(throughput)),
        column(rows, 6, "peak", &peak),
    ];
    for (rank, (metric, heading, _)) in (7..).zip(COUNTS).filter(|(_, (metric, ..))| often(rows, *metric)) {
        columns.push(column(rows, rank, heading, &|row| row.metrics.get(&metric).map(|value| count(*value))));
    }
    columns.into_iter().flatten().collect()
}

/// Half the width of the interval of the time, in per cent of it.
fn half_width(row: &Row) -> String {
    let half = relative_half_width(&row.time_ns) * 100.0;
    if half.is_finite() { format!("{half:.1}") } else { "?".to_string() }
}
