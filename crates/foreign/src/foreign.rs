//! What a file of another tool holds.

use crate::case::Case;
use model::Machine;
use std::collections::BTreeSet;

/// Gives the benchmarks of each of several files of a tool, as it has them, the names and parameters that they have beside each other.
pub type Settle = fn(Vec<Vec<Case>>) -> Vec<Vec<Case>>;

/// What was measured with another tool.
#[derive(Clone, Debug, Default)]
pub struct Foreign {
    /// The tool.
    pub tool: String,
    /// Its version, where the file tells it.
    pub version: Option<String>,
    /// When it was measured, as the file has it.
    pub date: Option<String>,
    /// Where, as far as the file tells; 0 CPUs where it does not.
    pub machine: Machine,
    /// The benchmarks.
    pub cases: Vec<Case>,
    /// The packages that these are from, where the tool tells them: of several it is in the names.
    pub packages: BTreeSet<String>,
    /// Names benchmarks, where that depends on what else is in a file.
    pub settle: Option<Settle>,
    /// What a reader should know of these times: sentences without final dots.
    pub notes: Vec<String>,
}

impl Foreign {
    /// Of a tool of which nothing else is known.
    pub fn of(tool: &str, cases: Vec<Case>) -> Foreign {
        Foreign { tool: tool.to_string(), cases, ..Foreign::default() }
    }
}
