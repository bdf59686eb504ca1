//! What is wrong with a command line.

use std::fmt;

/// What is wrong with a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuickError {
    /// What is wrong: a sentence without a final dot.
    pub message: String,
    /// What to type instead.
    pub help: String,
}

impl QuickError {
    pub(crate) fn new(message: impl Into<String>, help: impl Into<String>) -> QuickError {
        QuickError { message: message.into(), help: help.into() }
    }
}

impl fmt::Display for QuickError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}\n  help: {}", self.message, self.help.replace('\n', "\n        "))
    }
}

impl std::error::Error for QuickError {}
