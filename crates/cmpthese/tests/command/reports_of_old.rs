//! Reports of runs that were recorded once: they change only where an analysis or a format is changed on purpose. `recorded/README.md` has
//! what was run.

use crate::stage::Stage;
use insta::assert_snapshot;

const RUNS: &[u8] = include_bytes!("../recorded/runs.db");

#[test]
fn runs_of_old_are_reported_as_before() {
    let stage = Stage::with("runs.db", RUNS);
    let lines: Vec<String> = (1..=6).map(|run| format!("cmpthese show {run} --history runs.db")).collect();
    assert_snapshot!(stage.session(&lines.iter().map(String::as_str).collect::<Vec<_>>()));
}

#[test]
fn a_sweep_of_old_in_full_and_points_of_it() {
    let stage = Stage::with("runs.db", RUNS);
    assert_snapshot!(stage.session(&[
        "cmpthese show 6 --history runs.db --verbose",
        "cmpthese show 6 --history runs.db --point n=10",
        "cmpthese show 6 --history runs.db --point n=1 --point n=100.0 | grep ratio",
        "cmpthese show 6 --history runs.db --point n=7",
        "cmpthese show 6 --history runs.db --point size=1",
        "cmpthese show 6 --history runs.db --point 10",
        "cmpthese show 5 --history runs.db --point n=1",
    ]));
}

#[test]
fn runs_of_old_are_the_same_json() {
    let stage = Stage::with("runs.db", RUNS);
    let lines: Vec<String> = (1..=6).map(|run| format!("cmpthese show {run} --history runs.db --json -")).collect();
    assert_snapshot!(stage.session(&lines.iter().map(String::as_str).collect::<Vec<_>>()));
}

#[test]
fn what_cannot_be_explained() {
    let stage = Stage::with("runs.db", RUNS);
    assert_snapshot!(stage.session(&[
        "cmpthese explain 9 --history runs.db",
        "cmpthese explain 5 'perl -e 1' nobody --history runs.db",
        "cmpthese explain 5 'perl -e 1' --history runs.db",
    ]));
}
