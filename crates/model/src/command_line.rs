//! A command line.

use crate::Template;

/// A command line.
#[derive(Clone, Debug, PartialEq)]
pub enum CommandLine {
    /// Program and arguments, no shell.
    Argv(Vec<Template>),
    /// A text for `sh -c`; placeholders are quoted.
    Shell(Template),
}

impl CommandLine {
    /// Every text with placeholders.
    pub fn templates(&self) -> impl Iterator<Item = &Template> {
        match self {
            CommandLine::Argv(words) => words.iter(),
            CommandLine::Shell(text) => std::slice::from_ref(text).iter(),
        }
    }
}
