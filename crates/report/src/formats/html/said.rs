//! What the text says of a point in sentences beside the verdicts, as a list.

use super::escape::sentence;
use analysis::{Analysis, PointAnalysis};

/// A line for each sentence; nothing where none is said.
pub fn said(analysis: &Analysis, point: &PointAnalysis) -> String {
    let told = crate::sections::remarks(analysis, point);
    let lines: String = told.iter().map(|line| format!("<li>{}</li>\n", sentence(line))).collect();
    if lines.is_empty() { lines } else { format!("<ul class=\"said\">\n{lines}</ul>\n") }
}
