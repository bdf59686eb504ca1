//! How sure advice is.

/// What is looked for is found at this level; it is below a thousandth because tests of ranks are approximate.
pub const LEVEL: f64 = 0.0005;
