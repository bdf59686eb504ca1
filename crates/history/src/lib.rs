//! The memory of the program: every run on disk, event by event, from the moment it happens.
//!
//! Owns the database file: its place, its schema, what a crash may cost, and who may write to a run. Refuses to know
//! what a plan says: it keeps the text, and takes the function that reads it from its caller. A run is its header and
//! its events in order; [`model::Run::apply`] folds them back into the record that is analysed.
//!
//! Samples lie in plain columns, so that people can ask their own questions:
//!
//! ```sql
//! SELECT variant, min(1.0 * wall_ns / iterations) FROM sample WHERE run = 7 AND point = 0 GROUP BY variant;
//! ```
//!
//! Read [`History`] first, then `database.rs` for what survives which accident, then `migrations/`.

mod block;
mod claim;
mod database;
mod document;
mod error;
mod event;
mod header;
mod history;
mod location;
mod record;
mod run_id;
mod schema;
mod summary;

pub use claim::Claim;
pub use error::HistoryError;
pub use history::History;
pub use location::default_path;
pub use record::Record;
pub use run_id::RunId;
pub use summary::RunSummary;
