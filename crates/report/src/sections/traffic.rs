//! What is told of requests: latencies, and whether the figures can be believed.

use super::costs::name;
use super::table::{column, table};
use crate::columns::hanging;
use crate::numbers::{count, counted, extremes, percent, rate, ratio, span, time};
use crate::paint::{Paint, paint};
use crate::printable;
use crate::style::Style;
use analysis::{Analysis, GENERATOR_PART, Latency, PointAnalysis, QuantileShift, Row, Traffic, turned_around};

/// The tables and sentences about the requests of a point; nothing where none were sent, or nothing has a rate.
pub fn traffic(_: &Analysis, point: &PointAnalysis, style: Style) -> Option<String> {
    let known = known(point);
    if known.is_empty() {
        return None;
    }
    let mut out = latency_table(&known, style);
    out.push('\n');
    let mut lines = little(&known);
    lines.extend(rates(&known));
    lines.extend(generators(&known, style));
    lines.extend(failures(&known));
    lines.extend(connections(&known));
    lines.extend(known.iter().filter_map(|(row, traffic)| hidden(row, traffic)));
    lines.extend(shifts(point));
    let fitting = |line: String| style.fitting([line.clone(), hanging(&line, style.width)]) + "\n";
    out.extend(lines.into_iter().map(fitting));
    Some(out)
}

/// Who sent requests; nobody where nothing has a rate.
fn known(point: &PointAnalysis) -> Vec<(&Row, &Traffic)> {
    let has_rate = point.rows.iter().any(|row| !row.is_empty);
    point.rows.iter().filter(|_| has_rate).filter_map(|row| Some((row, row.traffic.as_ref()?))).collect()
}

/// What makes figures of a point doubtful, whatever the numbers are: it can be told once of several points.
pub fn doubts(point: &PointAnalysis) -> Vec<String> {
    let doubts = |(row, traffic): (&Row, &Traffic)| {
        let doubts = [
            (traffic.is_short(), "its server does not keep up with the planned rate"),
            (
                traffic.agrees_with_little() == Some(false),
                "time × rate is not the number of connections: they were not all kept busy",
            ),
            (traffic.is_saturated(), "the generator of its requests may have been the limit"),
            (traffic.failed > 0, "some of its requests failed"),
        ];
        let told = doubts.into_iter().filter(|(is_so, _)| *is_so);
        told.map(|(_, what)| format!("{}: {what}", printable(&row.name))).collect::<Vec<String>>()
    };
    known(point).into_iter().flat_map(doubts).collect()
}

/// What the figures of a point are worth, for formats that have the latencies in tables and pictures of their own: the rates that were planned and
/// reached, and whatever makes them doubtful.
pub fn worth(point: &PointAnalysis) -> Vec<String> {
    let known = known(point);
    let is_idle = known.iter().any(|(_, traffic)| traffic.agrees_with_little() == Some(false));
    let is_saturated = known.iter().any(|(_, traffic)| traffic.is_saturated());
    [
        if is_idle { little(&known) } else { Vec::new() },
        rates(&known),
        if is_saturated { generators(&known, Style::UNBOUNDED) } else { Vec::new() },
        failures(&known),
        known.iter().filter_map(|(row, traffic)| hidden(row, traffic)).collect(),
    ]
    .concat()
}

/// A column of a quantile, or of the mean or the longest, with how sure it is; the first that are left out when the width is
/// short are the last here.
fn latency_table(known: &[(&Row, &Traffic)], style: Style) -> String {
    let rows: Vec<&Row> = known.iter().map(|(row, _)| *row).collect();
    let of = |rank: u8, heading: &'static str, write: &dyn Fn(&Traffic) -> String| {
        column(&rows, rank, heading, &|row| row.traffic.as_ref().map(write))
    };
    let columns = [
        of(1, "p50", &|traffic| quantile(traffic, 0.5)),
        of(2, "p99", &|traffic| quantile(traffic, 0.99)),
        of(3, "p99.9", &|traffic| quantile(traffic, 0.999)),
        of(4, "longest", &|traffic| time(traffic.longest_ns)),
        of(5, "mean", &|traffic| time(traffic.mean_ns)),
        of(6, "p90", &|traffic| quantile(traffic, 0.9)),
    ];
    table("latency", &rows, columns.into_iter().flatten().collect(), style)
}

fn quantile(traffic: &Traffic, quantile: f64) -> String {
    let Some(Latency { ns, interval, .. }) = traffic.latencies.iter().find(|one| one.quantile == quantile) else {
        return "-".to_string();
    };
    match interval {
        Some(interval) => format!("{} ±{}", time(*ns), percent(interval.half_width() / ns)),
        None => format!("{} ±?", time(*ns)),
    }
}

