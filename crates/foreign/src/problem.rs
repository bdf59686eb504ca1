//! Why something was not read.

use std::fmt;

/// Why a file was not read: where, what is wrong, and what to do next. It may hold foreign text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The place in the file: `line 3`, `.results[0].times[2]`; empty where it is the whole.
    pub place: String,
    /// What is wrong there: a clause without a final dot.
    pub message: String,
    /// What to do next.
    pub help: String,
}

impl Problem {
    /// Of a place in a file.
    pub fn at(place: impl Into<String>, message: impl Into<String>, help: impl Into<String>) -> Problem {
        Problem { place: place.into(), message: message.into(), help: help.into() }
    }

    /// Of the whole of it.
    pub fn whole(message: impl Into<String>, help: impl Into<String>) -> Problem {
        Problem::at("", message, help)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let colon = if self.place.is_empty() { "" } else { ": " };
        write!(out, "{}{colon}{}", self.place, self.message)
    }
}
