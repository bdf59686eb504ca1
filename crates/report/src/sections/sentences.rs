//! What is said of a point in sentences.

use super::{costs, exclusions, traffic, verdicts};
use crate::columns::hanging;
use crate::exclusions::{note_told, why_no_rate};
use crate::explanation::explained_differences;
use crate::limit::limit_sentence;
use crate::printable;
use crate::style::Style;
use analysis::{Analysis, Less, PointAnalysis, Row};
use model::format_duration;

/// Sentences about one thing.
type Sentences = fn(&Analysis, &PointAnalysis, Style) -> Vec<String>;

/// What is said, in its order.
const SENTENCES: &[Sentences] =
    &[verdicts::verdicts, costs::costs, without_rate, exclusions::exclusions, taken_off, noted];

/// What is said where a table has the verdicts, and who is not ranked.
const REMARKS: &[Sentences] = &[limit, beside_limit, noted];

/// The same without the limit, and what the notes on the whole run have.
const BESIDE_LIMIT: &[Sentences] = &[explained, traffic::worth, costs::costs, taken_off];

/// A sentence each, for formats that have room; names in them are printable, and stand between nothing.
pub fn remarks(analysis: &Analysis, point: &PointAnalysis) -> Vec<String> {
    REMARKS.iter().flat_map(|sentences| sentences(analysis, point, Style::UNBOUNDED)).collect()
}

/// The same for a format that tells of the limit and of what was noted in its own way.
pub fn remarks_beside_limit(analysis: &Analysis, point: &PointAnalysis) -> Vec<String> {
    beside_limit(analysis, point, Style::UNBOUNDED)
}

fn beside_limit(analysis: &Analysis, point: &PointAnalysis, style: Style) -> Vec<String> {
    BESIDE_LIMIT.iter().flat_map(|sentences| sentences(analysis, point, style)).collect()
}

/// A line for each sentence.
pub fn sentences(analysis: &Analysis, point: &PointAnalysis, style: Style) -> Option<String> {
    let lines = SENTENCES.iter().flat_map(|sentences| sentences(analysis, point, style));
    let text: String = lines.map(|line| format!("{line}\n")).collect();
    (!text.is_empty()).then_some(text)
}

fn limit(_: &Analysis, point: &PointAnalysis, _: Style) -> Vec<String> {
    limit_sentence(point).into_iter().collect()
}

fn explained(analysis: &Analysis, point: &PointAnalysis, _: Style) -> Vec<String> {
    explained_differences(analysis, point)
}

fn without_rate(_: &Analysis, point: &PointAnalysis, style: Style) -> Vec<String> {
    let why = point.rows.iter().filter_map(|row| Some((row, why_no_rate(row)?)));
    let line = |(row, why): (&Row, String)| {
        hanging(&format!("{}: {}; no rate is given", printable(&row.name), printable(&why)), style.width)
    };
    why.map(line).collect()
}

/// What was taken off, each with the names of those that it was taken off.
fn taken_off(_: &Analysis, point: &PointAnalysis, style: Style) -> Vec<String> {
    let mut taken: Vec<(&Less, Vec<String>)> = Vec::new();
    for row in point.rows.iter().rev() {
        let Some(less) = &row.less else { continue };
        match taken.iter_mut().find(|(known, _)| known.name == less.name) {
            Some((_, names)) => names.push(printable(&row.name)),
            None => taken.push((less, vec![printable(&row.name)])),
        }
    }
    let line = |(less, names): (&Less, Vec<String>)| {
        let time = format_duration(less.time_ns);
        let told = format!("the time of {} ({time}) is taken off {}", printable(&less.name), names.join(", "));
        hanging(&told, style.width)
    };
    taken.into_iter().map(line).collect()
}

/// What was noted of the variants while they were measured.
fn noted(_: &Analysis, point: &PointAnalysis, style: Style) -> Vec<String> {
    let notes = point.rows.iter().flat_map(|row| row.notes.iter().map(move |note| (row, note)));
    let line = |(row, note): (&Row, &String)| {
        hanging(&format!("{}: {}", printable(&row.name), printable(&note_told(note))), style.width)
    };
    notes.map(line).collect()
}
