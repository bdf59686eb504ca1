//! What a page has no room for is told, so that nobody takes it for nothing.

use super::escape::escape;
use crate::numbers::counted;

/// A quiet line that tells of so many more, of which one and several are given; nothing where nothing is left out.
pub fn left_out(more: usize, what: [&str; 2]) -> String {
    if more == 0 { String::new() } else { quiet(&counted(more, what)) }
}

/// A quiet line.
pub fn quiet(text: &str) -> String {
    format!("<p class=\"quiet\">{}</p>\n", escape(text))
}
