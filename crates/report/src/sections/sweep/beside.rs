//! What has to be known beside the table of a sweep: each thing once, with the number of points where it is so.

use super::super::costs::{CostKind, cost_sentences};
use super::super::{exclusions, sentences, traffic};
use crate::columns::hanging;
use crate::exclusions::{answer_key, why_no_rate};
use crate::numbers::counted;
use crate::printable;
use crate::style::Style;
use analysis::{Analysis, PointAnalysis, Reason, grouped_by};

/// More lines are counted.
const LINES_MAX: usize = 12;

/// Something that is so at a point: what makes two of them one, of which the first is told, and its text.
type Remark = (String, String);

/// One that is told once a text.
fn plain(text: String) -> Remark {
    (text.clone(), text)
}

/// What may be remarked of a point.
type Source = fn(&Analysis, &PointAnalysis, Style) -> Vec<Remark>;

/// What is remarked, in the order in which it is told.
const SOURCES: &[Source] = &[lost, skipped, without_rate, costs, doubts, taken_off, noted];

/// A line for each; nothing where nothing is remarked.
pub fn beside(analysis: &Analysis, style: Style) -> String {
    let all = analysis.points.len();
    let sources = SOURCES.iter().flat_map(|source| analysis.points.iter().map(move |point| (source, point)));
    let remarks = sources.flat_map(|(source, point)| {
        source(analysis, point, style).into_iter().map(move |(key, text)| (key, (text, point)))
    });
    let told = grouped_by(remarks);
    let more = told.len().saturating_sub(LINES_MAX);
    let lines = told.iter().take(LINES_MAX).map(|(_, places)| {
        let (text, point) = &places[0];
        let place = printable(&point.point.to_string());
        let at = match places.len() {
            times if times == all => String::new(),
            1 => format!(" ({place})"),
            2 => format!(" ({place}, and 1 more point)"),
            times => format!(" ({place}, and {} more points)", times - 1),
        };
        // What is written below the first line, such as an answer, stays below it.
        let (first, rest) = text.split_once('\n').map_or((text.as_str(), None), |(a, b)| (a, Some(b)));
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
    lost.map(|(one, text)| (format!("{} {}", answer_key(&one.reason), one.variant), text)).collect()
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
    sentences.map(|one| (format!("{:?} {}", one.kind, one.variant), one.text)).collect()
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

fn noted(analysis: &Analysis, point: &PointAnalysis, _: Style) -> Vec<Remark> {
    sentences::noted(analysis, point, Style::UNBOUNDED).into_iter().map(plain).collect()
}
