//! Code in a language, with its place in the plan.

use crate::compilation::{self, Compilation};
use crate::names::Names;
use crate::runtime;
use crate::tree::{self, Mistakes, Node, Table};
use model::{Code, Language, LanguageTraits};

/// Code that is not blank.
pub fn read(node: &Node, mistakes: &mut Mistakes) -> Option<Code> {
    let text = tree::filled_text(node, mistakes)?;
    let written = &node.source[node.span.clone()];
    let places = places_of_lines(written);
    Some(Code {
        text: text.to_string(),
        line: node.line() + places[0],
        below: places.iter().map(|place| place - places[0]).collect(),
    })
}

/// The code that all snippets of a language share.
pub fn shared(node: &Node, traits: &LanguageTraits, names: &Names, mistakes: &mut Mistakes) -> Option<Language> {
    let mut table = Table::open(node, "a language", mistakes)?;
    let Compilation { flags, returns } = compilation::read(&mut table, traits, mistakes);
    let language = Language {
        prelude: table.optional("prelude", read, mistakes),
        setup: table.optional("setup", read, mistakes),
        before_each: table.optional("before_each", read, mistakes),
        teardown: table.optional("teardown", read, mistakes),
        runtime: runtime::read(&mut table, traits, names, mistakes),
        rebuild: compilation::rebuild(&mut table, traits, mistakes),
        flags,
        returns,
    };
    table.finish(mistakes);
    Some(language)
}

/// In which line of a TOML string, from 0, each line of its text begins. A newline right after the opening quotes is no part of the text, nor is blank
/// space after a backslash that ends a line; `\n` begins a line where none begins in the plan (TOML, section "String").
fn places_of_lines(written: &str) -> Vec<usize> {
    let is_basic = written.starts_with('"');
    let quotes = if written.starts_with("'''") || written.starts_with("\"\"\"") { 3 } else { 1 };
    let inside = &written[quotes..written.len() - quotes];
    let (mut line, text) = match inside.strip_prefix('\n').or(inside.strip_prefix("\r\n")) {
        Some(text) => (1, text),
        None => (0, inside),
    };
    let (mut places, mut begins) = (Vec::new(), true);
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let escaped = characters.next_if(|_| is_basic && character == '\\');
        if escaped.is_some_and(char::is_whitespace) {
            line += usize::from(escaped == Some('\n'));
            while let Some(blank) = characters.next_if(|next| next.is_whitespace()) {
                line += usize::from(blank == '\n');
            }
            continue;
        }
        places.extend(begins.then_some(line));
        line += usize::from(character == '\n');
        begins = character == '\n' || escaped == Some('n');
    }
    places.extend(begins.then_some(line));
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_of_the_text_has_its_place() {
        let cases: [(&str, &[usize]); 11] = [
            ("'a'", &[0]),
            ("\"\"\"a\nb\"\"\"", &[0, 1]),
            ("'''\na\n'''", &[1, 2]),
            ("'''\n\na'''", &[1, 2]),
            ("\"\"\"\\\n  a\"\"\"", &[1]),
            ("\"\"\"\n\\\n\n  a\"\"\"", &[3]),
            ("'''\\\n  a'''", &[0, 1]),
            (r#""a\nb\n\\nc""#, &[0, 0, 0]),
            ("\"\"\"\nprint 'a\\n';\ndie\"\"\"", &[1, 1, 2]),
            ("\"\"\"\na, \\\n  b\nc\"\"\"", &[1, 3]),
            ("\"\"", &[0]),
        ];
        for (written, places) in cases {
            assert_eq!(places_of_lines(written), places, "{written:?}");
        }
    }
}
