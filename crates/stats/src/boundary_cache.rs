//! Bounds that were computed before.
//!
//! All comparisons of a point share their looks, and Holm's procedure asks for the same few levels
//! over and over.

use std::collections::HashMap;

use crate::group_sequential::{Bound, SequentialLook, bounds};
use crate::spending::Spending;

/// The bounds at the last of a sequence of looks, by level and sequence. For one [`Spending`] and its shares, because the power is not part of
/// the key.
#[derive(Clone, Debug, Default)]
pub struct BoundaryCache {
    known: HashMap<(Vec<u64>, u64), Bound>,
}

impl BoundaryCache {
    /// The bound at the last of `looks`, as [`bounds`] computes it; without a look, one that cannot
    /// reject.
    pub fn last_bound(&mut self, spending: &Spending, looks: &[SequentialLook]) -> Bound {
        let key = (looks.iter().map(key_of_look).collect(), spending.alpha().to_bits());
        *self.known.entry(key).or_insert_with(|| bounds(spending, looks).pop().unwrap_or(Bound::closed(0.0)))
    }
}

/// Fractions are not negative, so their sign bit is free to say which look is the last.
fn key_of_look(look: &SequentialLook) -> u64 {
    match look {
        SequentialLook::Interim(fraction) => fraction.to_bits(),
        SequentialLook::Last(fraction) => fraction.to_bits() | 1 << 63,
    }
}
