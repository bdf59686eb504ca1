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
    let line = node.line() + lines_before_text(written);
    Some(Code { text: text.to_string(), line, is_one_line: !written.contains('\n') })
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

/// How many lines of a TOML string pass before its text begins: a newline right after the opening quotes is no part of
/// the text, nor is blank space after a backslash that ends a line (TOML, section "String").
fn lines_before_text(written: &str) -> usize {
    let Some(inside) = written.strip_prefix("'''").or_else(|| written.strip_prefix("\"\"\"")) else { return 0 };
    let (first, text) = match inside.strip_prefix('\n') {
        Some(text) => (1, text),
        None => (0, inside),
    };
    let blank = |text: &str| text[..text.len() - text.trim_start().len()].matches('\n').count();
    match text.strip_prefix('\\') {
        Some(joined) if written.starts_with('"') => first + blank(joined),
        _ => first,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_begins_after_the_newline_of_a_multi_line_string() {
        let cases = [
            ("'a'", 0),
            ("\"\"\"a\nb\"\"\"", 0),
            ("'''\na\n'''", 1),
            ("'''\n\na'''", 1),
            ("\"\"\"\\\n  a\"\"\"", 1),
            ("\"\"\"\n\\\n\n  a\"\"\"", 3),
            ("'''\\\n  a'''", 0),
        ];
        for (written, lines) in cases {
            assert_eq!(lines_before_text(written), lines, "{written:?}");
        }
    }
}
