//! The one way of foreign text into the page.

use crate::code_spans::spelled;
use crate::printable;

/// The text as text of HTML or of an attribute between quotes: no character of it steers anything, none is invisible.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in printable(text).chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // No characters of XML.
            '\u{FFFE}' | '\u{FFFF}' => out.push('\u{FFFD}'),
            other => out.push(other),
        }
    }
    out
}

/// The same for a text of several lines.
pub fn escape_lines(text: &str) -> String {
    let lines: Vec<String> =
        text.split('\n').map(|line| escape(line.replace('\t', "    ").trim_end_matches('\r'))).collect();
    lines.join("\n")
}

/// A sentence in which names stand between backticks: those become code.
pub fn sentence(text: &str) -> String {
    spelled(text, |name| format!("<code>{}</code>", escape(name)), escape)
}
