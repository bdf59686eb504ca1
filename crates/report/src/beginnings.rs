//! What fresh processes take beside the long run, in words.

use crate::cases::quoted;
use crate::numbers::{precise_duration, ratio, three_digits};
use crate::printable;
use analysis::{BeginningRow, Beginnings, Interval, Overtaking, PointAnalysis, Row};

/// What is told of each variant, in its order.
pub const COLUMNS: [&str; 3] = ["start-up", "first iteration", "steady state"];

/// A variant with its time in each column, and below that the ratio to the one that sentences compare with. A mean that launches leave open has no
/// interval.
pub struct BeginningLine<'p> {
    /// The variant.
    pub row: &'p Row,
    /// Its times.
    pub times: [String; 3],
    /// Its ratios; nothing for the one that it would be compared with.
    pub ratios: Option<[String; 3]>,
}

/// What is told of each variant, the fastest in the long run first; none where no start was timed.
pub fn beginning_lines(point: &PointAnalysis) -> Vec<BeginningLine<'_>> {
    let told = point.beginnings.iter().flat_map(|beginnings| beginnings.rows.iter().rev());
    told.filter_map(|beginning| line(point, beginning)).collect()
}

fn line<'p>(point: &'p PointAnalysis, beginning: &BeginningRow) -> Option<BeginningLine<'p>> {
    let row = point.row(beginning.variant)?;
    let bounded = |interval: &Interval, written: String| match interval.high.is_finite() {
        true => written,
        false => written.split(" [").next().unwrap_or_default().to_string(),
    };
    let steady = point.baseline.and_then(|baseline| point.found(baseline, row.variant));
    let found = beginning.ratios.zip(steady).map(|([start, first], (_, steady))| [start, first, steady]);
    let ratios = found.map(|ratios| ratios.map(|found| bounded(&found, ratio(&found))));
    let times =
        [beginning.start_ns, beginning.first_ns, row.time_ns].map(|found| bounded(&found, precise_duration(&found)));
    Some(BeginningLine { row, times, ratios })
}

/// Who is fastest in the long run and who has finished before it, up to how many iterations; nothing where nobody has. Names in it are printable.
pub fn overtaken(point: &PointAnalysis) -> Option<String> {
    let leaders = point.beginnings.as_ref().map(Beginnings::leaders)?;
    let name = |variant: usize| point.name(variant).map(|name| printable(&quoted(name)));
    let clause = |(place, one): (usize, &&Overtaking)| {
        let has_finished = if place == 0 { " has finished first" } else { "" };
        Some(format!("{}{has_finished} up to about {}", name(one.ahead)?, iterations(one)))
    };
    let told: Option<Vec<String>> = leaders.iter().enumerate().map(clause).collect();
    let last = name(leaders.last()?.behind)?;
    Some(format!("{last} is faster once warm, but counted from the start of a fresh process {}", told?.join(", then ")))
}

fn iterations(Overtaking { iterations, .. }: &Overtaking) -> String {
    let (unit, scale) = match iterations.point {
        most if most >= 1e9 => (" billion", 1e9),
        most if most >= 1e6 => (" million", 1e6),
        _ => ("", 1.0),
    };
    let number = |value: f64| match (value / scale, unit) {
        (value, "") if value < 1000.0 => format!("{:.0}", value.floor().max(1.0)),
        (value, "") => {
            let digits = 10f64.powf(value.log10().floor() - 2.0);
            format!("{:.0}", (value / digits).round() * digits)
        }
        (value, _) => three_digits(value),
    };
    let around = format!(" [{}, {}]", number(iterations.low), number(iterations.high));
    let around = if iterations.high.is_finite() { around } else { String::new() };
    let many = if iterations.point < 2.0 { "iteration" } else { "iterations" };
    format!("{}{unit} {many}{around}", number(iterations.point))
}
