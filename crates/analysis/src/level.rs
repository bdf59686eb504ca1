//! The levels of what is no verdict.

/// What is told beside verdicts (times, laws, quantiles, beginnings, causes) has an interval of its own of level 1 − `ALPHA`: it is of no
/// family, and no rule stops for it.
pub const ALPHA: f64 = 0.05;

/// What advice looks for is found at this level; it is below a thousandth because tests of ranks are approximate.
pub const ADVICE_LEVEL: f64 = 0.0005;
