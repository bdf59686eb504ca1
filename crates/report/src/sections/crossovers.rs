//! The section about where two variants change places along an axis of the sweep.

use crate::columns::{shorten, wrapped};
use crate::numbers::percent;
use crate::paint::{Paint, paint};
use crate::printable;
use crate::sizes::{size, size_between};
use crate::style::Style;
use analysis::{Analysis, Axis, Course, Crossing, Order, Region};
use model::Point;

/// What names are cut to, in characters.
const NAME_MAX: usize = 24;

/// Pairs without the baseline that are told of one axis at most: more of them hide what is asked for.
const OTHERS_MAX: usize = 6;

/// A sentence for each pair with the baseline, and for each other pair that changes places if there are few; nothing without an axis of enough numbers.
pub fn crossovers(analysis: &Analysis, style: Style) -> Option<String> {
    let mut groups: Vec<(&Axis, &Point)> = Vec::new();
    for Course { axis, point, .. } in &analysis.courses {
        if !groups.contains(&(axis, point)) {
            groups.push((axis, point));
        }
    }
    let of_group = |(axis, point): (&Axis, &Point)| {
        let own = analysis.courses.iter().filter(|course| course.axis == *axis && course.point == *point);
        let (to_baseline, others): (Vec<&Course>, Vec<&Course>) = own.partition(|course| course.is_to_baseline);
        let others: Vec<&Course> = others.into_iter().filter(|course| !course.crossings.is_empty()).collect();
        let told = if others.len() > OTHERS_MAX && !to_baseline.is_empty() { 0 } else { others.len() };
        let sentences = to_baseline.iter().chain(&others[..told]);
        let mut lines: Vec<String> =
            sentences.map(|course| wrapped(&sentence(course, analysis.margin), style.width)).collect();
        if told < others.len() {
            lines.push(format!("{} more pairs change places: the JSON report has where", others.len()));
        }
        (!lines.is_empty()).then(|| format!("{}\n{}\n", heading(axis, point, style), lines.join("\n")))
    };
    let sections: Vec<String> = groups.into_iter().filter_map(of_group).collect();
    (!sections.is_empty()).then(|| sections.join("\n"))
}

fn heading(axis: &Axis, point: &Point, style: Style) -> String {
    let title = paint(&format!("Crossovers along {}", printable(&axis.param)), Paint::Bold, style.color);
    let point = printable(&point.to_string());
    if point.is_empty() { title } else { format!("{title}, {point}") }
}

fn sentence(course: &Course, margin: f64) -> String {
    let name = |name: &str| shorten(&printable(name), NAME_MAX);
    let (first, second) = (name(&course.first), name(&course.second));
    let faster = |order: Order| if order == Order::FirstFaster { &first } else { &second };
    let slower = |order: Order| if order == Order::FirstFaster { &second } else { &first };
    match course.crossings.as_slice() {
        [] => without_crossing(course, &first, &second, margin),
        [only] => {
            let (before, behind) = (faster(only.before), slower(only.before));
            let at = size_between(&course.axis, &only.at);
            let text = format!(
                "{behind} is faster than {before} from {at} on; below, {before} is{}",
                beside(course, only, margin)
            );
            if is_simple(&course.regions) {
                text
            } else {
                format!("{text} ({})", listed(course, &first, &second, margin))
            }
        }
        several => {
            let up_to = |one: &Crossing| {
                let at = size_between(&course.axis, &one.at);
                format!("{} up to {at}{}", faster(one.before), beside(course, one, margin))
            };
            let parts: Vec<String> = several.iter().map(up_to).collect();
            let last = several.last().map_or(&first, |last| slower(last.before));
            format!("the faster of {first} and {second}: {}, then {last}", parts.join(", then "))
        }
    }
}

/// What is to be said of a crossing beside its place.
fn beside(course: &Course, crossing: &Crossing, margin: f64) -> String {
    let at = |value: f64| size(&course.axis, value);
    let mut text = String::new();
    if crossing.is_step {
        text.push_str(" (it changes too fast there to say more)");
    }
    match crossing.same {
        Some((one, other)) if one == other => {
            text.push_str(&format!("; the same within {} at {}", percent(margin), at(one)))
        }
        Some((one, other)) => {
            text.push_str(&format!("; the same within {} from {} to {}", percent(margin), at(one), at(other)))
        }
        None => {}
    }
    text
}

/// Whether one is faster at the smallest sizes, the other at the largest, and what lies between is told with the crossing.
fn is_simple(regions: &[Region]) -> bool {
    let is_established = |region: &&Region| matches!(region.order, Order::FirstFaster | Order::SecondFaster);
    regions.first().is_some_and(|first| is_established(&first))
        && regions.last().is_some_and(|last| is_established(&last))
        && regions.iter().filter(is_established).count() == 2
}

fn without_crossing(course: &Course, first: &str, second: &str, margin: f64) -> String {
    let param = printable(&course.axis.param);
    match course.regions.as_slice() {
        [only] => match only.order {
            Order::FirstFaster => format!("{second} is slower than {first} at every {param} measured"),
            Order::SecondFaster => format!("{second} is faster than {first} at every {param} measured"),
            Order::Same => format!("{second} ≈ {first} at every {param} measured: the same within {}", percent(margin)),
            Order::Open => format!("{second} ? {first}: nothing is established at any {param}"),
        },
        _ => format!("{second} and {first}: no crossover is established; {}", listed(course, first, second, margin)),
    }
}

/// What is established at which sizes.
fn listed(course: &Course, first: &str, second: &str, margin: f64) -> String {
    let at = |value: f64| size(&course.axis, value);
    let part = |region: &Region| {
        let what = match region.order {
            Order::FirstFaster => format!("{first} is faster"),
            Order::SecondFaster => format!("{second} is faster"),
            Order::Same => format!("the same within {}", percent(margin)),
            Order::Open => "undecided".to_string(),
        };
        match region.from == region.to {
            true => format!("{what} at {}", at(region.from)),
            false => format!("{what} from {} to {}", at(region.from), at(region.to)),
        }
    };
    course.regions.iter().map(part).collect::<Vec<_>>().join(", ")
}
