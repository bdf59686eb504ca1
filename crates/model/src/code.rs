//! Code, with its place in the plan.

/// Source text with its place in the plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Code {
    /// The text.
    pub text: String,
    /// The line of the plan where its first line stands, from 1.
    pub line: usize,
}
