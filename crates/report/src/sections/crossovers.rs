//! The section about where two variants change places along an axis of the sweep.

use crate::columns::{shorten, wrapped};
use crate::distinct::distinct;
use crate::numbers::{percent, short_duration};
use crate::paint::{Paint, paint};
use crate::places::and_place;
use crate::printable;
use crate::sizes::size;
use crate::style::Style;
use analysis::{Analysis, Axis, Course, Crossing, Loss, Order, Region};
use model::Point;

/// What names are cut to, in characters.
const NAME_MAX: usize = 24;

/// Pairs without the baseline that are told of one axis at most: more of them hide what is asked for.
const OTHERS_MAX: usize = 6;

/// What is said along an axis, the other parameters held.
pub struct Along<'a> {
    pub axis: &'a Axis,
    pub point: &'a Point,
    pub sentences: Vec<String>,
}

/// The section; nothing without an axis of enough numbers.
pub fn crossovers(analysis: &Analysis, style: Style) -> Option<String> {
    let section = |along: Along| {
        let lines: Vec<String> = along.sentences.iter().map(|sentence| wrapped(sentence, style.width)).collect();
        format!("{}\n{}\n", heading(along.axis, along.point, style), lines.join("\n"))
    };
    let sections: Vec<String> = changes_of_places(analysis).into_iter().map(section).collect();
    (!sections.is_empty()).then(|| sections.join("\n"))
}

/// A sentence for each pair with the baseline, and for each other pair that changes places if there are few.
pub fn changes_of_places(analysis: &Analysis) -> Vec<Along<'_>> {
    let groups = distinct(analysis.courses.iter().map(|course| (&course.axis, &course.point)));
    groups.into_iter().filter_map(|group| along(analysis, group)).collect()
}

fn along<'a>(analysis: &'a Analysis, (axis, point): (&'a Axis, &'a Point)) -> Option<Along<'a>> {
    let own = analysis.courses.iter().filter(|course| course.axis == *axis && course.point == *point);
    let (to_baseline, others): (Vec<&Course>, Vec<&Course>) = own.partition(|course| course.is_to_baseline);
    let others: Vec<&Course> = others.into_iter().filter(|course| !course.crossings.is_empty()).collect();
    let told = if others.len() > OTHERS_MAX && !to_baseline.is_empty() { 0 } else { others.len() };
    let courses = to_baseline.iter().chain(&others[..told]);
    let mut sentences: Vec<String> = courses.map(|course| sentence(course, analysis.margin)).collect();
    if told < others.len() {
        sentences.push(format!("{} more pairs change places: the JSON report has where", others.len() - told));
    }
    (!sentences.is_empty()).then_some(Along { axis, point, sentences })
}

fn heading(axis: &Axis, point: &Point, style: Style) -> String {
    let title = paint(&format!("Crossovers along {}", printable(&axis.param)), Paint::Bold, style.color);
    format!("{title}{}", and_place(point))
}

fn sentence(course: &Course, margin: f64) -> String {
    let name = |name: &str| shorten(&printable(name), NAME_MAX);
    let (first, second) = (name(&course.first), name(&course.second));
    match course.crossings.as_slice() {
        [] => without_crossing(course, &first, &second, margin),
        [only] if is_simple(&course.regions) => {
            let [below, above] = course.ordered(only.before).map(name);
            let at = size(&course.axis, only.at.point);
            let (range, beside) = (range(course, only), beside(course, only, margin));
            format!("use {below} below {at}, {above} above ({range}){beside}{}", wrong_threshold(only))
        }
        all @ [.., last] => {
            let up_to = |one: &Crossing| {
                let (at, [faster, _]) = (size(&course.axis, one.at.point), course.ordered(one.before).map(name));
                format!("{faster} up to {at} ({}){}", range(course, one), beside(course, one, margin))
            };
            let mut parts: Vec<String> = all.iter().map(up_to).collect();
            let (start, end) = ends(course);
            parts[0] = format!("{start}{}", parts[0]);
            let [_, last] = course.ordered(last.before).map(name);
            let rest =
                listed(course, course.regions.iter().filter(|region| is_left(course, region)), &first, &second, margin);
            let rest = if rest.is_empty() { rest } else { format!("; {rest}") };
            let cost = if let [only] = all { wrong_threshold(only) } else { String::new() };
            format!("the faster of {first} and {second}: {}, then {last}{end}{rest}{cost}", parts.join(", then "))
        }
    }
}

/// Between which sizes it is: `96.1 KiB to 113 KiB`.
fn range(course: &Course, crossing: &Crossing) -> String {
    format!("{} to {}", size(&course.axis, crossing.at.low), size(&course.axis, crossing.at.high))
}

