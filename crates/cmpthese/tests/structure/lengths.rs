//! How long the files are.

use crate::names::Sources;

/// The most lines that a source file may have.
pub const LINES_MAX: usize = 400;

/// The files that are too long, with their numbers of lines.
pub fn too_long(sources: &Sources) -> Vec<(&str, usize)> {
    let lengths = sources.iter().map(|(file, text)| (file.as_str(), text.lines().count()));
    lengths.filter(|(_, lines)| *lines > LINES_MAX).collect()
}

/// The median of some numbers of lines, the upper one of two.
pub fn median(mut lines: Vec<usize>) -> usize {
    lines.sort_unstable();
    lines.get(lines.len() / 2).copied().unwrap_or_default()
}
