//! What is started: a list of arguments, or a text for `sh -c`.

use crate::foreign::one_line;
use crate::names::Names;
use crate::template;
use crate::tree::{self, Mistakes, Node, Table};
use model::CommandLine;
use std::borrow::Cow;
use toml::de::DeValue;

/// A command line with its text as a person would type it.
#[derive(Debug)]
pub struct Typed {
    /// What is started.
    pub line: CommandLine,
    /// One line with the placeholders of a template: the name of a variant that has none.
    pub text: String,
}

/// The keys that hold a command line.
pub const KEYS: [&str; 2] = ["command", "shell"];

/// The command line at one of [`KEYS`].
pub fn at_key(table: &mut Table, key: &str, names: &Names, mistakes: &mut Mistakes) -> Option<Typed> {
    let read = if key == "shell" { shell } else { argv };
    table.required(key, |node, mistakes| read(node, names, mistakes), mistakes)
}

/// The command line of a table that has exactly one of [`KEYS`].
pub fn in_table(table: &mut Table, names: &Names, mistakes: &mut Mistakes) -> Option<CommandLine> {
    let key = table.exactly_one(&KEYS, mistakes)?;
    Some(at_key(table, key, names, mistakes)?.line)
}

/// One command or a list of them, each a text for `sh -c` or a table with one of [`KEYS`].
pub fn list(node: &Node, names: &Names, mistakes: &mut Mistakes) -> Option<Vec<CommandLine>> {
    match node.value {
        DeValue::Array(_) => node.each("a list of commands", |node, mistakes| one(node, names, mistakes), mistakes),
        _ => Some(vec![one(node, names, mistakes)?]),
    }
}

fn one(node: &Node, names: &Names, mistakes: &mut Mistakes) -> Option<CommandLine> {
    match node.value {
        DeValue::Table(_) => {
            let mut table = Table::open(node, "a command", mistakes)?;
            let line = in_table(&mut table, names, mistakes);
            table.finish(mistakes);
            line
        }
        DeValue::String(_) => Some(shell(node, names, mistakes)?.line),
        _ => node.expected("a text for the shell, or a table such as { command = [\"sync\"] }").tell(mistakes),
    }
}

fn argv(node: &Node, names: &Names, mistakes: &mut Mistakes) -> Option<Typed> {
    if let DeValue::String(text) = node.value {
        let words = shell_words::split(text).unwrap_or_else(|_| vec![text.to_string()]);
        let list = words.iter().map(|word| format!("{word:?}")).collect::<Vec<_>>().join(", ");
        let help = format!("write [{list}], or `shell` instead of `command` to have sh run the text");
        return node.expected("a list of texts: the program and its arguments").help(help).tell(mistakes);
    }
    let items = node.items("a list of texts: the program and its arguments", mistakes)?;
    let Some(program) = items.first() else {
        let help = "the first text of the list is the program, the others are its arguments";
        return node.mistake(format!("{} is empty", node.name)).label("no program").help(help).tell(mistakes);
    };
    if program.value.as_str().is_some_and(|program| one_line(program).is_empty()) {
        return program.mistake("the name of the program is empty").label("no program").tell(mistakes);
    }
    let arguments = tree::all_read(items.iter().map(|item| template::for_system(item, names, mistakes)))?;
    let words = items.iter().filter_map(|item| item.value.as_str());
    Some(Typed {
        line: CommandLine::Argv(arguments),
        text: one_line(&words.map(shell_word).collect::<Vec<_>>().join(" ")),
    })
}

/// An argument as a person would type it. Unlike `shell_words::quote`, which is made for safety, it leaves `bs=64k` alone.
fn shell_word(word: &str) -> Cow<'_, str> {
    let plain = |c: char| c.is_alphanumeric() || "_@%+=:,./-{}".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.into() } else { shell_words::quote(word) }
}

fn shell(node: &Node, names: &Names, mistakes: &mut Mistakes) -> Option<Typed> {
    let text = tree::filled_text(node, mistakes)?;
    let template = template::for_system(node, names, mistakes)?;
    Some(Typed { line: CommandLine::Shell(template), text: one_line(text) })
}
