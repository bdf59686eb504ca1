//! A command as it is typed, split into words without a shell.

use super::error::QuickError;
use crate::foreign::{one_line, quoted};

/// What changes the shell itself, or names other words of it (POSIX.1-2024, Shell Command Language, 2.15).
const OF_THE_SHELL: [&str; 13] =
    ["alias", "cd", "eval", "exec", "exit", "export", "local", "readonly", "set", "shift", "trap", "ulimit", "unset"];

/// Those of bash alone.
const OF_BASH: [&str; 4] = ["declare", "let", "shopt", "source"];

/// The words of a command by the rules of sh. What only a shell could do is an error: taken as it is, it would reach the
/// program as text, and the comparison would be of something else.
pub fn split(command: &str) -> Result<Vec<String>, QuickError> {
    if let Some(syntax) = shell_syntax(command) {
        return Err(QuickError::new(
            format!("{} needs a shell for its {}", quoted(command), quoted(syntax)),
            "pass --shell to have sh run it, or put single quotes around what the program is to get as it is",
        ));
    }
    let words = shell_words::split(command).map_err(|_| {
        let help = "close it, or put a backslash before a quote that is meant as a letter";
        QuickError::new(format!("a quote in {} is not closed", quoted(command)), help)
    })?;
    if let Some((word, who)) = words.first().and_then(|word| Some((word, who_knows(word)?))) {
        let message = format!("{} is a word of the shell, and no program", quoted(word));
        return Err(QuickError::new(message, format!("pass {who} run it")));
    }
    match words.first() {
        Some(program) if !one_line(program).is_empty() => Ok(words),
        _ => Err(QuickError::new(
            format!("{} names no program", quoted(command)),
            "the first word of a command is the program",
        )),
    }
}

/// The option by which a shell has a word that is its own.
fn who_knows(word: &str) -> Option<&'static str> {
    let of_bash = OF_BASH.contains(&word).then_some("--shell=bash to have bash");
    of_bash.or(OF_THE_SHELL.contains(&word).then_some("--shell to have sh"))
}

/// Quotes that a character stands in.
#[derive(Clone, Copy, PartialEq)]
enum Quotes {
    None,
    Single,
    Double,
}

/// The first piece of a command that sh would not take as text (POSIX.1-2024, Shell Command Language, 2.2 and 2.6).
fn shell_syntax(command: &str) -> Option<&str> {
    if let Some(assignment) = assignment(command.trim_start()) {
        return Some(assignment);
    }
    let mut quotes = Quotes::None;
    let mut word_begins = true;
    let mut characters = command.char_indices();
    while let Some((at, character)) = characters.next() {
        let active = match quotes {
            Quotes::None => "|&;<>()$`*?[]\n".contains(character) || word_begins && "~#".contains(character),
            Quotes::Double => "$`".contains(character),
            Quotes::Single => false,
        };
        if active {
            return Some(&command[at..at + character.len_utf8()]);
        }
        word_begins = quotes == Quotes::None && character.is_whitespace();
        quotes = match (quotes, character) {
            (Quotes::None, '\'') => Quotes::Single,
            (Quotes::None, '"') => Quotes::Double,
            (Quotes::Single, '\'') | (Quotes::Double, '"') => Quotes::None,
            (Quotes::None | Quotes::Double, '\\') => {
                characters.next();
                quotes
            }
            _ => quotes,
        };
    }
    None
}

/// `NAME=` at the beginning: a variable for the command that follows.
fn assignment(command: &str) -> Option<&str> {
    let (name, _) = command.split_once('=')?;
    model::is_identifier(name).then(|| &command[..=name.len()])
}
