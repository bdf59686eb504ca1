//! The workers: what runs a variant, and how each kind is started and spoken to.
//!
//! One file a kind of subject: [`snippet`] for code in a language (the hosts live in `workers/`), [`command`] for programs
//! (its worker, [`spawner`], is this program started again), [`http`] for requests (which [`generator`] sends), [`sim`] for invented times. All are a [`Worker`]. The kinds
//! are the arms of [`model::Subject`], so the compiler names every place that a new one needs.
//!
//! Refuses to know the schedule: how often, in which order and for how long is the business of `measure`.

#[cfg(not(target_os = "linux"))]
compile_error!(
    "the spawner reads /proc and pidfds: other systems need their own files under crates/subjects/src/system"
);

mod build_cache;
mod caller;
mod clock;
pub mod command;
mod compiled;
mod confinement;
pub mod conformance;
mod context;
mod counters;
mod credible;
mod delayed;
mod disturbance_monitor;
mod dose;
pub mod errand;
mod free_port;
pub mod generator;
mod host;
pub mod http;
mod interrupt;
pub mod keeper;
pub mod languages;
mod last_words;
mod launch;
mod left_behind;
mod memory_watch;
mod open;
pub mod page_cache;
mod pipes;
mod process;
mod profiler;
pub mod program;
mod quietest;
mod scratch;
mod serve;
mod server;
mod shared_spawner;
mod shim;
pub mod sim;
pub mod snippet;
pub mod spawner;
mod system;
mod worker;
mod worker_program;

pub use build_cache::{BuildCache, BuildKey};
pub use caller::Caller;
pub use clock::Clock;
pub use compiled::{KnownCompilers, place_told};
pub use confinement::{Confined, Confinement};
pub use context::Context;
pub use disturbance_monitor::{DisturbanceMonitor, spin};
pub use interrupt::Interrupt;
pub use launch::LaunchDraw;
pub use left_behind::end_left_behind;
pub use memory_watch::too_much_memory;
pub use open::{Started, build_ahead, by_process, case, is_compiled, start};
pub use profiler::{NoProfile, Profiler};
pub use quietest::quietest;
pub use scratch::Scratch;
pub use server::{NoServer, RunningServer};
pub use shim::Interpreters;
pub use system::affinity::{OnCpu, allowed as allowed_cpus};
pub use worker::{Loss, UNLIMITED_NS, Worker, Workers};
