//! What so few launches can say at all: n values have 2^n patterns of signs, and no test of signs is surer than the pattern in which all agree.

use crate::preconditions::assert_significance_level;

/// The smallest two-sided p-value that `n` values can reach: two of the 2^n sign patterns are as extreme as all values on one side.
///
/// The normal approximation for large samples does not reach quite as far; the levels at which that
/// shows are smaller than any family asks for.
pub fn smallest_p(n: usize) -> f64 {
    // The power is zero long before the count of values leaves the range of the exponent.
    let halvings = i32::try_from(n).unwrap_or(i32::MAX) - 1;
    0.5_f64.powi(halvings).min(1.0)
}

/// The smallest number of values whose [`smallest_p`] is at most `alpha`: with fewer, signs
/// establish nothing, whatever was measured, and only what is [far apart](crate::far_apart()) is told.
pub fn launches_needed(alpha: f64) -> usize {
    assert_significance_level(alpha);
    (1..).find(|&n| smallest_p(n) <= alpha).expect("halving reaches every positive number")
}
