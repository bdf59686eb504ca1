//! Bounds that were computed before.
//!
//! All comparisons of a point share their looks, and Holm's procedure asks for the same few levels
//! over and over.

use std::collections::HashMap;

use crate::group_sequential::{SequentialLook, nominal_levels};

/// The nominal level at the last of a sequence of looks, by the level of the sequence and its looks as they are written.
#[derive(Clone, Debug, Default)]
pub struct BoundaryCache {
    known: HashMap<String, f64>,
}

impl BoundaryCache {
    /// The nominal level at the last of `looks`, as [`nominal_levels`] computes it; without a look zero, which rejects nothing.
    pub fn last_level(&mut self, alpha: f64, looks: &[SequentialLook]) -> f64 {
        let last = || nominal_levels(alpha, looks).pop().unwrap_or(0.0);
        *self.known.entry(format!("{alpha:?} {looks:?}")).or_insert_with(last)
    }
}
