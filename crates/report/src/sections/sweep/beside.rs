//! What has to be known beside the table of a sweep: each thing once, with the number of points where it is so.

use super::super::costs::{CostKind, cost_sentences};
use super::super::{exclusions, traffic};
use crate::columns::hanging;
use crate::exclusions::{answer_key, note_told, why_no_rate};
use crate::numbers::counted;
use crate::printable;
use crate::style::Style;
use analysis::{Analysis, PointAnalysis, Reason, grouped_by};

/// More lines are counted.
const LINES_MAX: usize = 12;

/// Something that is so at a point.
struct Remark {
    /// What makes two of them one: the first is told.
    key: String,
    text: String,
}

/// One that is told once a text.
fn plain(text: String) -> Remark {
    Remark { key: text.clone(), text }
}

/// What may be remarked of a point.
type Source = fn(&Analysis, &PointAnalysis, Style) -> Vec<Remark>;

/// What is remarked, in the order in which it is told.
const SOURCES: &[Source] = &[lost, skipped, without_rate, costs, doubts, taken_off, noted];

/// A line for each; nothing where nothing is remarked.
pub fn beside(analysis: &Analysis, style: Style) -> String {
    let mut told: Vec<(Remark, &PointAnalysis, usize)> = Vec::new();
    for source in SOURCES {
        for point in &analysis.points {
            for remark in source(analysis, point, style) {
                match told.iter_mut().find(|(known, ..)| known.key == remark.key) {
                    Some((.., times)) => *times += 1,
                    None => told.push((remark, point, 1)),
                }
            }
        }
    }
    let all = analysis.points.len();
    let more = told.len().saturating_sub(LINES_MAX);
    let lines = told.iter().take(LINES_MAX).map(|(remark, point, times)| {
        let place = printable(&point.point.to_string());
        let at = match *times {
            times if times == all => String::new(),
            1 => format!(" ({place})"),
            2 => format!(" ({place}, and 1 more point)"),
            times => format!(" ({place}, and {} more points)", times - 1),
        };
        // What is written below the first line, such as an answer, stays below it.
        let (first, rest) = remark.text.split_once('\n').map_or((remark.text.as_str(), None), |(a, b)| (a, Some(b)));
        let rest = rest.map_or(String::new(), |rest| format!("{rest}\n"));
        format!("{}\n{rest}", hanging(&format!("{first}{at}"), style.width))
    });
    let mut out: String = lines.collect();
    if more > 0 {
        out.push_str(&format!("{}: --verbose\n", counted(more, ["more remark", "more remarks"])));
    }
    out
}

/// Who failed, or answers differently: an example for each.
fn lost(analysis: &Analysis, point: &PointAnalysis, style: Style) -> Vec<Remark> {
    let lines = exclusions::exclusions(analysis, point, Style { color: false, ..style });
    let lost = point.excluded.iter().zip(lines).filter(|(one, _)| !matches!(one.reason, Reason::Skipped(_)));
    lost.map(|(one, text)| Remark { key: format!("{} {}", answer_key(&one.reason), one.variant), text }).collect()
}

/// Who was not measured, together where the reason is the same.
fn skipped(_: &Analysis, point: &PointAnalysis, _: Style) -> Vec<Remark> {
    let reasons = point.excluded.iter().filter_map(|one| match &one.reason {
        Reason::Skipped(reason) => Some((reason, printable(&one.name))),
        _ => None,
    });
    let text = |(reason, names): (&String, Vec<String>)| {
        format!("{}: not measured there: {}", names.join("; "), printable(reason))
    };
    grouped_by(reasons).into_iter().map(text).map(plain).collect()
}

fn without_rate(_: &Analysis, point: &PointAnalysis, _: Style) -> Vec<Remark> {
    let why = point.rows.iter().filter_map(|row| Some((row, why_no_rate(row)?)));
    why.map(|(row, why)| plain(format!("{}: {}", printable(&row.name), printable(&why)))).collect()
}

/// What says that a ratio is not all that there is to say. What could hide in the noise is no news.
fn costs(analysis: &Analysis, point: &PointAnalysis, _: Style) -> Vec<Remark> {
    let sentences = cost_sentences(analysis, point).into_iter().filter(|one| one.kind != CostKind::Hidden);
    sentences.map(|one| Remark { key: format!("{:?} {}", one.kind, one.variant), text: one.text }).collect()
}

fn doubts(_: &Analysis, point: &PointAnalysis, _: Style) -> Vec<Remark> {
    traffic::doubts(point).into_iter().map(plain).collect()
}

/// What is taken off, whatever time that is.
fn taken_off(_: &Analysis, point: &PointAnalysis, _: Style) -> Vec<Remark> {
    let taken = point.rows.iter().filter_map(|row| Some((row, row.less.as_ref()?)));
    let text = |(row, less): (&analysis::Row, &analysis::Less)| {
        format!("the time of {} is taken off {}", printable(&less.name), printable(&row.name))
    };
    taken.map(text).map(plain).collect()
}

/// What was noted of the variants while they were measured.
fn noted(_: &Analysis, point: &PointAnalysis, _: Style) -> Vec<Remark> {
    let notes = point.rows.iter().flat_map(|row| row.notes.iter().map(move |note| (row, note)));
    let text = notes.map(|(row, note)| format!("{}: {}", printable(&row.name), printable(&note_told(note))));
    text.map(plain).collect()
}
