//! One axis of the sweep.

use crate::Value;

/// One axis of the sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Its name: an identifier.
    pub name: String,
    /// Its values, at least one.
    pub values: Vec<Value>,
}
