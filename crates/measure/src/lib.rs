//! Launches, blocks, batches: from a plan to a run.
//!
//! Owns the order in which things happen, all of it drawn from the run's seed.
//! Refuses to know what the numbers mean (that is `analysis`), how an experiment is laid out (`design`), where runs are stored (`history`) and
//! how they look (`report`): it keeps one record, tells each event as it happens, and returns the [`model::Run`].
//!
//! Start with [`measure()`]; a point goes through `point`, `answers`, `pilots`, `refill`, `settle`, `launches`, `warm_up` and `block`.

mod answers;
mod block;
mod build;
mod crew;
mod disturbance;
mod fixture;
mod journal;
mod launches;
mod limits;
mod pilot;
mod pilots;
mod pinned_cpu;
mod point;
mod point_run;
mod random;
mod refill;
mod run;
mod servers;
mod settle;
mod site;
mod trouble;
mod warm_up;

pub use build::is_code;
pub use journal::{Emit, Stop};
pub use run::{is_simulated, measure};
