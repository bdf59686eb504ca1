//! The report for people at a terminal, and for the pipe that they put behind it.

use crate::columns::{Text, align, shorten, width};
use crate::costs::cost_sentences;
use crate::exclusions::{against, why_no_rate};
use crate::look::Look;
use crate::matrix::{Cell, MatrixRow, matrix_cells};
use crate::notes::notes;
use crate::numbers::{count, percent, ratio, throughput};
use crate::overhead::overhead_text;
use crate::paint::{Paint, paint};
use crate::queueing::queueing_text;
use crate::traffic::traffic_text;
use crate::{printable, printable_lines};
use analysis::{Analysis, Comparison, Excluded, Less, PointAnalysis, Reason, Row, ThenAndNow, Verdict, Why};
use model::{Metric, Source, Unit, format_duration};
use stats::Interval;
use std::collections::BTreeSet;

/// Names longer than this get a number in the head of the matrix.
const NAME_MAX: usize = 16;

/// Rows of the matrix cut names to this.
const ROW_NAME_MAX: usize = 34;

/// Writes the whole report.
pub fn text(analysis: &Analysis, look: Look) -> String {
    let mut out = head(analysis, look);
    for point in &analysis.points {
        out.push('\n');
        out.push_str(&write_point(analysis, point, look));
    }
    let overheads = overhead_text(&analysis.overheads, look);
    if !overheads.is_empty() {
        out.push_str(&format!("\n{overheads}"));
    }
    if let Some(table) = &analysis.then_and_now {
        out.push('\n');
        out.push_str(&then_and_now(table, look));
    }
    out.push('\n');
    out.push_str(&foot(analysis, look));
    out
}

