//! Which of the benchmarks of a file are compared with each other: the variants, and the axes of a sweep.

use crate::case::Case;
use model::{Environment, is_identifier, parse_bytes, parse_duration};
use std::collections::BTreeSet;

/// More combinations of parameters than these are no sweep: the parameters stay in the names.
const POINTS_MAX: usize = 1000;

/// What becomes of the benchmarks.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// Names of the variants, each once.
    pub variants: Vec<String>,
    /// The axes.
    pub axes: Vec<Axis>,
    /// Every benchmark with the indices of its point, of which the last axis changes fastest, and of its variant.
    pub placed: Vec<(usize, usize, Case)>,
}

/// A parameter of which there are several values, or one.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// An identifier.
    pub name: String,
    /// The values, each once: numbers ascending, anything else in the order of the file.
    pub values: Vec<String>,
}

/// Lays benchmarks out. Those of one name at several values of a parameter are a variant over a sweep; where all have one name, those parameters
/// that are no numbers tell them apart.
pub fn layout(mut cases: Vec<Case>) -> Layout {
    if !have_the_same_params(&cases) {
        cases = folded(cases, |_| true);
    }
    let names: BTreeSet<&str> = cases.iter().map(|case| case.name.as_str()).collect();
    if names.len() == 1 {
        let words =
            params(&cases).into_iter().filter(|name| !values(&cases, name).iter().all(|value| is_number(value)));
        let words: BTreeSet<String> = words.collect();
        cases = folded(cases, |name| words.contains(name));
    }
    if points(&cases) > POINTS_MAX {
        cases = folded(cases, |_| true);
    }
    placed(told_apart(cases))
}

/// Whether the parameters of all, beside one of so many values, span a sweep.
pub fn span_a_sweep(cases: &[Case], values: usize) -> bool {
    have_the_same_params(cases) && points(cases).saturating_mul(values) <= POINTS_MAX
}

fn points(cases: &[Case]) -> usize {
    axes(cases).iter().map(|axis| axis.values.len()).fold(1, usize::saturating_mul)
}

fn params(cases: &[Case]) -> Vec<String> {
    let first = cases.first().map_or(&[][..], |case| &case.params);
    first.iter().map(|(name, _)| name.clone()).collect()
}

/// Whether all have them, each once, in whatever order.
fn have_the_same_params(cases: &[Case]) -> bool {
    let names = |case: &Case| case.params.iter().map(|(name, _)| name.clone()).collect::<BTreeSet<String>>();
    let Some(first) = cases.first() else { return true };
    let wanted = names(first);
    cases.iter().all(|case| names(case) == wanted && case.params.len() == wanted.len())
}

fn values(cases: &[Case], name: &str) -> Vec<String> {
    let mut seen: BTreeSet<&String> = BTreeSet::new();
    cases.iter().filter_map(|case| value(case, name)).filter(|value| seen.insert(value)).cloned().collect()
}

fn value<'c>(case: &'c Case, name: &str) -> Option<&'c String> {
    case.params.iter().find(|(param, _)| param == name).map(|(_, value)| value)
}

/// What can be counted with, so that a time may grow with it: numbers, sizes in bytes, durations in nanoseconds.
const NUMBERS: [fn(&str) -> Option<f64>; 3] = [
    |text| text.parse().ok().filter(|number: &f64| number.is_finite()),
    |text| Some(parse_bytes(text)? as f64),
    |text| Some(parse_duration(text)? as f64),
];

fn is_number(text: &str) -> bool {
    NUMBERS.iter().any(|number| number(text).is_some())
}

/// The same with some of the parameters in the name.
fn folded(cases: Vec<Case>, is_told: impl Fn(&str) -> bool) -> Vec<Case> {
    let fold = |case: Case| {
        let (told, kept): (Vec<_>, Vec<_>) = case.params.iter().cloned().partition(|(name, _)| is_told(name));
        let name = Case { params: told, ..case.clone() }.full_name();
        Case { name, params: kept, ..case }
    };
    cases.into_iter().map(fold).collect()
}

fn axes(cases: &[Case]) -> Vec<Axis> {
    let mut taken = BTreeSet::from([Environment::AXIS.to_string()]);
    let axis = |name: String| {
        let mut values = values(cases, &name);
        sort_numbers(&mut values);
        let base = identifier(&name);
        let numbered = |number: u32| format!("{base}_{number}");
        Axis { name: unique(&base, numbered, |name| taken.insert(name.to_string())), values }
    };
    params(cases).into_iter().map(axis).collect()
}

