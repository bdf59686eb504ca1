//! What is recorded is what is loaded.

use crate::invented::{block, every_event, header, loaded, parse, recorded, scratch};
use cmpthese_history::History;
use model::{Event, Run};
use std::collections::BTreeSet;

/// The fold without a history in between.
fn folded(events: Vec<Event>) -> Run {
    let mut run = Run::new(header(), parse(&header().source).unwrap());
    for event in events {
        run.apply(event);
    }
    run
}

#[test]
fn a_whole_run_comes_back() {
    let (scratch, run) = recorded();
    assert_eq!(loaded(&scratch.history, run), format!("{:#?}", folded(every_event())));
}

#[test]
fn a_run_comes_back_after_the_file_was_closed() {
    let (scratch, run) = recorded();
    drop(scratch.history);
    let history = History::open_existing(&scratch.path).unwrap();
    assert_eq!(loaded(&history, run), format!("{:#?}", folded(every_event())));
}

#[test]
fn the_invented_run_has_every_kind_of_event() {
    let kinds: BTreeSet<usize> = every_event().iter().map(kind).collect();
    assert_eq!(kinds, (0..=16).collect());
}

/// A number for every kind: a new kind does not compile here until the invented run gets one.
fn kind(event: &Event) -> usize {
    match event {
        Event::PointStarted { .. } => 0,
        Event::Skipped { .. } => 1,
        Event::Answered { .. } => 2,
        Event::Failed { .. } => 3,
        Event::Calibrated { .. } => 4,
        Event::Scheduled { .. } => 5,
        Event::Refilled { .. } => 15,
        Event::Begun { .. } => 16,
        Event::BlockFinished { .. } => 6,
        Event::PointFinished { .. } => 7,
        Event::Noted { .. } => 8,
        Event::Finished { .. } => 9,
        Event::Building { .. } => 10,
        Event::Built { .. } => 11,
        Event::BlockVoided { .. } => 12,
        Event::Looked { .. } => 13,
        Event::PointAdded { .. } => 14,
    }
}

/// Events of runs that were recorded before an event told as much as now.
#[test]
fn what_was_not_recorded_then_is_unknown() {
    let (scratch, run) = recorded();
    let untimed_ns = || {
        let points = scratch.history.load(run, parse).unwrap().points.into_iter();
        points.map(|point| point.untimed_ns).collect::<Vec<_>>()
    };
    assert_eq!(untimed_ns(), [Some(234_567), Some(0), Some(0)]);
    let connection = rusqlite::Connection::open(&scratch.path).unwrap();
    let changed = connection
        .execute("UPDATE event SET body = json_remove(body, '$.untimed_ns') WHERE kind = 'point_finished'", []);
    assert_eq!(changed, Ok(1));
    assert_eq!(untimed_ns(), [None, Some(0), Some(0)]);
}

#[test]
fn samples_can_be_queried() {
    let (scratch, run) = recorded();
    let connection = rusqlite::Connection::open(&scratch.path).unwrap();
    let row = connection.query_row(
        "SELECT point, launch, block, position, variant, iterations, wall_ns, readings FROM sample
         WHERE run = ?1 AND point = 0 ORDER BY launch, block, position LIMIT 1",
        [run.0],
        |row| (0..8).map(|column| row.get::<_, rusqlite::types::Value>(column)).collect::<Result<Vec<_>, _>>(),
    );
    let text = r#"{"user_ns":900000,"read_bytes":18446744073709551615}"#;
    let whole = rusqlite::types::Value::Integer;
    let mut expected: Vec<_> = [0, 0, 0, 0, 1, 100, 1_000_000].map(whole).into();
    expected.push(rusqlite::types::Value::Text(text.into()));
    assert_eq!(row, Ok(expected));
}

#[test]
fn a_block_is_recorded_once() {
    let scratch = scratch();
    let run = scratch.history.begin(&header(), "").unwrap();
    let event = Event::BlockFinished { block: block(1, 23) };
    scratch.history.append(run, &event).unwrap();
    let error = scratch.history.append(run, &event).unwrap_err();
    assert_eq!(error.to_string(), "record block 3 of launch 2 of point 1 in run 1: it is recorded already");
    assert_eq!(scratch.history.load(run, parse).unwrap().points[1].blocks, [block(1, 23)]);
}
