//! What other tools measured, read from the files that they write.
//!
//! Owns the formats: which fields hold times, in which unit, of which process, and what cannot be a time. Pure: text in, values out. Refuses to know
//! where a file lies, and what the times mean: that nothing in them was measured side by side is for `analysis` to weigh.
//!
//! Start with [`read()`]; a reader is a file in `readers/` and a line in [`READERS`]. [`experiment()`] makes what was read a plan with its events.

mod at;
mod case;
mod content;
mod events;
mod experiment;
mod foreign;
mod json;
mod layout;
mod merge;
mod perf_script;
mod plan_text;
mod problem;
mod readers;
mod unique_end;
mod unit;

pub use case::{Case, Launch, Timing, least_ns};
pub use content::File;
pub use experiment::{Experiment, experiment};
pub use foreign::Foreign;
pub use merge::{Several, beside, merged};
pub use perf_script::stacks;
pub use problem::Problem;
pub use readers::{READERS, Reader, go_failed, go_names, is_of_folder, read};
