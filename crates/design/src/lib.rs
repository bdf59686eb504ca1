//! How an experiment is laid out: how many iterations make a batch, how many launches of how many blocks fit into the time, who is too slow
//! for it, which budget would do, and which point is added to locate a crossover.
//!
//! Pure: from a plan and what was seen of its costs to numbers. Refuses to start anything, to read a clock, and to know what the samples say
//! of a difference. Start with [`Calibration`] and [`Known::layout`].

mod budget;
mod calibration;
mod case;
mod common;
mod layout;
mod locate;
mod recurrence;
mod refill;
mod schedule;
mod spent;

pub use budget::{budget_default_ns, budget_for};
pub use calibration::{Calibration, Calibrations, ROUNDS_OF_CONNECTIONS, of_answer, of_pilot};
pub use case::Case;
pub use common::{all_sliced, iterations_of_quicker, share_batches};
pub use layout::{Known, has_clone, is_fresh_each_launch};
pub use locate::next_point;
pub use refill::{BATCH_MIN_NS, refill_ns, runs_ahead};
pub use schedule::{EXPLORED, LAUNCHES_AT_ALL, LaunchPace};
pub use spent::Spent;
