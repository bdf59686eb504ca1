//! What the text says of a point in sentences beside the verdicts, as a list.

use super::escape::{escape, sentence};
use crate::beginnings::overtaken;
use crate::sections::remarks;
use analysis::{Analysis, PointAnalysis};

/// A line for each sentence; nothing where none is said.
pub fn said(analysis: &Analysis, point: &PointAnalysis) -> String {
    // Names stand between backticks in the first alone: what looks so in the others is a part of their names.
    let overtaken = overtaken(point).map(|told| sentence(&told));
    list(overtaken.into_iter().chain(remarks(analysis, point).into_iter().map(|line| escape(&line))))
}

/// A line for each sentence, which is escaped already; nothing where none is said.
pub fn list(told: impl IntoIterator<Item = String>) -> String {
    let lines: String = told.into_iter().map(|line| format!("<li>{line}</li>\n")).collect();
    if lines.is_empty() { lines } else { format!("<ul class=\"said\">\n{lines}</ul>\n") }
}
