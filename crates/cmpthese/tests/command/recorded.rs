//! Runs that were recorded: listed, shown, followed, and gone on with.

use crate::stage::Stage;
use insta::assert_snapshot;

const PLAN: &str = r#"
title = "Two by size"
baseline = "plain"
budget = "200ms"

[params]
n = [1, 2]

[[variant]]
name = "plain"
sim = { time = "0.{n}ms", noise = 0.01 }

[[variant]]
name = "tuned"
sim = { time = "0.0{n}ms", noise = 0.01 }
"#;

#[test]
fn before_the_first_run() {
    assert_snapshot!(Stage::new().session(&[
        "cmpthese list",
        "cmpthese show",
        "cmpthese history",
        "cmpthese resume",
        "cmpthese show 3 --history elsewhere.db",
    ]));
}

#[test]
fn runs_are_listed_shown_and_followed() {
    let stage = Stage::with("plan.toml", PLAN);
    stage.write("other.toml", "title = 'Another'\n[[variant]]\nname = 'one'\nsim = { time = '1ms' }\n");
    stage.run("cmpthese run plan.toml --seed 1 --quiet");
    stage.run("cmpthese run plan.toml --seed 2 --quiet");
    stage.run("cmpthese run other.toml --seed 3 --quiet");
    stage.run("cmpthese run plan.toml --seed 4 --quiet --budget 30ms");
    assert_snapshot!(stage.session(&[
        "cmpthese list",
        "cmpthese show 3",
        "cmpthese history",
        "cmpthese history 3",
        "cmpthese show 17",
        "cmpthese history 17",
        "cmpthese resume 17",
        "cmpthese show 0",
    ]));
}

#[test]
fn what_is_shown_later_is_what_was_shown() {
    let stage = Stage::with("plan.toml", PLAN);
    let text = stage.run("cmpthese run plan.toml --seed 1 --json report.json");
    assert_eq!(stage.run("cmpthese show").stdout, text.stdout);
    assert_eq!(stage.run("cmpthese report 1").stdout, text.stdout);
    assert_eq!(stage.run("cmpthese show --json - >shown.json; cmp report.json shown.json").code, 0);
}

#[test]
fn a_complete_run_needs_no_more() {
    let stage = Stage::with("plan.toml", PLAN);
    let text = stage.run("cmpthese run plan.toml --seed 1");
    let resumed = stage.run("cmpthese resume 1");
    assert_eq!((resumed.stdout, resumed.stderr.as_str(), resumed.code), (text.stdout, "run 1 is complete\n", 0));
    assert_eq!(stage.run("cmpthese resume --quiet").stderr, "");
}

#[test]
fn a_run_that_is_not_recorded_leaves_nothing_behind() {
    let stage = Stage::with("plan.toml", PLAN);
    let outcome = stage.run("cmpthese run plan.toml --seed 1 --no-history");
    assert_eq!((outcome.stderr.as_str(), outcome.code), ("", 0));
    assert!(!stage.path("data").exists());
}

#[test]
fn the_history_is_where_it_is_told_to_be() {
    let stage = Stage::with("plan.toml", PLAN);
    let run = "cmpthese run plan.toml --seed 1 --quiet";
    for (line, place) in [
        (format!("{run} --history deep/er/runs.db"), "deep/er/runs.db"),
        (format!("XDG_DATA_HOME=/stage-that-is-not XDG_DATA_HOME= {run}"), ".local/share/cmpthese/history.db"),
        (format!("XDG_DATA_HOME=relative {run} --budget 10ms"), ".local/share/cmpthese/history.db"),
        (run.to_string(), "data/cmpthese/history.db"),
    ] {
        assert_eq!(stage.run(&line).code, 0, "{line}");
        assert!(stage.path(place).is_file(), "{line}");
    }
    assert_snapshot!(stage.session(&["env -u HOME -u XDG_DATA_HOME cmpthese list"]), @r"
    $ env -u HOME -u XDG_DATA_HOME cmpthese list
    2> error: there is no place for the history: neither HOME nor XDG_DATA_HOME is set
    2> help: pass --history PATH, or --no-history to record nothing
    exit code 3
    ");
}
