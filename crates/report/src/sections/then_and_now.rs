//! The post's numbers beside the new ones.

use super::table::COUNTS;
use crate::columns::{Text, align, align_under, shorten, wrapped};
use crate::numbers::{count, rate, ratio, short_duration};
use crate::paint::{Paint, paint};
use crate::printable;
use crate::style::Style;
use analysis::{Analysis, ThenAndNow, ThenAndNowRow, Verdict};
use model::{Metric, Unit};
use std::collections::BTreeSet;

const TITLE: &str = "Then and now";

/// What names are cut to where the width is short, in characters.
const NAMES_MAX: [usize; 3] = [32, 20, 12];

/// A table of rates and ratios; nothing where nothing was published.
pub fn then_and_now(analysis: &Analysis, style: Style) -> Option<String> {
    let table = analysis.then_and_now.as_ref()?;
    let machine = table.machine.as_ref().map_or(String::new(), |machine| format!(" ({})", printable(machine)));
    let source = wrapped(&format!("{TITLE}: {}{machine}", printable(&table.source)), style.width);
    let mut out = source.replacen(TITLE, &paint(TITLE, Paint::Bold, style.color), 1);
    out.push_str("\nTimes as ratios to the same variant, then and now.\n\n");
    out.push_str(&fitting(table, style));
    Some(out)
}

/// The table; where the width is short, without the last of its readings, then with short names, then with each point on a line of its own.
fn fitting(table: &ThenAndNow, style: Style) -> String {
    let metrics: BTreeSet<Metric> = table.rows.iter().flat_map(|row| row.readings.keys().copied()).collect();
    let metrics: Vec<Metric> = metrics.into_iter().collect();
    let fewer = (0..=metrics.len()).rev();
    let whole = fewer.map(|count| align(&lines(table, &metrics[..count], usize::MAX), 2, &[]));
    let beside = NAMES_MAX.iter().map(|name_max| align(&lines(table, &[], *name_max), 2, &[]));
    let under = NAMES_MAX.iter().map(|name_max| align_under(&lines(table, &[], *name_max), 2));
    style.fitting(whole.chain(beside).chain(under))
}

fn lines(table: &ThenAndNow, metrics: &[Metric], name_max: usize) -> Vec<Vec<Text>> {
    let heading = ["", "", "then", "ratio", "now", "ratio now"].map(str::to_string);
    let readings = metrics.iter().flat_map(|metric| [heading_of(*metric), "now".to_string()]);
    let mut lines = vec![heading.into_iter().chain(readings).map(Text::plain).collect()];
    let mut last = String::new();
    for row in &table.rows {
        let point = printable(&row.point.to_string());
        let place = if point == last { String::new() } else { point.clone() };
        lines.push(line(place, row, metrics, name_max));
        last = point;
    }
    lines
}

fn line(place: String, row: &ThenAndNowRow, metrics: &[Metric], name_max: usize) -> Vec<Text> {
    let label = row.label.as_ref().map_or(String::new(), |label| format!(" (then called {})", printable(label)));
    let is_reference = row.variant == row.reference;
    let mut cells = vec![
        place,
        shorten(&format!("{}{label}", printable(&row.variant)), name_max),
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
