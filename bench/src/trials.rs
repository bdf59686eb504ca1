//! The trials themselves.

use crate::busy::Busy;
use crate::outcome::{Outcome, at_most_one};
use crate::program::{Program, comparison, is_different};
use serde_json::Value;
use std::process::{Command, Stdio};
use std::time::Instant;

/// Runs of a trial that counts.
const RUNS: usize = 20;

/// The time of the CPU-bound command, in nanoseconds.
const BUSY_NS: f64 = 16e6;

/// How long `--help` takes.
pub fn help(program: &Program) -> Outcome {
    let times: Vec<f64> = (0..51)
        .map(|_| {
            let start = Instant::now();
            program.command(&["--help"]).stdout(Stdio::null()).status().expect("it can be started");
            start.elapsed().as_nanos() as f64 / 1e6
        })
        .collect();
    let median = stats::median(&times).expect("there are times");
    Outcome { holds: median < 10.0, text: format!("median {median:.2} ms") }
}

/// What the spawner reports for `/bin/true` against a bare loop in C, in alternation.
pub fn spawn(program: &Program) -> Outcome {
    let bare = program.compile("bare_spawn");
    let mut ratios = Vec::new();
    let (mut bare_us, mut own_us) = (Vec::new(), Vec::new());
    for round in 0..10 {
        let own = |times: &mut Vec<f64>| {
            let report = program.report(&["/bin/true", "--budget", "1s"]);
            times.push(report["points"][0]["variants"][0]["time_ns"]["point"].as_f64().expect("a time") / 1e3);
        };
        let loop_in_c = |times: &mut Vec<f64>| {
            let output = Command::new(&bare).args(["1000", "/bin/true"]).output().expect("it can be started");
            let lines = String::from_utf8(output.stdout).expect("it prints numbers");
            let nanos: Vec<f64> = lines.lines().map(|line| line.parse::<f64>().expect("a number").ln()).collect();
            times.push(stats::hodges_lehmann(&nanos).expect("there are times").exp() / 1e3);
        };
        if round % 2 == 0 {
            own(&mut own_us);
            loop_in_c(&mut bare_us);
        } else {
            loop_in_c(&mut bare_us);
            own(&mut own_us);
        }
        ratios.push((own_us[round] / bare_us[round]).ln());
    }
    let interval = stats::signed_rank_interval(&ratios, 0.05).expect("there are ratios");
    let [point, low, high] = [interval.point, interval.low, interval.high].map(f64::exp);
    let median = |times: &[f64]| stats::median(times).expect("there are times");
    let text = format!(
        "/bin/true: {:.0} µs, bare loop {:.0} µs, ratio {point:.3} [{low:.3}, {high:.3}]",
        median(&own_us),
        median(&bare_us)
    );
    Outcome { holds: (point - 1.0).abs() <= 0.05, text }
}

/// The share of a run's time that is spent inside the commands.
pub fn inside(program: &Program) -> Outcome {
    let report = program.report(&["sleep 0.01", "sleep 0.01", "--budget", "5s"]);
    let inside = report["points"][0]["inside"].as_f64().expect("a share");
    Outcome { holds: inside >= 0.9, text: format!("{:.1} % of the time inside commands of 10 ms", inside * 100.0) }
}

/// A sleeping command against itself.
pub fn aa_sleep(program: &Program) -> Outcome {
    against_itself(program, "sleep 0.01")
}

/// A CPU-bound command against itself.
pub fn aa_cpu(program: &Program) -> Outcome {
    let busy = Busy::new(program);
    against_itself(program, &busy.command(BUSY_NS))
}

fn against_itself(program: &Program, command: &str) -> Outcome {
    let reports: Vec<Value> = (0..RUNS).map(|_| program.report(&[command, command, "--budget", "1s"])).collect();
    let claims = reports.iter().filter(|report| is_different(&report["points"][0]["comparisons"][0])).count();
    at_most_one(claims, RUNS, "called different from itself")
}

