//! What becomes of the collector of garbage of a language while a snippet is timed.

use serde::{Deserialize, Serialize};

/// What becomes of the collector of garbage of a language while a snippet is timed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Collector {
    /// It works as it does for users, and what it takes is in the time.
    #[default]
    On,
    /// It is turned off.
    Off,
    /// Everything is collected before each batch, outside of the time.
    Before,
}

impl Collector {
    /// The words for them, in plans and in the protocol.
    pub const WORDS: [(&str, Collector); 3] =
        [("on", Collector::On), ("off", Collector::Off), ("before", Collector::Before)];

    /// Whether it is as it would be if nobody said anything.
    pub fn is_on(&self) -> bool {
        *self == Collector::On
    }
}