/// Sorts what are all numbers, or all sizes, or all durations; anything else stays as it is.
fn sort_numbers(values: &mut [String]) {
    let has_all = |number: &fn(&str) -> Option<f64>| values.iter().all(|value| number(value).is_some());
    if let Some(number) = NUMBERS.into_iter().find(has_all) {
        let of = |value: &String| number(value).unwrap_or(f64::NAN);
        values.sort_by(|one, other| of(one).total_cmp(&of(other)));
    }
}

fn identifier(name: &str) -> String {
    let plain: String = name.chars().map(|one| if one.is_ascii_alphanumeric() { one } else { '_' }).collect();
    if is_identifier(&plain) { plain } else { format!("_{plain}") }
}

/// The first of a text, the same with a 2, with a 3, and so on, that is new.
fn unique(base: &str, numbered: impl Fn(u32) -> String, mut is_new: impl FnMut(&str) -> bool) -> String {
    let mut found = base.to_string();
    let mut number = 2;
    while !is_new(&found) {
        found = numbered(number);
        number += 1;
    }
    found
}

/// Two of one name with the same parameters are two: the second is called `name (2)`.
pub fn numbered(cases: Vec<Case>) -> Vec<Case> {
    let mut seen: BTreeSet<(Vec<(String, String)>, String)> = BTreeSet::new();
    let apart = |case: Case| {
        let mut params = case.params.clone();
        params.sort();
        let numbered = |number: u32| format!("{} ({number})", case.name);
        let name = unique(&case.name, numbered, |name| seen.insert((params.clone(), name.to_string())));
        Case { name, ..case }
    };
    cases.into_iter().map(apart).collect()
}

/// Names as a plan can have them, each for one variant.
fn told_apart(cases: Vec<Case>) -> Vec<Case> {
    numbered(cases.into_iter().map(|case| Case { name: shown(&case.name), ..case }).collect())
}

/// A name as a plan can have it: on one line, and not empty.
fn shown(name: &str) -> String {
    let line: Vec<&str> =
        name.split(|one: char| one.is_control() || one.is_whitespace()).filter(|word| !word.is_empty()).collect();
    let visible = line.join(" ");
    if visible.chars().any(|one| one.is_alphanumeric() || one.is_ascii_punctuation()) {
        visible
    } else {
        format!("unnamed {visible}").trim().to_string()
    }
}

fn placed(cases: Vec<Case>) -> Layout {
    let axes = axes(&cases);
    let names = params(&cases);
    let mut variants: Vec<String> = Vec::new();
    let mut all = Vec::new();
    for case in cases {
        let place = |(name, axis): (&String, &Axis)| {
            let value = value(&case, name);
            (axis.values.len(), axis.values.iter().position(|known| Some(known) == value).unwrap_or(0))
        };
        let point = names.iter().zip(&axes).map(place).fold(0, |point, (values, place)| point * values + place);
        let variant = variants.iter().position(|name| *name == case.name).unwrap_or_else(|| {
            variants.push(case.name.clone());
            variants.len() - 1
        });
        all.push((point, variant, case));
    }
    Layout { variants, axes, placed: all }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(cases: &[(&str, &[(&str, &str)])]) -> String {
        let case = |(name, params): &(&str, &[(&str, &str)])| {
            let params = params.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
            Case::new(*name, params, Vec::new())
        };
        let layout = layout(cases.iter().map(case).collect());
        let axes: Vec<String> =
            layout.axes.iter().map(|axis| format!("{}: {}", axis.name, axis.values.join(" "))).collect();
        let places: Vec<String> =
            layout.placed.iter().map(|(point, variant, _)| format!("{point}.{variant}")).collect();
        format!("{} | {} | {}", layout.variants.join(", "), axes.join(", "), places.join(" "))
    }

    #[test]
    fn names_are_variants_and_parameters_are_axes() {
        let sweep: &[(&str, &[(&str, &str)])] =
            &[("a", &[("n", "1")]), ("a", &[("n", "2")]), ("b", &[("n", "1")]), ("b", &[("n", "2")])];
        assert_eq!(told(sweep), "a, b | n: 1 2 | 0.0 1.0 0.1 1.1");
        let one_name: &[(&str, &[(&str, &str)])] = &[
            ("a", &[("how", "x"), ("n", "1")]),
            ("a", &[("how", "y"), ("n", "1")]),
            ("a", &[("how", "y"), ("n", "2")]),
        ];
        assert_eq!(told(one_name), "a/how=x, a/how=y | n: 1 2 | 0.0 0.1 1.1");
        assert_eq!(
            told(&[("a", &[("1 x", "1")]), ("b", &[])]),
            "a/1 x=1, b |  | 0.0 0.1",
            "parameters of some alone are in the names"
        );
        assert_eq!(told(&[("a", &[]), ("a", &[]), ("\n", &[])]), "a, a (2), unnamed |  | 0.0 0.1 0.2");
    }
}
