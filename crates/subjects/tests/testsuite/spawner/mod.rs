//! The spawner: how a command is started, how it may end, what is left of it, and what is read of it.

mod before_each;
mod ends;
mod left_behind;
mod readings;
mod standard_output;
mod starting;
mod telling;

use crate::stage::{Actor, Stage};
use protocol::{CommandCase, ErrorKind, Request};
use std::path::Path;

pub(crate) const RUN: Request = Request::Run { iterations: 1, padding: 0, slices: 1, bare: false };

/// The standard output of a command, which must not need escapes.
pub(crate) fn output(spawner: &mut Actor, case: CommandCase) -> String {
    spawner.prepare(case);
    spawner.answer().head.trim_matches('"').to_string()
}

/// Kind and message of the error that a command ends in.
pub(crate) fn error(case: CommandCase) -> (ErrorKind, String) {
    let mut spawner = Stage::new().spawner().ready(case);
    let answered = spawner.answer_error();
    let run = spawner.error(&RUN);
    assert_eq!(answered, run, "an answer and a run tell the same");
    (answered.kind, answered.message)
}

/// Kind and message of the error of a command that cannot be prepared.
pub(crate) fn prepare_error(case: CommandCase) -> (ErrorKind, String) {
    let error = Stage::new().spawner().prepare_error(case);
    (error.kind, error.message)
}

pub(crate) fn is_gone(pid: &str) -> bool {
    assert!(pid.parse::<u32>().is_ok(), "{pid:?} is no process ID");
    !Path::new("/proc").join(pid).exists()
}
