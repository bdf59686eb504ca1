//! The JSON of Google Benchmark: an entry a repetition; all of them come from one process.
//!
//! Source: `docs/user_guide.md` and `src/json_reporter.cc` of Google Benchmark, schema version 1. Older files have neither `run_type` nor `run_name`.

use crate::at::At;
use crate::case::{Case, Timing, each_a_launch, of_one_process};
use crate::content::Content;
use crate::foreign::Foreign;
use crate::problem::Problem;
use crate::unit::nanos;
use model::{Machine, is_identifier};
use std::collections::BTreeSet;

/// What it says of itself where this program wrote it: then a repetition is a launch.
const OWN: &str = "cmpthese";

/// What the names of aggregates end with in older files.
const AGGREGATES: [&str; 6] = ["_mean", "_median", "_stddev", "_cv", "_BigO", "_RMS"];

/// How it was measured, which is no part of what was: a part of a name, or what stands before its value.
const SUFFIXES: [&str; 7] =
    ["iterations:", "repeats:", "min_time:", "min_warmup_time:", "real_time", "manual_time", "process_time"];

/// A name, with names and values of parameters.
type Named = (String, Vec<(String, String)>);

/// Whether it is one.
pub fn recognises(content: &Content) -> bool {
    let value = content.json();
    value["context"].is_object() && value["benchmarks"].is_array()
}

/// Reads it.
pub fn read(content: &Content) -> Result<Foreign, Problem> {
    let root = At::root(content.json());
    let context = root.need("context")?;
    let is_own = context.maybe_text("executable").as_deref() == Some(OWN);
    // What this program took in from elsewhere and wrote again is in its form, and still of one process.
    let measured_by = context.maybe_text("measured_by");
    let is_launches = is_own && measured_by.as_ref().is_none_or(|tool| tool.starts_with(OWN));
    let entries = root.need("benchmarks")?.items()?;
    let own_params = is_own.then(|| params_of_all(&entries));
    let mut repeated = BTreeSet::new();
    for entry in entries.iter().filter(|entry| !is_aggregate(entry) && trouble(entry).is_none()) {
        repeated.insert(full_name(entry)?.to_string());
    }
    let mut notes = Vec::new();
    let (mut told, mut means) = (Vec::new(), Vec::new());
    for entry in &entries {
        let name = full_name(entry)?;
        if !is_aggregate(entry) {
            told.push((entry, name));
        } else if is_mean(entry) && !repeated.contains(name) {
            told.push((entry, name));
            means.push(format!("`{name}`"));
        }
    }
    if !means.is_empty() {
        let of = if repeated.is_empty() { String::new() } else { format!(" of {}", means.join(", ")) };
        notes.push(format!("the file has no repetitions{of}, only what was made of them: a single figure a benchmark"));
    }
    let cases = of_one_process(told.into_iter().map(|(entry, name)| case(entry, name)).collect());
    let cases = match own_params {
        Some(count) => cases.into_iter().map(|case| named(of_own(&case.name, count), case)).collect(),
        None => settle(vec![cases]).concat(),
    };
    let machine = Machine { cpus: context.maybe_count("num_cpus").unwrap_or(0) as usize, ..Machine::default() };
    if context.value["library_build_type"] == "debug" {
        notes.push(
            "the library of Google Benchmark was built for debugging: what it adds to each time is larger".to_string(),
        );
    }
    let tool = match measured_by {
        Some(other) if is_own && !is_launches => other,
        _ if is_own => OWN.to_string(),
        _ => "Google Benchmark".to_string(),
    };
    Ok(Foreign {
        version: context.maybe_text("library_version").filter(|_| is_launches || !is_own),
        date: context.maybe_text("date"),
        machine,
        notes,
        settle: own_params.is_none().then_some(settle),
        ..Foreign::of(&tool, if is_launches { cases.into_iter().map(each_a_launch).collect() } else { cases })
    })
}

fn is_aggregate(entry: &At) -> bool {
    match entry.maybe_text("run_type") {
        Some(kind) => kind == "aggregate",
        None => entry.maybe_text("name").is_some_and(|name| AGGREGATES.iter().any(|end| name.ends_with(end))),
    }
}

fn is_mean(entry: &At) -> bool {
    match entry.maybe_text("aggregate_name") {
        Some(name) => name == "mean",
        None => entry.maybe_text("name").is_some_and(|name| name.ends_with("_mean")),
    }
}

/// Called as it is in the file, with its parameters in its name.
fn case(entry: &At, name: &str) -> Case {
    let case = match trouble(entry) {
        Some(why) => Case::failed(name, Vec::new(), why),
        None => Case::told(name, Vec::new(), repetition(entry).map(|value| vec![vec![value]])),
    };
    case.remembering(None)
}

fn named((name, params): Named, case: Case) -> Case {
    Case { name, params, ..case }
}

/// Names have their parameters, and how it was measured is left out, unless it tells benchmarks of a file apart.
fn settle(files: Vec<Vec<Case>>) -> Vec<Vec<Case>> {
    let alike: BTreeSet<String> = files.iter().flat_map(|cases| alike(cases)).collect();
    let settled = |case: Case| {
        let rest = parts(&case.name, &SUFFIXES);
        named(if alike.contains(&rest.0) { parts(&case.name, &[]) } else { rest }, case)
    };
    files.into_iter().map(|cases| cases.into_iter().map(settled).collect()).collect()
}

