//! The section about how times grow along an axis of the sweep.

use crate::columns::{Text, align, align_under, hanging, shorten};
use crate::distinct::distinct;
use crate::landmarks::ending;
use crate::numbers::percent;
use crate::paint::{Paint, paint};
use crate::places::corner;
use crate::printable;
use crate::sizes::{cost, size, size_between, unit};
use crate::style::Style;
use analysis::{Analysis, Axis, Break, Form, LAW_TOLERANCE, Law, NoLaw, PREDICTION_MAX, VariantLaw, grouped_by};
use model::{Point, format_duration};

/// What names are cut to until the table fits, in characters, unless two would be the same.
const NAMES_MAX: [usize; 3] = [24, 14, 8];

/// The laws of an axis, the other parameters held.
pub struct LawsAlong<'a> {
    pub axis: &'a Axis,
    pub point: &'a Point,
    laws: Vec<&'a VariantLaw>,
}

impl LawsAlong<'_> {
    /// What stands above the columns beside the names.
    pub fn headings(&self) -> [String; 4] {
        ["fixed", &format!("per {}", unit(self.axis)), "form", "within"].map(str::to_string)
    }

    /// The name of each variant that has a law, and what stands below the headings.
    pub fn lines(&self) -> Vec<(String, [String; 4])> {
        let laws = || self.laws.iter().filter_map(|law| Some((*law, law.law.as_ref().ok()?)));
        let most = laws().map(|(_, found)| found.to).fold(0.0, f64::max);
        laws().map(|(law, found)| (printable(&law.variant), cells(&law.axis, found, most))).collect()
    }

    /// What does not fit into the lines.
    pub fn sentences(&self) -> Vec<String> {
        self.laws.iter().filter_map(|law| sentence(law)).collect()
    }
}

/// All laws, those along an axis at each combination of the other parameters together.
pub fn laws_by_axis(analysis: &Analysis) -> Vec<LawsAlong<'_>> {
    let of_place = |((axis, point), laws)| LawsAlong { axis, point, laws };
    grouped_by(analysis.laws.iter().map(|law| ((&law.axis, &law.point), law))).into_iter().map(of_place).collect()
}

/// A table for each axis and combination of the other parameters; nothing without an axis of enough numbers.
pub fn laws(analysis: &Analysis, style: Style) -> Option<String> {
    let of_axis = |(axis, laws): (&Axis, Vec<LawsAlong>)| {
        let param = printable(&axis.param);
        let title = paint(&format!("Laws along {param}"), Paint::Bold, style.color);
        let tables: String = laws.iter().map(|laws| format!("\n{}", of_group(laws, style))).collect();
        format!("{title}: time = fixed + per {} × {param}\n{tables}", unit(axis))
    };
    let axes = grouped_by(laws_by_axis(analysis).into_iter().map(|laws| (laws.axis, laws)));
    let sections: Vec<String> = axes.into_iter().map(of_axis).collect();
    (!sections.is_empty()).then(|| sections.join("\n"))
}

fn of_group(laws: &LawsAlong, style: Style) -> String {
    let [corner, above] = corner(laws.point, NAMES_MAX[0]);
    let heading: Vec<Text> = [corner].into_iter().chain(laws.headings()).map(Text::plain).collect();
    let lines = laws.lines();
    let table = |name_max: usize| {
        let line = |(name, cells): &(String, [String; 4])| -> Vec<Text> {
            [shorten(name, name_max)].into_iter().chain(cells.clone()).map(Text::plain).collect()
        };
        let lines: Vec<Vec<Text>> = lines.iter().map(line).collect();
        if lines.is_empty() { lines } else { [vec![heading.clone()], lines].concat() }
    };
    let names: Vec<String> = laws.laws.iter().map(|law| printable(&law.variant)).collect();
    let told_apart = |name_max: &usize| *name_max == NAMES_MAX[0] || are_told_apart(&names, *name_max);
    let beside = |gap: usize| NAMES_MAX.into_iter().filter(told_apart).map(move |name_max| (name_max, gap));
    let layouts = beside(2).chain(beside(1)).map(|(name_max, gap)| align(&table(name_max), gap, &[]));
    let mut out = above + &style.fitting(layouts.chain(std::iter::once_with(|| align_under(&table(NAMES_MAX[0]), 2))));
    out.extend(laws.sentences().iter().map(|sentence| format!("{}\n", hanging(sentence, style.width))));
    out
}

