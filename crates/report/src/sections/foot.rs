//! How much was measured, and what is noted on the whole run.

use crate::columns::wrapped;
use crate::notes::{note_line, notes};
use crate::numbers::{counted, rounded};
use crate::paint::{Paint, paint};
use crate::printable;
use crate::style::Style;
use analysis::{Analysis, PointAnalysis};

/// A blank at which no line ends: the seed is copied.
const UNBROKEN: char = '\u{a0}';

/// A line of counts, and a line for each note.
pub fn foot(analysis: &Analysis, style: Style) -> Option<String> {
    let blocks: usize = analysis.points.iter().map(|point| point.blocks).sum();
    let launches: usize = analysis.points.iter().map(|point| point.launches).sum();
    let voided: usize = analysis.points.iter().map(|point| point.voided).sum();
    let void = if voided > 0 { format!(", {voided} more void") } else { String::new() };
    let mut parts = vec![match &analysis.imported {
        Some(imported) => {
            let values = counted(imported.values, ["value", "values"]);
            format!("{values}, imported from {}", printable(&imported.tool))
        }
        None => {
            let launches = counted(launches, ["launch", "launches"]);
            format!("{launches}, {}{void}{}", counted(blocks, ["block", "blocks"]), followed(analysis))
        }
    }];
    if analysis.family > 0 {
        parts.push(format!("{} judged together", counted(analysis.family, ["comparison", "comparisons"])));
    }
    parts.extend(use_of_time(analysis));
    if analysis.imported.is_none() {
        parts.push(format!("seed{UNBROKEN}{}", analysis.header.seed));
    }
    let counts = wrapped(&parts.join("; "), style.width).replace(UNBROKEN, " ");
    let mut out = format!("{}\n", paint(&counts, Paint::Dim, style.color));
    out.extend(notes(analysis).iter().map(|note| note_line(note, style)));
    Some(out)
}

/// How far processes were followed that run one iteration after another, and servers: what comes more seldom is in no number. Of a sweep, in which that is another at
/// each point, nothing.
fn followed(analysis: &Analysis) -> String {
    let [point] = &analysis.points[..] else { return String::new() };
    if let Some(fewest) = point.rows.iter().filter(|row| row.traffic.is_some()).map(|row| row.iterations).min() {
        let of_each = if point.rows.len() > 1 { " of each" } else { "" };
        return format!(", {}{of_each}", counted(fewest as usize, ["request", "requests"]));
    }
    let all: Vec<f64> = point.rows.iter().filter_map(|row| row.in_a_process).collect();
    let [fewest, most] = [f64::min, f64::max].map(|of| all.iter().copied().reduce(of).unwrap_or(0.0));
    let iterations = if most == 1.0 { "iteration" } else { "iterations" };
    // Who takes much longer than another runs fewer.
    let most_of_each = match most >= 2.0 * fewest {
        true => format!("at most {} to {}", rounded(fewest), rounded(most)),
        false => format!("up to {}", rounded(fewest)),
    };
    if all.is_empty() { String::new() } else { format!(", {most_of_each} {iterations} in a process") }
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
