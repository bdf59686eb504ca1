//! What a fresh process takes before what is measured begins.

use serde::{Deserialize, Serialize};

/// What the process of a variant took in a launch before its first block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beginning {
    /// Index of the launch within the point.
    pub launch: usize,
    /// From the start of the process until its host said that it was there, in nanoseconds: of workers that are forked from one process until
    /// the first of them did.
    pub start_ns: u64,
    /// From being told its code until that was compiled and set up, in nanoseconds. What a compiler made before the run is in no time.
    pub prepare_ns: u64,
    /// The first iteration, in nanoseconds.
    pub first_ns: u64,
    /// The iterations of the warm-up, the first among them; at least one.
    pub iterations: u64,
    /// What these took together, in nanoseconds.
    pub warm_up_ns: u64,
}

impl Beginning {
    /// From the start of the process until its code could run, in nanoseconds.
    pub fn ready_ns(&self) -> u64 {
        self.start_ns.saturating_add(self.prepare_ns)
    }
}