fn head(analysis: &Analysis, look: Look) -> String {
    let machine = analysis.machine();
    let parts = [
        machine.cpu.clone(),
        Some(format!("{} CPU{}", machine.cpus, if machine.cpus == 1 { "" } else { "s" })),
        machine.kernel.clone(),
        machine.hypervisor.as_ref().map(|name| format!("virtual machine ({name})")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let title = paint(&printable(&analysis.title), Paint::Bold, look.color);
    format!("{title}\n{}\n", paint(&printable(&parts.join(", ")), Paint::Dim, look.color))
}

fn write_point(analysis: &Analysis, point: &PointAnalysis, look: Look) -> String {
    let mut out = String::new();
    let (heading, rows) = matrix_cells(point);
    if !rows.is_empty() {
        out.push_str(&matrix(&printable(&point.point.to_string()), heading, &rows, look));
        out.push('\n');
        out.push_str(&times(point, look));
        let costs = costs_of_bytes(point, look);
        if !costs.is_empty() {
            out.push_str(&format!("\n{costs}"));
        }
        let traffic = traffic_text(point, look);
        if !traffic.is_empty() {
            out.push_str(&format!("\n{traffic}"));
        }
    } else if !point.point.params.is_empty() {
        out.push_str(&format!("{}\n", printable(&point.point.to_string())));
    }
    let sentences = sentences(analysis, point, look);
    if !sentences.is_empty() {
        out.push('\n');
        out.push_str(&sentences);
    }
    out
}

/// The matrix, in as many pieces as the width asks for.
fn matrix(corner: &str, heading: &str, rows: &[MatrixRow], look: Look) -> String {
    let names: Vec<String> = rows.iter().map(|row| printable(&row.name)).collect();
    let full: usize = names.iter().map(|name| width(name).max(5) + 1).sum();
    let left = names.iter().map(|name| width(name)).max().unwrap_or(0).max(width(corner));
    let numbered = names.iter().any(|name| width(name) > NAME_MAX) && left + 9 + full > look.width;
    let label = |index: usize| if numbered { format!("[{}]", index + 1) } else { names[index].clone() };
    let row_name = |index: usize| match numbered {
        true => shorten(&format!("[{}] {}", index + 1, names[index]), ROW_NAME_MAX),
        false => shorten(&names[index], ROW_NAME_MAX),
    };
    let fixed = (0..rows.len()).map(|index| width(&row_name(index))).max().unwrap_or(0).max(width(corner))
        + 1
        + rows.iter().map(|row| row.rate.len()).max().unwrap_or(0).max(heading.len());
    let mut pieces = Vec::new();
    for chunk in chunks(rows, &label, look.width.saturating_sub(fixed)) {
        let mut table = vec![vec![Text::plain(corner), Text::plain(heading)]];
        table[0].extend(chunk.iter().map(|column| Text::plain(label(*column))));
        for (index, row) in rows.iter().enumerate() {
            let mut line = vec![Text::plain(row_name(index)), Text::plain(row.rate.clone())];
            line.extend(chunk.iter().map(|column| cell(row.cells[*column], look)));
            table.push(line);
        }
        let widths = stretch(&table, rows.len() == chunk.len());
        pieces.push(align(&table, 1, &widths));
    }
    pieces.join("\n")
}

/// Groups of columns that fit into a width.
fn chunks(rows: &[MatrixRow], label: &dyn Fn(usize) -> String, room: usize) -> Vec<Vec<usize>> {
    let column_width = |column: usize| {
        let cells = rows.iter().map(|row| width(&row.cells[column].text()));
        cells.max().unwrap_or(0).max(width(&label(column))) + 1
    };
    let mut chunks: Vec<Vec<usize>> = vec![Vec::new()];
    let mut used = 0;
    for column in 0..rows.len() {
        let needed = column_width(column);
        if used + needed > room && !chunks.last().expect("there is one").is_empty() {
            chunks.push(Vec::new());
            used = 0;
        }
        used += needed;
        chunks.last_mut().expect("there is one").push(column);
    }
    chunks
}

/// Benchmark.pm makes the columns of the matrix as equal as 80 characters allow; so do we, where the matrix is whole.
fn stretch(table: &[Vec<Text>], is_whole: bool) -> Vec<usize> {
    let columns = table[0].len();
    let mut widths: Vec<usize> = (0..columns).map(|column| crate::columns::widest(table, column)).collect();
    if !is_whole || columns < 3 {
        return widths;
    }
    let target = widths[2..].iter().copied().max().unwrap_or(0);
    let mut total = widths.iter().sum::<usize>() + columns - 1;
    // Narrow columns grow first; equal ones in the order that they had at the beginning.
    let mut order: Vec<usize> = (2..columns).collect();
    order.sort_by_key(|column| widths[*column]);
    while total < 80 {
        let least = widths[order[0]];
        if least == target {
            break;
        }
        for column in &order {
            if widths[*column] > least || total >= 80 {
                break;
            }
            widths[*column] += 1;
            total += 1;
        }
    }
    widths
}

fn cell(cell: Cell, look: Look) -> Text {
    let plain = cell.text();
    let how = match cell {
        Cell::Itself => Paint::Dim,
        Cell::Established(percent) if percent > 0.0 => Paint::Good,
        Cell::Established(_) => Paint::Bad,
        Cell::Equivalent => Paint::Dim,
        Cell::Undecided => Paint::Unsure,
    };
    let painted = paint(&plain, how, look.color);
    Text::painted(&plain, painted)
}

/// A column of the table of times: what the less important ones give way to when the width is short.
struct Column {
    rank: u8,
    heading: &'static str,
    cells: Vec<String>,
}

/// Time with its interval, CPU, memory, throughput, and the counts of what happens at least once in a hundred iterations.
fn times(point: &PointAnalysis, look: Look) -> String {
    let rows: Vec<&Row> = point.rows.iter().filter(|row| !row.is_empty).collect();
    table("", &rows, time_columns(&rows), look)
}

/// The same for each byte that is processed, and what happens seldom for each MiB; nothing where the plan does not say how
/// many bytes there are.
fn costs_of_bytes(point: &PointAnalysis, look: Look) -> String {
    let known = |row: &&Row| !row.is_empty && row.bytes.is_some_and(|bytes| bytes > 0.0);
    let rows: Vec<&Row> = point.rows.iter().filter(known).collect();
    if rows.is_empty() { String::new() } else { table("per byte", &rows, byte_columns(&rows), look) }
}

/// A line for each row; the columns that do not fit are left out, the least important first.
fn table(corner: &str, rows: &[&Row], mut columns: Vec<Column>, look: Look) -> String {
    let names: Vec<String> = rows.iter().map(|row| shorten(&printable(&row.name), 24)).collect();
    loop {
        let mut table = vec![vec![Text::plain(corner)]];
        table[0].extend(columns.iter().map(|column| Text::plain(column.heading)));
        for (index, name) in names.iter().enumerate() {
            let mut line = vec![Text::plain(name.clone())];
            line.extend(columns.iter().map(|column| Text::plain(column.cells[index].clone())));
            table.push(line);
        }
        let text = align(&table, 2, &[]);
        let least = columns.iter().enumerate().max_by_key(|(_, column)| column.rank).map(|(index, _)| index);
        match least.filter(|_| columns.len() > 2 && text.lines().any(|line| width(line) > look.width)) {
            Some(least) => drop(columns.remove(least)),
            None => return text,
        }
    }
}

/// What a cell says of a row; nothing where it is not known.
type Write<'w> = &'w dyn Fn(&Row) -> Option<String>;

/// A column, unless nothing is known of any row.
fn column(rows: &[&Row], rank: u8, heading: &'static str, write: Write) -> Option<Column> {
    let cells: Vec<Option<String>> = rows.iter().map(|row| write(row)).collect();
    let is_known = cells.iter().any(Option::is_some);
    let cells = cells.into_iter().map(|cell| cell.unwrap_or("-".to_string())).collect();
    is_known.then_some(Column { rank, heading, cells })
}

/// What is counted, in the order of `time`; shown where it happens at least once in a hundred iterations.
const COUNTS: [(Metric, &str, &str); 8] = [
    (Metric::MinorFaults, "faults", "faults/MiB"),
    (Metric::MajorFaults, "major", "major/MiB"),
    (Metric::ReadCalls, "reads", "reads/MiB"),
    (Metric::WriteCalls, "writes", "writes/MiB"),
    (Metric::BlocksIn, "in", "in/MiB"),
    (Metric::BlocksOut, "out", "out/MiB"),
    (Metric::VoluntarySwitches, "switches", "switches/MiB"),
    (Metric::InvoluntarySwitches, "preempted", "preempted/MiB"),
];

fn often(rows: &[&Row], metric: Metric) -> bool {
    rows.iter().any(|row| row.metrics.get(&metric).is_some_and(|value| *value >= 0.01))
}

fn time_columns(rows: &[&Row]) -> Vec<Column> {
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
        column(rows, 2, "throughput", &|row| row.bytes.map(|bytes| throughput(bytes * 1e9 / row.time_ns.point))),
        column(rows, 6, "peak", &peak),
    ];
    for (rank, (metric, heading, _)) in (7..).zip(COUNTS).filter(|(_, (metric, ..))| often(rows, *metric)) {
        columns.push(column(rows, rank, heading, &|row| row.metrics.get(&metric).map(|value| count(*value))));
    }
    columns.into_iter().flatten().collect()
}

fn byte_columns(rows: &[&Row]) -> Vec<Column> {
    const MIB: f64 = 1048576.0;
    let per_byte = |row: &Row, nanos: f64| row.bytes.map(|bytes| time_of_byte(nanos / bytes));
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

/// Nanoseconds with three digits, picoseconds below one: what a byte costs is little.
fn time_of_byte(nanos: f64) -> String {
    match nanos {
        0.0 => "0".to_string(),
        _ if nanos < 0.9995 => format!("{} ps", count(nanos * 1000.0)),
        _ => short_duration(nanos),
    }
}

/// Half the width of the interval of the time, in per cent of it.
fn half_width(row: &Row) -> String {
    match row.time_ns.high.is_finite() {
        true => format!("{:.1}", (row.time_ns.high - row.time_ns.low) / 2.0 / row.time_ns.point * 100.0),
        false => "?".to_string(),
    }
}

/// A duration with three digits: CPU times are less sure than wall times.
fn short_duration(nanos: f64) -> String {
    let three_digits = format!("{nanos:.2e}").parse().unwrap_or(nanos);
    let text = format_duration(three_digits);
    let (number, unit) = text.split_once(' ').unwrap_or((&text, "ns"));
    // Four digits were written, of which the last is a zero now.
    let number = number.strip_suffix('0').filter(|shorter| shorter.contains('.')).unwrap_or(number);
    format!("{} {unit}", number.strip_suffix('.').unwrap_or(number))
}

fn sentences(analysis: &Analysis, point: &PointAnalysis, look: Look) -> String {
    let mut lines: Vec<(Head, String)> = Vec::new();
    let mut costs: Vec<String> = Vec::new();
    if let Some(baseline) = point.baseline {
        let others = point.rows.iter().rev().filter(|row| !row.is_empty && row.variant != baseline);
        for row in others {
            if let Some((comparison, turned)) = point.comparison(baseline, row.variant) {
                lines.push(verdict(analysis, point, baseline, row, comparison, turned));
                let news = cost_sentences(analysis, point, row, comparison, turned).into_iter();
                costs.extend(news.filter(|sentence| !costs.contains(sentence)).collect::<Vec<String>>());
            }
        }
    }
    let left = lines.iter().map(|(head, _)| width(&head.plain())).max().unwrap_or(0).min(40);
    let mut out = String::new();
    for (head, rest) in &lines {
        let gap = " ".repeat(left.saturating_sub(width(&head.plain())));
        out.push_str(&format!("{}{gap}  {rest}\n", head.painted(look.color)));
    }
    out.extend(costs.iter().map(|sentence| format!("{sentence}\n")));
    for (row, why) in point.rows.iter().filter_map(|row| Some((row, why_no_rate(row)?))) {
        out.push_str(&format!("{}: {}; no rate is given\n", printable(&row.name), printable(&why)));
    }
    for excluded in &point.excluded {
        out.push_str(&excluded_line(excluded, &analysis.header.source, look));
    }
    for (less, names) in taken_off(point) {
        let time = format_duration(less.time_ns);
        out.push_str(&format!("the time of {} ({time}) is taken off {names}\n", printable(&less.name)));
    }
    for row in &point.rows {
        for note in &row.notes {
            out.push_str(&format!("{}: {}\n", printable(&row.name), printable(note)));
        }
    }
    out
}

/// What was taken off, each with the names of those that it was taken off.
fn taken_off(point: &PointAnalysis) -> Vec<(&Less, String)> {
    let mut taken: Vec<(&Less, Vec<String>)> = Vec::new();
    for row in point.rows.iter().rev() {
        let Some(less) = &row.less else { continue };
        match taken.iter_mut().find(|(known, _)| known.name == less.name) {
            Some((_, names)) => names.push(printable(&row.name)),
            None => taken.push((less, vec![printable(&row.name)])),
        }
    }
    taken.into_iter().map(|(less, names)| (less, names.join(", "))).collect()
}

/// The beginning of a sentence about a comparison: two names with a coloured word between them, or one name and the word.
struct Head {
    name: String,
    word: (&'static str, Paint),
    rest: String,
}

impl Head {
    fn plain(&self) -> String {
        self.painted(false)
    }

    fn painted(&self, color: bool) -> String {
        let (word, how) = self.word;
        format!("{} {}{}", self.name, paint(word, how, color), self.rest)
    }
}

fn verdict(
    analysis: &Analysis,
    point: &PointAnalysis,
    baseline: usize,
    row: &Row,
    comparison: &Comparison,
    turned: bool,
) -> (Head, String) {
    let base = point.row(baseline).map_or("", |row| &row.name);
    let interval = comparison.ratio_turned(turned);
    let margin = percent(analysis.margin);
    let (name, base) = (shorten(&printable(&row.name), 28), shorten(&printable(base), 28));
    let times = ratio(&interval);
    let head = |word, rest: String| Head { name, word, rest };
    match comparison.verdict.turned(turned) {
        Verdict::Equivalent => {
            (head(("≈", Paint::Dim), format!(" {base}")), format!("ratio {times}: the same within {margin}"))
        }
        Verdict::Slower => (head(("is slower", Paint::Bad), String::new()), format!("ratio {times} to {base}")),
        Verdict::Faster => (head(("is faster", Paint::Good), String::new()), format!("ratio {times} to {base}")),
        Verdict::Undecided => (
            head(("?", Paint::Unsure), format!(" {base}")),
            match comparison.why {
                Some(Why::GeneratorLimited) => {
                    format!("ratio {times}: not judged; the generator may have been the limit")
                }
                Some(Why::DependsOnCount) => {
                    format!("ratio {}: undecided; it depends on how often they ran", bounds(&interval))
                }
                Some(Why::TooFewLaunches) => {
                    format!("ratio {}: undecided; too few launches to tell", count(interval.point))
                }
                _ => format!("ratio {times}: undecided; {} would have been found", percent(comparison.detectable)),
            },
        ),
    }
}

/// From where to where a ratio goes.
fn bounds(interval: &Interval) -> String {
    format!("{} to {}", count(interval.low), count(interval.high))
}

fn excluded_line(excluded: &Excluded, source: &Source, look: Look) -> String {
    let name = shorten(&printable(&excluded.name), 40);
    match &excluded.reason {
        Reason::Skipped(reason) => format!("{name}: not measured here: {}\n", printable(reason)),
        Reason::Failed(failure) => {
            let line = failure.line.filter(|_| source.name != Source::COMMAND_LINE);
            let place = line.map_or(String::new(), |line| format!(" (line {line} of the plan)"));
            let help = failure.help.as_ref().map_or(String::new(), |help| format!("\n    help: {}", printable(help)));
            format!(
                "{name}: {}{place}: {}{help}\n",
                paint("failed", Paint::Bad, look.color),
                printable_lines(&failure.message, "    ")
            )
        }
        Reason::Differs { from, place, own, other } => {
            let from = printable(against(from));
            let verdict = paint("answers differently", Paint::Bad, look.color);
            match place {
                Some(place) => format!(
                    "{name}: {verdict}, not ranked; first difference to {from} at byte {place}:\n    {}\n    {}  ({from})\n",
                    printable(own),
                    printable(other),
                ),
                None => format!("{name}: {verdict}, not ranked; it differs from {from} beyond the part that is kept\n"),
            }
        }
    }
}

fn then_and_now(table: &ThenAndNow, look: Look) -> String {
    let mut out = format!("{}: {}", paint("Then and now", Paint::Bold, look.color), printable(&table.source));
    if let Some(machine) = &table.machine {
        out.push_str(&format!(" ({})", printable(machine)));
    }
    out.push_str("\nTimes as ratios to the same variant, then and now.\n\n");
    let mut rows: Vec<Vec<Text>> = Vec::new();
    let metrics: BTreeSet<Metric> = table.rows.iter().flat_map(|row| row.readings.keys().copied()).collect();
    let heading = ["", "", "then", "ratio", "now", "ratio now"].map(str::to_string);
    let readings = metrics.iter().flat_map(|metric| [heading_of(*metric), "now".to_string()]);
    rows.push(heading.into_iter().chain(readings).map(Text::plain).collect());
    let mut last = String::new();
    for row in &table.rows {
        let point = printable(&row.point.to_string());
        let label = row.label.as_ref().map_or(String::new(), |label| format!(" (then called {})", printable(label)));
        let is_reference = row.variant == row.reference;
        let mut line = vec![
            Text::plain(if point == last { String::new() } else { point.clone() }),
            Text::plain(format!("{}{label}", printable(&row.variant))),
            Text::plain(format!("{}/s", crate::numbers::benchmark_number(row.then_rate))),
            Text::plain(if is_reference { "1".to_string() } else { format!("{:.2}", row.then_ratio) }),
            Text::plain(
                row.now_rate.map_or("-".to_string(), |rate| format!("{}/s", crate::numbers::benchmark_number(rate))),
            ),
            Text::plain(match (&row.now_ratio, row.now_verdict) {
                _ if is_reference => "1".to_string(),
                (Some(_), Some(Verdict::Equivalent)) => "≈ 1".to_string(),
                (Some(interval), Some(Verdict::Undecided)) if !interval.high.is_finite() => "?".to_string(),
                (Some(interval), Some(Verdict::Undecided)) => format!("? {}", ratio(interval)),
                (Some(interval), _) => ratio(interval),
                _ => "-".to_string(),
            }),
        ];
        for metric in &metrics {
            let (then, now) = row.readings.get(metric).map_or((None, None), |(then, now)| (Some(*then), *now));
            let write =
                |value: Option<f64>| Text::plain(value.map_or("-".to_string(), |value| reading(*metric, value)));
            line.extend([write(then), write(now)]);
        }
        rows.push(line);
        last = point;
    }
    out.push_str(&align(&rows, 2, &[]));
    out.push_str(&queueing_text(&table.queueing));
    out
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

/// How much of the time was spent inside what is measured, timed and before it counted.
fn use_of_time(analysis: &Analysis) -> Option<String> {
    let timed: Vec<_> = analysis.points.iter().filter_map(|point| Some((point, point.inside?))).collect();
    let all_ns: f64 = timed.iter().map(|(point, _)| point.elapsed_ns as f64).sum();
    let percent = |part: &dyn Fn(&PointAnalysis, f64) -> Option<f64>| -> Option<f64> {
        let parts = timed.iter().map(|(point, inside)| Some(part(point, *inside)? * point.elapsed_ns as f64));
        Some(100.0 * parts.sum::<Option<f64>>()? / all_ns)
    };
    let inside = percent(&|_, inside| Some(inside)).filter(|_| all_ns > 0.0)?;
    let untimed = percent(&|point, _| point.untimed);
    let warming = untimed.map_or(String::new(), |untimed| format!(", {untimed:.0} % warming it up"));
    Some(format!("{inside:.0} % of the time inside what is measured{warming}"))
}

fn foot(analysis: &Analysis, look: Look) -> String {
    let blocks: usize = analysis.points.iter().map(|point| point.blocks).sum();
    let launches: usize = analysis.points.iter().map(|point| point.launches).sum();
    let voided: usize = analysis.points.iter().map(|point| point.voided).sum();
    let void = if voided > 0 { format!(", {voided} more void") } else { String::new() };
    let mut parts = vec![format!("{launches} launches, {blocks} blocks{void}")];
    if analysis.family > 0 {
        parts.push(format!(
            "{} comparison{} judged together",
            analysis.family,
            if analysis.family == 1 { "" } else { "s" }
        ));
    }
    parts.extend(use_of_time(analysis));
    parts.push(format!("seed {}", analysis.header.seed));
    let mut out = format!("{}\n", paint(&parts.join("; "), Paint::Dim, look.color));
    for note in notes(analysis) {
        out.push_str(&format!("{} {}\n", paint("note:", Paint::Unsure, look.color), printable(&note)));
    }
    out
}
