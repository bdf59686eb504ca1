//! The ratios that several runs found of the same pairs, those of a pair below each other.

use super::date::date_or_none;
use super::figure::{Figure, Paper, figure};
use super::forest::{ratio_axis, ratio_grid, reach};
use super::marks::{mark, of_variant};
use super::plot::{self, beside, text, told};
use crate::beside::{Pair, RunBeside};
use crate::columns::shorten;
use crate::numbers::{ratio, ratio_or_open};
use crate::printable;
use crate::standing::sign;
use analysis::{Interval, Verdict};

/// More lines would be no picture.
const LINES_MAX: usize = 150;

/// What a run found, with the place of the run among the looks.
struct Found {
    run: usize,
    verdict: Verdict,
    ratio: Interval,
    tip: String,
}

/// The picture; nothing where there is nothing to draw, or too much.
pub fn runs_picture(runs: &[RunBeside], pairs: &[Pair], title: &str, id: &str, numbers: &str) -> Option<String> {
    let of_pair = |pair: &Pair| {
        let name = pair.name();
        let found = runs.iter().enumerate().filter_map(|(run, one)| {
            let (verdict, found) = one.found(pair)?;
            let tip = format!("{name}, run {}: {}, {}", one.number, ratio(&found), verdict.key());
            Some(Found { run, verdict, ratio: found, tip })
        });
        let found: Vec<Found> = found.collect();
        (printable(&name), found)
    };
    let groups: Vec<(String, Vec<Found>)> = pairs.iter().map(of_pair).collect();
    let lines: usize = groups.iter().map(|(_, found)| found.len()).sum();
    if lines == 0 || lines > LINES_MAX {
        return None;
    }
    let margin = runs.iter().map(|run| run.analysis.margin).fold(f64::INFINITY, f64::min);
    let around = Figure {
        id: id.to_string(),
        title: title.to_string(),
        description: "For each pair a line for each run, which is what the ratio may be by that run alone; left of 1 is faster. The band is the \
                      smallest of the margins within which two count as the same."
            .to_string(),
        legend: runs.iter().enumerate().map(|(place, run)| (place, format!("run {}, {}", run.number, date_or_none(run.analysis.header.started_at)))).collect(),
        numbers: numbers.to_string(),
    };
    Some(figure(&around, |paper| draw(paper, &groups, margin)))
}

fn draw(paper: Paper, groups: &[(String, Vec<Found>)], margin: f64) -> (String, f64) {
    const LINE: f64 = 22.0;
    const APART: f64 = 10.0;
    let is_wide = paper == Paper::Wide;
    let names: Vec<String> = groups.iter().map(|(name, _)| shorten(name, if is_wide { 34 } else { 42 })).collect();
    let values: Vec<String> = groups.iter().flat_map(|(_, found)| found).map(value).collect();
    let (left, right) =
        if is_wide { (beside(&names), paper.width() - beside(&values)) } else { (8.0, paper.width() - 8.0) };
    // On narrow paper the name of a pair has a line of its own.
    let head = if is_wide { 0.0 } else { LINE };
    let height = |(_, found): &(String, Vec<Found>)| head + LINE * found.len().max(1) as f64 + APART;
    let bottom = 8.0 + groups.iter().map(height).sum::<f64>();
    let ratios = groups.iter().flat_map(|(_, found)| found).map(|found| found.ratio);
    let scale = ratio_axis(ratios, margin, [left, right]);
    let mut out = ratio_grid(&scale, margin, [8.0, bottom], if is_wide { 7 } else { 5 });
    let mut y = 8.0 + APART / 2.0;
    for (group, name) in groups.iter().zip(&names) {
        let (_, found) = group;
        out.push_str(&plot::name(is_wide, left, [y + LINE / 2.0 + 4.5, y + 15.0], name));
        for (line, one) in found.iter().enumerate() {
            let y = y + head + LINE * (line as f64 + 0.5);
            let dot = told(&mark(one.run, scale.at(one.ratio.point), y, 5.0), "class=\"m\"", &one.tip);
            let value = text(right + 14.0, y + 4.5, "value start", &value(one));
            let value = if is_wide { value } else { String::new() };
            out.push_str(&of_variant(one.run, &(reach(&one.ratio, &scale, y) + &dot + &value)));
        }
        y += height(group);
    }
    (out, bottom + 48.0)
}

fn value(found: &Found) -> String {
    format!("{}{}", sign(found.verdict), ratio_or_open(&found.ratio))
}
