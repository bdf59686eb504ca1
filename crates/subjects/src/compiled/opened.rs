//! A prelude whose members the parts behind it may use.

/// A text of a language with the comments and literals of C or Java with blanks in the place of a word. In braces it stays: to the parts behind it what is there is
/// as it was, and a class may mean something by it.
pub fn open(text: &str, word: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    let mut depth = 0_usize;
    while let Some(first) = rest.chars().next() {
        let literal = ["\"\"\"", "\"", "'"].into_iter().find(|quote| rest.starts_with(quote));
        let length = match literal {
            Some(quote) => literal_length(rest, quote),
            None if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            None if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            None if is_of_name(first) => rest.find(|next| !is_of_name(next)).unwrap_or(rest.len()),
            None => first.len_utf8(),
        };
        let (piece, behind) = rest.split_at(length);
        match piece {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        out += &if piece == word && depth == 0 { " ".repeat(length) } else { piece.to_string() };
        rest = behind;
    }
    out
}

fn is_of_name(character: char) -> bool {
    character.is_alphanumeric() || "_$".contains(character)
}

/// How long the literal is that a text begins with.
fn literal_length(text: &str, quote: &str) -> usize {
    let mut at = quote.len();
    while at < text.len() && !text[at..].starts_with(quote) {
        let escaped = usize::from(text[at..].starts_with('\\'));
        at += text[at..].chars().take(1 + escaped).map(char::len_utf8).sum::<usize>();
    }
    (at + quote.len()).min(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_left_out_where_it_is_one() {
        let cases = [
            ("private int x;", "        int x;"),
            ("int private1 = 'p', _private;", "int private1 = 'p', _private;"),
            ("f(\"private \\\" private\"); // private\nprivate", "f(\"private \\\" private\"); // private\n       "),
            (
                "/* private */ '\\'' private \"\"\"\n private \" \\\"\"\"  \"\"\"",
                "/* private */ '\\''         \"\"\"\n private \" \\\"\"\"  \"\"\"",
            ),
            ("interface A { private int f() { return 1; } }", "interface A { private int f() { return 1; } }"),
            ("interface A { int f(); } private int x;", "interface A { int f(); }         int x;"),
            (
                "private class A { private int f() { return 1; } } private",
                "        class A { private int f() { return 1; } }        ",
            ),
            ("\"never closed private", "\"never closed private"),
        ];
        for (text, expected) in cases {
            assert_eq!(open(text, "private"), expected, "{text}");
        }
    }
}
