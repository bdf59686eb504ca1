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
import math, pandas
frame = pandas.read_csv("written")
assert list(frame.param_size) == [1024] * 3 + [1048576] * 3, frame
ranked = frame[frame.answer == "same"]
for (_, row), (point, variant) in zip(ranked.iterrows(), [(p, v) for p in report["points"] for v in p["variants"] if "time_ns" in v and v["time_ns"]]):
    assert row.variant == variant["name"] and math.isclose(row.time_ns, variant["time_ns"]["point"]), (row, variant)
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
    insta::assert_snapshot!(python(&written("openmetrics"), script), @r#"
    cmpthese_time_seconds gauge seconds 4
    cmpthese_time_low_seconds gauge seconds 4
    cmpthese_time_high_seconds gauge seconds 4
    cmpthese_ratio gauge ratio 2
    cmpthese_low_ratio gauge ratio 2
    cmpthese_high_ratio gauge ratio 2
    {"baseline": "a b/c=d", "param_size": "1024", "variant": "say \"=x\", \\ y"}
    "#);
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
    insta::assert_snapshot!(of_any_machine(&outcome.stdout), @r#"
    title: Two
    note: measured side by side, in random order; this format does not know which times belong together, so what is computed from it is less sure than the report
    │ a␣b\x2Fc=d │ say␣"=x",␣\␣y │
    │ sec/op │ sec/op vs base │
    Run/size=1024 199.6µ ± 1% 1999.3µ ± 1% +901.81% (p=0.000 n=16)
    Run/size=1048576 199.9µ ± 1% 1999.8µ ± 1% +900.16% (p=0.000 n=16)
    geomean 199.8µ 2.000m +900.99%
    "#);
}

/// What benchstat prints, without version, CPU and the number of CPUs, whose digits move columns.
fn of_any_machine(text: &str) -> String {
    let row = |line: &str| {
        let words = line.split_whitespace().collect::<Vec<_>>().join(" ");
        match words.split_once(' ').and_then(|(name, rest)| Some((name.rsplit_once('-')?.0.to_string(), rest))) {
            Some((name, rest)) if name.starts_with("Run/") => format!("{name} {rest}"),
            _ => words,
        }
    };
    let is_ours = |line: &&str| !line.starts_with("tool:") && !line.starts_with("cpu:");
    text.lines().filter(is_ours).map(row).collect::<Vec<_>>().join("\n")
}
