//! The tools: one file each, and this slice. A tool is prepared once, before any clock starts, and then asked.

mod benchmark;
mod cmpthese;
mod criterion;
mod hyperfine;
mod pyperf;
mod tango;

use crate::scoreboard::design::Class;
use crate::scoreboard::library;
use crate::scoreboard::pair::{Language, Pair};
use crate::scoreboard::place::Place;
use crate::scoreboard::record::Finding;
use std::path::{Path, PathBuf};

/// A tool that may or may not be there.
pub struct Tool {
    /// What it is called in the table.
    pub name: &'static str,
    /// What it can compare.
    pub classes: &'static [Class],
    /// How its words become a decision, an interval and a score: a sentence for the table.
    pub reading: &'static str,
    /// Installs and builds what it needs, or says why that is not possible.
    pub prepare: fn(&Place) -> Result<Ready, String>,
}

/// A tool that is there.
pub struct Ready {
    /// Its version.
    pub version: String,
    /// Compiles what it will be asked about, before the clock starts.
    pub make: Box<Make>,
    /// Puts a question to it.
    pub ask: Box<Ask>,
}

/// Compiles a pair.
pub type Make = dyn Fn(&Pair) -> Result<(), String>;

/// Puts a question to a tool.
pub type Ask = dyn Fn(&Question) -> Result<Finding, String>;

/// A pair, and what may be spent on it.
pub struct Question<'a> {
    /// What is compared.
    pub pair: &'a Pair,
    /// The wall time that all of it may take, in seconds.
    pub budget_s: f64,
    /// For tools that take one.
    pub seed: u64,
    /// An empty directory for what it writes.
    pub folder: &'a Path,
}

/// The tools, in the order of the table.
pub const TOOLS: &[Tool] =
    &[cmpthese::TOOL, hyperfine::TOOL, pyperf::TOOL, benchmark::TOOL, criterion::TOOL, tango::TOOL];

/// The two of a compiled pair as shared objects in a directory.
fn libraries(folder: &Path, pair: &Pair) -> Result<[PathBuf; 2], String> {
    let Pair::Snippets { language: Language::Compiled(dialect), prelude, code: [a, b] } = pair else {
        return Err(unsuitable(pair));
    };
    Ok([library::build(folder, *dialect, prelude, a)?, library::build(folder, *dialect, prelude, b)?])
}

/// What makes the two of a compiled pair in a directory.
fn making(folder: &Path) -> Box<Make> {
    let folder = folder.to_path_buf();
    Box::new(move |pair| libraries(&folder, pair).map(drop))
}

/// What is made for a question where nothing is compiled.
pub fn nothing() -> Box<Make> {
    Box::new(|_| Ok(()))
}

/// What a tool is asked that it cannot be.
pub fn unsuitable(pair: &Pair) -> String {
    format!("it cannot be asked to compare {pair:?}")
}
