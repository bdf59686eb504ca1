//! What is said of a point in sentences.

use super::{costs, exclusions, traffic, verdicts};
use crate::columns::hanging;
use crate::exclusions::{note_told, why_no_rate};
use crate::explanation::explained_differences;
use crate::limit::limit_sentence;
use crate::printable;
use crate::style::Style;
use analysis::{Analysis, Less, PointAnalysis, Row, grouped_by};
use model::format_duration;

/// Sentences about one thing.
type Sentences = fn(&Analysis, &PointAnalysis, Style) -> Vec<String>;

/// What is said, in its order.
const SENTENCES: &[Sentences] =
    &[verdicts::verdicts, costs::costs, without_rate, exclusions::exclusions, taken_off, noted];

/// What is said where a table has the verdicts, and who is not ranked: a sentence each, for formats that have room; names in them are printable, and
/// stand between nothing.
pub fn remarks(analysis: &Analysis, point: &PointAnalysis) -> Vec<String> {
    let limit: Vec<String> = limit_sentence(point).into_iter().collect();
    [limit, remarks_beside_limit(analysis, point), noted(analysis, point, Style::UNBOUNDED)].concat()
}

/// The same for a format that tells of the limit and of what was noted in its own way.
pub fn remarks_beside_limit(analysis: &Analysis, point: &PointAnalysis) -> Vec<String> {
    [
        explained_differences(analysis, point),
        traffic::worth(point),
        costs::costs(analysis, point, Style::UNBOUNDED),
        taken_off(analysis, point, Style::UNBOUNDED),
    ]
    .concat()
}

/// A line for each sentence.
pub fn sentences(analysis: &Analysis, point: &PointAnalysis, style: Style) -> Option<String> {
    let lines = SENTENCES.iter().flat_map(|sentences| sentences(analysis, point, style));
    let text: String = lines.map(|line| format!("{line}\n")).collect();
    (!text.is_empty()).then_some(text)
}

fn without_rate(_: &Analysis, point: &PointAnalysis, style: Style) -> Vec<String> {
    let why = point.rows.iter().filter_map(|row| Some((row, why_no_rate(row)?)));
    let line = |(row, why): (&Row, String)| {
        hanging(&format!("{}: {}; no rate is given", printable(&row.name), printable(&why)), style.width)
    };
    why.map(line).collect()
}

/// What was taken off, each with the names of those that it was taken off.
fn taken(point: &PointAnalysis) -> Vec<(&Less, String)> {
    let taken = point.rows.iter().rev().filter_map(|row| Some((row.less.as_ref()?, printable(&row.name))));
    grouped_by(taken).into_iter().map(|(less, names)| (less, names.join(", "))).collect()
}

fn taken_off(_: &Analysis, point: &PointAnalysis, style: Style) -> Vec<String> {
    let line = |(less, names): (&Less, String)| {
        let time = format_duration(less.time_ns);
        hanging(&format!("the time of {} ({time}) is taken off {names}", printable(&less.name)), style.width)
    };
    taken(point).into_iter().map(line).collect()
}

/// The same without the time, which changes along a sweep.
pub fn takings(point: &PointAnalysis) -> Vec<String> {
    let line = |(less, names): (&Less, String)| format!("the time of {} is taken off {names}", printable(&less.name));
    taken(point).into_iter().map(line).collect()
}

/// What was noted of the variants while they were measured.
pub fn noted(_: &Analysis, point: &PointAnalysis, style: Style) -> Vec<String> {
    let notes = point.rows.iter().flat_map(|row| row.notes.iter().map(move |note| (row, note)));
    let line = |(row, note): (&Row, &String)| {
        hanging(&format!("{}: {}", printable(&row.name), printable(&note_told(note))), style.width)
    };
    notes.map(line).collect()
}
