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
    if !language.compiled {
        table.refuse("rebuild", |entry| not_compiled(language, entry), mistakes);
        return None;
    }
    if !language.movable {
        table.refuse("rebuild", |entry| not_movable(language, entry), mistakes);
        return None;
    }
    let read = |node: &Node, mistakes: &mut Mistakes| tree::whole(node, 1, LAYOUTS_MAX, mistakes);
    table.optional("rebuild", read, mistakes).map(|layouts| layouts as usize)
}

/// More layouts than this take longer to compile than they are worth.
const LAYOUTS_MAX: i64 = 64;

fn not_movable(language: &LanguageTraits, entry: &Entry) -> Diagnostic {
    Diagnostic::new(
        entry.span.clone(),
        format!("the key {} goes with languages whose code can be moved", quoted(entry.key)),
    )
    .label(format!("{} is compiled the same each time", language.name))
    .help("remove it")
}

fn not_compiled(language: &LanguageTraits, entry: &Entry) -> Diagnostic {
    Diagnostic::new(entry.span.clone(), format!("the key {} goes with languages that are compiled", quoted(entry.key)))
        .label(format!("{} has no compiler to tell", language.name))
        .help("remove it")
}