/// The names of which some differ from others in how it was measured alone.
fn alike(cases: &[Case]) -> Vec<String> {
    let mut seen: BTreeSet<Named> = BTreeSet::new();
    let rests = cases.iter().map(|case| parts(&case.name, &SUFFIXES));
    rests.filter(|rest| !seen.insert(rest.clone())).map(|(name, _)| name).collect()
}

/// The name that repetitions and what is made of them share.
fn full_name<'e>(entry: &'e At) -> Result<&'e str, Problem> {
    let own = entry.need("name")?;
    Ok(match entry.get("run_name") {
        Some(name) => name.text()?,
        None => own.text()?.strip_suffix("_mean").unwrap_or(own.text()?),
    })
}

fn repetition(entry: &At) -> Result<Timing, Problem> {
    let unit = entry.maybe_text("time_unit").unwrap_or("ns".to_string());
    let Some(factor) = nanos(&unit) else {
        return Err(entry
            .need("time_unit")?
            .problem(format!("`{unit}` is no unit of time"), "one of ns, us, ms and s is"));
    };
    let ns = entry.need("real_time")?.positive(factor)?;
    let iterations = entry.maybe_count("iterations").filter(|_| !is_aggregate(entry));
    Ok(Timing { ns, iterations })
}

/// Why it has no time.
fn trouble(entry: &At) -> Option<String> {
    let said = |key: &str| entry.maybe_text(key).filter(|text| !text.is_empty());
    if entry.value["error_occurred"] == true {
        return Some(said("error_message").unwrap_or("it failed".to_string()));
    }
    (entry.value["skipped"] == true).then(|| said("skip_message").unwrap_or("it was skipped".to_string()))
}

/// `append/8/threads:2` is `append` with the arguments 8 and, of `threads`, 2. A slash within `<>` belongs to a type. Suffixes are left out.
fn parts(full: &str, suffixes: &[&str]) -> Named {
    let mut name = String::new();
    let mut params: Vec<(String, String)> = Vec::new();
    for part in outside_of_types(full) {
        let is_suffix =
            suffixes.iter().any(|suffix| part == *suffix || suffix.ends_with(':') && part.starts_with(suffix));
        let number = part.parse::<i64>().is_ok();
        match part.split_once(':').filter(|(key, value)| is_identifier(key) && !value.starts_with(':')) {
            _ if name.is_empty() => name.push_str(part),
            _ if is_suffix => {}
            Some((key, value)) => params.push((key.to_string(), value.to_string())),
            None if number => params.push((argument(&params), part.to_string())),
            None => name.push_str(&format!("/{part}")),
        }
    }
    (name, params)
}

/// `arg`, `arg2`, `arg3` ...
fn argument(before: &[(String, String)]) -> String {
    match before.iter().filter(|(name, _)| name.starts_with("arg")).count() {
        0 => "arg".to_string(),
        others => format!("arg{}", others + 1),
    }
}

fn outside_of_types(full: &str) -> Vec<&str> {
    let mut depth = 0_i32;
    let ends = move |character: char| {
        match character {
            '<' => depth += 1,
            '>' => depth = (depth - 1).max(0),
            _ => {}
        }
        character == '/' && depth == 0
    };
    full.split(ends).collect()
}

/// This program writes `NAME/PARAMETER=VALUE`, whatever is in the name; all benchmarks have as many parameters.
fn of_own(full: &str, count: usize) -> Named {
    let (mut name, mut params) = (full, Vec::new());
    while let Some((before, key, value)) = last_param(name).filter(|_| params.len() < count) {
        params.insert(0, (key.to_string(), value.to_string()));
        name = before;
    }
    (name.to_string(), params)
}

/// What stands before the last parameter, its name, and its value.
fn last_param(full: &str) -> Option<(&str, &str, &str)> {
    let (before, last) = full.rsplit_once('/')?;
    let (key, value) = last.split_once('=').filter(|(key, _)| is_identifier(key))?;
    Some((before, key, value))
}

/// How many parameters the name with the fewest has at its end.
fn params_of_all(entries: &[At]) -> usize {
    let names = entries.iter().filter_map(|entry| entry.value["name"].as_str());
    let count = |mut name| {
        let mut count = 0;
        while let Some((before, ..)) = last_param(name) {
            (name, count) = (before, count + 1);
        }
        count
    };
    names.map(count).min().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_arguments() {
        let read = |full: &str| {
            let (name, params) = parts(full, &SUFFIXES);
            let params = params.iter().map(|(name, value)| format!(" {name}={value}"));
            format!("{name}{}", params.collect::<String>())
        };
        assert_eq!(read("append/8/64/threads:2/real_time"), "append arg=8 arg2=64 threads=2");
        assert_eq!(read("copy<a/b>/n:3/min_time:0.5/wide"), "copy<a/b>/wide n=3");
        assert_eq!(read("Clock/real_time_fast/process_time/real_time"), "Clock/real_time_fast");
        assert_eq!(
            of_own("cat /etc/x=1/size=16/mode=a", 2),
            ("cat /etc/x=1".to_string(), vec![("size".into(), "16".into()), ("mode".into(), "a".into())])
        );
    }
}
