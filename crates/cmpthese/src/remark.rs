//! What is said beside the report.

use std::io::{self, Write};

/// Writes a line to standard error. Where that fails nobody can be told, and nothing else changes.
pub fn remark(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}
