//! Text that somebody else wrote, made fit for a message: nothing in it may steer a terminal or hide.
//!
//! annotate-snippets does this for the ASCII control characters of the source, but neither for those of ISO 6429 beyond
//! ASCII (U+009B begins a control sequence in some terminals) nor for help lines.

/// Replaces every character that does not print by one that does, one for one; newlines and tabs stay.
pub fn shown(text: &str) -> String {
    text.chars().map(shown_character).collect()
}

/// Text between backticks on one line, cut when it is long.
pub fn quoted(text: &str) -> String {
    const LENGTH_MAX: usize = 50;
    let text = shown(text).replace('\n', "␊").replace('\t', " ");
    match text.char_indices().nth(LENGTH_MAX) {
        Some((cut, _)) => format!("`{}…`", &text[..cut]),
        None => format!("`{text}`"),
    }
}

/// Words between backticks, separated by commas.
pub fn listed<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    words.into_iter().map(quoted).collect::<Vec<_>>().join(", ")
}

/// Text as one line: trimmed, its lines joined by spaces, control characters as spaces.
pub fn one_line(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" ").replace(char::is_control, " ").trim().to_string()
}

fn shown_character(character: char) -> char {
    match character {
        '\n' | '\t' => character,
        '\0'..='\u{1f}' => char::from_u32(0x2400 + character as u32).expect("Unicode pictures all of these"),
        '\u{7f}' => '␡',
        _ if character.is_control() || model::is_invisible(character) => char::REPLACEMENT_CHARACTER,
        _ => character,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_control_character_is_left() {
        assert_eq!(shown("a\u{1b}[31m\u{9b}2J\u{202e}z\u{7f}"), "a␛[31m\u{fffd}2J\u{fffd}z␡");
        assert_eq!(quoted("a\nb\u{7}"), "`a␊b␇`");
        assert_eq!(one_line("  a\n\n\tb\u{1b} \n"), "a b");
    }
}
