//! A program that is started for every iteration.

use crate::{CommandLine, ExitCodes, Telling, Template};

/// A program with everything that it is started with.
#[derive(Clone, Debug, PartialEq)]
pub struct CommandSubject {
    /// What is started.
    pub line: CommandLine,
    /// Path of the file that it reads; `/dev/null` when `None`.
    pub stdin: Option<Template>,
    /// Where its standard output goes.
    pub stdout: Destination,
    /// Variables added to the environment.
    pub env: Vec<(String, Template)>,
    /// The directory that it starts in; the plan's own when `None`.
    pub cwd: Option<Template>,
    /// The exit codes that count as success.
    pub exit: ExitCodes,
    /// What is run before every execution and not timed.
    pub before_each: Option<BeforeEach>,
    /// How it tells its times, where it takes them itself: then an execution is a batch of iterations, and not one of them.
    pub tells: Option<Telling>,
}

impl CommandSubject {
    /// Whether programs are looked for in a PATH of its own.
    pub fn has_own_path(&self) -> bool {
        self.env.iter().any(|(name, _)| name == "PATH")
    }

    /// Every text with placeholders.
    pub(crate) fn templates(&self) -> impl Iterator<Item = &Template> {
        let stdout = match &self.stdout {
            Destination::At(path) => Some(path),
            Destination::Pipe | Destination::Null | Destination::Scratch => None,
        };
        let optional = [self.stdin.as_ref(), stdout, self.cwd.as_ref()];
        let before_each = self.before_each.iter().flat_map(|before| &before.lines).flat_map(CommandLine::templates);
        let env = self.env.iter().map(|(_, value)| value);
        self.line.templates().chain(optional.into_iter().flatten()).chain(env).chain(before_each)
    }
}

/// Commands that put things back before another one is run.
#[derive(Clone, Debug, PartialEq)]
pub struct BeforeEach {
    /// They run one after the other.
    pub lines: Vec<CommandLine>,
    /// The line of the plan where they stand, from 1.
    pub line: usize,
}

/// Where the standard output of a command goes while it is timed.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Destination {
    /// A pipe that is read as fast as it fills: the output is the answer.
    #[default]
    Pipe,
    /// `/dev/null`; some programs notice and skip their work. The answer is taken through a pipe, untimed.
    Null,
    /// A file of the run's own; its content is the answer.
    Scratch,
    /// A path, or one of [`Destination::WORDS`] once it is filled; the content of the file is the answer.
    At(Template),
}

impl Destination {
    /// The words for destinations that are no path.
    pub const WORDS: [(&str, Destination); 3] =
        [("pipe", Destination::Pipe), ("null", Destination::Null), ("file", Destination::Scratch)];

    /// The destination that a word means.
    pub fn parse(text: &str) -> Option<Destination> {
        Destination::WORDS.into_iter().find(|(word, _)| *word == text).map(|(_, destination)| destination)
    }
}
