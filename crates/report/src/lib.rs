//! From an analysis to bytes: the text for people, and one file a format beside it.
//!
//! Owns how things look. Refuses to compute: a number that is shown stands in the [`analysis::Analysis`].
//! Texts of others (names, messages, answers) pass through [`printable()`], so that nothing in them can steer a terminal.

mod cases;
mod columns;
mod confirmation;
mod costs;
mod exclusions;
mod findings;
mod formats;
mod look;
mod matrix;
mod notes;
mod numbers;
mod overhead;
mod paint;
mod printable;
mod queueing;
mod text;
mod traffic;

pub use columns::width;
pub use confirmation::confirmation;
pub use formats::{FORMATS, Format};
pub use look::Look;
pub use matrix::{Cell, MatrixRow, matrix_cells};
pub use notes::notes;
pub use numbers::{benchmark_number, ratio};
pub use printable::{printable, printable_lines};
pub use text::text;
