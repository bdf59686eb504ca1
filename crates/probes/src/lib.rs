//! What single events cost on this machine: a system call, a fault, a switch, a byte that is copied, a load, a branch.
//!
//! A [`Probe`] is a line in `table.rs` and a small file that makes so many of the event as it is told, the dose. The driver,
//! `measure.rs`, times three doses of every probe, probes in random order, round after round, after some that do not count; the cost of a round is the slope over the doses, so
//! that what a dose costs once falls out, and the cost that is told is the centre of the rounds with its interval. The shapes of the
//! probes follow lmbench (McVoy and Staelin 1996, "lmbench: Portable tools for performance analysis", USENIX).
//!
//! The interval holds what differed between the rounds, not the luck of one start of the program: which pages it was given, who
//! else used the last cache.
//!
//! Owns how an event is made and timed, and the file in which costs are kept until the machine is started again. Refuses to know
//! plans and runs, what a difference is explained with, and how costs are shown. The caller chooses the CPU and binds the
//! calling thread to it: what is forked here stays there.

mod branch;
mod caches;
mod copy;
mod faults;
mod kept;
mod load_latency;
mod loopback;
mod mapping;
mod measure;
mod partner;
mod pass;
mod pipe;
mod probe;
mod read;
mod read_call;
mod region;
mod spawn;
mod switch;
mod system_call;
mod table;
mod warm_file;
mod write;

pub use caches::{Caches, Level};
pub use kept::{keep, known};
pub use measure::{Limits, Measured, Missing, measure, measure_these};
pub use probe::{Course, Prepared, Probe, Site};
pub use table::PROBES;
