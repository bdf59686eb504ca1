//! Code in a language that is run many times inside one process.

use crate::{Code, Collector, Template};

/// Code in a language.
#[derive(Clone, Debug, PartialEq)]
pub struct SnippetSubject {
    /// The name of a folder under `workers/`; of a worker of one's own `worker` and its words.
    pub language: String,
    /// Program and arguments of a worker of one's own.
    pub worker: Option<Vec<String>>,
    /// The interpreter or the compiler in the place of the language's: program and arguments, in which parameters and what `for` binds
    /// can stand.
    pub runtime: Option<Template>,
    /// The body of a function; its value is the answer. A worker of one's own may do without.
    pub code: Code,
    /// Run once in the worker of this variant, after the language's setup.
    pub setup: Option<Code>,
    /// Run before every iteration and not timed, in the place of what the language has.
    pub before_each: Option<Code>,
    /// Flags of the compiler, after those of the language.
    pub flags: Vec<String>,
    /// The type that the code returns, if not that of the language.
    pub returns: Option<String>,
    /// What becomes of the collector of garbage meanwhile.
    pub collector: Collector,
    /// Whether texts of the language are bytes, and not characters.
    pub has_bytes: bool,
}
