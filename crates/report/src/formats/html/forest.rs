//! Ratios to the baseline with their intervals, one below the other, and the margin within which two count as the same.

use super::figure::{Figure, Paper, figure};
use super::left_out::left_out;
use super::marks::{LIMIT, mark, shown};
use super::plot::{self, beside, grid, line, rect, text, told};
use super::scale::{Scale, around_one, short};
use super::verdict_table::verdict_table;
use crate::columns::shorten;
use crate::numbers::{extremes, percent, ratio, ratio_or_open};
use crate::printable;
use crate::standing::{Found, Standing, factor_of, standings};
use analysis::{Analysis, Interval, PointAnalysis, alike};

/// More rows would be no picture.
const ROWS_MAX: usize = 60;

/// The forest of a point; nothing where nothing was compared.
pub fn forest(analysis: &Analysis, point: &PointAnalysis, id: &str) -> Option<String> {
    let all: Vec<Standing> =
        standings(point).into_iter().filter(|one| one.is_baseline || one.found.is_some()).collect();
    all.iter().find(|one| one.found.is_some())?;
    let (count, rows) = (all.len(), with_baseline(all));
    let base = point.baseline_row().map_or(String::new(), |row| printable(&row.name));
    let around = Figure {
        id: id.to_string(),
        title: format!("Time as a multiple of the time of {base}"),
        description: format!(
            "Left of 1 is faster. The band is the margin of {} within which two count as the same. Each line is what the ratio may be; \
             a circle is established to be faster, a square slower, a diamond the same, a triangle is undecided.{}",
            percent(analysis.margin),
            if rows.iter().any(|one| one.is_limit) { " One that stands on its tip is the limit." } else { "" }
        ),
        legend: Vec::new(),
        numbers: verdict_table(analysis, point),
    };
    let more = left_out(count - rows.len(), ["more variant is in the table.", "more variants are in the table."]);
    Some(figure(&around, |paper| draw(paper, &rows, analysis.margin)) + &more)
}