/// Time × rate against the number of connections: the smallest and the largest of all variants, and who is out of the tolerance.
fn little(known: &[(&Row, &Traffic)]) -> Vec<String> {
    let closed: Vec<&(&Row, &Traffic)> =
        known.iter().filter(|(_, traffic)| traffic.agrees_with_little().is_some()).collect();
    let Some((_, first)) = closed.first() else { return Vec::new() };
    let [least, most] = extremes(closed.iter().map(|(_, traffic)| traffic.in_flight));
    let tolerance = percent(GENERATOR_PART);
    let wrong = closed.iter().filter(|(_, traffic)| traffic.agrees_with_little() == Some(false));
    let wrong: Vec<String> = wrong.map(|(row, _)| name(row)).collect();
    let verdict = match wrong.as_slice() {
        [] => format!("as it must be within {tolerance}"),
        names => format!(
            "not as it must be within {tolerance}: {} did not keep all connections busy (its server serves fewer at a time, or the generator is the limit)",
            names.join(", ")
        ),
    };
    let range = span([least, most].map(count));
    let connections = counted(first.connections as usize, ["connection", "connections"]);
    vec![format!("Little's law: time × rate = {range} of {connections}, {verdict}")]
}

fn rates(known: &[(&Row, &Traffic)]) -> Vec<String> {
    let open = known.iter().filter_map(|(row, traffic)| Some((row, traffic, traffic.planned_per_second?)));
    let line = |(row, traffic, planned): (&&Row, &&Traffic, f64)| {
        let late = traffic.lag_ns.map_or(String::new(), |lag| format!(", sent {} late on average", time(lag)));
        let short = if traffic.is_short() { ": the server does not keep up" } else { "" };
        let [planned, reached] = [planned, traffic.per_second].map(rate);
        format!("{}: planned {planned}, reached {reached}{short}{late}", name(row))
    };
    open.map(line).collect()
}

fn generators(known: &[(&Row, &Traffic)], style: Style) -> Vec<String> {
    let saturated = known.iter().filter(|(_, traffic)| traffic.is_saturated());
    let saturated: Vec<String> = saturated.map(|(row, _)| name(row)).collect();
    let is_open = known.iter().all(|(_, traffic)| traffic.planned_per_second.is_some());
    let most = known.iter().map(|(_, traffic)| traffic.generator_share).fold(0.0, f64::max);
    match saturated.as_slice() {
        [] if is_open => Vec::new(),
        [] => vec![format!("generator: at most {:.0}% of a CPU, so it was not the limit", most * 100.0)],
        names => vec![format!(
            "generator: {}: {} for {}, so no verdict is given there",
            if is_open { "it sent late".to_string() } else { format!("{:.0}% of a CPU", most * 100.0) },
            paint("it may have been the limit", Paint::Bad, style.color),
            names.join(", ")
        )],
    }
}

fn failures(known: &[(&Row, &Traffic)]) -> Vec<String> {
    let failing = known.iter().filter(|(_, traffic)| traffic.failed > 0);
    let requests = |failed: u64| counted(failed as usize, ["request", "requests"]);
    failing.map(|(row, traffic)| format!("{}: {} failed", name(row), requests(traffic.failed))).collect()
}

fn connections(known: &[(&Row, &Traffic)]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let [least, most] = extremes(known.iter().map(|(_, traffic)| traffic.reused));
    let opened: u64 = known.iter().map(|(_, traffic)| traffic.opened).sum();
    let closing = known.iter().filter(|(_, traffic)| traffic.should_reuse && traffic.reused < 0.01);
    let closing: Vec<String> = closing.map(|(row, _)| name(row)).collect();
    if !closing.is_empty() {
        let names = closing.join(", ");
        lines.push(format!("{names}: its server closes every connection, though it is asked to keep them"));
    }
    if most - least > 0.5 {
        lines.extend(known.iter().map(|(row, traffic)| {
            let opened = counted(traffic.opened as usize, ["connection", "connections"]);
            format!("{}: {opened} opened, {} of its requests on one in use", name(row), percent(traffic.reused))
        }));
    } else {
        let reused = span([least, most].map(percent));
        lines.push(format!("connections: {opened} opened, {reused} of the requests on one in use"));
    }
    lines
}

fn hidden(row: &Row, traffic: &Traffic) -> Option<String> {
    let hidden = traffic.hidden?;
    let who = if traffic.connections == 1 { "nobody asked" } else { "nothing was asked on its connection" };
    Some(format!(
        "{}: a closed loop hides stalls: while one answer took {}, {who}. Asked at the same rate all the while, p99 would be \
         {}, not {}: plan a `rate` in [load]",
        name(row),
        time(traffic.longest_ns),
        time(hidden.corrected_ns),
        time(hidden.seen_ns)
    ))
}

/// How the latencies of each variant differ from those of the baseline, farther out than the middle.
fn shifts(point: &PointAnalysis) -> Vec<String> {
    let Some(baseline) = point.baseline else { return Vec::new() };
    let base = point.row(baseline).map_or(String::new(), name);
    let rows = point.rows.iter().rev().filter(|row| row.variant != baseline && row.traffic.is_some());
    let line = |row: &Row| {
        let (comparison, turned) = point.comparison(baseline, row.variant)?;
        let shifts = comparison.distribution.as_ref()?.quantile_shifts().iter().filter(|shift| shift.quantile > 0.9);
        let told = |shift: &QuantileShift| {
            format!("p{} {}", count(shift.quantile * 100.0), ratio(&turned_around(shift.ratio, turned)))
        };
        let told: Vec<String> = shifts.map(told).collect();
        (!told.is_empty()).then(|| format!("{} to {base}, latency ratios: {}", name(row), told.join(", ")))
    };
    rows.filter_map(line).collect()
}
