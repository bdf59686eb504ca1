//! pytest's `--benchmark-json`: of each test its rounds, all in one process. What `--benchmark-autosave` keeps has none without
//! `--benchmark-save-data`.
//!
//! Source: the documentation of pytest-benchmark 4 and 5, and its `stats.py`; seconds. A round is the mean of `iterations` calls.

use crate::at::At;
use crate::case::{Case, Launch, Timing};
use crate::content::Content;
use crate::foreign::Foreign;
use crate::problem::Problem;
use crate::unit::SECOND_NS;
use model::Machine;
use serde_json::Value;
use std::collections::BTreeSet;

/// Whether it is one.
pub fn recognises(content: &Content) -> bool {
    let value = content.json();
    value.get("machine_info").is_some() && value["benchmarks"].is_array()
}

/// Reads it.
pub fn read(content: &Content) -> Result<Foreign, Problem> {
    let root = At::root(content.json());
    let all = root.need("benchmarks")?.items()?;
    let cases: Vec<Case> = all.iter().map(case).collect::<Result<_, _>>()?;
    let mut notes = Vec::new();
    if all.iter().any(|test| test.value["stats"]["data"].is_null()) {
        notes.push(
            "there are benchmarks without rounds: --benchmark-json writes them, --benchmark-autosave only with \
             --benchmark-save-data"
                .to_string(),
        );
    }
    let info = root.need("machine_info")?;
    if let (Some(name), Some(version)) = (info.maybe_text("python_implementation"), info.maybe_text("python_version")) {
        notes.push(format!("the Python is {name} {version}"));
    }
    Ok(Foreign {
        version: root.maybe_text("version"),
        date: root.maybe_text("datetime").map(in_utc),
        machine: machine(&info),
        notes,
        ..Foreign::of("pytest-benchmark", unique(cases, &all))
    })
}

/// Releases before 5 write no difference to UTC, and mean it.
fn in_utc(date: String) -> String {
    let (_, time) = date.split_once('T').unwrap_or_default();
    if time.contains(['+', '-', 'Z']) { date } else { date + "Z" }
}

fn machine(info: &At) -> Machine {
    let cpu = info.get("cpu");
    let of_cpu = |key: &str| cpu.as_ref().and_then(|cpu| cpu.maybe_text(key));
    let kernel = info.maybe_text("system").zip(info.maybe_text("release"));
    Machine {
        kernel: kernel.map(|(name, release)| format!("{name} {release}")),
        architecture: info.maybe_text("machine").unwrap_or_default(),
        cpu: of_cpu("brand_raw").or_else(|| of_cpu("brand")),
        cpus: cpu.as_ref().and_then(|cpu| cpu.maybe_count("count")).unwrap_or(0) as usize,
        ..Machine::default()
    }
}

fn case(test: &At) -> Result<Case, Problem> {
    let name = test.need("name")?.text()?;
    let params = if has_plain_params(test) { test.params("params") } else { Vec::new() };
    let name = if params.is_empty() { name } else { name.split('[').next().unwrap_or(name) };
    Ok(Case::told(name, params, rounds(test).map(|rounds| vec![rounds])))
}

/// Whether the values of its parameters tell it from others: those of functions and objects are where they lay in memory, and lists are cut. What
/// pytest calls it does.
fn has_plain_params(test: &At) -> bool {
    let params = test.value["params"].as_object();
    let is_plain = |value: &Value| match value {
        Value::Array(_) | Value::Object(_) => false,
        Value::String(text) => !text.starts_with("UNSERIALIZABLE["),
        _ => true,
    };
    params.is_none_or(|params| params.values().all(is_plain))
}

fn rounds(test: &At) -> Result<Launch, Problem> {
    let stats = test.need("stats")?;
    let iterations = stats.maybe_count("iterations").unwrap_or(1);
    let round = |round: &At| Ok(Timing::over(round.positive(SECOND_NS)?, iterations));
    match stats.get("data") {
        Some(data) => data.items()?.iter().map(round).collect(),
        None => Ok(vec![Timing::of(stats.need("mean")?.positive(SECOND_NS)?)]),
    }
}

/// Two files may have a test of one name: then it is told with its file.
fn unique(cases: Vec<Case>, all: &[At]) -> Vec<Case> {
    let names: BTreeSet<String> = cases.iter().map(Case::full_name).collect();
    if names.len() == cases.len() {
        return cases;
    }
    let full = |(case, test): (Case, &At)| match test.maybe_text("fullname") {
        Some(name) => Case {
            name: if case.params.is_empty() { name } else { name.split('[').next().unwrap_or_default().to_string() },
            ..case
        },
        None => case,
    };
    cases.into_iter().zip(all).map(full).collect()
}
