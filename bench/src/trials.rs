//! The trials themselves.

use crate::busy::Busy;
use crate::in_turn::in_turn;
use crate::outcome::{Outcome, at_most_one};
use crate::program::{Program, comparison, is_different};
use serde_json::Value;
use std::collections::BTreeMap;
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
    let own = || {
        let report = program.report(&["/bin/true", "--budget", "400ms"]);
        report["points"][0]["variants"][0]["time_ns"]["point"].as_f64().expect("a time") / 1e3
    };
    let loop_in_c = || {
        let output = Command::new(&bare).args(["600", "/bin/true"]).output().expect("it can be started");
        let lines = String::from_utf8(output.stdout).expect("it prints numbers");
        let nanos: Vec<f64> = lines.lines().map(|line| line.parse().expect("a number")).collect();
        // The same estimate as the program's, which takes commands this short in batches.
        let batches = nanos.chunks_exact(30).map(|batch| stats::mean(batch).expect("it is not empty").ln());
        let batches: Vec<f64> = batches.collect();
        stats::score_estimate(&batches).expect("there are times").exp() / 1e3
    };
    let rounds = (0..30).map(|round| in_turn(round % 2 == 0, own, loop_in_c));
    let (own_us, bare_us): (Vec<f64>, Vec<f64>) = rounds.unzip();
    let ratios: Vec<f64> = own_us.iter().zip(&bare_us).map(|(own, bare)| (own / bare).ln()).collect();
    let interval = stats::score_interval(&ratios, 0.05, 0.0).expect("there are ratios");
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

/// The post's variants of `perlio-layers` at all sizes, with a clone of the fastest and of the oddest: how often is a clone
/// called different from its original, and how often `raw` from `nolayer`, which are said to be synonyms?
pub fn aa_perl(program: &Program) -> Outcome {
    const PAIRS: [(&str, &str); 3] = [("nolayer", "nolayer again"), ("mmap", "mmap again"), ("nolayer", "raw")];
    let plan = program.plan(&plan_with_clones());
    let mut runs_with_clones = 0;
    let mut claims: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..RUNS {
        let report = program.report(&["run", &plan]);
        let found: Vec<(&str, u64)> = points(&report)
            .flat_map(|point| PAIRS.iter().map(move |(base, other)| (point, *base, *other)))
            .filter(|(point, base, other)| comparison(point, base, other).is_some_and(is_different))
            .map(|(point, _, other)| (other, point["params"]["size"].as_u64().unwrap_or(0)))
            .collect();
        runs_with_clones += usize::from(found.iter().any(|(other, _)| *other != "raw"));
        for (other, size) in found {
            *claims.entry(format!("{other} at {size} B")).or_default() += 1;
        }
    }
    let mut outcome = at_most_one(runs_with_clones, RUNS, "a clone called different from its original");
    for (claim, count) in claims {
        outcome.text.push_str(&format!("; {claim}: {count} runs"));
    }
    outcome
}

/// The same work inside a process and as a whole program, the start of the program taken off: do the intervals of the two
/// times overlap?
pub fn programs(program: &Program) -> Outcome {
    let report = program.report(&["run", "read-vs-mmap/programs"]);
    let interval = |name: &str| {
        let mut variants = report["points"][0]["variants"].as_array().into_iter().flatten();
        let time = variants.find(|variant| variant["name"] == name).map(|variant| &variant["time_ns"]);
        let bound = |key: &str| time.and_then(|time| time[key].as_f64()).unwrap_or(f64::NAN) / 1e6;
        [bound("low"), bound("high")]
    };
    let (mut holds, mut told) = (true, Vec::new());
    for way in ["read", "mmap"] {
        let [[a, b], [c, d]] = ["in process", "program"].map(|what| interval(&format!("{way}, {what}")));
        holds &= a <= d && c <= b;
        told.push(format!("{way}: [{a:.2}, {b:.2}] ms inside, [{c:.2}, {d:.2}] ms as a program"));
    }
    Outcome { holds, text: told.join("; ") }
}

/// `cat-copy` in its own budget: how long it takes, and whether the order of the post's programs is established.
pub fn cat_copy(program: &Program) -> Outcome {
    let started = Instant::now();
    let report = program.report(&["run", "cat-copy"]);
    let seconds = started.elapsed().as_secs_f64();
    let established = points(&report).flat_map(|point| {
        let variants = point["variants"].as_array().into_iter().flatten();
        let post = ["cat", "lazy", "hGetBuf", "ByteString"];
        let mut ranked: Vec<(&str, f64)> = variants
            .filter_map(|variant| Some((variant["name"].as_str()?, variant["time_ns"]["point"].as_f64()?)))
            .filter(|(name, _)| post.contains(name))
            .collect();
        ranked.sort_by(|left, right| left.1.total_cmp(&right.1));
        ranked.windows(2).map(|pair| told_apart(point, pair[0].0, pair[1].0)).collect::<Vec<_>>()
    });
    let text = established.collect::<Vec<String>>().join(", ");
    Outcome { holds: seconds < 180.0, text: format!("{seconds:.0} s; {text}") }
}

/// `cat < lazy` where the order of two is established, `cat ? lazy` where it is not.
fn told_apart(point: &Value, faster: &str, slower: &str) -> String {
    let sign = if comparison(point, faster, slower).is_some_and(is_different) { "<" } else { "?" };
    format!("{faster} {sign} {slower} (to {})", point["params"]["to"].as_str().unwrap_or_default())
}

fn points(report: &Value) -> impl Iterator<Item = &Value> {
    report["points"].as_array().into_iter().flatten()
}

/// The plan of `perlio-layers` with two more variants.
fn plan_with_clones() -> String {
    let clone = |name: &str, mode: &str| {
        format!("\n[[variant]]\nname = \"{name} again\"\nperl = 'each_line(\"{mode}\", $file)'\n")
    };
    let built_in = include_str!("../../experiments/perlio-layers/plan.toml");
    format!("{built_in}{}{}", clone("nolayer", "<"), clone("mmap", "<:mmap"))
}
