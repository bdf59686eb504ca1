//! Lines along a parameter, one a variant, each with a band that is its interval.

use super::figure::Paper;
use super::marks::{dash, mark, of_variant};
use super::plot::{BOLD_LETTER, LETTER, line, rect, text, told, widest};
use super::scale::{Scale, around_one, short, short_time};
use crate::columns::shorten;
use crate::numbers::extremes;
use crate::printable;
use analysis::{Interval, alike};
use std::collections::BTreeMap;

/// With more places, only some of them have a mark.
const MARKS_MAX: usize = 40;

/// A line.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its place among the looks.
    pub place: usize,
    /// Its name.
    pub name: String,
    /// Where along the parameter, what is there, and what is told at the pointer.
    pub dots: Vec<(f64, Interval, String)>,
}

/// What stands on the vertical axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Height {
    /// Nanoseconds, and of what they are, as the axis is called.
    Time(&'static str),
    /// Ratios, with the margin within which two are the same.
    Ratio(f64),
}

/// How values become places.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Axes {
    /// Upwards logarithmic; along the parameter, too, where its values span much.
    Log,
    /// Both linear, from 0 on: what is proportional is a line through the corner.
    Linear,
    /// Upwards logarithmic; to the right the course of the run, of which every step is as long.
    Course,
}

/// All that is drawn.
#[derive(Clone, Debug)]
pub struct Curve {
    /// The lines.
    pub lines: Vec<Line>,
    /// The values of the parameter with their texts.
    pub along: Vec<(f64, String)>,
    /// Its name.
    pub param: String,
    /// What stands on the vertical axis.
    pub height: Height,
    /// How values become places.
    pub axes: Axes,
}

/// Draws it; returns the height of the picture, too.
pub fn draw(paper: Paper, curve: &Curve) -> (String, f64) {
    let is_wide = paper == Paper::Wide;
    let names: Vec<String> =
        curve.lines.iter().map(|one| shorten(&printable(&one.name), if is_wide { 22 } else { 11 })).collect();
    let room = widest(&names, BOLD_LETTER) + 12.0;
    let least = 16.0 * curve.lines.len() as f64;
    let mut out = String::new();
    let mut top = 14.0;
    if let Height::Time(of_what) = curve.height {
        out.push_str(&text(0.0, 12.0, "tick start", of_what));
        top = 26.0;
    }
    let bottom = top + if is_wide { 330.0f64 } else { 250.0 }.max(least);
    let y = vertical(curve, [bottom, top]);
    let ticks = y.ticks(if is_wide { 8 } else { 6 });
    let value = |tick: &f64| if let Height::Time(_) = curve.height { short_time(*tick) } else { short(*tick) };
    let values: Vec<String> = ticks.iter().map(value).collect();
    let left = widest(&values, LETTER) + 10.0;
    let right = paper.width() - room.max(30.0);
    let x = horizontal(curve, [left + 8.0, right - 8.0]);
    if let Height::Ratio(margin) = curve.height {
        let [low, high] = [*alike(margin).start(), *alike(margin).end()].map(|ratio| y.at(ratio));
        out.push_str(&rect([left, high], [right - left, low - high], "margin"));
    }
    for (tick, value) in ticks.iter().zip(&values) {
        out.push_str(&line([left, y.at(*tick)], [right, y.at(*tick)], "grid"));
        out.push_str(&text(left - 8.0, y.at(*tick) + 4.0, "tick end", value));
    }
    if let Height::Ratio(_) = curve.height {
        out.push_str(&line([left, y.at(1.0)], [right, y.at(1.0)], "one"));
    }
    out.push_str(&axis(curve, &x, [top, bottom], if is_wide { 7.5 } else { 7.0 }));
    out.push_str(&text((left + right) / 2.0, bottom + 40.0, "name middle", &shorten(&printable(&curve.param), 40)));
    curve.lines.iter().for_each(|one| out.push_str(&drawn(one, &x, &y, is_wide)));
    for ((one, name), [place, height]) in curve.lines.iter().zip(&names).zip(labels(curve, &names, [&x, &y], right)) {
        out.push_str(&of_variant(one.place, &text(place, height + 4.0, "label start halo", name)));
    }
    (out, bottom + 50.0)
}

fn horizontal(curve: &Curve, places: [f64; 2]) -> Scale {
    let values = || curve.along.iter().map(|(value, _)| *value);
    let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    match curve.axes {
        // One value alone stands in the middle.
        _ if low == high => Scale::linear([low - 1.0, high + 1.0], places),
        Axes::Log if low > 0.0 && high / low >= 8.0 => Scale::log([low, high], places),
        Axes::Linear => Scale::linear([low.min(0.0), high], places),
        Axes::Log | Axes::Course => Scale::linear([low, high], places),
    }
}

fn vertical(curve: &Curve, places: [f64; 2]) -> Scale {
    match (curve.axes, extent(curve)) {
        (Axes::Linear, [_, high]) => Scale::linear([0.0, high], places),
        (Axes::Log | Axes::Course, extent) => Scale::log(extent, places),
    }
}

fn extent(curve: &Curve) -> [f64; 2] {
    let intervals = || curve.lines.iter().flat_map(|one| &one.dots).map(|(_, interval, _)| interval);
    let points = || intervals().map(|one| one.point).filter(|value| value.is_finite() && *value > 0.0);
    let [least, most] = extremes(points());
    // A bound that is far out would leave no room for the rest.
    let bounds =
        intervals().flat_map(|one| [one.low, one.high]).filter(|value| *value >= least / 3.0 && *value <= most * 3.0);
    let margin = match curve.height {
        Height::Ratio(margin) => around_one(margin).to_vec(),
        Height::Time(_) => Vec::new(),
    };
    let [low, high] = extremes(points().chain(bounds).chain(margin));
    let air = (high / low).powf(0.04).max(1.01);
    if low.is_finite() { [low / air, high * air] } else { [1.0, 10.0] }
}

