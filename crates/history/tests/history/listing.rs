//! Finding runs.

use crate::invented::{block_finished, header, parse, recorded, scratch};
use cmpthese_history::{HistoryError, RunId, RunSummary};
use model::{End, Event, RunHeader, Source};

#[test]
fn an_empty_history_has_no_runs() {
    let history = scratch().history;
    assert_eq!(history.latest(), Ok(None));
    assert_eq!(history.list(10), Ok(Vec::new()));
    let error = history.load(RunId(1), parse).unwrap_err();
    assert_eq!(error.help().unwrap(), "nothing has been recorded yet");
}

#[test]
fn runs_are_listed_newest_first() {
    let (scratch, first) = recorded();
    let second = scratch.history.begin(&header(), "Killed").unwrap();
    scratch.history.append(second, &block_finished(0, 0)).unwrap();
    assert_eq!(scratch.history.latest(), Ok(Some(second)));
    let killed = RunSummary {
        id: second,
        started_at: 1_700_000_000,
        title: "Killed".into(),
        blocks: 1,
        end: None,
        is_damaged: false,
    };
    let interrupted =
        RunSummary { id: first, title: "Two ways".into(), blocks: 4, end: Some(End::Interrupted), ..killed.clone() };
    assert_eq!(scratch.history.list(10), Ok(vec![killed.clone(), interrupted]));
    assert_eq!(scratch.history.list(1), Ok(vec![killed]));
}

#[test]
fn the_last_end_counts() {
    let (scratch, run) = recorded();
    scratch.history.append(run, &block_finished(0, 2)).unwrap();
    scratch.history.append(run, &Event::Finished { end: End::Complete }).unwrap();
    assert_eq!(scratch.history.list(1).unwrap()[0].end, Some(End::Complete));
    assert_eq!(scratch.history.load(run, parse).unwrap().end, Some(End::Complete));
}

#[test]
fn runs_of_the_same_text_belong_together() {
    let history = scratch().history;
    let begin = |name: &str, text: &str| {
        let source = Source { name: name.into(), text: text.into() };
        history.begin(&RunHeader { source, ..header() }, "").unwrap()
    };
    let (first, other, renamed) = (begin("a.toml", "x"), begin("a.toml", "y"), begin("b.toml", "x"));
    assert_eq!(history.same_plan(renamed), Ok(vec![first, renamed]));
    assert_eq!(history.same_plan(other), Ok(vec![other]));
    let built = |digit: &str| format!("command = [\"/cache/{}/package.test\"]", digit.repeat(64));
    let [one, _, changed] =
        [built("a"), "command = [\"/cache/a/package.test\"]".to_string(), built("9")].map(|text| begin("go", &text));
    assert_eq!(history.same_plan(changed), Ok(vec![one, changed]), "what is built has a digest in its path");
}

#[test]
fn a_number_without_a_run_is_answered_with_the_nearest() {
    let scratch = scratch();
    for _ in 0..8 {
        scratch.history.begin(&header(), "").unwrap();
    }
    let nearest = |run: i64, expected: [i64; 5]| {
        let nearest = expected.map(RunId).into();
        let error = HistoryError::NoSuchRun { path: scratch.path.clone(), run: RunId(run), nearest };
        assert_eq!(scratch.history.load(RunId(run), parse).unwrap_err(), error);
        assert_eq!(scratch.history.append(RunId(run), &Event::PointStarted { point: 0 }).unwrap_err(), error);
        assert_eq!(scratch.history.append(RunId(run), &block_finished(0, 0)).unwrap_err(), error);
        assert_eq!(scratch.history.same_plan(RunId(run)).unwrap_err(), error);
        error
    };
    nearest(i64::MAX, [4, 5, 6, 7, 8]);
    nearest(-1, [1, 2, 3, 4, 5]);
    let error = nearest(10, [4, 5, 6, 7, 8]);
    assert_eq!(error.to_string(), format!("find run 10 in the history at {}", scratch.path.display()));
    assert_eq!(error.help().unwrap(), "the nearest runs are 4, 5, 6, 7 and 8; `cmpthese list --all` shows them");
}

#[test]
fn a_number_is_read_and_written_plainly() {
    assert_eq!("12".parse(), Ok(RunId(12)));
    assert_eq!(RunId(12).to_string(), "12");
    assert!("12a".parse::<RunId>().is_err());
}
