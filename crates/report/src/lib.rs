//! From an analysis to bytes: one file a format.
//!
//! Owns how things look. Refuses to compute: a number that is shown stands in the [`analysis::Analysis`].
//! Texts of others (names, messages, answers) pass through [`printable()`], so that nothing in them can steer a terminal.

mod cases;
mod columns;
mod confirmation;
mod costs;
mod exclusions;
mod findings;
pub mod formats;
mod matrix;
mod notes;
mod numbers;
mod overhead;
mod paint;
mod printable;
mod queueing;
mod traffic;

pub use columns::width;
pub use confirmation::confirmation;
pub use formats::{FORMATS, Format, Look};
pub use matrix::{Cell, MatrixRow, matrix_cells};
pub use notes::notes;
pub use numbers::ratio;
pub use printable::{printable, printable_lines};
