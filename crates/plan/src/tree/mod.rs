//! The TOML text as a tree whose nodes know their name and place, and readers that turn a node into a value.
//!
//! A reader takes a node and the list of mistakes. It returns `None` exactly when it has added at least one mistake, so
//! that its caller goes on and finds the others. Nothing here knows what a plan holds.

mod node;
mod scalar;
mod syntax;
mod table;

pub use node::{Node, all_read};
pub use scalar::{choice, filled_text, named, number, text, truth, whole};
pub use syntax::parse;
pub use table::{Entry, Table};

/// The mistakes found so far.
pub type Mistakes = Vec<crate::Diagnostic>;
