//! Where the differences of a point go: for each a bar for what is counted, at its price, and one for what is left.

use super::figure::{Figure, Paper, figure};
use super::left_out::left_out;
use super::plot::{line, rect, text};
use super::scale::Scale;
use super::table::{Cell, table};
use crate::columns::shorten;
use crate::explanation::{lines, told};
use crate::printable;
use analysis::{Analysis, Ledger, PointAnalysis};

/// More would be no picture.
const LEDGERS_MAX: usize = 10;

/// What is drawn of a difference: what it is called, and its bars with their shares.
struct Bars {
    title: String,
    bars: Vec<(String, f64, String)>,
}

/// The picture of a point; nothing where no difference has a price that is worth a line.
pub fn ledger(analysis: &Analysis, point: &PointAnalysis, id: &str) -> Option<String> {
    let here = analysis.ledgers.iter().filter(|ledger| ledger.point == point.point && told(ledger).next().is_some());
    let mut ledgers: Vec<&Ledger> = here.collect();
    let what = ["more difference is in the JSON report.", "more differences are in the JSON report."];
    let more = left_out(ledgers.len().saturating_sub(LEDGERS_MAX), what);
    ledgers.truncate(LEDGERS_MAX);
    let bars: Vec<Bars> = ledgers.iter().filter_map(|ledger| bars(point, ledger)).collect();
    if bars.is_empty() {
        return None;
    }
    let title = "What goes with the differences, as shares of them".to_string();
    let heading = ["of the difference", "more", "each", "together", "share"].map(str::to_string);
    let numbers = ledgers.iter().zip(&bars).flat_map(|(ledger, Bars { title, .. })| {
        let line = |[what, rest @ ..]: [String; 5]| (format!("{title}: {what}"), rest.map(Cell::text).to_vec());
        lines(ledger).into_iter().map(line).collect::<Vec<_>>()
    });
    let around = Figure {
        id: id.to_string(),
        title: title.clone(),
        description: "For each difference what is counted, at the price that it has on this machine, and what is left. A bar to the left of 0 works \
                      against the difference. What goes with it need not be its cause."
            .to_string(),
        legend: Vec::new(),
        numbers: table(&title, &heading, &numbers.collect::<Vec<_>>()),
    };
    Some(figure(&around, |paper| draw(paper, &bars)) + &more)
}

fn bars(point: &PointAnalysis, ledger: &Ledger) -> Option<Bars> {
    let name = |variant| point.name(variant).map(printable);
    let left = ledger.unexplained_ns();
    let parts = told(ledger).map(|term| term.ns.point).chain([left]);
    let bar = |([what, .., share], ns): ([String; 5], f64)| (what, ns / ledger.difference_ns.point, share);
    let title = format!("{} against {}", name(ledger.candidate)?, name(ledger.baseline)?);
    Some(Bars { title, bars: lines(ledger).into_iter().zip(parts).map(bar).collect() })
}

fn draw(paper: Paper, all: &[Bars]) -> (String, f64) {
    const BAR: f64 = 24.0;
    const TITLE: f64 = 30.0;
    let is_wide = paper == Paper::Wide;
    let (left, right) = if is_wide { (196.0, paper.width() - 80.0) } else { (128.0, paper.width() - 52.0) };
    let shares = || all.iter().flat_map(|one| &one.bars).map(|(_, share, _)| share.clamp(-2.0, 2.0));
    let scale = Scale::linear([shares().fold(0.0, f64::min), shares().fold(1.0, f64::max)], [left, right]);
    let mut out = String::new();
    let mut y = 0.0;
    for one in all {
        out.push_str(&text(0.0, y + 19.0, "label start", &shorten(&one.title, if is_wide { 90 } else { 42 })));
        y += TITLE;
        for (what, share, told) in &one.bars {
            let (from, to) = (scale.at(0.0), scale.at(*share));
            out.push_str(&text(left - 12.0, y + 15.0, "name end", &shorten(what, if is_wide { 26 } else { 17 })));
            out.push_str(&rect([from.min(to), y + 3.0], [(to - from).abs(), BAR - 8.0], "bar"));
            out.push_str(&text(right + 8.0, y + 15.0, "value start", told));
            y += BAR;
        }
        out.push_str(&line([scale.at(0.0), y - BAR * one.bars.len() as f64], [scale.at(0.0), y], "axis"));
    }
    (out, y + 8.0)
}
