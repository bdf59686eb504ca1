//! The number of a run.

use std::fmt;
use std::str::FromStr;

/// The number by which people call a run. Later runs have greater numbers; no number is given twice within a history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RunId(pub i64);

impl fmt::Display for RunId {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl FromStr for RunId {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<RunId, Self::Err> {
        text.parse().map(RunId).map_err(|_| "a run has a number: `cmpthese list` shows them")
    }
}
