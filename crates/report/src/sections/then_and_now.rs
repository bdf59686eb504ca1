//! The post's numbers beside the new ones.

use super::table::COUNTS;
use crate::columns::{Text, align};
use crate::look::Look;
use crate::numbers::{benchmark_number, count, ratio, short_duration};
use crate::paint::{Paint, paint};
use crate::printable;
use analysis::{Analysis, ThenAndNow, ThenAndNowRow, Verdict};
use model::{Metric, Unit};
use std::collections::BTreeSet;

/// A table of rates and ratios; nothing where nothing was published.
pub fn then_and_now(analysis: &Analysis, look: Look) -> Option<String> {
    let table = analysis.then_and_now.as_ref()?;
    let mut out = format!("{}: {}", paint("Then and now", Paint::Bold, look.color), printable(&table.source));
    if let Some(machine) = &table.machine {
        out.push_str(&format!(" ({})", printable(machine)));
    }
    out.push_str("\nTimes as ratios to the same variant, then and now.\n\n");
    out.push_str(&align(&lines(table), 2, &[]));
    Some(out)
}

fn lines(table: &ThenAndNow) -> Vec<Vec<Text>> {
    let metrics: BTreeSet<Metric> = table.rows.iter().flat_map(|row| row.readings.keys().copied()).collect();
    let heading = ["", "", "then", "ratio", "now", "ratio now"].map(str::to_string);
    let readings = metrics.iter().flat_map(|metric| [heading_of(*metric), "now".to_string()]);
    let mut lines = vec![heading.into_iter().chain(readings).map(Text::plain).collect()];
    let mut last = String::new();
    for row in &table.rows {
        let point = printable(&row.point.to_string());
        let place = if point == last { String::new() } else { point.clone() };
        lines.push(line(place, row, &metrics));
        last = point;
    }
    lines
}

fn line(place: String, row: &ThenAndNowRow, metrics: &BTreeSet<Metric>) -> Vec<Text> {
    let label = row.label.as_ref().map_or(String::new(), |label| format!(" (then called {})", printable(label)));
    let is_reference = row.variant == row.reference;
    let rate = |rate: f64| format!("{}/s", benchmark_number(rate));
    let mut cells = vec![
        place,
        format!("{}{label}", printable(&row.variant)),
        rate(row.then_rate),
        if is_reference { "1".to_string() } else { format!("{:.2}", row.then_ratio) },
        row.now_rate.map_or("-".to_string(), rate),
        if is_reference { "1".to_string() } else { ratio_now(row) },
    ];
    for metric in metrics {
        let (then, now) = row.readings.get(metric).map_or((None, None), |(then, now)| (Some(*then), *now));
        cells.extend([then, now].map(|value| value.map_or("-".to_string(), |value| reading(*metric, value))));
    }
    cells.into_iter().map(Text::plain).collect()
}

fn ratio_now(row: &ThenAndNowRow) -> String {
    match (&row.now_ratio, row.now_verdict) {
        (Some(_), Some(Verdict::Equivalent)) => "≈ 1".to_string(),
        (Some(interval), Some(Verdict::Undecided(_))) if !interval.high.is_finite() => "?".to_string(),
        (Some(interval), Some(Verdict::Undecided(_))) => format!("? {}", ratio(interval)),
        (Some(interval), _) => ratio(interval),
        _ => "-".to_string(),
    }
}

/// What a column of a metric is called when what was published stands in it.
fn heading_of(metric: Metric) -> String {
    let counted = COUNTS.iter().find(|(counted, ..)| *counted == metric).map(|(_, heading, _)| *heading);
    let heading = match metric {
        Metric::User => "user",
        Metric::System => "system",
        Metric::InFlight => "average time",
        _ => counted.unwrap_or(metric.info().key),
    };
    format!("{heading} then")
}

fn reading(metric: Metric, value: f64) -> String {
    match metric.info().unit {
        Unit::Nanoseconds => short_duration(value),
        Unit::Bytes | Unit::Count => count(value),
    }
}