/// The measured values, as many as have room.
fn axis(curve: &Curve, x: &Scale, [top, bottom]: [f64; 2], letter: f64) -> String {
    let mut out = line([x.at(f64::NEG_INFINITY) - 8.0, bottom], [x.at(f64::INFINITY) + 8.0, bottom], "axis");
    let half = |label: &str| letter * crate::columns::width(label) as f64 / 2.0;
    // Of a course every second place is named, or every third: what goes up by ones has no gaps of different lengths.
    let half_max = curve.along.iter().map(|(_, label)| half(&shorten(&printable(label), 12))).fold(0.0, f64::max);
    let stride = match curve.axes {
        Axes::Course => ((2.0 * half_max + 8.0) / (x.at(1.0) - x.at(0.0))).ceil().max(1.0) as usize,
        Axes::Log | Axes::Linear => 1,
    };
    let mut free_from = f64::NEG_INFINITY;
    let zero = (curve.axes == Axes::Linear && x.holds(0.0)).then(|| (0.0, "0".to_string()));
    for (value, label) in zero.iter().chain(curve.along.iter().step_by(stride)) {
        let (place, label) = (x.at(*value), shorten(&printable(label), 12));
        if place - half(&label) < free_from {
            continue;
        }
        free_from = place + half(&label) + 8.0;
        out.push_str(&line([place, top], [place, bottom], "grid"));
        out.push_str(&text(place, bottom + 19.0, "tick middle", &label));
    }
    out
}

fn drawn(one: &Line, x: &Scale, y: &Scale, has_tips: bool) -> String {
    let place = |value: f64, height: f64| format!("{:.1},{:.1}", x.at(value), y.at(height));
    let is_bounded = |(_, interval, _): &&(f64, Interval, String)| interval.half_width().is_finite();
    let bands = one.dots.split(|dot| !is_bounded(&dot)).filter(|dots| !dots.is_empty()).map(|dots| {
        let upper = dots.iter().map(|(value, interval, _)| place(*value, interval.high));
        let lower = dots.iter().rev().map(|(value, interval, _)| place(*value, interval.low));
        format!("<polygon class=\"band\" points=\"{}\"/>", upper.chain(lower).collect::<Vec<_>>().join(" "))
    });
    let bands: String = bands.collect();
    let middle: Vec<String> = one.dots.iter().map(|(value, interval, _)| place(*value, interval.point)).collect();
    let (dashes, middle) = (dash(one.place), middle.join(" "));
    let mut out = format!("{bands}<polyline class=\"line\"{dashes} points=\"{middle}\"/>\n");
    let step = one.dots.len().div_ceil(MARKS_MAX).max(1);
    for (value, interval, tip) in one.dots.iter().step_by(step) {
        let mark = mark(one.place, x.at(*value), y.at(interval.point), 4.0);
        out.push_str(&if has_tips { told(&mark, "class=\"m\"", tip) } else { format!("{mark} class=\"m\"/>\n") });
    }
    of_variant(one.place, &out)
}

/// Where the names of the lines stand, in the order of the lines: right of their ends, not on each other. That of a line
/// that ends early stands at its end, if it fits there, and else beside the picture as the others do.
fn labels(curve: &Curve, names: &[String], [x, y]: [&Scale; 2], right: f64) -> Vec<[f64; 2]> {
    let at_end = |(one, name): (&Line, &String)| {
        let [end, height] =
            one.dots.last().map_or([right, 0.0], |(value, interval, _)| [x.at(*value), y.at(interval.point)]);
        let fits = end + 12.0 + widest(std::slice::from_ref(name), BOLD_LETTER) <= right;
        [if fits { end + 12.0 } else { right + 8.0 }, height]
    };
    let mut places: Vec<[f64; 2]> = curve.lines.iter().zip(names).map(at_end).collect();
    let mut columns: BTreeMap<u64, Vec<&mut f64>> = BTreeMap::new();
    for [column, height] in &mut places {
        columns.entry(column.to_bits()).or_default().push(height);
    }
    columns.into_values().for_each(|column| part(column, y.at(0.0)));
    places
}

/// Moves heights apart, so that names that stand there can be read.
fn part(mut heights: Vec<&mut f64>, bottom: f64) {
    const APART: f64 = 15.0;
    heights.sort_by(|left, right| left.total_cmp(right));
    let mut free = f64::NEG_INFINITY;
    for height in &mut heights {
        **height = height.max(free);
        free = **height + APART;
    }
    // What was pushed below the picture is pushed up again.
    let mut ceiling = bottom;
    for height in heights.iter_mut().rev() {
        **height = height.min(ceiling);
        ceiling = **height - APART;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_margin_leaves_an_axis() {
        let interval = Interval { point: 2.0, low: 1.9, high: 2.1, level: 0.95 };
        let curve = Curve {
            lines: vec![Line { place: 0, name: "one".to_string(), dots: vec![(1.0, interval, String::new())] }],
            along: vec![(1.0, "1".to_string())],
            param: "n".to_string(),
            height: Height::Ratio(0.9),
            axes: Axes::Log,
        };
        let [low, high] = extent(&curve);
        assert!(0.0 < low && low < 1.0 && 2.1 < high && high.is_finite(), "{low} {high}");
    }
}
