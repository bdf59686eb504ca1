//! The verdicts and times of a point as a table.

use super::table::{Cell, table};
use crate::exclusions::{unranked, why_no_rate};
use crate::numbers::{half_width, rate, throughput};
use crate::standing::{Standing, standings};
use analysis::{Analysis, Excluded, PointAnalysis};
use model::format_duration;

/// A line for each variant of a point, those that are not ranked included.
pub fn verdict_table(analysis: &Analysis, point: &PointAnalysis) -> String {
    let base = point.baseline_row().map_or("", |row| &row.name);
    let standings = standings(point);
    let has_bytes = standings.iter().any(|one| one.row.bytes_per_second().is_some());
    let mut heading = ["variant", "verdict", "ratio", "time", "±\u{a0}%", "rate"].map(str::to_string).to_vec();
    if !base.is_empty() {
        heading[2] = format!("time / {base}");
    }
    if has_bytes {
        heading.push("throughput".to_string());
    }
    let mut lines: Vec<(String, Vec<Cell>)> = standings.iter().map(|one| line(one, has_bytes)).collect();
    let columns = heading.len() - 1;
    let unranked = |one: &Excluded| vec![Cell::of_columns(unranked(&one.reason, &analysis.header.source), columns)];
    lines.extend(point.excluded.iter().map(|one| (one.name.clone(), unranked(one))));
    let caption = match point.point.to_string() {
        place if place.is_empty() => "Verdicts and times".to_string(),
        place => format!("Verdicts and times at {place}"),
    };
    table(&caption, &heading, &lines)
}

fn line(standing: &Standing, has_bytes: bool) -> (String, Vec<Cell>) {
    let row = standing.row;
    if let Some(why) = why_no_rate(row) {
        return (row.name.clone(), vec![Cell::of_columns(why, 5 + usize::from(has_bytes))]);
    }
    let (verdict, times) = match standing.found {
        Some(found) if standing.is_limit => (Cell::text("limit"), found.told_ratio()),
        Some(found) => (Cell::of_verdict(found.verdict, found.verdict.key()), found.told_ratio()),
        None if standing.is_baseline => (Cell::text("baseline"), "1".to_string()),
        None => (Cell::text("not compared"), "–".to_string()),
    };
    let rate = if row.has_planned_rate() { "–".to_string() } else { rate(1e9 / row.time_ns.point) };
    let mut cells = vec![
        verdict,
        Cell::text(times),
        Cell::text(format_duration(row.time_ns.point)),
        Cell::text(half_width(&row.time_ns).replace(" %", "")),
        Cell::text(rate),
    ];
    if has_bytes {
        cells.push(Cell::text(row.bytes_per_second().map_or("–".to_string(), throughput)));
    }
    (row.name.clone(), cells)
}
