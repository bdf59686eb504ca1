//! Runs made of exact numbers: no clock, no noise, so that a report is the same every time.

use cmpthese_report::{Detail, Style};
use model::{Block, Event, Machine, Metric, Readings, Role, Run, RunHeader, Sample, Source};
use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};

/// A run of a plan in which the variants of every point take the given nanoseconds in each of `launches` launches, times
/// a factor that a launch has.
pub fn run(plan_text: &str, launches: usize, times: impl Fn(usize, usize, usize) -> f64) -> Run {
    run_of(plan_text, launches, |point, variant, launch| sample(variant, times(point, variant, launch)))
}

/// A run of a plan with the given samples, one for each point, variant and launch.
pub fn run_of(plan_text: &str, launches: usize, samples: impl Fn(usize, usize, usize) -> Sample) -> Run {
    let source = Source { name: "test.toml".to_string(), text: plan_text.to_string() };
    let plan = plan::parse(source.clone(), &[model::LanguageTraits { name: "perl", ..Default::default() }])
        .unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let machine = Machine {
        architecture: "x86_64".to_string(),
        cpus: 2,
        cpu: Some("Test CPU".to_string()),
        ..Machine::default()
    };
    let header = RunHeader {
        version: "0.0.0".to_string(),
        seed: 1,
        budget_ns: 1_000_000_000,
        source,
        machine,
        ..RunHeader::default()
    };
    let mut run = Run::new(header, plan);
    // Clones are not measured: they have tests of their own.
    let is_measured = |variant: &usize| run.plan.variants[*variant].role != Role::Clone;
    let variants: Vec<usize> = (0..run.plan.variants.len()).filter(is_measured).collect();
    for point in 0..run.points.len() {
        run.apply(Event::PointStarted { point });
        for variant in variants.iter().copied() {
            let answer = protocol::text_answer(b"same");
            run.apply(Event::Answered { point, variant, answer, absent: BTreeMap::new() });
        }
        for launch in 0..launches {
            let samples = variants.iter().map(|variant| samples(point, *variant, launch)).collect();
            run.apply(Event::BlockFinished { block: Block { point, launch, block: 0, samples } });
        }
        run.apply(Event::PointFinished { point, elapsed_ns: 0, untimed_ns: Some(0) });
    }
    run.apply(Event::Finished { end: model::End::Complete });
    run
}

/// A sample of many iterations, so that whole nanoseconds of the batch keep the fraction of one iteration.
fn sample(variant: usize, nanos: f64) -> Sample {
    const ITERATIONS: u64 = 1_000_000;
    let wall = (nanos * ITERATIONS as f64).round() as u64;
    let readings = Readings::from([
        (Metric::Wall, wall),
        (Metric::User, wall / 2),
        (Metric::System, wall / 4),
        (Metric::PeakRss, 3 << 20),
        (Metric::MinorFaults, 2 * ITERATIONS),
    ]);
    Sample { variant, iterations: ITERATIONS, readings, slices_ns: Vec::new(), latencies: None }
}

/// The text report of a run at a width, without colour.
pub fn text(run: &Run, width: usize) -> String {
    text_in(run, &Detail::Brief, width)
}

/// The same in another detail.
pub fn text_in(run: &Run, detail: &Detail, width: usize) -> String {
    cmpthese_report::text(&analysis::analyze(run), detail, Style { color: false, width })
}

/// The JSON report of a run.
pub fn json(run: &Run) -> String {
    report("json", run)
}

/// A run in a format.
pub fn report(format: &str, run: &Run) -> String {
    let format = cmpthese_report::FORMATS.iter().find(|one| one.name == format).expect("it is there");
    (format.write)(&analysis::analyze(run))
}

/// Holds a JSON report to `docs/report.schema.json`.
pub fn assert_follows_schema(report: &str) {
    assert_valid(report, &schema());
}

/// Holds other JSON to a definition in it.
pub fn assert_follows(text: &str, definition: &str) {
    let of_it = serde_json::json!({ "$ref": format!("#/$defs/{definition}"), "$defs": schema()["$defs"] });
    assert_valid(text, &of_it);
}

fn schema() -> serde_json::Value {
    serde_json::from_str(include_str!("../../../../../docs/report.schema.json")).expect("the schema is JSON")
}

/// By a package of Debian's: a crate that does it, with all that it needs, is built in a quarter of the time of everything else that `make check` builds.
fn assert_valid(text: &str, schema: &serde_json::Value) {
    const SCRIPT: &str = "\
import json, jsonschema, sys
schema, report = json.load(sys.stdin)
jsonschema.Draft202012Validator.check_schema(schema)
for error in jsonschema.Draft202012Validator(schema).iter_errors(report):
    print(error.message, 'at', '/'.join(map(str, error.absolute_path)))
";
    let report: serde_json::Value = serde_json::from_str(text).expect("it is JSON");
    let mut python = Command::new("/usr/bin/python3");
    python.args(["-c", SCRIPT]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = python.spawn().expect("is it installed? make packages");
    let mut stdin = child.stdin.take().expect("it is piped");
    write!(stdin, "{}", serde_json::json!([schema, report])).expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "is python3-jsonschema installed? make packages");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
}

/// A plan of three variants at two sizes.
pub const THREE: &str = r#"
title = "Three ways"
baseline = "alpha"
bytes = "{size}"

[params]
size = ["1KiB", "1MiB"]

[[variant]]
name = "alpha"
sim = { time = "1us" }

[[variant]]
name = "beta"
sim = { time = "1us" }

[[variant]]
name = "gamma"
sim = { time = "1us" }
"#;

/// `alpha` is the baseline, `beta` the same within the margin at the first point and slower at the second, `gamma` faster
/// at the first and too noisy at the second.
pub fn three() -> Run {
    run(THREE, 30, |point, variant, launch| {
        let wobble = 1.0 + 0.002 * ((launch * 7 + variant * 3) % 5) as f64;
        let noise = 1.0 + 0.3 * ((launch * 11) % 7) as f64;
        let base = [12_345.0, 9_876_543.0][point];
        base * wobble
            * match (point, variant) {
                (0, 1) => 1.001,
                (0, 2) => 0.5,
                (1, 1) => 1.25,
                (1, 2) => 0.5 * noise,
                _ => 1.0,
            }
    })
}
