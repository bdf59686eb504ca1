//! Files that exist while a point is measured.

use crate::{CommandLine, Template};

/// A file that exists while a point is measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Fixture {
    /// Its name: placeholders and snippets see the path of the file under it.
    pub name: String,
    /// Its size; `None` when the fill alone decides. Filled, it is text for [`crate::filled_bytes`].
    pub size: Option<Template>,
    /// What it holds.
    pub fill: Fill,
    /// Whether it is in the page cache when a batch begins; as it happens to be when `None`. Filled, it is text for
    /// [`CacheState::parse`].
    pub cache: Option<Template>,
    /// How many bytes each write(2) that makes it is given; a few KiB when `None`. Filled, it is text for
    /// [`crate::filled_bytes`].
    pub chunk: Option<Template>,
}

/// Whether a file is in the page cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CacheState {
    /// All of it.
    Warm,
    /// None of it: it has to be read from its device.
    Cold,
}

impl CacheState {
    /// The words for the states.
    pub const WORDS: [(&str, CacheState); 2] = [("warm", CacheState::Warm), ("cold", CacheState::Cold)];

    /// The state that a word means.
    pub fn parse(text: &str) -> Option<CacheState> {
        CacheState::WORDS.into_iter().find(|(word, _)| *word == text).map(|(_, state)| state)
    }
}

/// What a fixture holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Fill {
    /// Zero bytes.
    Zero,
    /// Bytes drawn from the run's seed.
    Random,
    /// Lines of so many bytes, newline included, that differ from each other. Filled, it is text for
    /// [`crate::filled_bytes`].
    Lines(Template),
    /// A text repeated until the size is reached, cut at the end; once when there is no size.
    Pattern(Template),
    /// The standard output of a command.
    Command(CommandLine),
}
