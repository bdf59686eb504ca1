//! What a variant runs.

use crate::{CommandSubject, HttpSubject, SimSubject, SnippetSubject};

/// What a variant runs. A closed set: a new kind is a new arm here, its table in `plan`, its worker in `subjects`.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// Code in a language, run many times inside one process.
    Snippet(SnippetSubject),
    /// A program, started for every iteration.
    Command(CommandSubject),
    /// A request, sent many times over several connections.
    Http(HttpSubject),
    /// A source of invented times on a virtual clock, for tests and for teaching.
    Sim(SimSubject),
    /// What another tool measured, which is named: there is nothing to run.
    Imported(String),
}
