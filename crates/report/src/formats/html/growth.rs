//! The pictures of a sweep: time, and the ratio to the baseline, along the parameter with the most values.

use super::curve::{Axes, Height, draw};
use super::escape::escape;
use super::figure::{Figure, figure};
use super::group::{Group, LINES_MAX};
use super::left_out::left_out;
use super::times_along::times_along;
use crate::numbers::{percent, ratio};
use crate::places::and_place;
use crate::standing::{common_baseline, standing};
use analysis::{Analysis, Interval, PointAnalysis, Row, along};
use model::Point;
use std::collections::BTreeSet;

/// More groups would be no page.
const GROUPS_MAX: usize = 12;

/// With more dots in its pictures of times the page has each of them in one way alone: in four ways, a dot weighs up to 400 bytes.
const DOTS_MAX: usize = 1000;

/// Two pictures for each combination of the other parameters; nothing where no parameter is a number with several values.
pub fn growth(analysis: &Analysis) -> Option<String> {
    let param = longest(&analysis.points)?;
    let groups = along(analysis.points.iter().map(|point| (&point.point, point)), &param);
    let more = groups.len().saturating_sub(GROUPS_MAX);
    let drawn = || groups.iter().take(GROUPS_MAX);
    let dots: usize = drawn().flat_map(|(_, points)| points).map(|point| point.rows.len().min(LINES_MAX)).sum();
    let pictures = drawn().enumerate().map(|(index, one)| of_a_group(analysis, &param, index, dots <= DOTS_MAX, one));
    let pictures: String = pictures.collect();
    let more =
        left_out(more, ["more combination is in the tables below.", "more combinations are in the tables below."]);
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
    // Of several with as many values it is the first.
    let known = names.rev().filter_map(|name| Some((values(name)?, name)));
    known.max_by_key(|(values, _)| *values).map(|(_, name)| name.clone())
}

fn of_a_group(
    analysis: &Analysis,
    param: &str,
    index: usize,
    has_room: bool,
    (others, points): &(Point, Vec<&PointAnalysis>),
) -> String {
    let place = and_place(others);
    let group = Group::new(param, points);
    let times = times_along(&group, &format!("time-{index}"), param, &place, has_room);
    if points.iter().all(|point| point.comparisons.is_empty()) {
        return times + &group.left_out();
    }
    // Where the plan names none, that is the fastest there.
    let base = common_baseline(points.iter().copied()).map_or("the baseline of each point", |row| &row.name);
    let title = format!("Time as a multiple of the time of {base}, along {param}{place}");
    let around = Figure {
        id: format!("ratio-{index}"),
        description: described(analysis.margin),
        legend: group.legend(),
        numbers: group.numbers(&title, &ratio_at),
        title,
    };
    let curve = group.curve(&ratio_at, Height::Ratio(analysis.margin), Axes::Log);
    times + &figure(&around, |paper| draw(paper, &curve)) + &group.left_out()
}

fn ratio_at(point: &PointAnalysis, row: &Row) -> Option<(Interval, String)> {
    let one = standing(point, row);
    let unit = Interval { point: 1.0, low: 1.0, high: 1.0, level: 1.0 };
    match one.found {
        Some(found) => Some((found.ratio, format!("{}, {}", ratio(&found.ratio), one.word()?))),
        None => one.is_baseline.then(|| (unit, "1, the baseline".to_string())),
    }
}

fn described(margin: f64) -> String {
    format!(
        "A line for each variant, with a band that is what its ratio may be; below 1 is faster. The grey band is the margin of {} within \
         which two count as the same. The axis of ratios is logarithmic.",
        percent(margin)
    )
}
