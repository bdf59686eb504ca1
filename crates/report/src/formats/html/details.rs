//! Each point of a sweep by itself, closed at first.

use super::beginnings::beginnings;
use super::escape::{escape, sentence};
use super::forest::forest;
use super::launches::launches;
use super::ledger::ledger;
use super::left_out::{left_out, quiet};
use super::matrix::matrix;
use super::resources::resources;
use super::said::said;
use super::verdict_table::verdict_table;
use crate::answer::answer_at;
use crate::exclusions::{unranked, why_no_rate};
use crate::sections::{noted, takings};
use crate::style::Style;
use analysis::{Analysis, PointAnalysis, grouped_by};

/// More points would make the page heavy: the tables above have the verdicts of all.
const POINTS_MAX: usize = 60;

/// So many reasons why somebody is not ranked are told of many points.
const REMARKS_MAX: usize = 20;

/// Up to so many points have a forest, where there is no curve to show them.
const FORESTS_MAX: usize = 12;

/// The section; nothing for a plan without a sweep, whose point is told above.
pub fn details(analysis: &Analysis) -> Option<String> {
    let points = &analysis.points;
    let has_forests = points.len() <= FORESTS_MAX;
    let each = points.iter().enumerate();
    let told = match points.len() {
        0 | 1 => return None,
        all if all > POINTS_MAX => {
            let told = "points are too many to be told one by one: the table above has their verdicts.";
            quiet(&format!("The {all} {told}")) + &remarks(analysis)
        }
        _ => each.map(|(index, point)| of_a_point(analysis, point, index, has_forests)).collect(),
    };
    Some(format!("<section>\n<h2>Point by point</h2>\n{told}</section>\n"))
}

/// Who is not ranked at some points, and why, and what is to be known of those that are: each once.
fn remarks(analysis: &Analysis) -> String {
    let points = &analysis.points;
    let of_point = |point: &PointAnalysis| {
        let not_ranked = point.excluded.iter().map(|one| (&one.name, unranked(&one.reason, &analysis.header.source)));
        let without_rate = point.rows.iter().filter_map(|row| Some((&row.name, why_no_rate(row)?)));
        let told = not_ranked.chain(without_rate).map(|(name, why)| format!("{name} {why}"));
        [told.collect(), takings(point), noted(analysis, point, Style::UNBOUNDED)].concat()
    };
    let told = grouped_by(points.iter().flat_map(|point| of_point(point).into_iter().map(move |told| (told, point))));
    let line = |(told, at): &(String, Vec<&PointAnalysis>)| {
        format!("<li>{} (at {} of {} points)</li>\n", escape(told), at.len(), points.len())
    };
    let lines: String = told.iter().take(REMARKS_MAX).map(line).collect();
    let more = left_out(told.len().saturating_sub(REMARKS_MAX), ["more remark", "more remarks"]);
    if lines.is_empty() { lines } else { format!("<ul>\n{lines}</ul>\n{more}") }
}

fn of_a_point(analysis: &Analysis, point: &PointAnalysis, index: usize, has_forest: bool) -> String {
    let picture = has_forest.then(|| forest(analysis, point, &format!("forest-{index}"))).flatten();
    // The numbers of the forest are the table.
    let table = if picture.is_some() { String::new() } else { verdict_table(analysis, point) };
    let below = [
        resources(point),
        beginnings(point),
        has_forest.then(|| ledger(analysis, point, &format!("ledger-{index}"))).flatten(),
        has_forest.then(|| launches(analysis, point, &format!("launches-{index}"))).flatten(),
        matrix(point),
    ];
    format!(
        "<details class=\"point\"><summary>{} <span class=\"quiet\">{}</span></summary>\n{table}{}{}{}</details>\n",
        escape(&point.point.to_string()),
        sentence(&answer_at(point, analysis.margin)),
        picture.unwrap_or_default(),
        said(analysis, point),
        below.into_iter().flatten().collect::<String>()
    )
}
