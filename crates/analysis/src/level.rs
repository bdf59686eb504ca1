//! The level of advice.

/// What advice looks for is found at this level; it is below a thousandth because tests of ranks are approximate.
pub const ADVICE_LEVEL: f64 = 0.0005;
