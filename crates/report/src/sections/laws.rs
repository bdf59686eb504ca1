//! The section about how times grow along an axis of the sweep.

use crate::columns::{Text, align, hanging, shorten};
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

/// A table for each axis and combination of the other parameters; nothing without an axis of enough numbers.
pub fn laws(analysis: &Analysis, style: Style) -> Option<String> {
    let of_axis = |(axis, laws): (&Axis, Vec<&VariantLaw>)| {
        let param = printable(&axis.param);
        let title = paint(&format!("Laws along {param}"), Paint::Bold, style.color);
        let points = grouped_by(laws.into_iter().map(|law| (&law.point, law)));
        let tables = points.iter().map(|(point, own)| format!("\n{}", of_group(own, axis, point, style)));
        let tables: String = tables.collect();
        format!("{title}: time = fixed + per {} × {param}\n{tables}", unit(axis))
    };
    let axes = grouped_by(analysis.laws.iter().map(|law| (&law.axis, law)));
    let sections: Vec<String> = axes.into_iter().map(of_axis).collect();
    (!sections.is_empty()).then(|| sections.join("\n"))
}

fn of_group(laws: &[&VariantLaw], axis: &Axis, point: &Point, style: Style) -> String {
    let headings = ["fixed", &format!("per {}", unit(axis)), "form", "within"].map(str::to_string);
    let [corner, above] = corner(point, NAMES_MAX[0]);
    let heading: Vec<Text> = [corner].into_iter().chain(headings).map(Text::plain).collect();
    let most = laws.iter().filter_map(|law| law.law.as_ref().ok()).map(|law| law.to).fold(0.0, f64::max);
    let table = |name_max: usize| {
        let lines: Vec<Vec<Text>> = laws.iter().filter_map(|law| line(law, most, name_max)).collect();
        if lines.is_empty() { String::new() } else { align(&[vec![heading.clone()], lines].concat(), 2, &[]) }
    };
    let names: Vec<String> = laws.iter().map(|law| printable(&law.variant)).collect();
    let told_apart = |name_max: &usize| *name_max == NAMES_MAX[0] || are_told_apart(&names, *name_max);
    let mut out = above + &style.fitting(NAMES_MAX.into_iter().filter(told_apart).map(table));
    let sentences = laws.iter().filter_map(|law| sentence(law));
    out.extend(sentences.map(|sentence| format!("{}\n", hanging(&sentence, style.width))));
    out
}

/// Whether no two of some names are the same when they are cut.
fn are_told_apart(names: &[String], name_max: usize) -> bool {
    distinct(names.iter().map(|name| shorten(name, name_max))).len() == distinct(names).len()
}

/// The law of a variant, if there is one. `most` is the largest size of all laws beside it.
fn line(law: &VariantLaw, most: f64, name_max: usize) -> Option<Vec<Text>> {
    let found = law.law.as_ref().ok()?;
    let at = |value: f64| size(&law.axis, value);
    let form = match (found.form, &found.changes) {
        (Form::Linear, _) if found.is_tail => format!("from {}", at(found.from)),
        (_, Some(changes)) => format!("to {}", at(changes.at.point)),
        (Form::Constant, _) => "constant".to_string(),
        (Form::Linear | Form::TwoPieces, _) => "linear".to_string(),
        (Form::NLogN, _) => "× log₂".to_string(),
        (Form::Quadratic, _) => "squared".to_string(),
    };
    // One that was not measured at the largest sizes says nothing of them.
    let form = if found.to < most { format!("{form} ≤ {}", at(found.to)) } else { form };
    let cells = [
        shorten(&printable(&law.variant), name_max),
        fixed(found).map_or("-".to_string(), cost),
        found.per_unit.as_ref().map_or("-".to_string(), cost),
        form,
        percent(found.off_max),
    ];
    Some(cells.map(Text::plain).to_vec())
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
            let (off, allowed) = (percent(*off_max), percent(LAW_TOLERANCE));
            format!("{name}: no law; the nearest is {off} off at a size, where {allowed} and the noise are allowed")
        }
        Err(NoLaw::DoesNotFit { .. }) => format!("{name}: no law; no form grows as it does"),
        Err(NoLaw::DoesNotPredict { error }) => {
            let (off, allowed) = (percent(*error), percent(PREDICTION_MAX));
            format!("{name}: no law; the nearest predicts a size from the others to {off}, where {allowed} are allowed")
        }
    })
}
