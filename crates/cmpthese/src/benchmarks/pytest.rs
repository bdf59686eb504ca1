//! Tests that use pytest-benchmark: one is run by the name of its file and its own.
//!
//! pytest-benchmark takes no number of iterations, but a time: it runs as many as fit, and tells how many there were.

use super::{listing, program};
use crate::exit::Complaint;
use plan::quick::{QuickBenchmark, QuickBenchmarks, Word};
use report::printable;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

const INSTALL: &str = "install it: pip install pytest pytest-benchmark, or apt-get install python3-pytest-benchmark";

/// What every run is told: nothing else is run, also where the project leaves benchmarks out by default.
const ALWAYS: [&str; 3] = ["-q", "--benchmark-only", "--benchmark-enable"];

/// Where a run keeps its cache and what it is configured to save: beside its result, and not in the project.
const KEPT: [&str; 3] = ["-o", "cache_dir={results}.cache", "--benchmark-storage=file://{results}.saved"];

/// The benchmarks of a file that names mean.
pub fn benchmarks(file: &Path, names: &[String], with: &[String]) -> Result<QuickBenchmarks, Complaint> {
    let shown = file.to_string_lossy().into_owned();
    if !file.is_file() {
        let help = "name the file with the tests, and then the tests".to_string();
        return Err(Complaint::usage(format!("{} is no file", printable(&shown)), Some(help)));
    }
    let trouble = |error: std::io::Error| Complaint::system(format!("{}: {error}", printable(&shown)), None);
    let file = std::path::absolute(file).map_err(trouble)?.to_string_lossy().into_owned();
    let program = pytest();
    let storage = subjects::Scratch::below(&std::env::temp_dir()).map_err(trouble)?;
    let run = |more: &[&str]| {
        let mut run = Command::new(&program[0]);
        let kept = KEPT.map(|word| word.replace("{results}", &storage.path().join("run").to_string_lossy()));
        run.args(&program[1..]).args(ALWAYS).args(kept).args(with).args(more).arg(&file);
        run
    };
    // In one line each, however much the project's configuration wants to be told.
    let collected = output(&mut run(&["--collect-only", "--verbosity=-1"]), "collect the tests")?;
    let all: Vec<String> =
        collected.lines().filter_map(|line| line.split_once("::")).map(|(_, id)| id.to_string()).collect();
    // Without a name those that use the fixture are meant, which only a run can tell.
    let all = if names.is_empty() { timed(run, &all)? } else { all };
    let meant = listing::meant(&all, names, &shown, means)?;
    let directory = std::env::current_dir().map_err(trouble)?.to_string_lossy().into_owned();
    let benchmark = |id: &&String| {
        let fixed = program.iter().cloned().chain(ALWAYS.map(String::from)).chain(with.iter().cloned());
        let told = ["--benchmark-json={results}", "--benchmark-max-time={seconds}", "--benchmark-min-rounds=1"];
        let words = fixed.map(Word::Literal).chain(KEPT.into_iter().chain(told).map(Word::Template));
        let words = words.chain([Word::Literal(format!("{file}::{id}"))]).collect();
        QuickBenchmark { name: id.to_string(), words, directory: directory.clone(), env: Vec::new() }
    };
    Ok(QuickBenchmarks {
        title: format!("Benchmarks of {shown}"),
        format: "pytest-benchmark",
        benchmarks: meant.iter().map(benchmark).collect(),
    })
}

/// What starts pytest: that of the environment that is active, or the module.
fn pytest() -> Vec<String> {
    let words: &[&str] = match subjects::program::find("pytest", None) {
        Ok(_) => &["pytest"],
        Err(_) => &["python3", "-m", "pytest"],
    };
    words.iter().map(|word| word.to_string()).collect()
}

/// Whether a name stands for a test: without the values of its parameters, without its class, or its class.
fn means(name: &str, id: &str) -> bool {
    let (path, _) = id.split_once('[').unwrap_or((id, ""));
    let within_class = &id[path.rfind("::").map_or(0, |at| at + 2)..];
    let begins = |id: &str, with: &str| id.strip_prefix(name).is_some_and(|rest| rest.starts_with(with));
    within_class == name || begins(within_class, "[") || begins(id, "[") || begins(id, "::")
}

/// Those tests that use the fixture, each of which runs for as short as it can.
fn timed(run: impl Fn(&[&str]) -> Command, all: &[String]) -> Result<Vec<String>, Complaint> {
    let trouble = |error: std::io::Error| Complaint::system(format!("a scratch file: {error}"), None);
    let file = tempfile::NamedTempFile::new().map_err(trouble)?;
    let told = format!("--benchmark-json={}", file.path().display());
    let once = ["--benchmark-max-time=0.000001", "--benchmark-min-rounds=1", "--tb=line", &told];
    output(&mut run(&once), "run each test once, so name those that shall run")?;
    let text = std::fs::read_to_string(file.path()).map_err(trouble)?;
    let told: Value = serde_json::from_str(&text).unwrap_or_default();
    let id = |test: &Value| Some(test.get("fullname")?.as_str()?.split_once("::")?.1.to_string());
    let timed: Vec<String> = told["benchmarks"].as_array().into_iter().flatten().filter_map(id).collect();
    Ok(all.iter().filter(|id| timed.contains(id)).cloned().collect())
}

fn output(command: &mut Command, task: &str) -> Result<String, Complaint> {
    let said = program::said(command, INSTALL)?;
    if said.succeeded {
        return Ok(said.stdout);
    }
    let wrote = |text: &str| said.stderr.contains(text) || said.stdout.contains(text);
    if wrote("xdist") && wrote("Can't have both --benchmark-only") {
        let help =
            "pytest-xdist, which the project asks for, runs tests beside each other: add --with \"-n0\"".to_string();
        return Err(Complaint::usage("pytest-benchmark measures nothing under xdist", Some(help)));
    }
    let has_failed = wrote(" failed") || wrote(" error");
    let asked = [
        (
            "FAIL Required test coverage of",
            "--no-cov",
            "one test by itself does not reach the coverage that the project asks for",
        ),
        (
            "--benchmark-compare-fail requires",
            "-o addopts=",
            "there are no runs of before to compare with, as the project asks for",
        ),
    ];
    if let Some((_, option, message)) = asked.iter().find(|(text, ..)| wrote(text) && !has_failed) {
        return Err(Complaint::usage(*message, Some(format!("add --with \"{option}\""))));
    }
    let missing = if wrote("No module named pytest") {
        "pytest"
    } else if wrote("unrecognized arguments: --benchmark") {
        "pytest-benchmark"
    } else {
        return Err(said.complaint(task));
    };
    Err(Complaint::system(format!("{missing} is not installed"), Some(INSTALL.to_string())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_for_values_and_for_a_class() {
        let ids = ["test_a", "test_ab[1]", "TestA::test_a[x::y]", "TestA::test_b"];
        let of = |name: &str| ids.iter().filter(|id| means(name, id)).copied().collect::<Vec<_>>();
        assert_eq!(of("test_a"), ["test_a", "TestA::test_a[x::y]"]);
        assert_eq!(of("TestA"), ["TestA::test_a[x::y]", "TestA::test_b"]);
        assert_eq!(of("TestA::test_a"), ["TestA::test_a[x::y]"]);
        assert_eq!(of("test_ab"), ["test_ab[1]"]);
        assert_eq!(of("y]"), [""; 0]);
    }
}
