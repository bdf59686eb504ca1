//! The scoreboard as a plot: the share of claims against the effect, a line for each tool, a panel for each condition.

use crate::scoreboard::design::{Class, Condition, EFFECTS};
use crate::scoreboard::rows::{Heading, Row};
use crate::scoreboard::score::{Count, Score};
use crate::scoreboard::tools::TOOLS;
use std::collections::BTreeMap;

/// Colours that differ for the colour-blind too (Okabe & Ito 2008), one for each tool in the order of the slice.
const COLOURS: [&str; 6] = ["#000000", "#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00"];

const PANEL: [f64; 2] = [180.0, 120.0];
const GAP: [f64; 2] = [44.0, 58.0];
const MARGIN: [f64; 2] = [60.0, 96.0];

/// The distance from one name of the legend to the next: the longest fits.
const LEGEND_STEP: f64 = 122.0;

/// What of a score is drawn.
#[derive(Clone, Copy)]
enum Sort {
    Own,
    Matched,
}

/// The panels: a row for each class and sort, a column for each budget and condition.
pub fn svg(rows: &BTreeMap<Heading, Vec<Row>>) -> String {
    let mut columns: Vec<(u32, Condition)> = rows.keys().map(|heading| (heading.budget_s, heading.condition)).collect();
    columns.sort();
    columns.dedup();
    let lines = Class::ALL.iter().flat_map(|class| [(Sort::Own, *class), (Sort::Matched, *class)]);
    let lines: Vec<(Sort, Class)> = lines.collect();
    let width = MARGIN[0] + columns.len().max(4) as f64 * (PANEL[0] + GAP[0]);
    let height = MARGIN[1] + lines.len() as f64 * (PANEL[1] + GAP[1]);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
         <text x=\"{}\" y=\"24\" font-size=\"15\">How often B is called slower than A, over all works, in %</text>\n\
         <text x=\"{}\" y=\"42\">At 0 %: how often a difference is claimed where there is none. Panels at 5 %: by a threshold with that rate of false alarms.</text>\n",
        MARGIN[0], MARGIN[0]
    );
    push_legend(&mut text);
    for (down, (sort, class)) in lines.iter().enumerate() {
        for (across, (budget_s, condition)) in columns.iter().enumerate() {
            let corner =
                [MARGIN[0] + across as f64 * (PANEL[0] + GAP[0]), MARGIN[1] + down as f64 * (PANEL[1] + GAP[1])];
            let heading = Heading { class: *class, budget_s: *budget_s, condition: *condition, work: None };
            push_panel(&mut text, corner, *sort, &heading, rows.get(&heading).map_or(&[], Vec::as_slice));
        }
    }
    text.push_str("</svg>\n");
    text
}

fn push_legend(text: &mut String) {
    for (place, tool) in TOOLS.iter().enumerate() {
        let x = MARGIN[0] + place as f64 * LEGEND_STEP;
        let colour = COLOURS[place % COLOURS.len()];
        text.push_str(&format!("<path d=\"M{x} 58h22\" stroke=\"{colour}\" stroke-width=\"2.5\"/>\n"));
        text.push_str(&format!("<text x=\"{}\" y=\"62\">{}</text>\n", x + 27.0, tool.name));
    }
}

fn push_panel(text: &mut String, corner: [f64; 2], sort: Sort, heading: &Heading, rows: &[Row]) {
    let kind = match sort {
        Sort::Own => "as told",
        Sort::Matched => "at 5 %",
    };
    let title = format!("{}, {} s, {}: {kind}", heading.class, heading.budget_s, heading.condition);
    text.push_str(&format!("<text x=\"{}\" y=\"{}\">{title}</text>\n", corner[0], corner[1] - 7.0));
    push_grid(text, corner);
    for (tool, score) in rows {
        let number = TOOLS.iter().position(|one| one.name == tool).unwrap_or_default();
        push_line(text, corner, &points(sort, score), number);
    }
}

fn push_grid(text: &mut String, corner: [f64; 2]) {
    for share in [0.0, 0.5, 1.0] {
        let [x, y] = at(corner, 0.0, share);
        text.push_str(&format!("<path d=\"M{x} {y}h{}\" stroke=\"#cccccc\"/>\n", PANEL[0]));
        let label = share * 100.0;
        text.push_str(&format!("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{label}</text>\n", x - 5.0, y + 4.0));
    }
    for effect in EFFECTS {
        let [x, y] = at(corner, f64::from(effect), 0.0);
        text.push_str(&format!("<path d=\"M{x} {y}v4\" stroke=\"#888888\"/>\n"));
        text.push_str(&format!("<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{effect} %</text>\n", y + 16.0));
    }
}

/// Effect and count, where anything was tried.
fn points(sort: Sort, score: &Score) -> Vec<(u32, Count)> {
    let (false_alarms, power) = match (sort, &score.matched) {
        (Sort::Own, _) => (score.false_alarms, score.power.as_slice()),
        (Sort::Matched, Some(matched)) => (matched.false_alarms, matched.power.as_slice()),
        (Sort::Matched, None) => (Count::default(), [].as_slice()),
    };
    let all = std::iter::once((0, false_alarms)).chain(power.iter().copied());
    all.filter(|(_, count)| count.of > 0).collect()
}

fn push_line(text: &mut String, corner: [f64; 2], points: &[(u32, Count)], number: usize) {
    let colour = COLOURS[number % COLOURS.len()];
    // Lines that lie on each other are moved apart by less than their width.
    let aside = (number as f64 - 2.5) * 0.8;
    let places: Vec<[f64; 2]> = points
        .iter()
        .map(|(effect, count)| at(corner, f64::from(*effect), count.found as f64 / count.of as f64))
        .map(|[x, y]| [x, y + aside])
        .collect();
    let path: Vec<String> = places.iter().map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
    let width = if number == 0 { 2.5 } else { 1.6 };
    let path = path.join(" ");
    text.push_str(&format!(
        "<polyline points=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"/>\n"
    ));
    for ([x, y], (_, count)) in places.iter().zip(points) {
        let told = format!("{}: {}/{}", TOOLS[number].name, count.found, count.of);
        let circle = format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.6\" fill=\"{colour}\">");
        text.push_str(&format!("{circle}<title>{told}</title></circle>\n"));
    }
}

/// Where an effect and a share lie in a panel.
fn at(corner: [f64; 2], effect: f64, share: f64) -> [f64; 2] {
    let most = f64::from(EFFECTS[EFFECTS.len() - 1]);
    [corner[0] + effect / most * PANEL[0], corner[1] + (1.0 - share) * PANEL[1]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_effects_have_their_places() {
        assert_eq!(at([10.0, 20.0], 0.0, 0.0), [10.0, 20.0 + PANEL[1]]);
        assert_eq!(at([10.0, 20.0], 5.0, 1.0), [10.0 + PANEL[0], 20.0]);
    }
}
