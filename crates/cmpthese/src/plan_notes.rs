//! What is to be said of a plan before it is measured.

use model::{Param, Plan, Subject, Variant};

/// Everything, a sentence each.
pub fn of(plan: &Plan) -> Vec<String> {
    [absent(plan), in_braces(plan), without_baseline(plan)].concat()
}

/// Who takes part at no point, where none is added.
fn absent(plan: &Plan) -> Vec<String> {
    let points = plan.points();
    let is_absent = |variant: &Variant| plan.locate.is_none() && !points.iter().any(|point| variant.takes_part(point));
    let variants = plan.contestants().map(|(_, variant)| variant).filter(|variant| is_absent(variant));
    let told = variants.filter_map(|variant| {
        let when = &variant.when.as_ref()?.text;
        Some(format!("`{}` takes part at no point: `{when}` holds at none", variant.name))
    });
    told.collect()
}

/// Whose code has a parameter in braces where a number could stand: in commands that is its value.
fn in_braces(plan: &Plan) -> Vec<String> {
    const BEFORE_NUMBERS: &str = "<+-*/,(.";
    let told = plan.contestants().filter_map(|(_, variant)| {
        let Subject::Snippet(snippet) = &variant.subject else { return None };
        let has = |param: &&Param| {
            let parts = snippet.code.text.split_once(&format!("{{{}}}", param.name));
            parts.is_some_and(|(before, _)| before.ends_with(|last| BEFORE_NUMBERS.contains(last)))
        };
        let Param { name, .. } = plan.params.iter().find(has)?;
        let told = "that is the value of a parameter in commands; in code the parameter is a variable of this name";
        Some(format!("`{}` has `{{{name}}}` in its code: {told}", variant.name))
    });
    told.collect()
}

/// Work that all share, and nobody whose share of it is told.
fn without_baseline(plan: &Plan) -> Vec<String> {
    let work = plan.work.iter().filter(|_| plan.baseline.is_none());
    work.map(|work| {
        format!("`work` is `{work}`, but what is told along it is the difference to a `baseline`, and there is none")
    })
    .collect()
}
