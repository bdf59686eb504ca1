//! Records that cannot be read: each is an error that names it, and other runs stay readable.

use crate::invented::{header, loaded, parse, recorded};
use cmpthese_history::{History, HistoryError, RunId};
use rusqlite::Connection;
use std::fs::OpenOptions;
use std::os::unix::fs::FileExt;

/// The message of loading a run after `sql` was done to it.
fn refusal(sql: &str) -> String {
    let (scratch, run) = recorded();
    let untouched = scratch.history.begin(&header(), "").unwrap();
    let before = loaded(&scratch.history, untouched);
    Connection::open(&scratch.path).unwrap().execute_batch(sql).unwrap();
    let message = scratch.history.load(run, parse).unwrap_err().to_string();
    assert_eq!(loaded(&scratch.history, untouched), before);
    message
}

#[test]
fn a_record_that_cannot_be_read_is_named() {
    let cases = [
        (
            "UPDATE event SET body = substr(body, 1, 20) WHERE run = 1 AND sequence = 2",
            "read event 2 of run 1: it is damaged (EOF while parsing a string at line 1 column 20)",
        ),
        (
            "UPDATE sample SET readings = 'x' WHERE run = 1 AND point = 0 AND block = 1 AND position = 1",
            "read event 8 of run 1: it is damaged (expected value at line 1 column 1)",
        ),
        (
            "UPDATE block SET launch = -1 WHERE run = 1 AND sequence = 8",
            "read event 8 of run 1: it is damaged (-1 is no index)",
        ),
        (
            "UPDATE run SET machine = '' WHERE id = 1",
            "read the header of run 1: it is damaged (EOF while parsing a value at line 1 column 0)",
        ),
    ];
    for (sql, message) in cases {
        assert_eq!(refusal(sql), message, "{sql}");
    }
}

#[test]
fn a_record_of_a_newer_program_is_no_damage() {
    let not_known = "this version of cmpthese does not know what it holds";
    let cases = [
        (
            r#"UPDATE event SET body = '{"event": "paused"}' WHERE run = 1 AND sequence = 2"#,
            format!("read event 2 of run 1: {not_known} (unknown variant `paused`, expected one of "),
        ),
        (
            "UPDATE event SET format = 2 WHERE run = 1 AND sequence = 2",
            format!("read event 2 of run 1: {not_known} (it has format 2, and this program knows formats up to 1)"),
        ),
        (
            "UPDATE block SET format = 2 WHERE run = 1 AND sequence = 11",
            format!("read event 11 of run 1: {not_known} (it has format 2, and this program knows formats up to 1)"),
        ),
        (
            r#"UPDATE sample SET readings = '{"joules": 1}' WHERE run = 1 AND point = 0 AND block = 1 AND position = 0"#,
            format!("read event 8 of run 1: {not_known} (unknown variant `joules`, expected one of "),
        ),
        (
            "UPDATE run SET format = 2 WHERE id = 1",
            format!("read the header of run 1: {not_known} (it has format 2, and this program knows formats up to 1)"),
        ),
    ];
    for (sql, message) in cases {
        let refusal = refusal(sql);
        assert!(refusal.starts_with(&message), "{sql}: {refusal}");
    }
}

#[test]
fn events_must_fit_the_plan() {
    let does_not_fit = "it names a point or a variant that the plan of its run does not have";
    let cases = [
        (r#"UPDATE event SET body = '{"event": "point_started", "point": 2}' WHERE run = 1 AND sequence = 2"#, 2),
        ("UPDATE sample SET variant = 2 WHERE run = 1 AND point = 0 AND block = 1", 8),
        // The block without samples.
        ("UPDATE block SET point = 2 WHERE run = 1 AND sequence = 12", 12),
    ];
    for (sql, sequence) in cases {
        assert_eq!(refusal(sql), format!("read event {sequence} of run 1: {does_not_fit}"), "{sql}");
    }
}

#[test]
fn a_plan_that_is_refused_names_the_version_that_accepted_it() {
    let (scratch, run) = recorded();
    let error = scratch.history.load(run, |_| Err("`title` is missing".into())).unwrap_err();
    assert_eq!(error.to_string(), "read the plan of run 1: `title` is missing");
    assert_eq!(
        error.help().unwrap(),
        "cmpthese 0.1.0 recorded it: read it with that version, or repeat it with this one"
    );
}

#[test]
fn a_list_has_a_run_whose_end_it_does_not_know() {
    let (scratch, run) = recorded();
    let other = scratch.history.begin(&header(), "").unwrap();
    let connection = Connection::open(&scratch.path).unwrap();
    connection.execute_batch(r#"UPDATE event SET body = replace(body, 'interrupted', 'paused')"#).unwrap();
    let listed: Vec<_> = scratch.history.list(9).unwrap().iter().map(|one| (one.id, one.is_damaged)).collect();
    assert_eq!(listed, [(other, false), (run, true)]);
}

#[test]
fn a_damaged_file_is_reported() {
    let (scratch, _) = recorded();
    drop(scratch.history);
    // Everything but the first page, which holds the header and the schema.
    let file = OpenOptions::new().write(true).open(&scratch.path).unwrap();
    let length = file.metadata().unwrap().len();
    file.write_all_at(&vec![0xff; length as usize - 4096], 4096).unwrap();
    let history = History::open_existing(&scratch.path).unwrap();
    for error in [
        history.load(RunId(1), parse).unwrap_err(),
        history.list(1).unwrap_err(),
        history.begin(&header(), "").unwrap_err(),
    ] {
        assert!(matches!(error, HistoryError::Corrupt { .. }), "{error:?}");
        assert!(error.help().unwrap().contains(".recover"));
    }
}
