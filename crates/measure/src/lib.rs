//! Launches, blocks, batches: from a plan to events.
//!
//! Owns the order in which things happen, all of it drawn from the run's seed, and the only clock outside the workers.
//! Refuses to know what the numbers mean (that is `analysis`), where they are stored (`history`) and how they look
//! (`report`): it emits [`model::Event`]s and reads nothing back.
//!
//! Start with [`execute()`]; a point goes through `point`, `pilot`, `schedule` and `block`.

mod block;
mod budget;
mod build;
mod chunks;
mod crew;
mod disturbance;
mod execute;
mod fixture;
mod launches;
mod machine;
mod patient;
mod pilot;
mod point;
mod random;
mod schedule;
mod seat;
mod servers;
mod settle;
mod site;
mod surroundings;
mod trouble;

pub use budget::budget_default_ns;
pub use execute::{Emit, Stop, execute, is_simulated};
pub use machine::machine;
pub use patient::Patient;
pub use surroundings::{Surroundings, surroundings};
