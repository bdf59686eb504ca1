//! What both said of a case, one after the other, as a line of JSON.

use serde::{Deserialize, Serialize};

/// What both said of a case, in nanoseconds per iteration.
#[derive(Serialize, Deserialize)]
pub struct Record {
    pub case: String,
    /// The tool and its version.
    pub tool: String,
    pub cmpthese_ns: f64,
    pub own_ns: f64,
}

impl Record {
    /// The number of this program over that of the tool.
    pub fn ratio(&self) -> f64 {
        self.cmpthese_ns / self.own_ns
    }
}
