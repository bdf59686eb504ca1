//! What messages call a part of a run.

use crate::RunId;
use std::fmt;

/// A part of a run that is stored by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Record {
    /// What is known of the run before it begins.
    Header {
        /// The run.
        run: RunId,
    },
    /// Something that happened, a block included.
    Event {
        /// The run.
        run: RunId,
        /// Its place among the events of the run, from 1.
        sequence: i64,
    },
}

impl fmt::Display for Record {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Record::Header { run } => write!(out, "the header of run {run}"),
            Record::Event { run, sequence } => write!(out, "event {sequence} of run {run}"),
        }
    }
}
