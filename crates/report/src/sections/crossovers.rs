//! The section about where two variants change places along an axis of the sweep.

use crate::columns::{shorten, wrapped};
use crate::distinct::distinct;
use crate::numbers::{percent, short_duration, span};
use crate::paint::{Paint, paint};
use crate::places::and_place;
use crate::printable;
use crate::sizes::{size, stretch};
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
        let title = paint(&format!("Crossovers along {}", printable(&along.axis.param)), Paint::Bold, style.color);
        let lines: Vec<String> = along.sentences.iter().map(|sentence| wrapped(sentence, style.width)).collect();
        format!("{title}{}\n{}\n", and_place(along.point), lines.join("\n"))
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

fn name(name: &str) -> String {
    shorten(&printable(name), NAME_MAX)
}

fn sentence(course: &Course, margin: f64) -> String {
    match course.crossings.as_slice() {
        [] => without_crossing(course, margin),
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
            let rest = rest(course, |region| is_left(course, region), margin);
            let cost = if let [only] = all { wrong_threshold(only) } else { String::new() };
            let (first, second) = (name(&course.first), name(&course.second));
            format!("the faster of {first} and {second}: {}, then {last}{end}{rest}{cost}", parts.join(", then "))
        }
    }
}

/// Between which sizes it is: `96.1 KiB to 113 KiB`.
fn range(course: &Course, crossing: &Crossing) -> String {
    span([crossing.at.low, crossing.at.high].map(|value| size(&course.axis, value)))
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
    let step = if crossing.is_step { ", where it changes too fast to say more" } else { "" };
    let same = |(from, to)| format!("; the same within {} {}", percent(margin), stretch(&course.axis, from, to));
    format!("{step}{}", crossing.same.map(same).unwrap_or_default())
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

fn without_crossing(course: &Course, margin: f64) -> String {
    let (first, second, param) = (name(&course.first), name(&course.second), printable(&course.axis.param));
    let compared: Vec<&Region> = course.regions.iter().filter(|region| region.order != Order::NotCompared).collect();
    let rest = rest(course, |region| region.order == Order::NotCompared, margin);
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
        _ => {
            let all = self::rest(course, |_| true, margin);
            format!("{second} and {first}: no crossover is established{all}")
        }
    }
}

/// What is established at which sizes, of those that are told, behind what was said before; nothing where there are none.
fn rest(course: &Course, is_told: impl Fn(&Region) -> bool, margin: f64) -> String {
    let part = |region: &Region| {
        let what = match region.order {
            Order::FirstFaster | Order::SecondFaster => format!("{} is faster", name(course.ordered(region.order)[0])),
            Order::Same => format!("the same within {}", percent(margin)),
            Order::Open => "undecided".to_string(),
            Order::NotCompared => "not compared".to_string(),
        };
        format!("{what} {}", stretch(&course.axis, region.from, region.to))
    };
    let told: Vec<String> = course.regions.iter().filter(|region| is_told(region)).map(part).collect();
    if told.is_empty() { String::new() } else { format!("; {}", told.join(", ")) }
}