/// From where on and up to where something is established, where that is not all that was measured.
fn ends(course: &Course) -> (String, String) {
    let at = |value: f64| size(&course.axis, value);
    let first = course.regions.iter().position(is_established).filter(|place| *place > 0);
    let last = course.regions.iter().rposition(is_established).filter(|place| place + 1 < course.regions.len());
    let start = first.map_or(String::new(), |place| format!("from {} on ", at(course.regions[place].from)));
    let end = last.map_or(String::new(), |place| format!(" up to {}", at(course.regions[place].to)));
    (start, end)
}

/// Whether a sentence about crossings has not told of these sizes.
fn is_left(course: &Course, region: &Region) -> bool {
    let is_inside = |crossing: &Crossing| region.from > crossing.between.0 && region.to < crossing.between.1;
    let is_told = || course.crossings.iter().any(is_inside) && region.order != Order::NotCompared;
    !is_established(region) && !is_told()
}

/// What is to be said of a crossing beside its place.
fn beside(course: &Course, crossing: &Crossing, margin: f64) -> String {
    let at = |value: f64| size(&course.axis, value);
    let step = if crossing.is_step { ", where it changes too fast to say more" } else { "" };
    match crossing.same {
        Some((one, other)) if one == other => format!("{step}; the same within {} at {}", percent(margin), at(one)),
        Some((one, other)) => format!("{step}; the same within {} from {} to {}", percent(margin), at(one), at(other)),
        None => step.to_string(),
    }
}

/// What it costs to be off by a factor of two.
fn wrong_threshold(crossing: &Crossing) -> String {
    let lost = |loss: Loss| format!("{} ({})", percent(loss.part), short_duration(loss.time));
    let [half, twice] = crossing.loss.map(|loss| loss.map(lost));
    match (half, twice) {
        (Some(half), Some(twice)) => {
            format!("; a threshold of half that costs up to {half} an iteration, one of twice that {twice}")
        }
        (Some(half), None) => format!("; a threshold of half that costs up to {half} an iteration"),
        (None, Some(twice)) => format!("; a threshold of twice that costs up to {twice} an iteration"),
        (None, None) => String::new(),
    }
}

/// Whether one is faster at the smallest sizes, the other at the largest, and what lies between is told with the crossing.
fn is_simple(regions: &[Region]) -> bool {
    regions.first().is_some_and(is_established)
        && regions.last().is_some_and(is_established)
        && regions.iter().filter(|region| is_established(region)).count() == 2
        && regions.iter().all(|region| region.order != Order::NotCompared)
}

fn is_established(region: &Region) -> bool {
    region.order.is_established()
}

fn without_crossing(course: &Course, first: &str, second: &str, margin: f64) -> String {
    let param = printable(&course.axis.param);
    let (apart, compared): (Vec<&Region>, Vec<&Region>) =
        course.regions.iter().partition(|region| region.order == Order::NotCompared);
    let rest = listed(course, apart.into_iter(), first, second, margin);
    let rest = if rest.is_empty() { rest } else { format!("; {rest}") };
    match compared.as_slice() {
        [only] => match only.order {
            Order::FirstFaster | Order::SecondFaster => {
                let is = if only.order == Order::FirstFaster { "slower" } else { "faster" };
                let [from, to] = [only.from, only.to].map(|value| size(&course.axis, value));
                let none = format!("no crossover between {from} and {to}");
                format!("{second} is {is} than {first} at every {param} measured: {none}{rest}")
            }
            Order::Same => {
                let same = percent(margin);
                format!("{second} ≈ {first} at every {param} measured: the same within {same}{rest}")
            }
            Order::Open | Order::NotCompared => {
                format!("{second} ? {first}: nothing is established at any {param}{rest}")
            }
        },
        _ => format!(
            "{second} and {first}: no crossover is established; {}",
            listed(course, course.regions.iter(), first, second, margin)
        ),
    }
}

/// What is established at which sizes.
fn listed<'r>(
    course: &Course,
    regions: impl Iterator<Item = &'r Region>,
    first: &str,
    second: &str,
    margin: f64,
) -> String {
    let at = |value: f64| size(&course.axis, value);
    let part = |region: &Region| {
        let what = match region.order {
            Order::FirstFaster => format!("{first} is faster"),
            Order::SecondFaster => format!("{second} is faster"),
            Order::Same => format!("the same within {}", percent(margin)),
            Order::Open => "undecided".to_string(),
            Order::NotCompared => "not compared".to_string(),
        };
        match region.from == region.to {
            true => format!("{what} at {}", at(region.from)),
            false => format!("{what} from {} to {}", at(region.from), at(region.to)),
        }
    };
    regions.map(part).collect::<Vec<_>>().join(", ")
}
