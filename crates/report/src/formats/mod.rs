//! The formats of a report. To add one: a file here and a line in [`FORMATS`].

mod json;
mod terminal;

pub use crate::numbers::benchmark_number;
use analysis::Analysis;

/// How a report may look.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Whether ANSI colours may be used.
    pub color: bool,
    /// How many columns a line may take.
    pub width: usize,
}

/// A format of the report.
pub struct Format {
    /// The name of its option.
    pub name: &'static str,
    /// Writes the whole report.
    pub write: fn(&Analysis, Look) -> String,
}

/// Every format.
pub const FORMATS: &[Format] =
    &[Format { name: "text", write: terminal::write }, Format { name: "json", write: json::write }];
