//! The level of intervals that are no verdicts.

/// What is told beside verdicts (times, laws, quantiles, beginnings, causes) has an interval of its own of level 1 − `ALPHA`: it is of no
/// family, and no rule stops for it.
pub const ALPHA: f64 = 0.05;
