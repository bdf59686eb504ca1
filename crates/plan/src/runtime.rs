//! What runs code or compiles it, where the plan names it: `interpreter = "python3.12"`, or `toolchain = "gcc-12 -m32"` of a language with a
//! compiler.

use crate::Diagnostic;
use crate::foreign::quoted;
use crate::names::{IN_RUNTIME, Names};
use crate::template;
use crate::tree::{self, Entry, Mistakes, Node, Table};
use model::{LanguageTraits, Template};

pub const INTERPRETER: &str = "interpreter";
pub const TOOLCHAIN: &str = "toolchain";

/// Reads the key, or says which of the two it would be.
pub fn read(table: &mut Table, language: &LanguageTraits, names: &Names, mistakes: &mut Mistakes) -> Option<Template> {
    let (key, other) = if language.compiled { (TOOLCHAIN, INTERPRETER) } else { (INTERPRETER, TOOLCHAIN) };
    table.refuse(other, |entry| belongs_elsewhere(language, key, entry), mistakes);
    table.optional(key, |node, mistakes| program(node, names, mistakes), mistakes)
}

/// Program and arguments, in one text.
fn program(node: &Node, names: &Names, mistakes: &mut Mistakes) -> Option<Template> {
    let text = tree::filled_text(node, mistakes)?;
    if shell_words::split(text).is_err() || text.contains('\0') {
        let message = format!("{} is no program with arguments", quoted(text));
        return node.mistake(message).label("a quote is not closed").help("close it").tell(mistakes);
    }
    template::read(node, names, &IN_RUNTIME, mistakes)
}

fn belongs_elsewhere(language: &LanguageTraits, key: &str, entry: &Entry) -> Diagnostic {
    let does = if language.compiled { "is compiled" } else { "has an interpreter" };
    let message = format!("{} {does}, so that {} does not go with it", language.name, quoted(entry.key));
    Diagnostic::new(entry.span.clone(), message).label("of other languages").help(format!("write `{key}`"))
}
