//! Trouble with files and disks: what was measured is reported, what was recorded stays, and one message says what to do.

use crate::recording::Recording;
use crate::stage::Stage;
use insta::assert_snapshot;
use rusqlite::Connection;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

const PLAN: &str = "
title = 'Two'
budget = '50ms'
[[variant]]
name = 'one'
sim = { time = '1ms', noise = 0.01 }
[[variant]]
name = 'other'
sim = { time = '2ms', noise = 0.01 }
";

/// What every command says about a history that it cannot use, which must stay as it is.
fn refusals(stage: &Stage, path: &str) -> String {
    let before = fs::read(stage.path(path)).ok();
    let session = stage.session(&[
        &format!("cmpthese run plan.toml --seed 1 --history {path}"),
        &format!("cmpthese list --history {path}"),
    ]);
    assert_eq!(fs::read(stage.path(path)).ok(), before);
    session
}

#[test]
fn a_history_of_a_newer_version() {
    let stage = Stage::with("plan.toml", PLAN);
    stage.run("cmpthese run plan.toml --seed 1 --history newer.db");
    Connection::open(stage.path("newer.db")).unwrap().pragma_update(None, "user_version", 1000).unwrap();
    assert_snapshot!(refusals(&stage, "newer.db"));
}

#[test]
fn files_that_are_no_history() {
    let stage = Stage::with("plan.toml", PLAN);
    Connection::open(stage.path("bookmarks.db")).unwrap().execute_batch("CREATE TABLE bookmark (url TEXT)").unwrap();
    let paths = ["plan.toml", "bookmarks.db", "tmp", "plan.toml/history.db"];
    assert_snapshot!(paths.map(|path| refusals(&stage, path)).join("\n"));
}

#[test]
fn a_damaged_history() {
    let stage = Stage::with("plan.toml", PLAN);
    stage.run("cmpthese run plan.toml --seed 1 --history damaged.db");
    let bytes = fs::read(stage.path("damaged.db")).unwrap();
    stage.write("damaged.db", [&bytes[..4096], &vec![0xff; bytes.len() - 4096]].concat());
    assert_snapshot!(refusals(&stage, "damaged.db"));
}

#[test]
fn a_damaged_record_is_named_and_the_others_stay() {
    let stage = Stage::with("plan.toml", PLAN);
    stage.run("cmpthese run plan.toml --seed 1");
    stage.run("cmpthese run plan.toml --seed 2");
    let database = Connection::open(stage.history()).unwrap();
    database.execute("UPDATE event SET body = substr(body, 1, 20) WHERE run = 2 AND sequence = 2", []).unwrap();
    database.execute("UPDATE run SET source_text = 'nonsense' WHERE id = 1", []).unwrap();
    assert_snapshot!(stage.session(&["cmpthese show 2", "cmpthese show 1", "cmpthese resume 2", "cmpthese list"]));
}

/// Places that may not be written, or not even be read.
#[test]
fn a_history_without_permission() {
    let stage = Stage::with("plan.toml", PLAN);
    fs::create_dir(stage.path("locked")).unwrap();
    stage.run("cmpthese run plan.toml --seed 1 --history locked/history.db");
    stage.write("locked/secret.db", "");
    fs::set_permissions(stage.path("locked/secret.db"), Permissions::from_mode(0o000)).unwrap();
    fs::set_permissions(stage.path("locked"), Permissions::from_mode(0o555)).unwrap();
    let prefix = stage.unprivileged("");
    let lines = [
        "cmpthese run plan.toml --seed 1 --history locked/new.db",
        "cmpthese run plan.toml --seed 1 --history locked/history.db",
        "cmpthese show --history locked/history.db",
        "cmpthese list --history locked/secret.db",
    ];
    let lines = lines.map(|line| format!("{prefix}{line}"));
    let session = stage.session(&lines.each_ref().map(String::as_str));
    fs::set_permissions(stage.path("locked"), Permissions::from_mode(0o755)).unwrap();
    assert_snapshot!(session.replace(&prefix, ""));
}

/// A disk of a few hundred KiB that the history fills in the middle of a run, and that is enlarged afterwards.
#[test]
fn a_disk_that_is_full_in_the_middle_of_a_run() {
    let stage = Stage::with("plan.toml", PLAN.replace("50ms", "5s"));
    fs::create_dir(stage.path("disk")).unwrap();
    stage.write("on_a_small_disk", ON_A_SMALL_DISK);
    let outcome = stage.run("sh ./on_a_small_disk");
    assert_snapshot!(outcome.transcript());
    let [full, whole] = ["full.db", "whole.db"].map(|copy| Recording::open(&stage.path(copy)));
    let reported = fs::read_to_string(stage.path("report.json")).unwrap();
    let reported: serde_json::Value = serde_json::from_str(&reported).unwrap();
    let reported = reported["points"][0]["blocks"].as_u64().unwrap() as usize;
    // The block that did not fit is reported too.
    assert_eq!(full.blocks(1).len() + 1, reported);
    assert!(whole.blocks(1).starts_with(&full.blocks(1)));
    assert!(whole.blocks(1).len() > full.blocks(1).len());
}

