//! How code is compiled: `flags = ["-O3"]` and `returns = "double"`, for a language with a compiler.

use crate::Diagnostic;
use crate::foreign::quoted;
use crate::tree::{self, Entry, Mistakes, Node, Table};
use model::LanguageTraits;

/// What a plan says of it.
#[derive(Default)]
pub struct Compilation {
    /// Flags of the compiler.
    pub flags: Vec<String>,
    /// The type that code returns.
    pub returns: Option<String>,
}

/// Reads the keys, or explains why a language has none of them.
pub fn read(table: &mut Table, language: &LanguageTraits, mistakes: &mut Mistakes) -> Compilation {
    if !language.compiled {
        for key in ["flags", "returns"] {
            table.refuse(key, |entry| not_compiled(language, entry), mistakes);
        }
        return Compilation::default();
    }
    let flag = |node: &Node, mistakes: &mut Mistakes| tree::filled_text(node, mistakes).map(str::to_string);
    let flags = table.optional("flags", |node, mistakes| node.each("a list of texts", flag, mistakes), mistakes);
    let returns = table.optional("returns", flag, mistakes);
    Compilation { flags: flags.unwrap_or_default(), returns }
}

/// Reads in how many layouts snippets are compiled, or explains why a language has none.
pub fn rebuild(table: &mut Table, language: &LanguageTraits, mistakes: &mut Mistakes) -> Option<usize> {
    if !(language.compiled && language.movable) {
        let same = format!("{} is compiled the same each time", language.name);
        let explain = |entry: &Entry| match language.compiled {
            true => goes_with("whose code can be moved", same, entry),
            false => not_compiled(language, entry),
        };
        table.refuse("rebuild", explain, mistakes);
        return None;
    }
    let read = |node: &Node, mistakes: &mut Mistakes| tree::whole(node, 1, LAYOUTS_MAX, mistakes);
    table.optional("rebuild", read, mistakes)
}

/// More layouts than this take longer to compile than they are worth.
const LAYOUTS_MAX: i64 = 64;

fn not_compiled(language: &LanguageTraits, entry: &Entry) -> Diagnostic {
    goes_with("that are compiled", format!("{} has no compiler to tell", language.name), entry)
}

fn goes_with(languages: &str, why: String, entry: &Entry) -> Diagnostic {
    let message = format!("the key {} goes with languages {languages}", quoted(entry.key));
    Diagnostic::new(entry.span.clone(), message).label(why).help("remove it")
}
