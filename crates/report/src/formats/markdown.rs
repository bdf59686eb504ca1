//! A report that fits into a pull request: the answer, one table, and what should be known beside it.

use crate::answer::answer;
use crate::beginnings::overtaken;
use crate::code_spans::spelled;
use crate::exclusions::{unranked, why_no_rate};
use crate::limit::reached;
use crate::notes::notes;
use crate::numbers::{counted, cpus, half_width, percent};
use crate::places::and_place;
use crate::printable;
use crate::sections::{changes_of_places, doubts, noted, remarks_beside_limit, takings};
use crate::standing::{sign, standings};
use crate::style::Style;
use crate::sweep_cell::{SweepCell, sweep_cell};
use crate::told_apart::Shown;
use analysis::{Analysis, PointAnalysis, Reason, Verdict, grouped_by};
use model::format_duration;
use std::collections::BTreeMap;

/// A sweep of more points is told by so many of them, first and last among them.
const POINTS_MAX: usize = 40;

/// More lines about one thing, such as variants that are not ranked, are counted.
const LINES_MAX: usize = 8;

/// Writes the report.
pub fn write(analysis: &Analysis) -> String {
    let shown = Shown::of([analysis]);
    let analysis = &*shown.told_apart(analysis);
    let mut parts = vec![format!("### {}", prose(&analysis.title)), format!("**{}**", prose(&answer(analysis)))];
    parts.extend(shown.legend(&analysis.title).iter().map(|line| escaped(line)));
    match analysis.points.as_slice() {
        [] => {}
        [point] => parts.extend(of_a_point(point)),
        points => parts.extend(of_a_sweep(points)),
    }
    parts.push(footnotes(analysis).iter().map(|note| format!("- {note}\n")).collect::<String>().trim_end().to_string());
    format!("{}\n", parts.join("\n\n"))
}

fn of_a_point(point: &PointAnalysis) -> Option<String> {
    let standings = standings(point);
    let ratio = point.baseline_row().map_or("ratio".to_string(), |row| format!("time / {}", code(&row.name)));
    let mut lines = vec![format!("| variant | time | ± | {ratio} | |"), "|:--|--:|--:|--:|:--|".to_string()];
    lines.extend(standings.iter().map(|standing| {
        let row = standing.row;
        let (time, half) = match row.is_empty {
            true => (String::new(), String::new()),
            false => (format_duration(row.time_ns.point), half_width(&row.time_ns)),
        };
        let (ratio, word) = match standing.found {
            Some(found) => (found.told_ratio(), if standing.is_limit { "limit" } else { word(found.verdict) }),
            None if standing.is_baseline => ("1".to_string(), "baseline"),
            None => (String::new(), "not compared"),
        };
        format!("| {} | {time} | {half} | {ratio} | {word} |", code(&row.name))
    }));
    (!standings.is_empty()).then(|| lines.join("\n"))
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Equivalent => "≈ the same",
        Verdict::Undecided(_) => "? undecided",
        other => other.key(),
    }
}

fn of_a_sweep(points: &[PointAnalysis]) -> Option<String> {
    let names: BTreeMap<usize, &str> =
        points.iter().flat_map(|point| &point.rows).map(|row| (row.variant, row.name.as_str())).collect();
    let heading: String = names.values().map(|name| format!(" {} |", code(name))).collect();
    let mut lines = vec![format!("| |{heading}"), format!("|:--|{}", "--:|".repeat(names.len()))];
    for point in shown(points) {
        let cells: String = names.keys().map(|variant| format!(" {} |", cell(point, *variant))).collect();
        lines.push(format!("| {} |{cells}", prose(&point.point.to_string())));
    }
    if points.len() > POINTS_MAX {
        lines.push(format!("\n{POINTS_MAX} of {} points are shown.", points.len()));
    }
    (!names.is_empty()).then(|| lines.join("\n"))
}

/// All points, or some that lie evenly among them.
fn shown(points: &[PointAnalysis]) -> Vec<&PointAnalysis> {
    match points.len() {
        all if all <= POINTS_MAX => points.iter().collect(),
        all => (0..POINTS_MAX).map(|place| &points[place * (all - 1) / (POINTS_MAX - 1)]).collect(),
    }
}

/// The time of the baseline; of the others the ratio to it.
fn cell(point: &PointAnalysis, variant: usize) -> String {
    let cell = sweep_cell(point, variant);
    match cell {
        SweepCell::Compared(Verdict::Faster, _) => format!("**{}**", cell.told()),
        SweepCell::Compared(verdict, _) => format!("{}{}", sign(verdict), cell.told()),
        _ => cell.told(),
    }
}