/// A namespace of its own, because only there a test may mount something. Every line of it is in the transcript.
const ON_A_SMALL_DISK: &str = r#"
    if unshare -m true 2>/dev/null; then namespace=-m; else namespace=-rm; fi
    exec unshare $namespace sh -c '
        mount -t tmpfs -o size=200k tmpfs disk || exit
        cmpthese run plan.toml --seed 1 --history disk/history.db --json report.json
        echo "exit code $?"
        cmpthese list --history disk/history.db
        mount -o remount,size=20m disk || exit
        cp disk/history.db full.db && cp disk/history.db-wal full.db-wal
        cmpthese resume --history disk/history.db --quiet | tail -1
        cmpthese list --history disk/history.db
        cp disk/history.db whole.db
        umount disk
    '
"#;

#[test]
fn a_scratch_directory_that_cannot_be_used_ends_the_run_before_it_is_recorded() {
    let stage = Stage::with("plan.toml", PLAN);
    assert_snapshot!(stage.session(&["TMPDIR=/nonexistent cmpthese run plan.toml --seed 1", "cmpthese list"]));
}

/// Whoever reads from it gets the report, and no end before that.
#[test]
fn a_report_goes_through_a_named_pipe() {
    let stage = Stage::with("plan.toml", PLAN);
    let line =
        "mkfifo pipe; cat pipe >report.json & cmpthese run plan.toml --quiet --json pipe; code=$?; wait; exit $code";
    let outcome = stage.run(line);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
    let report: serde_json::Value = serde_json::from_slice(&fs::read(stage.path("report.json")).unwrap()).unwrap();
    assert!(report["points"][0]["launches"].as_u64().is_some(), "{report}");
}

/// Nobody reads from the pipe, and what is measured is recorded: a signal ends the program as any other.
#[test]
fn who_waits_for_the_reader_of_a_pipe_can_be_ended() {
    let stage = Stage::with("plan.toml", PLAN);
    let line = "mkfifo pipe; cmpthese run plan.toml --quiet --json pipe & \
                while ! grep -q '^Name:' /proc/$!/status || ! cmpthese list 2>/dev/null | grep -q complete; do sleep 0.05; done; \
                kill -TERM $!; wait $!; echo $?";
    assert_eq!(stage.run(line).stdout, "143\n");
}

/// What is refused leaves nothing.
#[test]
fn a_refused_run_leaves_no_empty_report() {
    let stage = Stage::with("plan.toml", PLAN);
    for line in [
        "cmpthese run plan.toml --budget 3x --json out.json",
        "cmpthese run plan.toml --history /proc/none/h.db --json out.json",
    ] {
        let outcome = stage.run(line);
        assert_ne!(outcome.code, 0, "{}", outcome.transcript());
        assert!(!stage.path("out.json").exists(), "{line}");
    }
}

/// The home of a container may be read-only: what is built is kept for the run.
#[test]
fn a_home_that_cannot_be_written_does_not_matter() {
    let outcome = Stage::new()
        .run("unset XDG_CACHE_HOME; HOME=/proc/none cmpthese --no-history --budget 400ms -q --lang bash ': a' ': b'");
    assert_eq!(outcome.code, 0, "{}", outcome.transcript());
}

#[test]
fn a_json_report_that_cannot_be_written() {
    let stage = Stage::with("plan.toml", PLAN);
    assert_snapshot!(stage.session(&[
        "cmpthese run plan.toml --seed 1 --json no/where.json",
        "cmpthese run plan.toml --seed 1 --json /dev/full --no-history",
        "cmpthese run plan.toml --seed 1 --json /dev/full",
        "cmpthese show --json tmp",
    ]));
}

#[test]
fn a_report_takes_the_place_of_nothing_that_is_needed() {
    let stage = Stage::with("plan.toml", "[[variant]]\nname = 'one'\ncommand = ['true']\n");
    let history = |stage: &Stage| stage.run("cmpthese list").stdout;
    assert_eq!(stage.run("cmpthese run plan.toml --budget 100ms").code, 0);
    let before = history(&stage);
    let path = stage.history();
    let lines = [
        format!("cmpthese run plan.toml --budget 100ms --json '{}'", path.display()),
        format!("cmpthese show --html '{}'", path.display()),
        "cmpthese run plan.toml --budget 100ms --json ./plan.toml".to_string(),
        "cmpthese run plan.toml --budget 100ms --json a.out --csv ./a.out".to_string(),
    ];
    for line in &lines {
        let outcome = stage.run(line);
        assert_eq!(outcome.code, 2, "{line}: {}{}", outcome.stdout, outcome.stderr);
    }
    assert_eq!(history(&stage), before);
    assert_eq!(stage.run("cmpthese run plan.toml --budget 100ms --json /dev/null --csv /dev/null").code, 0);
}
