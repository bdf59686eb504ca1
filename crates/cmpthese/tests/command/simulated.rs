//! Runs of the simulator from the plan to the report. Time is invented and exact, so whole transcripts are compared.

use crate::stage::Stage;
use insta::assert_snapshot;

/// Two ways, one of which takes a sixth less.
pub const PLAIN_AND_TUNED: &str = r#"
    baseline = "plain"
    budget = "1s"
    [[variant]]
    name = "plain"
    sim = { time = "120us", noise = 0.005 }
    [[variant]]
    name = "tuned"
    sim = { time = "100us", noise = 0.005 }
    "#;

/// The transcript of a plan that is run with one seed.
fn report(plan: &str) -> String {
    Stage::with("plan.toml", plan).session(&["cmpthese run plan.toml --seed 1"])
}

#[test]
fn two_that_differ() {
    assert_snapshot!(report(
        r#"
        title = "Two ways to wait"
        baseline = "plain"
        budget = "1s"
        [[variant]]
        name = "plain"
        sim = { time = "120us", noise = 0.02, launch_noise = 0.01 }
        [[variant]]
        name = "tuned"
        sim = { time = "100us", noise = 0.02, launch_noise = 0.01 }
        "#
    ));
}

#[test]
fn a_verdict_is_confirmed_by_a_second_run() {
    let stage = Stage::with("plan.toml", PLAIN_AND_TUNED);
    assert_snapshot!(stage.session(&["cmpthese run plan.toml --seed 1 --confirm", "cmpthese list"]));
}

/// The first run adds values, the second measures the same ones.
#[test]
fn a_crossover_is_located_and_confirmed() {
    let plan = r#"
        baseline = "constant"
        budget = "4s"
        params.n = [16, 64, 256, 1024, 4096]
        [[variant]]
        name = "constant"
        sim = { time = "300us", noise = 0.005 }
        [[variant]]
        name = "line"
        sim = { time = "{n}us", noise = 0.005 }
        "#;
    let stage = Stage::with("plan.toml", plan);
    assert_snapshot!(stage.session(&[
        "cmpthese run plan.toml --param n=16..4096 --locate n --seed 1 --confirm",
        "cmpthese show 1",
        "cmpthese run plan.toml --locate m",
    ]));
}

#[test]
fn a_run_that_established_nothing_has_nothing_to_confirm() {
    let plan = "budget = '1s'\n[[variant]]\nname = 'alone'\nsim = { time = '1ms', noise = 0.01 }\n";
    let outcome = Stage::with("plan.toml", plan).run("cmpthese run plan.toml --seed 1 --confirm --quiet");
    let said = "The report above is that of a second run of fixed size. The first established\nnothing that it could confirm.\n";
    assert!(outcome.stdout.ends_with(said), "{}", outcome.stdout);
}

#[test]
fn two_that_are_equivalent() {
    assert_snapshot!(report(
        r#"
        budget = "1s"
        [[variant]]
        name = "one"
        sim = { time = "100us", noise = 0.005 }
        [[variant]]
        name = "other"
        sim = { time = "100.1us", noise = 0.005 }
        "#
    ));
}

#[test]
fn two_that_cannot_be_told_apart() {
    assert_snapshot!(report(
        r#"
        budget = "500ms"
        [[variant]]
        name = "one"
        sim = { time = "100us", noise = 0.2, launch_noise = 0.1 }
        [[variant]]
        name = "other"
        sim = { time = "102us", noise = 0.2, launch_noise = 0.1 }
        "#
    ));
}

#[test]
fn too_little_time_to_tell_anything() {
    assert_snapshot!(report(
        r#"
        budget = "20ms"
        [[variant]]
        name = "one"
        sim = { time = "100us", noise = 0.01 }
        [[variant]]
        name = "other"
        sim = { time = "200us", noise = 0.01 }
        "#
    ));
}

#[test]
fn one_alone() {
    assert_snapshot!(report("budget = '1s'\n[[variant]]\nname = 'alone'\nsim = { time = '2s', noise = 0.01 }\n"));
}

const SWEEP: &str = r#"
title = "Three ways by size"
baseline = "linear"
bytes = "{size}"
budget = "3s"

[params]
size = { from = "1KiB", to = "64KiB", factor = 8 }

