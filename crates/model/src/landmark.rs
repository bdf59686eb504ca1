//! Sizes at which something of a machine ends, as data: what may lie where a time begins to grow in another way.

use serde::{Deserialize, Serialize};

/// Something of a machine that holds so many bytes and no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Landmark {
    /// What it is.
    pub what: Holder,
    /// How many bytes it holds.
    pub bytes: u64,
}

/// What holds them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Holder {
    /// A line of the caches.
    CacheLine,
    /// The cache of level 1, for data.
    FirstCache,
    /// The cache of level 2.
    SecondCache,
    /// The cache of level 3.
    ThirdCache,
    /// A page of memory.
    Page,
    /// A huge page.
    HugePage,
    /// A pipe, unless it was made larger or smaller.
    Pipe,
}

/// The caches from the first on.
pub const CACHES: [Holder; 3] = [Holder::FirstCache, Holder::SecondCache, Holder::ThirdCache];

/// How many bytes something holds, of a machine with these; `None` where that is not known.
pub fn bytes_of(landmarks: &[Landmark], what: Holder) -> Option<u64> {
    landmarks.iter().find(|landmark| landmark.what == what).map(|landmark| landmark.bytes)
}