/// Whether no two of some names are the same when they are cut.
fn are_told_apart(names: &[String], name_max: usize) -> bool {
    distinct(names.iter().map(|name| shorten(name, name_max))).len() == distinct(names).len()
}

/// A law in the words of a table. `most` is the largest size of all laws beside it.
fn cells(axis: &Axis, law: &Law, most: f64) -> [String; 4] {
    let at = |value: f64| size(axis, value);
    let form = match (law.form, &law.changes) {
        (Form::Linear, _) if law.is_tail => format!("from {}", at(law.from)),
        (_, Some(changes)) => format!("to {}", at(changes.at.point)),
        (Form::Constant, _) => "constant".to_string(),
        (Form::Linear | Form::TwoPieces, _) => "linear".to_string(),
        (Form::NLogN, _) => "× log₂".to_string(),
        (Form::Quadratic, _) => "squared".to_string(),
    };
    // One that was not measured at the largest sizes says nothing of them.
    let form = if law.to < most { format!("{form} ≤ {}", at(law.to)) } else { form };
    let paid = |what: Option<&analysis::Interval>| what.map_or("-".to_string(), cost);
    [paid(fixed(law)), paid(law.per_unit.as_ref()), form, percent(law.off_max)]
}

/// What is paid whatever the size. `None` where a line of large sizes only begins below zero: it begins anywhere.
pub fn fixed(law: &Law) -> Option<&analysis::Interval> {
    Some(&law.fixed).filter(|fixed| !law.is_tail || fixed.low >= 0.0)
}

/// By how much the two lines of a law do not meet where it changes, if that is more than a tenth of what is paid there.
fn jump(law: &Law, changes: &Break) -> String {
    const PART_MIN: f64 = 0.1;
    let at = changes.at.point;
    let before = law.fixed.point + law.per_unit.map_or(0.0, |per_unit| per_unit.point * at);
    match changes.fixed.point + changes.per_unit.point * at - before {
        more if more.abs() <= PART_MIN * before => String::new(),
        more if more > 0.0 => format!("{} more at once and ", format_duration(more)),
        less => format!("{} less at once and ", format_duration(-less)),
    }
}

/// What does not fit into the line: where a law changes, or why there is none.
fn sentence(law: &VariantLaw) -> Option<String> {
    let name = shorten(&printable(&law.variant), NAMES_MAX[0]);
    Some(match &law.law {
        Ok(found) => {
            let ending = ending(&law.landmarks);
            let Some(changes) = found.changes else {
                return Some(format!("{name}: where its line begins, {}", ending?));
            };
            let (at, per_unit) = (size_between(&law.axis, &changes.at), cost(&changes.per_unit));
            let ending = ending.map_or_else(String::new, |ending| format!("; there {ending}"));
            let jump = jump(found, &changes);
            format!(
                "{name}: from {} {at} on, {jump}{per_unit} per {}{ending}",
                printable(&law.axis.param),
                unit(&law.axis)
            )
        }
        Err(NoLaw::TooFewSizes) => format!("{name}: no law; too few sizes were measured in three launches"),
        Err(NoLaw::BelowZero) => format!("{name}: no law; it is one of sizes, and there are some below zero"),
        Err(NoLaw::DoesNotFit { off_max }) if off_max.is_finite() => {
            let [off, allowed] = beyond(*off_max, LAW_TOLERANCE);
            format!("{name}: no law; the nearest is {off} off at a size, where {allowed} and the noise are allowed")
        }
        Err(NoLaw::DoesNotFit { .. }) => format!("{name}: no law; no form grows as it does"),
        Err(NoLaw::DoesNotPredict { error }) => {
            let [off, allowed] = beyond(*error, PREDICTION_MAX);
            format!("{name}: no law; the nearest predicts a size from the others to {off}, where {allowed} are allowed")
        }
    })
}

/// A part that is more than is allowed, and that.
fn beyond(part: f64, allowed: f64) -> [String; 2] {
    let told = [part, allowed].map(percent);
    if told[0] == told[1] { [format!("more than {}", told[0]), told[1].clone()] } else { told }
}
