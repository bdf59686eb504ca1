//! Benchmarks that criterion has in a Cargo project: `cargo bench --no-run` builds their programs, which run what a regular expression matches.
//!
//! criterion takes no number of iterations, but a time: it runs as many as fit, and keeps how many there were. It warms up before.

use super::{listing, program};
use crate::exit::Complaint;
use plan::quick::{QuickBenchmark, QuickBenchmarks, Word};
use report::printable;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

const INSTALL: &str = "install Rust: apt-get install cargo, or see https://rustup.rs";

/// How criterion is made to do no more than measure: ten samples are the fewest that it takes, and what it computes from them is not read.
const LEAST: [&str; 4] = ["--noplot", "--sample-size=10", "--warm-up-time=0.1", "--nresamples=1001"];

/// A program with benchmarks.
struct Bench {
    path: String,
    directory: String,
    names: Vec<String>,
}

/// The benchmarks of the project of this directory that names mean.
pub fn benchmarks(bench: Option<&str>, names: &[String], with: &[String]) -> Result<QuickBenchmarks, Complaint> {
    let benches = benches(bench, with)?;
    let all: Vec<String> = benches.iter().flat_map(|bench| bench.names.clone()).collect();
    if all.is_empty() {
        let help = "a target [[bench]] with harness = false, criterion_group! and criterion_main! has them".to_string();
        return Err(Complaint::usage("no bench target of this project lists benchmarks of criterion", Some(help)));
    }
    let meant = listing::meant(&all, names, "this project", listing::of_group)?;
    if let Some(name) = meant.iter().find(|name| all.iter().filter(|known| known == *name).count() > 1) {
        let help = "say which with --bench TARGET, or --with \"--package NAME\"".to_string();
        return Err(Complaint::usage(
            format!("several bench targets have a benchmark `{}`", printable(name)),
            Some(help),
        ));
    }
    let benchmark = |name: &&String| {
        let bench = benches.iter().find(|bench| bench.names.contains(name)).expect("it is from one of them");
        let words = [bench.path.clone(), "--bench".to_string()].into_iter().chain(LEAST.map(String::from));
        let words = words.chain([format!("^{}$", listing::as_pattern(name))]).map(Word::Literal);
        QuickBenchmark {
            name: name.to_string(),
            words: words.chain([Word::Template("--measurement-time={seconds}")]).collect(),
            directory: bench.directory.clone(),
        }
    };
    Ok(QuickBenchmarks {
        title: "Benchmarks of criterion".to_string(),
        format: "criterion",
        env: vec![("CRITERION_HOME", "{results}")],
        benchmarks: meant.iter().map(benchmark).collect(),
    })
}

/// Builds the programs, and asks each what it has.
fn benches(bench: Option<&str>, with: &[String]) -> Result<Vec<Bench>, Complaint> {
    let mut build = Command::new("cargo");
    build.args(["bench", "--no-run", "--message-format=json-render-diagnostics"]);
    match bench {
        Some(name) => build.args(["--bench", name]),
        None => build.arg("--benches"),
    };
    let built = program::output(build.args(with), "build the benchmarks", INSTALL)?;
    let programs = built.lines().filter_map(|line| of_bench(&serde_json::from_str(line).ok()?));
    programs
        .map(|(path, directory)| {
            let names = names(&path, &directory)?;
            Ok(Bench { path, directory, names })
        })
        .collect()
}

/// The program of a bench target and the directory of its package, from what cargo says of what it built.
fn of_bench(message: &Value) -> Option<(String, String)> {
    let is_bench = message.get("target")?.get("kind")?.as_array()?.iter().any(|kind| kind == "bench");
    let path = message.get("executable")?.as_str().filter(|_| is_bench)?;
    let directory = Path::new(message.get("manifest_path")?.as_str()?).parent()?;
    Some((path.to_string(), directory.to_string_lossy().into_owned()))
}

/// What a program lists. One that has another harness may not know how.
fn names(path: &str, directory: &str) -> Result<Vec<String>, Complaint> {
    let said = program::said(Command::new(path).args(["--bench", "--list"]).current_dir(directory), INSTALL)?;
    let names = said.stdout.lines().filter_map(|line| line.strip_suffix(": benchmark")).map(str::to_string);
    Ok(if said.succeeded { names.collect() } else { Vec::new() })
}
