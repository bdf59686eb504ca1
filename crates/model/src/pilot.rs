//! What the pilot of a variant found.

use serde::{Deserialize, Serialize};

/// What the pilot of a variant found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Pilot {
    /// Iterations a batch, before jitter.
    pub iterations: u64,
    /// What it took for one iteration, in nanoseconds.
    #[serde(rename = "pilot_ns")]
    pub ns: f64,
    /// The iterations after which the runtime had compiled what it will; 0 where none compiles.
    #[serde(default)]
    pub warm_up: u64,
    /// The iterations between two collections of garbage, where they were seen, or, while a run is made, from one coming of rare work to the next; else 0.
    #[serde(default, rename = "round")]
    pub period: u64,
    /// What surrounds a batch, in nanoseconds, where it was seen: bringing the fixtures into their state of the page cache, the start of a command that
    /// times itself, requests that do not count.
    #[serde(default)]
    pub around_ns: f64,
    /// What the longest slice of its batches took beyond the middle one of its batch, in nanoseconds: rare work that what is measured may have missed.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub seldom_ns: f64,
}

fn is_nothing(ns: &f64) -> bool {
    *ns == 0.0
}

impl Pilot {
    /// What a batch takes with what surrounds it, in nanoseconds.
    pub fn batch_ns(&self) -> f64 {
        self.iterations as f64 * self.ns + self.around_ns
    }
}
