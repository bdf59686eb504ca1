//! From an analysis to bytes: the text for people, and one file a format beside it.
//!
//! Owns how things look. Refuses to infer: a number that is shown stands in the [`analysis::Analysis`].
//! Texts of others (names, messages, answers) pass through [`printable()`], so that nothing in them can steer a terminal.

mod answer;
mod beginnings;
mod beside;
mod cases;
mod cells;
mod code_spans;
mod columns;
mod confirmation;
mod detail;
mod distinct;
mod exclusions;
mod explanation;
mod findings;
mod formats;
mod landmarks;
mod limit;
mod notes;
mod numbers;
mod paint;
mod places;
mod prediction;
mod printable;
mod profile;
mod proof;
mod sections;
mod side_by_side;
mod sizes;
mod standing;
mod style;
mod sweep_cell;
mod told_apart;
mod unit_costs;

pub use answer::{answer, answer_of};
pub use beside::RunBeside;
pub use columns::{width, wrapped};
pub use confirmation::confirmation;
pub use detail::Detail;
pub use distinct::distinct;
pub use explanation::{explanation_of, explanations, known_variants, unknown_variant};
pub use formats::{
    FORMATS, Format, Listed, error_page, explanation_json, flame_graph, listing, over_time, page_beside, pictures,
    served_beside, served_run,
};
pub use notes::notes;
pub use numbers::{benchmark_number, ratio};
pub use printable::{printable, printable_lines};
pub use profile::profile;
pub use proof::{proof, trial, unproved};
pub use sections::text;
pub use side_by_side::side_by_side;
pub use style::{Style, WIDTH};
pub use unit_costs::unit_costs;
