//! Going on with a run is the same as never having stopped, wherever it stopped. On the simulator every such place can be
//! tried: a recorded run is cut after each of its events, as if it had been killed there.

use crate::recording::Recording;
use crate::simulated::PLAIN_AND_TUNED;
use crate::stage::Stage;
use serde_json::Value;

/// A sweep in which one variant is limited, one fails, one disagrees and one is too slow for the larger points.
const PLAN: &str = r#"
title = "Everything that can happen"
baseline = "quick"
budget = "800ms"

[params]
n = [1, 10, 100]

[[variant]]
name = "quick"
sim = { time = "0.00{n}ms", noise = 0.01, answer = "{n}" }

[[variant]]
name = "brisk"
sim = { time = "0.01{n}ms", noise = 0.01, answer = "{n}" }

[[variant]]
name = "small"
when = "n < 10"
sim = { time = "0.02{n}ms", noise = 0.01, answer = "{n}" }

[[variant]]
name = "dies"
sim = { time = "1ms", fault = "die" }

[[variant]]
name = "disagrees"
sim = { time = "1ms", answer = "something else" }

[[variant]]
name = "slow"
sim = { time = "{n}0ms", noise = 0.01, answer = "{n}" }
"#;

fn report(stage: &Stage, line: &str) -> Value {
    let outcome = stage.run(line);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (1, ""), "{line}");
    serde_json::from_str(&outcome.stdout).unwrap()
}

/// Name and reason of those that are not ranked at each point.
fn excluded(report: &Value) -> Vec<Vec<(&str, &str)>> {
    let points = report["points"].as_array().unwrap().iter();
    points
        .map(|point| {
            let variants = point["variants"].as_array().unwrap().iter();
            variants.filter_map(|one| Some((one["name"].as_str()?, one["reason"].as_str()?))).collect()
        })
        .collect()
}

#[test]
fn a_run_that_is_cut_anywhere_is_completed() {
    let stage = Stage::with("plan.toml", PLAN);
    let whole = report(&stage, "cmpthese run plan.toml --seed 1 --quiet --json -");
    let history = stage.history();
    let original = Recording::open(&history).blocks(1);
    std::fs::copy(&history, stage.path("whole.db")).unwrap();
    let mut went_on_as_before = 0;
    for events in 0.. {
        std::fs::copy(stage.path("whole.db"), stage.path("cut.db")).unwrap();
        if !Recording::open(&stage.path("cut.db")).cut(1, events) {
            break;
        }
        let before = Recording::open(&stage.path("cut.db")).blocks(1);
        let resumed = report(&stage, "cmpthese resume --history cut.db --quiet --json -");
        let recording = Recording::open(&stage.path("cut.db"));
        assert!(recording.blocks(1).starts_with(&before), "cut after {events} events");
        assert_eq!(recording.ends(1).last().unwrap(), "complete", "cut after {events} events");
        assert_eq!(resumed["run"]["end"], "complete", "cut after {events} events");
        assert_eq!(excluded(&resumed), excluded(&whole), "cut after {events} events");
        for point in resumed["points"].as_array().unwrap() {
            if let Some(inside) = point["inside"].as_f64() {
                assert!(inside > 0.0 && inside <= 1.0, "cut after {events} events: {inside} inside");
            }
        }
        // An unfinished launch is not gone on with; the draws of the next ones are those of the whole run. Where a look ended a
        // point and was cut off, the point goes on.
        let until = |block: &String, word: &str| block.split_once(word).map(|(place, _)| place.to_string());
        let launch = before.last().map(|block| until(block, " block"));
        let next = original[before.len()..].iter().find(|block| Some(until(block, " block")) != launch);
        let ends_a_point =
            next.map(|block| until(block, " launch")) != before.last().map(|block| until(block, " launch"));
        if before.len() > original.len() / 3 && !ends_a_point {
            let common = recording.blocks(1).iter().filter(|block| original.contains(block)).count();
            assert!(common > before.len(), "cut after {events} events");
            went_on_as_before += 1;
        }
    }
    assert!(went_on_as_before > 10, "{went_on_as_before}");
}

