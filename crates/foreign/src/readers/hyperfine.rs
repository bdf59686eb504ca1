//! hyperfine's `--export-json`: a result a command; each of its times is a process of its own.
//!
//! Source: `BenchmarkResult` of hyperfine 1.20; seconds. It has neither the version nor the machine. The time of the shell is taken off already.

use crate::at::At;
use crate::case::{Case, Launch, Timing};
use crate::content::Content;
use crate::foreign::Foreign;
use crate::layout::numbered;
use crate::problem::Problem;
use crate::unit::SECOND_NS;
use std::collections::{BTreeMap, BTreeSet};

/// Whether it is one.
pub fn recognises(content: &Content) -> bool {
    let results = content.json()["results"].as_array();
    results.is_some_and(|results| results.first().is_none_or(|first| first.get("command").is_some()))
}

/// Reads it.
pub fn read(content: &Content) -> Result<Foreign, Problem> {
    let results = At::root(content.json()).need("results")?.items()?;
    let cases: Vec<Case> = results.iter().map(result).collect::<Result<_, _>>()?;
    let cases = settle(vec![cases]).concat();
    let failing = results.iter().filter(|result| has_failed(result)).count();
    let mut notes = Vec::new();
    if failing > 0 {
        let are = if failing == 1 { "is" } else { "are" };
        notes.push(format!(
            "{failing} of the commands ended with an exit code other than 0 at least once, and {are} compared all the same"
        ));
    }
    Ok(Foreign { notes, settle: Some(settle), ..Foreign::of("hyperfine", cases) })
}

fn result(result: &At) -> Result<Case, Problem> {
    let name = result.need("command")?.text()?;
    Ok(Case::told(name, result.params("parameters"), launches(result)).remembering(None))
}

fn launches(result: &At) -> Result<Vec<Launch>, Problem> {
    match result.get("times") {
        Some(times) => times.items()?.iter().map(execution).collect(),
        None => Ok(vec![execution(&result.need("mean")?)?]),
    }
}

fn execution(seconds: &At) -> Result<Launch, Problem> {
    Ok(vec![Timing::of(seconds.positive(SECOND_NS)?)])
}

/// Whether one of its executions failed; a signal leaves no code.
fn has_failed(result: &At) -> bool {
    let codes = result.value["exit_codes"].as_array();
    codes.is_some_and(|codes| codes.iter().any(|code| code.as_i64() != Some(0)))
}

/// hyperfine fills parameters into commands and compares everything with everything. Where several commands had the same parameters in a file, these are the
/// axes of a sweep; where one command was run with several values, the values are what is compared, and stay in the names.
fn settle(files: Vec<Vec<Case>>) -> Vec<Vec<Case>> {
    let mut templates = templates(files.iter().flatten()).into_iter();
    let with_templates = files.into_iter().map(|cases| (templates.by_ref().take(cases.len()).collect(), cases));
    let files: Vec<(Vec<String>, Vec<Case>)> = with_templates.collect();
    let is_sweep = files.iter().any(|(templates, cases)| {
        let different: BTreeSet<&String> = templates.iter().collect();
        different.len() > 1 && different.len() < cases.len()
    });
    files.into_iter().map(|(templates, cases)| numbered(with_axes(templates, cases, is_sweep))).collect()
}

fn with_axes(templates: Vec<String>, cases: Vec<Case>, is_sweep: bool) -> Vec<Case> {
    let names: BTreeSet<&str> = cases.iter().map(|case| case.name.as_str()).collect();
    if names.len() < cases.len() && templates.iter().zip(&cases).all(|(template, case)| *template == case.name) {
        return cases; // the commands do not name their parameters
    }
    let named = cases.into_iter().zip(templates);
    let one = |(case, template)| match is_sweep {
        true => Case { name: template, ..case },
        false => Case { params: Vec::new(), ..case },
    };
    named.map(one).collect()
}

/// More ways than these to put parameters into a command are not looked at.
const TEMPLATES_MAX: usize = 64;

/// The commands with the names of their parameters in the place of values. A value may stand in a command by accident: of all templates that a
/// command may come from it is the one that most commands may come from.
fn templates<'c>(cases: impl Iterator<Item = &'c Case> + Clone) -> Vec<String> {
    let all: Vec<Vec<String>> = cases.clone().map(candidates).collect();
    let mut counts: BTreeMap<&String, usize> = BTreeMap::new();
    all.iter().flatten().for_each(|one| *counts.entry(one).or_default() += 1);
    let likely = |candidates: &Vec<String>| candidates.iter().rev().max_by_key(|one| counts[one]).cloned();
    all.iter().zip(cases).map(|(candidates, case)| likely(candidates).unwrap_or(case.name.clone())).collect()
}

/// Every template that gives the command: each place where a value stands with or without its parameter. First the one with all of them.
fn candidates(case: &Case) -> Vec<String> {
    let mut params: Vec<&(String, String)> = case.params.iter().filter(|(_, value)| !value.is_empty()).collect();
    params.sort_by_key(|(_, value)| std::cmp::Reverse(value.len()));
    let mut templates = vec![case.name.clone()];
    for (name, value) in params {
        templates = templates.iter().flat_map(|text| replaced(text, value, &format!("{{{name}}}"))).collect();
        templates.truncate(TEMPLATES_MAX);
    }
    templates
}

/// The text with a value replaced at each of its places or not, at all of them first.
fn replaced(text: &str, value: &str, by: &str) -> Vec<String> {
    let mut parts = text.split(value);
    let first = vec![parts.next().unwrap_or_default().to_string()];
    parts.fold(first, |begun, part| {
        let with = |between: &str| begun.iter().map(|text| format!("{text}{between}{part}")).collect::<Vec<_>>();
        let mut both = [with(by), with(value)].concat();
        both.truncate(TEMPLATES_MAX);
        both
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn one_that_failed_is_one() {
        let said = |codes: [i64; 2]| {
            let name = |code| format!("exit {code}");
            let result = |code| json!({ "command": name(code), "times": [0.1, 0.2], "exit_codes": [0, code] });
            read(&Content::Json(json!({ "results": codes.map(result) }))).expect("it can be read").notes
        };
        let of = |how: &str| format!("{how} of the commands ended with an exit code other than 0 at least once, and ");
        assert_eq!(said([0, 1]), [format!("{}is compared all the same", of("1"))]);
        assert_eq!(said([2, 1]), [format!("{}are compared all the same", of("2"))]);
    }
}
