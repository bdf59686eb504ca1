//! The machine in front of the user: what tells it from others, and what of its settings makes times uneven.
//!
//! Owns how the kernel's files are read for that. Refuses to know plans, runs and what is measured.

mod fingerprint;
mod landmarks;
mod memory_limit;
mod surroundings;

pub use fingerprint::fingerprint;
pub use memory_limit::memory_limit;
pub use surroundings::{Surroundings, surroundings};