/// An answer that is another one each time does not end a resumed run, nor does one of which the plan says that it may be. One that has changed is told, where nothing was
/// measured before.
#[test]
fn answers_that_may_change_when_a_run_is_resumed() {
    let stage = Stage::with("input", "before");
    let runs = [("exact", "cat input"), ("fickle", "echo $$"), ("none", "cat input")];
    for (name, code) in runs {
        let check = if name == "none" { "none" } else { "exact" };
        let plan = format!("check = '{check}'\nbudget = '100ms'\n[[variant]]\nname = 'process'\nshell = '{code}'\n");
        stage.write("plan.toml", plan);
        stage.run(&format!("cmpthese run plan.toml --seed 1 --quiet --history {name}.db"));
        let events = 4; // point started, answered, calibrated, scheduled
        assert!(Recording::open(&stage.path(&format!("{name}.db"))).cut(1, events));
    }
    stage.write("input", "after");
    let lines = runs.map(|(name, _)| format!("cmpthese resume --history {name}.db"));
    insta::assert_snapshot!(stage.measured_session(&lines.each_ref().map(String::as_str)));
}

/// The last event of a run tells that it is over. Killed before it, the run lacks nothing else.
#[test]
fn a_run_that_lacks_only_its_end_gets_it() {
    let stage = Stage::with("plan.toml", "budget = '50ms'\n[[variant]]\nname = 'one'\nsim = { time = '1ms' }\n");
    let whole = stage.run("cmpthese run plan.toml --seed 1").stdout;
    let recording = Recording::open(&stage.history());
    assert!(recording.cut(1, recording.events(1) - 1));
    assert_eq!(stage.run("cmpthese resume --quiet").stdout, whole);
    assert_eq!(recording.ends(1), ["complete"]);
}

/// A run of two scripts that was killed in its second launch.
fn cut_in_two() -> (Stage, Recording) {
    let stage = Stage::new();
    for name in ["one", "other"] {
        stage.write(name, "#!/bin/sh\necho the same\n");
    }
    assert_eq!(stage.run("chmod +x one other; mkdir elsewhere").code, 0);
    assert_eq!(stage.run("cmpthese ./one ./other --budget 1s --seed 1 --quiet").code, 0);
    let recording = Recording::open(&stage.history());
    assert!(recording.cut(1, recording.first(1, "scheduled") + 2));
    (stage, recording)
}

/// What shows late, or seldom, is in the long launch alone.
#[test]
fn a_run_that_was_stopped_in_its_long_launch_gets_another() {
    let stage = Stage::new();
    let line = "cmpthese --lang perl --budget 2s --seed 1 --quiet 'my $x = 0; $x++ for 1..1000; $x' 'my $x = 0; $x += 1 for 1..1000; $x'";
    assert_eq!(stage.run(line).code, 0);
    let recording = Recording::open(&stage.history());
    assert!(recording.cut(1, recording.first(1, "scheduled") + 4));
    assert_eq!(stage.run("cmpthese resume --quiet").code, 0);
    let mut blocks = vec![0; 1000];
    for line in recording.blocks(1) {
        let launch: usize = line.split(' ').nth(3).unwrap().parse().unwrap();
        blocks[launch] += 1;
    }
    assert!(blocks[0] < 5 && blocks[1] > 20 && blocks[1] > 3 * blocks[2], "{:?}", &blocks[..20]);
}

/// Paths lead elsewhere from another directory.
#[test]
fn a_run_is_gone_on_with_where_it_was_begun() {
    let (stage, recording) = cut_in_two();
    let before = recording.events(1);
    let resumed = stage.run("cd elsewhere && cmpthese resume --quiet");
    assert_eq!((resumed.code, recording.events(1)), (2, before), "{}", resumed.transcript());
    assert!(resumed.stderr.contains("was begun in "), "{}", resumed.transcript());
    assert_eq!(stage.run("cmpthese resume --quiet").code, 0);
}