/// As many as have room, the fastest of them, and the baseline.
fn with_baseline(all: Vec<Standing<'_>>) -> Vec<Standing<'_>> {
    let has_baseline = all.iter().take(ROWS_MAX).any(|one| one.is_baseline);
    let fastest = if has_baseline { ROWS_MAX } else { ROWS_MAX - 1 };
    let shown = all.into_iter().enumerate().filter(|(place, one)| *place < fastest || one.is_baseline);
    shown.map(|(_, one)| one).collect()
}

fn draw(paper: Paper, rows: &[Standing], margin: f64) -> (String, f64) {
    let width = paper.width();
    let is_wide = paper == Paper::Wide;
    let (row_height, top) = if is_wide { (34.0, 8.0) } else { (46.0, 8.0) };
    let names: Vec<String> =
        rows.iter().map(|row| shorten(&printable(&row.row.name), if is_wide { 30 } else { 20 })).collect();
    let values: Vec<String> = rows.iter().map(value).collect();
    let (left, right) = if is_wide { (beside(&names), width - beside(&values)) } else { (8.0, width - 8.0) };
    let bottom = top + row_height * rows.len() as f64;
    let scale = ratio_axis(rows.iter().filter_map(|row| row.found).map(|found| found.ratio), margin, [left, right]);
    let mut out = ratio_grid(&scale, margin, [top, bottom], if is_wide { 7 } else { 5 });
    for (place, standing) in rows.iter().enumerate() {
        let top = top + row_height * place as f64;
        let y = if is_wide { top + row_height / 2.0 } else { top + 32.0 };
        out.push_str(&row(standing, &scale, y));
        let (own, value) = (&names[place], &values[place]);
        out.push_str(&plot::name(is_wide, left, [y + 4.5, top + 16.0], own));
        out.push_str(&match is_wide {
            true => text(right + 14.0, y + 4.5, "value start", value),
            false => text(right, top + 16.0, "value end halo", value),
        });
    }
    (out, bottom + 48.0)
}

fn value(standing: &Standing) -> String {
    match standing.found {
        Some(found) if standing.is_limit => format!("{}, limit", factor_of(found.verdict, found.ratio.point)),
        Some(found) => ratio_or_open(&found.ratio),
        None => "1, the baseline".to_string(),
    }
}

fn row(standing: &Standing, scale: &Scale, y: f64) -> String {
    let name = printable(&standing.row.name);
    let (Some(Found { verdict, ratio: interval, .. }), Some(word)) = (standing.found, standing.word()) else {
        return told(&mark(0, scale.at(1.0), y, 4.0), "class=\"m base\"", &format!("{name}: the baseline"));
    };
    let (shape, class, _) = shown(verdict);
    let (shape, class) =
        if standing.is_limit { (LIMIT, String::new()) } else { (shape, format!(" class=\"{class}\"")) };
    let tip = format!("{name}: {}, {word}", ratio(&interval));
    let dot = told(&mark(shape, scale.at(interval.point), y, 5.0), "class=\"m\"", &tip);
    format!("<g{class}>{}{dot}</g>\n", reach(&interval, scale, y))
}

/// The line of what a ratio may be. A bound that is not known, or not on the paper, has an arrow instead of an end.
pub fn reach(interval: &Interval, scale: &Scale, y: f64) -> String {
    let (low, high) = (scale.at(interval.low), scale.at(interval.high.min(f64::MAX)));
    let mut out = line([low, y], [high, y], "interval");
    let (above, below) = (y - 5.0, y + 5.0);
    for (x, is_end, turn) in [(low, scale.holds(interval.low), 1.0), (high, scale.holds(interval.high), -1.0)] {
        let back = x + turn * 7.0;
        let arrow = format!("{back:.1},{above:.1} {x:.1},{y:.1} {back:.1},{below:.1}");
        out.push_str(&match is_end {
            true => line([x, above], [x, below], "interval"),
            false => format!("<polyline points=\"{arrow}\" class=\"interval\"/>\n"),
        });
    }
    out
}

/// An axis for ratios: all that are known, 1, the margin, and some air. A bound that is far out would leave no room for the rest.
pub fn ratio_axis(ratios: impl Iterator<Item = Interval>, margin: f64, places: [f64; 2]) -> Scale {
    const FAR: f64 = 10.0;
    let ratios: Vec<Interval> = ratios.collect();
    let known = ratios.iter().map(|ratio| ratio.point).filter(|value| value.is_finite() && *value > 0.0);
    let [least, most] = extremes(known.chain(around_one(margin)));
    let bounds = ratios.iter().flat_map(|ratio| [ratio.low, ratio.high]);
    let bounds = bounds.filter(|bound| (least / FAR..=most * FAR).contains(bound));
    let [low, high] = extremes(bounds.chain([least, most]));
    let air = (high / low).powf(0.05);
    Scale::log([low / air, high * air], places)
}

/// What lies behind ratios: the margin, round values, 1, and which side is which; 48 units below the bottom are taken.
pub fn ratio_grid(scale: &Scale, margin: f64, [top, bottom]: [f64; 2], ticks_max: usize) -> String {
    let [low, high] = [*alike(margin).start(), *alike(margin).end()].map(|ratio| scale.at(ratio));
    let mut out = rect([low, top], [high - low, bottom - top], "margin");
    out.push_str(&grid(scale, [top, bottom], ticks_max, short));
    out.push_str(&line([scale.at(1.0), top], [scale.at(1.0), bottom], "one"));
    out.push_str(&text(scale.at(0.0), bottom + 38.0, "tick start", "← faster"));
    out + &text(scale.at(f64::INFINITY), bottom + 38.0, "tick end", "slower →")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_margin_leaves_an_axis() {
        for margin in [0.01, 2.0 / 3.0, 0.99] {
            let ratio = Interval { point: 2.0, low: 1.9, high: 2.1, level: 0.95 };
            let scale = ratio_axis([ratio].into_iter(), margin, [0.0, 100.0]);
            let places = [1.0, 1.9, 2.1].map(|ratio| scale.at(ratio));
            assert!(places.is_sorted_by(|one, next| one < next), "{margin}: {places:?}");
            assert!(places[0] > 0.0 && places[2] < 100.0, "{margin}: {places:?}");
        }
    }

    /// Two values have an interval of one degree of freedom.
    #[test]
    fn a_bound_that_is_far_out_leaves_room_for_the_others() {
        let ratio = |point: f64, width: f64| Interval { point, low: point / width, high: point * width, level: 0.95 };
        let scale = ratio_axis([ratio(1.2, 1.05), ratio(1.5, 1e8)].into_iter(), 0.01, [0.0, 100.0]);
        assert!(scale.at(1.5) - scale.at(1.2) > 20.0);
        assert!(scale.holds(1.2 * 1.05) && !scale.holds(1.5e8));
    }
}