fn footnotes(analysis: &Analysis) -> Vec<String> {
    let launches: usize = analysis.points.iter().map(|point| point.launches).sum();
    let machine = analysis.machine();
    let how = if analysis.points.len() > 1 {
        "Ratios are times over that of the column with a time: **below 1** is faster, ≈ the same within the margin, ? undecided."
    } else {
        "Below 1 is faster; in brackets what the ratio may be at the level of the whole run."
    };
    let mut notes_told = vec![format!("{how} Margin {}.", percent(analysis.margin))];
    notes_told.extend(reached(&analysis.points, code));
    notes_told.extend(excluded(analysis));
    match analysis.points.as_slice() {
        [point] => {
            notes_told.extend(overtaken(point).map(|told| prose(&told)));
            let remarks = [remarks_beside_limit(analysis, point), noted(analysis, point, Style::UNBOUNDED)].concat();
            notes_told.extend(remarks.iter().map(|told| escaped(told)));
        }
        points => {
            for along in changes_of_places(analysis) {
                let place = format!("along {}{}", printable(&along.axis.param), and_place(along.point));
                let told = along.sentences.iter().map(|sentence| escaped(&format!("{place}: {sentence}")));
                notes_told.extend(told);
            }
            let remarks = |point: &PointAnalysis| {
                let told = [takings(point), doubts(point), noted(analysis, point, Style::UNBOUNDED)].concat();
                told.iter().map(|told| escaped(told)).collect::<Vec<_>>()
            };
            notes_told.extend(each_once(points, remarks, ["more remark", "more remarks"]));
        }
    }
    notes_told.extend(notes(analysis).iter().map(|note| prose(note)));
    let measured = match &analysis.imported {
        Some(imported) => format!("{} of {}", counted(imported.values, ["value", "values"]), prose(&imported.tool)),
        None => format!("{}, seed {}", counted(launches, ["launch", "launches"]), analysis.header.seed),
    };
    let processor = prose(machine.cpu.as_deref().unwrap_or(&machine.architecture));
    let version = format!("cmpthese {}", prose(&analysis.header.version));
    let told = [Some(processor).filter(|name| !name.is_empty()), cpus(machine.cpus), Some(measured), Some(version)];
    notes_told.push(told.into_iter().flatten().collect::<Vec<String>>().join(", "));
    notes_told
}

/// Who has no place in the table, and why: each reason once.
fn excluded(analysis: &Analysis) -> Vec<String> {
    let of_point = |point: &PointAnalysis| {
        let line = |name: &str, why: &str| format!("{} {why}", code(name));
        let not_ranked = point.excluded.iter().map(|one| {
            let why = unranked(&one.reason, &analysis.header.source);
            // Backticks of an answer are its own, and mark no name.
            line(&one.name, &if matches!(one.reason, Reason::Differs { .. }) { escaped(&why) } else { prose(&why) })
        });
        let without_rate = point.rows.iter().filter_map(|row| Some(line(&row.name, &prose(&why_no_rate(row)?))));
        not_ranked.chain(without_rate).collect::<Vec<_>>()
    };
    each_once(&analysis.points, of_point, ["more is not ranked", "more are not ranked"])
}

/// The lines about each point, none of them twice: those of a sweep with the number of points where it is so. What is left out is counted as `more`.
fn each_once(
    points: &[PointAnalysis],
    of_point: impl Fn(&PointAnalysis) -> Vec<String>,
    more: [&str; 2],
) -> Vec<String> {
    let lines = points.iter().flat_map(|point| of_point(point).into_iter().map(move |line| (line, point)));
    let told = grouped_by(lines);
    let left_out = told.len().saturating_sub(LINES_MAX);
    let at = |times: usize| {
        if points.len() > 1 { format!(" (at {times} of {} points)", points.len()) } else { String::new() }
    };
    let mut lines: Vec<String> =
        told.into_iter().take(LINES_MAX).map(|(line, points)| format!("{line}{}", at(points.len()))).collect();
    lines.extend((left_out > 0).then(|| counted(left_out, more)));
    lines
}

/// A name as code: between backticks where nothing in it ends them or a cell, else with every sign as an entity.
fn code(name: &str) -> String {
    let shown = printable(name);
    let is_plain = !shown.contains(['`', '|', '\\']) && shown.trim() == shown && !shown.is_empty();
    if is_plain {
        return format!("`{shown}`");
    }
    let entity = |character: char| match character.is_ascii_punctuation() {
        true => format!("&#{};", character as u32),
        false => character.to_string(),
    };
    format!("<code>{}</code>", shown.chars().map(entity).collect::<String>())
}

/// Foreign text in a sentence: no sign of it is markup, and nobody is notified by it. What stands between backticks is code.
fn prose(text: &str) -> String {
    spelled(text, code, escaped)
}

/// The same in which nothing is code.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in printable(text).chars() {
        match character {
            '@' => out.push_str("@<!-- -->"),
            '\\' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '|' | '#' | '~' | '$' | '!' | '`' => {
                out.push('\\');
                out.push(character);
            }
            other => out.push(other),
        }
    }
    out
}
