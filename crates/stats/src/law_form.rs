//! The words of a law.

use crate::interval::Interval;

/// The form of a law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The same at every size.
    Constant,
    /// A fixed part and one for each unit.
    Linear,
    /// A fixed part and one for each unit times the binary logarithm of all.
    NLogN,
    /// A fixed part and one for each pair of units.
    Quadratic,
    /// Linear up to a break, and linear with other coefficients from it on.
    TwoPieces,
}

/// Where a law changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Break {
    /// The size; its interval ends at sizes that were measured.
    pub at: Interval,
    /// The coefficient of the line beyond that is not multiplied by the size; no cost by itself.
    pub fixed: Interval,
    /// What a unit costs beyond.
    pub per_unit: Interval,
}
