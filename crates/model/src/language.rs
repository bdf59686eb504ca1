//! What snippets of one language share, and what a plan must know of the language.

use crate::{Code, Collector, Template};

/// Code that all snippets of a language share.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Language {
    /// Compiled once, before the rest: definitions.
    pub prelude: Option<Code>,
    /// Run once in every worker after the prelude, with the parameters in scope: data.
    pub setup: Option<Code>,
    /// Run before every iteration and not timed, for variants that have none of their own.
    pub before_each: Option<Code>,
    /// Run once in every worker at its end.
    pub teardown: Option<Code>,
    /// Flags of its compiler, where it has one.
    pub flags: Vec<String>,
    /// The type that code returns, in the words of a language that is compiled; the language's own default when `None`.
    pub returns: Option<String>,
    /// The interpreter or the compiler, for variants that name none of their own.
    pub runtime: Option<Template>,
    /// In how many layouts each snippet is compiled, where there is a compiler; once when `None`.
    pub rebuild: Option<usize>,
}

/// What a plan must know of a language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LanguageTraits {
    /// The key of its snippets.
    pub name: &'static str,
    /// Whether a compiler is called for its snippets, which takes flags.
    pub compiled: bool,
    /// Whether what is compiled can be moved, so that it lies elsewhere in memory.
    pub movable: bool,
    /// What its host can do about the collector of garbage, beside leaving it on.
    pub collector: &'static [Collector],
    /// Whether its texts are bytes, and not characters.
    pub has_bytes: bool,
}
