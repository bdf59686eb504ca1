//! Why a variant could not go on.

use serde::{Deserialize, Serialize};

/// What went wrong, in words for the person who wrote the plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The sort of failure.
    pub kind: FailureKind,
    /// What happened: one sentence without a final dot, free of control characters when shown by a report.
    pub message: String,
    /// The line of the plan that it points to.
    pub line: Option<usize>,
    /// What to do next.
    pub help: Option<String>,
}

impl Failure {
    /// One that points to no line of the plan.
    pub fn new(kind: FailureKind, message: String, help: Option<String>) -> Failure {
        Failure { kind, message, line: None, help }
    }
}

/// The sort of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// A runtime, program or module is not installed.
    Missing,
    /// The code does not compile.
    Compile,
    /// The code or command reported an error: an exception, or an exit code other than 0.
    Died,
    /// A signal ended the process.
    Signal,
    /// It ran longer than its time-out.
    Timeout,
    /// It changed the input that others use.
    FixtureChanged,
    /// Its process ended without an answer.
    WorkerLost,
    /// Its answer while it was timed is not the one that was checked.
    AnswerChanged,
}
