//! What is written for other tools, read by these tools: benchstat, pandas, a parser of OpenMetrics.

use crate::stage::Stage;
use std::path::{Path, PathBuf};

const PLAN: &str = r#"
title = 'Two'
budget = '300ms'
baseline = 'a b/c=d'
params.size = ['1KiB', '1MiB']
[[variant]]
name = 'a b/c=d'
sim = { time = '200us', noise = 0.01 }
[[variant]]
name = 'say "=x", \ y'
sim = { time = '2ms', noise = 0.01 }
[[variant]]
name = 'dies'
sim = { time = '2ms', fault = 'die' }
"#;

/// A run on a stage, written in a format.
fn written(format: &str) -> Stage {
    let stage = Stage::with("plan.toml", PLAN);
    let line = format!("cmpthese run plan.toml --seed 1 --no-history --quiet --json report.json --{format} written");
    let outcome = stage.run(&line);
    assert_eq!(outcome.code, 1, "one of them dies: {}", outcome.stderr);
    stage
}

/// What a script in Python says of it, with Debian's own packages.
fn python(stage: &Stage, script: &str) -> String {
    stage.write("script.py", format!("import json\nreport = json.load(open('report.json'))\n{script}"));
    let outcome = stage.run("/usr/bin/python3 script.py");
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""), "is it installed? make packages");
    outcome.stdout
}

#[test]
fn pandas_reads_csv() {
    let script = r#"
import pandas
frame = pandas.read_csv("written")
assert list(frame.param_size) == [1024] * 3 + [1048576] * 3, frame
ranked = frame[frame.answer == "same"]
for (_, row), (point, variant) in zip(ranked.iterrows(), [(p, v) for p in report["points"] for v in p["variants"] if "time_ns" in v and v["time_ns"]]):
    assert row.variant == variant["name"] and row.time_ns == variant["time_ns"]["point"], (row, variant)
print(ranked.groupby("param_size").ratio.max().round().to_dict(), list(frame.why.dropna()))
"#;
    assert_eq!(python(&written("csv"), script), "{1024: 10.0, 1048576: 10.0} ['simulated', 'simulated']\n");
}

#[test]
fn a_parser_of_openmetrics_reads_it() {
    let script = r#"
from prometheus_client.openmetrics.parser import text_string_to_metric_families
families = {family.name: family for family in text_string_to_metric_families(open("written").read())}
for name, family in families.items():
    print(name, family.type, family.unit, len(family.samples))
sample = families["cmpthese_ratio"].samples[0]
assert sample.value == report["points"][0]["comparisons"][0]["ratio"]["point"]
print(json.dumps(sample.labels, sort_keys=True))
"#;
    insta::assert_snapshot!(python(&written("openmetrics"), script), @"");
}

/// Where `packages/benchstat` has put it.
fn benchstat() -> PathBuf {
    let program = Path::new(env!("CARGO_BIN_EXE_cmpthese"));
    let target = program.parent().and_then(Path::parent).expect("it lies in a folder of the target directory");
    let benchstat = target.join("tools/benchstat");
    assert!(benchstat.exists(), "benchstat is missing: make packages");
    benchstat
}

#[test]
fn benchstat_reads_gobench() {
    let stage = written("gobench");
    let outcome = stage.run(&format!("{} -col /variant written", benchstat().display()));
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""), "{}", outcome.stdout);
    insta::assert_snapshot!(outcome.stdout, @"");
}
