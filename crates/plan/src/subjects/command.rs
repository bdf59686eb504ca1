//! A program that is started for every iteration: `command = ["cat", "{file}"]`, `shell = "cat {file} | wc"`.

use super::kind::{Kind, Reading};
use crate::command_line;
use crate::context::PlanContext;
use crate::environment_variables;
use crate::exit_codes;
use crate::foreign::quoted;
use crate::nearest::suggestion;
use crate::telling;
use crate::template;
use crate::tree::{self, Mistakes, Node, Table};
use model::{BeforeEach, CommandSubject, Destination, Subject, Template};

pub const KIND: Kind = Kind { noun: "a command", heads: |_| command_line::KEYS.to_vec(), read };

fn read(head: &str, table: &mut Table, context: &PlanContext, mistakes: &mut Mistakes) -> Option<Reading> {
    let names = &context.names;
    let path = |node: &Node, mistakes: &mut Mistakes| template::path(node, names, mistakes);
    let tells = table.optional("tells", telling::read, mistakes);
    let of_execution = context.names.of_execution();
    let executed = if table.has("tells") { &of_execution } else { names };
    let typed = command_line::at_key(table, head, executed, mistakes);
    let stdin = table.optional("stdin", path, mistakes);
    let is_telling = tells.is_some();
    let stdout = |node: &Node, mistakes: &mut Mistakes| match is_telling {
        true => refused(node, mistakes),
        false => destination(node, context, mistakes),
    };
    let stdout = table.optional("stdout", stdout, mistakes);
    let env = table.optional("env", |node, mistakes| environment_variables::read(node, executed, mistakes), mistakes);
    let cwd = table.optional("cwd", path, mistakes);
    let exit = table.optional("exit", exit_codes::read, mistakes);
    let before_each = table.optional("before_each", |node, mistakes| before_each(node, context, mistakes), mistakes);
    let typed = typed?;
    let subject = CommandSubject {
        line: typed.line,
        stdin,
        stdout: stdout.unwrap_or_default(),
        env: env.unwrap_or_default(),
        cwd,
        exit: exit.unwrap_or_default(),
        before_each,
        tells,
    };
    Some(Reading { subject: Subject::Command(subject), name: typed.text })
}

/// What is run before every execution.
fn before_each(node: &Node, context: &PlanContext, mistakes: &mut Mistakes) -> Option<BeforeEach> {
    let lines = command_line::list(node, &context.names, mistakes)?;
    if lines.is_empty() {
        let help = "give the commands that put things back before every execution, or remove it";
        let mistake = node.mistake(format!("{} is an empty list", node.name));
        return mistake.label("runs nothing").help(help).tell(mistakes);
    }
    Some(BeforeEach { lines, line: node.line() })
}

/// What a command writes that times itself is what it tells.
fn refused(node: &Node, mistakes: &mut Mistakes) -> Option<Destination> {
    let mistake = node.mistake("a command that `tells` its times has no `stdout`").label("nobody would read them");
    mistake.help("remove it: what it writes is read, and is in no time").tell(mistakes)
}

fn destination(node: &Node, context: &PlanContext, mistakes: &mut Mistakes) -> Option<Destination> {
    let names = &context.names;
    match Destination::parse(tree::text(node, mistakes)?) {
        Some(destination) => Some(destination),
        None => template::path(node, names, mistakes).and_then(|path| at_every_point(path, node, context, mistakes)),
    }
}

/// A destination that is a parameter comes to a word or to a path. A word with a slip in it would be the name of a file.
fn at_every_point(path: Template, node: &Node, context: &PlanContext, mistakes: &mut Mistakes) -> Option<Destination> {
    let is_slip = |text: &String| Destination::parse(text).is_none() && !text.contains('/');
    let Some(slip) = context.filled(&path).into_iter().find(is_slip).filter(|_| !path.is_fixed()) else {
        return Some(Destination::At(path));
    };
    let words: Vec<&str> = Destination::WORDS.iter().map(|(word, _)| *word).collect();
    let mistake = node.mistake(format!("{} is no destination at every point", node.name));
    let help = format!("{}\na path has a slash in it, such as ./{slip}", suggestion(&slip, &words, "known words"));
    mistake.label(format!("{} at one of them", quoted(&slip))).help(help).tell(mistakes)
}
