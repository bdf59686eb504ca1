//! The trials of the judge: how often it finds what is there, and claims what is not.

use crate::asked;
use crate::busy::Busy;
use crate::neighbour::Neighbour;
use crate::outcome::Outcome;
use crate::own_tools::{Code, codes};
use crate::pause;
use crate::program::Program;
use std::time::Instant;

/// Repetitions of each count, unless the environment variable `REPETITIONS` says another number.
const REPETITIONS: usize = 100;

/// The time of the CPU-bound command, in nanoseconds.
const BUSY_NS: f64 = 16e6;

/// What must be found at least, and claimed at most.
struct Goal {
    found_min: f64,
    claimed_max: f64,
}

/// The CPU-bound command against itself, and against 1 % more work, two seconds each.
pub fn one_percent(program: &Program) -> Outcome {
    let busy = Busy::new(program);
    let goal = Goal { found_min: 0.95, claimed_max: 0.05 };
    commands(program, &busy, 1.01, "2s", "0.5%", &goal)
}

/// The same beside a neighbour that loads a CPU at random, with 2 % more work and five seconds.
pub fn neighbour(program: &Program) -> Outcome {
    let busy = Busy::new(program);
    let _neighbour = Neighbour::new(1);
    let goal = Goal { found_min: 0.90, claimed_max: 0.05 };
    commands(program, &busy, 1.02, "5s", "1%", &goal)
}

fn commands(program: &Program, busy: &Busy, factor: f64, budget: &str, margin: &str, goal: &Goal) -> Outcome {
    let base = busy.command(BUSY_NS);
    let count = |other: &str| {
        count(program, &[&base, other, "--baseline", "1", "--budget", budget, "--margin", margin, "--check", "none"])
    };
    let [alike, differing] = [count(&base), count(&busy.command(BUSY_NS * factor))];
    outcome("", &alike, &differing, factor, goal)
}

/// A loop of so many rounds in a language.
struct Case {
    name: &'static str,
    language: &'static str,
    code: Code,
}

/// Perl and C snippets of about 10 µs and 1 ms against themselves, and with a loop that runs 0.5 % longer, five seconds
/// each; those whose name begins with the environment variable `CASES`, if it is set.
pub fn half_percent(program: &Program) -> Outcome {
    let case = |(name, language, rounds)| {
        let (_, code) = codes().find(|(other, _)| *other == language).expect("every language has a loop");
        Case { name, language, code: Code { rounds, ..code } }
    };
    let cases =
        [("Perl 10 µs", "perl", 400), ("Perl 1 ms", "perl", 40_000), ("C 10 µs", "c", 8_000), ("C 1 ms", "c", 800_000)]
            .map(case);
    let goal = Goal { found_min: 0.90, claimed_max: 0.05 };
    loops(program, &cases, 1.005, ["5s", "0.2%"], &goal)
}

/// A loop of about 100 µs in every language against itself, and one that runs 2 % longer, three seconds each.
pub fn languages(program: &Program) -> Outcome {
    let cases: Vec<Case> = codes().map(|(language, code)| Case { name: language, language, code }).collect();
    let goal = Goal { found_min: 0.90, claimed_max: 0.10 };
    loops(program, &cases, 1.02, ["3s", "0.5%"], &goal)
}

/// Each loop against itself, and against one with `factor` times the rounds.
fn loops(program: &Program, cases: &[Case], factor: f64, [budget, margin]: [&str; 2], goal: &Goal) -> Outcome {
    let mut whole = Outcome { holds: true, text: String::new() };
    for Case { name, language, code } in cases.iter().filter(|case| asked::is_wanted(case.name)) {
        let rounds = code.rounds as f64;
        let base = code.loop_of(rounds);
        let count = |other: &str| {
            let typed = ["--lang", language, &base, other, "--baseline", "1"];
            count(program, &[&typed[..], &["--budget", budget, "--margin", margin, "--check", "none"]].concat())
        };
        let [alike, differing] = [count(&base), count(&code.loop_of(rounds * factor))];
        let one = outcome(name, &alike, &differing, factor, goal);
        whole.holds &= one.holds;
        whole.text.push_str(&format!("\n    {}", one.text));
    }
    whole
}

/// What many comparisons said.
#[derive(Default)]
struct Counts {
    repetitions: usize,
    slower: usize,
    faster: usize,
    ratios: Vec<f64>,
    /// Low and high of the intervals.
    bounds: Vec<[f64; 2]>,
    seconds: Vec<f64>,
    inside: Vec<f64>,
    /// What the first variant took, in nanoseconds: the same work in all repetitions.
    times_ns: Vec<f64>,
}

fn count(program: &Program, arguments: &[&str]) -> Counts {
    let repetitions = asked::repetitions(REPETITIONS);
    let mut counts = Counts { repetitions, ..Counts::default() };
    for _ in 0..repetitions {
        pause::wait();
        let started = Instant::now();
        let report = program.report(arguments);
        counts.seconds.push(started.elapsed().as_secs_f64());
        let point = &report["points"][0];
        let comparison = &point["comparisons"][0];
        counts.slower += usize::from(comparison["verdict"] == "slower");
        counts.faster += usize::from(comparison["verdict"] == "faster");
        let bound = |name: &str| comparison["ratio"][name].as_f64().unwrap_or(f64::NAN);
        counts.ratios.push(bound("point"));
        counts.bounds.push([bound("low"), bound("high")]);
        counts.inside.push(point["inside"].as_f64().unwrap_or(f64::NAN));
        counts.times_ns.push(point["variants"][0]["time_ns"]["point"].as_f64().unwrap_or(f64::NAN));
    }
    counts
}

fn outcome(name: &str, alike: &Counts, differing: &Counts, factor: f64, goal: &Goal) -> Outcome {
    let (claims, repetitions) = (alike.slower + alike.faster, alike.repetitions);
    let holds = claims as f64 <= goal.claimed_max * repetitions as f64
        && differing.slower as f64 >= goal.found_min * repetitions as f64;
    let median = |values: &[f64]| stats::median(values).unwrap_or(f64::NAN);
    let covered = |counts: &Counts, truth: f64| {
        counts.bounds.iter().filter(|[low, high]| *low <= truth && truth <= *high).count()
    };
    // What is found depends on who else is on the machine, so it is told beside it.
    let times_ns: Vec<f64> = alike.times_ns.iter().chain(&differing.times_ns).copied().collect();
    let slowed = median(&times_ns) / times_ns.iter().copied().fold(f64::INFINITY, f64::min);
    let text = format!(
        "{name}{}against itself: called different in {claims} of {repetitions} ({:.1} s, covered {}); {:+.1} %: found in {} \
         ({:.1} s, called faster in {}, covered {}), median ratio {:.4}; inside {:.1} %; \
         in the middle of the runs the same work took {slowed:.2} times its least",
        if name.is_empty() { "" } else { ": " },
        median(&alike.seconds),
        covered(alike, 1.0),
        (factor - 1.0) * 100.0,
        differing.slower,
        median(&differing.seconds),
        differing.faster,
        covered(differing, factor),
        median(&differing.ratios),
        median(&alike.inside) * 100.0,
    );
    Outcome { holds, text }
}
