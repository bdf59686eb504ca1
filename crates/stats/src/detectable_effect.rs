//! The smallest effect that a comparison would have found.

use crate::interval::Interval;
use crate::normal::two_sided_critical_value;

/// What 80 % of standard normal values stay below: R's `qnorm(.8)`.
const EIGHTIETH_PERCENTILE: f64 = 0.841_621_233_572_914_4;

/// The smallest detectable effect at a power of 80 %, in the unit of the sample, by the interval's half-width z·s: (z + 0.84)·s (Cohen 1988, "Statistical Power Analysis
/// for the Behavioral Sciences"), which is 1.43 half-widths at 95 % and 1.33 at 99 %. Infinite for an unbounded interval.
pub fn mde80(interval: &Interval) -> f64 {
    let critical_value = two_sided_critical_value(1.0 - interval.level);
    (1.0 + EIGHTIETH_PERCENTILE / critical_value) * interval.half_width()
}
