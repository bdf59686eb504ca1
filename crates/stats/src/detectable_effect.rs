//! The smallest effect that a comparison would have found.

use crate::interval::Interval;
use crate::normal::two_sided_critical_value;

/// What 80 % of standard normal values stay below: R's `qnorm(.8)`.
const EIGHTIETH_PERCENTILE: f64 = 0.841_621_233_572_914_4;

/// The smallest detectable effect at a power of 80 %, by the interval's half-width: an effect of this size would have left zero outside the interval in four
/// of five repetitions. In the unit of the sample: a logarithm of a ratio for paired times. Infinite for an unbounded interval.
///
/// An estimate with standard error s has the half-width z·s, where z = 1.96 at a level of 95 %, and finds an effect with a probability of 80 % when it is
/// (z + 0.84)·s (Cohen 1988, "Statistical Power Analysis for the Behavioral Sciences"). So the effect is 1 + 0.84/z half-widths: 1.43 at 95 %, 1.33 at 99 %.
/// The half-width is itself an estimate, and so is this. Rejected: the rule of thumb of 1.40 half-widths, that ratio for Student's t with a dozen degrees of
/// freedom, which promises a little too much at 95 % and overstates the effect at the higher levels of a large family.
pub fn mde80(interval: &Interval) -> f64 {
    let critical_value = two_sided_critical_value(1.0 - interval.level);
    (1.0 + EIGHTIETH_PERCENTILE / critical_value) * interval.half_width()
}