/// A command with 5 % more time of work.
pub fn power(program: &Program) -> Outcome {
    let busy = Busy::new(program);
    let (base, slower) = (busy.command(BUSY_NS), busy.command(BUSY_NS * 1.05));
    let (mut found, mut covered) = (0, 0);
    let mut ratios = Vec::new();
    for _ in 0..RUNS {
        let report = program.report(&[&base, &slower, "--baseline", "1", "--budget", "1s"]);
        let comparison = &report["points"][0]["comparisons"][0];
        let ratio = &comparison["ratio"];
        let bound = |name: &str| ratio[name].as_f64().unwrap_or(f64::NAN);
        found += usize::from(comparison["verdict"] == "slower");
        covered += usize::from(bound("low") <= 1.05 && 1.05 <= bound("high"));
        ratios.push(bound("point"));
    }
    let median = stats::median(&ratios).unwrap_or(f64::NAN);
    let text = format!(
        "found slower in {found} of {RUNS} runs of 1 s; {covered} intervals cover 1.05; median ratio {median:.4}"
    );
    Outcome { holds: found >= 19 && covered >= 17, text }
}

/// Every variant of the post against a clone of itself, at all sizes.
pub fn aa_perl(program: &Program) -> Outcome {
    let layers = [("nolayer", "<"), ("raw", "<:raw"), ("perlio", "<:perlio"), ("mmap", "<:mmap")];
    let variants: Vec<(String, &str)> =
        layers.iter().flat_map(|(name, mode)| [(name.to_string(), *mode), (format!("{name} again"), *mode)]).collect();
    let plan = program.plan(&layers_plan(&variants));
    let mut runs_with_claims = 0;
    let mut claims = Vec::new();
    for _ in 0..RUNS {
        let report = program.report(&["run", &plan, "--budget", "60s"]);
        let found: Vec<String> = points(&report)
            .flat_map(|point| layers.iter().map(move |(name, _)| (point, *name)))
            .filter(|(point, name)| comparison(point, name, &format!("{name} again")).is_some_and(is_different))
            .map(|(point, name)| format!("{name} at {}", point["params"]["size"]))
            .collect();
        runs_with_claims += usize::from(!found.is_empty());
        claims.extend(found);
    }
    let mut outcome = at_most_one(runs_with_claims, RUNS, "a variant called different from its clone");
    if !claims.is_empty() {
        outcome.text.push_str(&format!(": {}", claims.join(", ")));
    }
    outcome
}

/// `raw` and `nolayer`, which are said to be synonyms, at all sizes.
pub fn synonyms(program: &Program) -> Outcome {
    let mut runs_with_claims = 0;
    let mut by_size: std::collections::BTreeMap<u64, usize> = std::collections::BTreeMap::new();
    for _ in 0..RUNS {
        let report = program.report(&["run", "perlio-layers", "--budget", "60s"]);
        let found: Vec<u64> = points(&report)
            .filter(|point| comparison(point, "nolayer", "raw").is_some_and(is_different))
            .filter_map(|point| point["params"]["size"].as_u64())
            .collect();
        runs_with_claims += usize::from(!found.is_empty());
        for size in found {
            *by_size.entry(size).or_default() += 1;
        }
    }
    let mut outcome = at_most_one(runs_with_claims, RUNS, "raw called different from nolayer");
    for (size, count) in by_size {
        outcome.text.push_str(&format!("; at {size} B in {count}"));
    }
    outcome
}

fn points(report: &Value) -> impl Iterator<Item = &Value> {
    report["points"].as_array().into_iter().flatten()
}

/// The plan of `perlio-layers` with other variants.
fn layers_plan(variants: &[(String, &str)]) -> String {
    let built_in = include_str!("../../experiments/perlio-layers/plan.toml");
    let head = built_in.split("[[variant]]").next().expect("a plan has variants");
    let variants = variants
        .iter()
        .map(|(name, mode)| format!("[[variant]]\nname = \"{name}\"\nperl = 'each_line(\"{mode}\", $file)'\n"));
    format!("{head}{}", variants.collect::<Vec<_>>().join("\n"))
}
