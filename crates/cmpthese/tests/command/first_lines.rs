//! What a terminal shows first of each built-in experiment answers its question. `recorded/README.md` has what was run.

use crate::stage::Stage;
use insta::assert_snapshot;

/// A run of each built-in experiment.
const RUNS: &[u8] = include_bytes!("../recorded/experiments.db.gz");

/// A stage with their history.
fn stage() -> Stage {
    let stage = Stage::with("runs.db.gz", RUNS);
    assert_eq!(stage.run("gunzip runs.db.gz").code, 0);
    stage
}

#[test]
fn the_first_five_lines_of_each_experiment() {
    let stage = stage();
    let lines = ["1", "2", "3", "4", "5"].map(|run| format!("cmpthese show {run} --history runs.db | head -n 5"));
    assert_snapshot!(stage.session(&lines.each_ref().map(String::as_str)));
}

/// All that is shown of one with an axis, and of one with three.
#[test]
fn a_sweep_is_shown_on_a_screen() {
    let stage = stage();
    let lines = ["2", "5"].map(|run| format!("cmpthese show {run} --history runs.db"));
    assert_snapshot!(stage.session(&lines.each_ref().map(String::as_str)));
}