/// Whatever does not let a run go on, a program that is gone, one that fails, or one that was replaced meanwhile: nothing is recorded that would
/// cost what was measured, and when it is as it was the run goes on, and says no more of it.
#[test]
fn a_run_that_cannot_go_on_loses_nothing() {
    let (stage, recording) = cut_in_two();
    let before = recording.blocks(1);
    let obstacles = [
        ("mv one gone", "one does not exist", "mv gone one"),
        ("cp -p other kept; echo 'exit 3' >> other; touch -r kept other", "its program is another", "cp -p kept other"),
        (
            "cp -p one kept; printf '#!/bin/sh\nexit 3 # same\n' > one; touch -r kept one",
            "exit code 3",
            "cp -p kept one",
        ),
    ];
    for (obstacle, why, mended) in obstacles {
        assert_eq!(stage.run(obstacle).code, 0);
        let resumed = stage.run("cmpthese resume --quiet");
        assert_eq!((resumed.code, recording.blocks(1)), (130, before.clone()), "{}", resumed.transcript());
        let said: Vec<&str> = resumed.stdout.lines().filter(|line| line.contains("it could not go on: ")).collect();
        assert!(said.len() == 1 && resumed.stdout.contains(why), "{}", resumed.transcript());
        assert_eq!(stage.run(mended).code, 0);
    }
    let resumed = stage.run("cmpthese resume --quiet --json -");
    assert_eq!(resumed.code, 0, "{}", resumed.transcript());
    assert!(!resumed.stdout.contains("it could not go on"), "{}", resumed.transcript());
    let report: Value = serde_json::from_str(&resumed.stdout).unwrap();
    assert_eq!(report["points"][0]["comparisons"].as_array().map(Vec::len), Some(1), "both are ranked");
}

/// A setup that cannot run a second time costs nothing that was measured.
#[test]
fn a_setup_that_fails_when_a_run_goes_on_loses_nothing() {
    let plan = "setup = 'mkdir made'\n[[variant]]\nname = 'one'\ncommand = ['true']\n[[variant]]\nname = 'other'\ncommand = ['true']\n";
    let stage = Stage::with("plan.toml", plan);
    let run = stage.run("cmpthese run plan.toml --budget 300ms --seed 1 --quiet");
    assert_eq!(run.code, 0, "{}", run.transcript());
    let recording = Recording::open(&stage.history());
    assert!(recording.cut(1, recording.first(1, "scheduled") + 2));
    let before = recording.blocks(1);
    let resumed = stage.run("cmpthese resume --quiet --json resumed.json");
    assert_eq!((resumed.code, recording.blocks(1)), (130, before), "{}", resumed.transcript());
    assert!(resumed.stdout.contains("it could not go on: "), "{}", resumed.transcript());
    let report: Value = serde_json::from_slice(&std::fs::read(stage.path("resumed.json")).unwrap()).unwrap();
    assert_eq!(report["points"][0]["comparisons"].as_array().map(Vec::len), Some(1), "both are ranked");
}

/// Without the script there is nothing to fork from.
#[test]
fn a_run_of_a_script_is_not_resumed() {
    let stage = Stage::new();
    stage.write("a.pl", "use Benchmark 'cmpthese'; cmpthese(-0.2, { one => sub { 1 }, other => sub { 2 } });");
    assert_eq!(stage.run("cmpthese perl --seed 7 a.pl").code, 0);
    let recording = Recording::open(&stage.history());
    assert!(recording.cut(1, recording.first(1, "point_finished")));
    let before = recording.events(1);
    let resumed = stage.run("cmpthese resume");
    assert_eq!((resumed.code, recording.events(1)), (2, before), "{}", resumed.transcript());
    assert!(resumed.stderr.contains("was forked from a script"), "{}", resumed.transcript());
}

/// The second run of `--confirm` does not stop for what it sees, whoever goes on with it.
#[test]
fn a_run_of_fixed_size_stays_one() {
    let stage = Stage::with("plan.toml", PLAIN_AND_TUNED);
    stage.run("cmpthese run plan.toml --seed 1 --confirm --quiet");
    let (first, second) = (Recording::open(&stage.history()).blocks(1), Recording::open(&stage.history()).blocks(2));
    assert!(first.len() < second.len(), "{} and {} blocks", first.len(), second.len());
    assert!(Recording::open(&stage.history()).cut(2, 40));
    assert!(Recording::open(&stage.history()).blocks(2).len() < first.len());
    stage.run("cmpthese resume 2 --quiet");
    // The launch that was cut is made anew, and one more may fit.
    let resumed = Recording::open(&stage.history()).blocks(2);
    assert!(resumed.len() >= second.len(), "{} and {} blocks", resumed.len(), second.len());
}
