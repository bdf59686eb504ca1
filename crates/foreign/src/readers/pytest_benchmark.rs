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
use std::collections::{BTreeMap, BTreeSet};

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
        settle: Some(settle),
        ..Foreign::of("pytest-benchmark", settle(vec![cases]).concat())
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
    let long = test.maybe_text("fullname");
    let long = long.map(|long| if params.is_empty() { long } else { long.split('[').next().unwrap_or("").to_string() });
    Ok(Case::told(name, params, rounds(test).map(|rounds| vec![rounds])).remembering(long))
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

/// Two files of tests may have one of the same name: then it is told with its file.
fn settle(files: Vec<Vec<Case>>) -> Vec<Vec<Case>> {
    let ambiguous: BTreeSet<String> = files.iter().flat_map(|cases| ambiguous(cases)).collect();
    let long = |case: Case| {
        let is_ambiguous = ambiguous.contains(&case.name);
        match case.raw.as_ref().and_then(|raw| raw.long.clone()).filter(|_| is_ambiguous) {
            Some(name) => Case { name, ..case },
            None => case,
        }
    };
    files.into_iter().map(|cases| cases.into_iter().map(long).collect()).collect()
}

/// The names that stand for several longer ones.
fn ambiguous(cases: &[Case]) -> Vec<String> {
    let mut long: BTreeMap<&String, BTreeSet<Option<&String>>> = BTreeMap::new();
    for case in cases {
        long.entry(&case.name).or_default().insert(case.raw.as_ref().and_then(|raw| raw.long.as_ref()));
    }
    long.into_iter().filter(|(_, long)| long.len() > 1).map(|(name, _)| name.clone()).collect()
}