[[variant]]
name = "linear"
sim = { time = "0.0{size}us", noise = 0.01, launch_noise = 0.005, answer = "{size}" }

[[variant]]
name = "constant"
sim = { time = "100us", noise = 0.01, launch_noise = 0.005, answer = "{size}" }

[[variant]]
name = "for small ones"
when = "size <= 8KiB"
sim = { time = "80us", noise = 0.01, launch_noise = 0.005, answer = "{size}" }
"#;

#[test]
fn a_sweep_with_a_variant_that_is_limited_to_some_points() {
    assert_snapshot!(report(SWEEP));
}

#[test]
fn a_sweep_as_json() {
    let stage = Stage::with("plan.toml", SWEEP);
    assert_snapshot!(stage.session(&["cmpthese run plan.toml --seed 1 --json - --quiet"]));
}

#[test]
fn json_goes_to_a_file_beside_the_report() {
    let stage = Stage::with("plan.toml", SWEEP);
    stage.run("cmpthese run plan.toml --seed 1 --json report.json --no-history >report.txt");
    let session = ["cmp report.json alone.json", "head -1 report.txt"];
    stage.run("cmpthese run plan.toml --seed 1 --json - --no-history >alone.json");
    assert_snapshot!(stage.session(&session), @r"
    $ cmp report.json alone.json

    $ head -1 report.txt
    Three ways by size
    ");
}

const FAULTS: &str = r#"
title = "Those that fail"
budget = "2s"

[[variant]]
name = "good"
sim = { time = "100us", noise = 0.01, answer = "yes" }

[[variant]]
name = "good too"
sim = { time = "130us", noise = 0.01, answer = "yes" }

[[variant]]
name = "dies"
sim = { time = "100us", fault = "die" }

[[variant]]
name = "exits"
sim = { time = "100us", fault = "exit" }

[[variant]]
name = "hangs"
timeout = "10ms"
sim = { time = "100us", fault = "hang" }

[[variant]]
name = "disagrees"
sim = { time = "10us", answer = "no" }
"#;

#[test]
fn those_that_fail_or_disagree_leave_the_race_and_the_others_go_on() {
    assert_snapshot!(report(FAULTS));
}

#[test]
fn answers_that_need_not_agree_are_not_compared() {
    let plan = FAULTS.replace("budget", "check = 'none'\nbudget").replace("dies", "x").replace("fault", "answer");
    assert_snapshot!(report(&plan));
}

#[test]
fn nobody_gives_the_expected_answer() {
    assert_snapshot!(report(
        r#"
        expect = "42"
        [[variant]]
        name = "near"
        sim = { time = "1us", answer = "41" }
        [[variant]]
        name = "far"
        sim = { time = "1us", answer = "" }
        "#
    ));
}

/// `slow` fits at the first point, is dropped at the second, and is not tried again at the third.
const HOPELESS: &str = r#"
title = "Too slow for the budget"
baseline = "quick"
budget = "3s"

[params]
n = [1, 10, 100]

[[variant]]
name = "quick"
sim = { time = "0.00{n}ms", noise = 0.01 }

[[variant]]
name = "brisk"
sim = { time = "0.01{n}ms", noise = 0.01 }

[[variant]]
name = "slow"
sim = { time = "{n}0ms", noise = 0.01 }
"#;

#[test]
fn who_is_hopelessly_slow_is_dropped_from_larger_points() {
    assert_snapshot!(report(HOPELESS));
}

/// A number may be one of threads, or the size of a block.
#[test]
fn who_is_quicker_at_larger_numbers_is_measured_there() {
    assert_snapshot!(report(
        r#"
        title = "Quicker the larger n is"
        budget = "2s"
        params.n = [9, 10]
        [[variant]]
        name = "shrinking"
        sim = { time = "0.0{n}s", noise = 0.01 }
        [[variant]]
        name = "steady"
        sim = { time = "11ms", noise = 0.01 }
        [[variant]]
        name = "also steady"
        sim = { time = "12ms", noise = 0.01 }
        "#
    ));
}

/// The answer of a variant that is dropped afterwards counts: nobody becomes right, or wrong, by its leaving.
#[test]
fn who_is_dropped_has_answered_all_the_same() {
    assert_snapshot!(report(
        r#"
        budget = "300ms"
        [[variant]]
        name = "slow and right"
        sim = { time = "1s", answer = "right" }
        [[variant]]
        name = "wrong"
        sim = { time = "1ms", answer = "wrong" }
        [[variant]]
        name = "right"
        sim = { time = "2ms", answer = "right" }
        "#
    ));
}

#[test]
fn a_slow_one_that_is_kept_costs_the_others_their_launches() {
    assert_snapshot!(report(&HOPELESS.replace("name = \"slow\"", "name = \"slow\"\nkeep = true")));
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_another_one_does_not() {
    let stage = Stage::with("plan.toml", SWEEP);
    let json = |line: &str| stage.run(line).stdout;
    let first = json("cmpthese run plan.toml --seed 7 --json -");
    assert!(first.starts_with('{') && first.ends_with("}\n"), "{first}");
    assert_eq!(first, json("cmpthese run plan.toml --seed 7 --json - --quiet --no-history"));
    assert_eq!(first, json("cmpthese run plan.toml --seed 7 --json - --color always"));
    assert_ne!(first, json("cmpthese run plan.toml --seed 8 --json -"));
    assert_ne!(json("cmpthese run plan.toml --json -"), json("cmpthese run plan.toml --json -"));
}

/// Nine variants whose names do not fit into the head of a matrix.
fn many() -> String {
    let variant = |number: u64| {
        let time = 100 + 7 * number;
        format!(
            "[[variant]]\nname = 'a command with a long name, number {number}, and 漢字'\nsim = {{ time = '{time}us', noise = 0.01 }}\n"
        )
    };
    format!("title = 'Many with long names'\nbudget = '5s'\n{}", (1..10).map(variant).collect::<String>())
}

#[test]
fn many_long_names_in_40_columns() {
    assert_snapshot!(Stage::with("plan.toml", many()).session(&["COLUMNS=40 cmpthese run plan.toml --seed 1"]));
}

#[test]
fn many_long_names_in_80_columns() {
    assert_snapshot!(report(&many()));
}

#[test]
fn many_long_names_in_200_columns() {
    assert_snapshot!(Stage::with("plan.toml", many()).session(&["COLUMNS=200 cmpthese run plan.toml --seed 1"]));
}

/// Work that all share is nothing without somebody whose difference grows with it.
#[test]
fn work_without_a_baseline_is_told() {
    let plan = "budget = '1s'\nwork = 'n'\nparams = { n = [1, 2] }\n\
                [[variant]]\nname = 'one'\nsim = { time = '1ms' }\n[[variant]]\nname = 'two'\nsim = { time = '2ms' }\n";
    let outcome = Stage::with("plan.toml", plan).run("cmpthese run plan.toml --seed 1");
    let text = outcome.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("`work` is `n`, but what is told along it is the difference to a `baseline`"), "{text}");
    let outcome = Stage::with("plan.toml", plan).run("cmpthese run plan.toml --seed 1 --baseline one");
    assert!(!outcome.stdout.contains("`work` is"), "{}", outcome.stdout);
}

/// Of a baseline that is hardly above what is taken off, launches are left out of its ratios: the time of the other was told by these, and was 0.80 ms.
#[test]
fn a_baseline_near_its_floor_moves_no_other_time() {
    let plan = "baseline = 'a'\n\
                [[variant]]\nname = 'a'\nless = 'start'\nsim = { time = '1ms', noise = 0.01, launch_noise = 0.005 }\n\
                [[variant]]\nname = 'b'\nsim = { time = '1ms', noise = 0.01 }\n\
                [[variant]]\nname = 'start'\nsim = { time = '0.998ms', noise = 0.01 }\n";
    let stage = Stage::with("plan.toml", plan);
    for seed in 1..4 {
        let outcome = stage.run(&format!("cmpthese run plan.toml --seed {seed} --budget 5s --json - --no-history"));
        let report: serde_json::Value = serde_json::from_str(&outcome.stdout).expect("it prints JSON");
        let variants = report["points"][0]["variants"].as_array().expect("there are some");
        let b = variants.iter().find(|one| one["name"] == "b").expect("it is measured");
        let ns = b["time_ns"]["point"].as_f64().expect("it has a time");
        assert!((0.99e6..1.01e6).contains(&ns), "{b}");
    }
}
