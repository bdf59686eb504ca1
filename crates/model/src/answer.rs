//! What a variant returned, and how answers are compared.

use serde::{Deserialize, Serialize};

/// What a variant returned, in the canonical form of `docs/protocol.md`: printable ASCII, so that it can be compared as
/// bytes and shown without harm.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// SHA-256 of the whole canonical form, in hexadecimal.
    pub digest: String,
    /// Length of the whole canonical form in bytes.
    pub length: u64,
    /// The beginning of the canonical form, at most [`Answer::HEAD_MAX`] bytes.
    pub head: String,
}

impl Answer {
    /// How much of an answer travels and is stored: enough to show a first difference.
    pub const HEAD_MAX: usize = 64 * 1024;

    /// The beginning of it, for a sentence.
    pub fn excerpt(&self) -> String {
        match self.head.get(..EXCERPT) {
            Some(beginning) if self.length > EXCERPT as u64 => format!("{beginning}…"),
            _ => self.head.clone(),
        }
    }

    /// Whether the head is all of it.
    pub(crate) fn is_whole(&self) -> bool {
        self.length == self.head.len() as u64
    }
}

/// So much of an answer is shown in a sentence, in bytes.
const EXCERPT: usize = 40;

/// How answers are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Check {
    /// A number and the text of that number differ.
    #[default]
    Exact,
    /// Numbers are compared as their text.
    Lenient,
    /// Answers are not compared.
    None,
}

impl Check {
    /// The words for them.
    pub const WORDS: [(&str, Check); 3] = [("exact", Check::Exact), ("lenient", Check::Lenient), ("none", Check::None)];
}
