//! A table for spreadsheets and data frames: one line a variant at a point (RFC 4180).
//!
//! Numbers are plain and the same everywhere; what does not exist is empty. A text that a spreadsheet would run as a formula has an
//! apostrophe in front.

use crate::exclusions::{answer_key, why_no_rate, why_not_ranked};
use crate::printable;
use crate::standing::{Standing, standings};
use analysis::{Analysis, Excluded, Interval, PointAnalysis};
use model::Value;

/// The columns behind those of the parameters, which are called `param_NAME`.
const COLUMNS: [&str; 20] = [
    "variant",
    "baseline",
    "answer",
    "time_ns",
    "time_low_ns",
    "time_high_ns",
    "time_level",
    "rate_per_second",
    "bytes_per_second",
    "verdict",
    "ratio",
    "ratio_low",
    "ratio_high",
    "ratio_level",
    "quantity",
    "launches",
    "blocks",
    "samples",
    "iterations",
    "why",
];

/// Writes the table.
pub fn write(analysis: &Analysis) -> String {
    let params = analysis.points.iter().take(1).flat_map(|point| &point.point.params);
    let params: Vec<&str> = params.map(|(name, _)| name.as_str()).collect();
    let heading = params.iter().map(|name| text(&format!("param_{name}")));
    let mut out = line(heading.chain(COLUMNS.map(str::to_string)));
    for point in &analysis.points {
        let values: Vec<String> =
            params.iter().map(|name| point.point.get(name).map_or(String::new(), value)).collect();
        let ranked = standings(point).into_iter().map(|standing| ranked(point, standing));
        for cells in ranked.chain(point.excluded.iter().map(unranked)) {
            out.push_str(&line(values.iter().cloned().chain(cells)));
        }
    }
    out
}

/// Bytes, seconds, and numbers as they are.
fn value(value: &Value) -> String {
    match value {
        Value::Text(other) => text(other),
        _ => value.placeholder(),
    }
}

fn ranked(point: &PointAnalysis, standing: Standing) -> [String; COLUMNS.len()] {
    let Standing { row, is_baseline, is_limit, found } = standing;
    let is_told = !row.is_empty;
    let told = |value: f64| if is_told { number(value) } else { String::new() };
    let [ratio, low, high, level] = found.map_or_else(Default::default, |found| interval(&found.ratio));
    let [time, time_low, time_high, time_level] = if is_told { interval(&row.time_ns) } else { Default::default() };
    [
        text(&row.name),
        point.baseline_row().map_or(String::new(), |row| text(&row.name)),
        if point.agreeing > 0 { "same" } else { "unchecked" }.to_string(),
        time,
        time_low,
        time_high,
        time_level,
        if row.has_planned_rate() { String::new() } else { told(1e9 / row.time_ns.point) },
        row.bytes_per_second().map_or(String::new(), number),
        match found {
            _ if is_limit => "limit".to_string(),
            Some(found) => found.verdict.key().to_string(),
            None if is_baseline => "baseline".to_string(),
            None => String::new(),
        },
        ratio,
        low,
        high,
        level,
        found.map_or(String::new(), |found| found.comparison.quantity.key().to_string()),
        found.map_or(point.launches, |found| found.comparison.launches).to_string(),
        found.map_or(point.blocks, |found| found.comparison.blocks).to_string(),
        row.samples.to_string(),
        row.iterations.to_string(),
        why_no_rate(row)
            .map(|why| text(&format!("it {why}")))
            .or_else(|| found.filter(|_| !is_limit)?.verdict.why().map(|why| why.key().to_string()))
            .unwrap_or_default(),
    ]
}

fn unranked(excluded: &Excluded) -> [String; COLUMNS.len()] {
    let mut cells = [const { String::new() }; COLUMNS.len()];
    cells[0] = text(&excluded.name);
    cells[2] = answer_key(&excluded.reason).to_string();
    cells[COLUMNS.len() - 1] = text(&why_not_ranked(&excluded.reason));
    cells
}

fn interval(interval: &Interval) -> [String; 4] {
    [interval.point, interval.low, interval.high, interval.level].map(number)
}

fn number(value: f64) -> String {
    if value.is_finite() { value.to_string() } else { String::new() }
}

/// A text that no spreadsheet takes for a formula.
fn text(foreign: &str) -> String {
    let shown = printable(foreign);
    // What `printable` writes as a code began with a character that some spreadsheets skip.
    let is_formula =
        foreign.starts_with(['=', '+', '-', '@', '\t', '\r']) || shown.trim_start().starts_with(['=', '+', '-', '@']);
    if is_formula { format!("'{shown}") } else { shown }
}

fn line(cells: impl Iterator<Item = String>) -> String {
    let quoted = |cell: String| match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell,
    };
    format!("{}\r\n", cells.map(quoted).collect::<Vec<_>>().join(","))
}
