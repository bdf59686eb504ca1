//! Foreign text made harmless.

/// The text with every character that could steer a terminal or hide what is written (control characters, ANSI escapes,
/// directional overrides) shown as its code.
///
/// ```
/// assert_eq!(cmpthese_report::printable("a\x1b[31mb\n"), "a\\x1B[31mb\\n");
/// ```
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\t' | '\r' => shown.extend(character.escape_default()),
            _ if character.is_control() => shown.push_str(&format!("\\x{:02X}", character as u32)),
            _ if model::is_invisible(character) => shown.push_str(&format!("\\u{{{:X}}}", character as u32)),
            _ => shown.push(character),
        }
    }
    shown
}

/// The same for a text of several lines, such as what a compiler says: the lines after the first are indented, so that none
/// can be taken for a line of the report.
pub fn printable_lines(text: &str, indent: &str) -> String {
    let lines: Vec<String> =
        text.split('\n').map(|line| printable(line.replace("\t", "    ").trim_end_matches('\r'))).collect();
    lines.join(&format!("\n{indent}"))
}
