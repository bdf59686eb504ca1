//! The pictures of a sweep: time, and the ratio to the baseline, along the parameter with the most values.

use super::curve::{Curve, Height, Line, draw};
use super::escape::escape;
use super::figure::{Figure, figure};
use super::sweep::names;
use super::table::{Cell, table};
use crate::numbers::{percent, ratio, relative_half_width};
use crate::standing::standing;
use analysis::{Analysis, Interval, PointAnalysis, Row, along};
use model::{Point, format_duration};
use std::collections::{BTreeMap, BTreeSet};

/// More lines would be no picture, and more groups no page.
const LINES_MAX: usize = 24;
const GROUPS_MAX: usize = 12;

/// What is shown of a variant at a point: an interval and its text.
type Read = fn(&PointAnalysis, &Row) -> Option<(Interval, String)>;

/// Two pictures for each combination of the other parameters; nothing where no parameter is a number with several values.
pub fn growth(analysis: &Analysis) -> Option<String> {
    let param = longest(&analysis.points)?;
    let groups = along(analysis.points.iter().map(|point| (&point.point, point)), &param);
    let more = groups.len().saturating_sub(GROUPS_MAX);
    let pictures: String = groups
        .iter()
        .take(GROUPS_MAX)
        .enumerate()
        .map(|(index, group)| of_a_group(analysis, &param, index, group))
        .collect();
    let more = if more > 0 {
        format!("<p class=\"quiet\">{more} more combinations are in the tables below.</p>\n")
    } else {
        String::new()
    };
    Some(format!("<section>\n<h2>Along {}</h2>\n{pictures}{more}</section>\n", escape(&param)))
}

/// The parameter that is a number everywhere and has the most values, two at least.
fn longest(points: &[PointAnalysis]) -> Option<String> {
    let names = points.first()?.point.params.iter().map(|(name, _)| name);
    let values = |name: &String| -> Option<usize> {
        let values: Option<BTreeSet<u64>> =
            points.iter().map(|point| Some(point.point.get(name)?.number()?.to_bits())).collect();
        Some(values?.len()).filter(|values| *values > 1)
    };
    let known: Vec<(usize, &String)> = names.filter_map(|name| Some((values(name)?, name))).collect();
    let most = known.iter().map(|(values, _)| *values).max()?;
    known.into_iter().find(|(values, _)| *values == most).map(|(_, name)| name.clone())
}

fn of_a_group(
    analysis: &Analysis,
    param: &str,
    index: usize,
    (others, points): &(Point, Vec<&PointAnalysis>),
) -> String {
    let others = others.to_string();
    let place = if others.is_empty() { String::new() } else { format!(", {others}") };
    let base = points.iter().find_map(|point| point.baseline_row()).map_or("the baseline", |row| &row.name);
    let time: Read = |_, row| (!row.is_empty).then(|| (row.time_ns, duration(&row.time_ns)));
    let times: Read = |point, row| {
        let one = standing(point, row);
        let unit = Interval { point: 1.0, low: 1.0, high: 1.0, level: 1.0 };
        match one.found {
            Some(found) => Some((found.ratio, format!("{}, {}", ratio(&found.ratio), found.verdict.key()))),
            None => one.is_baseline.then(|| (unit, "1, the baseline".to_string())),
        }
    };
    let is_compared = points.iter().any(|point| !point.comparisons.is_empty());
    let mut out =
        picture(points, param, Height::Time, time, &format!("time-{index}"), &format!("Time along {param}{place}"));
    if is_compared {
        let title = format!("Time as a multiple of the time of {base}, along {param}{place}");
        out.push_str(&picture(points, param, Height::Ratio(analysis.margin), times, &format!("ratio-{index}"), &title));
    }
    out
}

fn picture(points: &[&PointAnalysis], param: &str, height: Height, read: Read, id: &str, title: &str) -> String {
    let mut variants: BTreeMap<usize, String> = BTreeMap::new();
    for point in points {
        variants.extend(names(std::slice::from_ref(*point)));
    }
    let value =
        |point: &PointAnalysis| point.point.get(param).and_then(|value| Some((value.number()?, value.to_string())));
    let mut sorted: Vec<(f64, String, &PointAnalysis)> =
        points.iter().filter_map(|point| value(point).map(|(number, text)| (number, text, *point))).collect();
    sorted.sort_by(|left, right| left.0.total_cmp(&right.0));
    let line = |(place, (variant, name)): (usize, (&usize, &String))| {
        let dots = sorted.iter().filter_map(|(number, text, point)| {
            let (interval, told) = read(point, point.row(*variant)?)?;
            Some((*number, interval, format!("{name}, {text}: {told}")))
        });
        Line { place, name: name.clone(), dots: dots.collect() }
    };
    let lines: Vec<Line> = variants.iter().take(LINES_MAX).enumerate().map(line).collect();
    let numbers = sorted.iter().map(|(_, text, point)| {
        let cell = |variant: &usize| {
            point.row(*variant).and_then(|row| read(point, row)).map_or("–".to_string(), |(_, told)| told)
        };
        (text.clone(), variants.keys().map(|variant| Cell::text(cell(variant))).collect())
    });
    let heading: Vec<String> = std::iter::once(param.to_string()).chain(variants.values().cloned()).collect();
    let around = Figure {
        id: id.to_string(),
        title: title.to_string(),
        description: described(height, variants.len()),
        legend: lines.iter().map(|one| (one.place, one.name.clone())).collect(),
        numbers: table(title, &heading, &numbers.collect::<Vec<_>>()),
    };
    let along = sorted.iter().map(|(number, text, _)| (*number, text.clone())).collect();
    let lines = lines.into_iter().filter(|one| !one.dots.is_empty()).collect();
    let curve = Curve { lines, along, param: param.to_string(), height, is_course: false };
    figure(&around, |paper| draw(paper, &curve))
}

fn described(height: Height, variants: usize) -> String {
    let left_out = variants.saturating_sub(LINES_MAX);
    let left_out = if left_out > 0 { format!(" {left_out} more variants are in the table.") } else { String::new() };
    match height {
        Height::Time => format!(
            "A line for each variant, with a band that is the interval of its time; lower is faster. The axis of time is logarithmic.{left_out}"
        ),
        Height::Ratio(margin) => format!(
            "A line for each variant, with a band that is what its ratio may be; below 1 is faster. The grey band is the margin of {} within \
             which two count as the same. The axis of ratios is logarithmic.{left_out}",
            percent(margin)
        ),
    }
}

fn duration(interval: &Interval) -> String {
    match relative_half_width(interval) {
        half if half.is_finite() => format!("{} ± {}", format_duration(interval.point), percent(half)),
        _ => format!("{} [open]", format_duration(interval.point)),
    }
}
