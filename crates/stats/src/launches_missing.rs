//! How much longer an undecided comparison has to run.

use std::ops::RangeInclusive;

use crate::fewest_launches::launches_needed;
use crate::interval::Interval;

/// About how many launches beyond those done would decide a comparison, were its estimate and
/// spread to stay as they are: until the interval excludes zero, which it never does where the estimate is zero, or lies within the
/// margin, which it never does where the estimate is at the margin or outside. `None` where neither is in sight.
///
/// From the `interval` after so many `launches`, in the unit of the sample. `equivalence` is the margin, for ratios of times
/// −ln(1 + ε)..=ln(1 + ε).
///
/// A bound keeps its distance from the estimate but for the factor √n / √n'. The smallest n' whose bound passes what is
/// no difference, or the margin, answers: a hint (docs/decisions/verdicts.md, *What is said beside a verdict*). It is `None` while the interval is unbounded.
pub fn launches_missing(interval: &Interval, launches: usize, equivalence: &RangeInclusive<f64>) -> Option<usize> {
    let Interval { point, low, high, level } = *interval;
    // How many times too far from the point its bound is; negative or infinite is never.
    let too_far = |bound: f64, goal: f64| match (point - bound) / (point - goal) {
        factor if factor >= 0.0 => factor,
        _ => f64::INFINITY,
    };
    let apart = too_far(if point > 0.0 { low } else { high }, 0.0);
    let within = too_far(low, *equivalence.start()).max(too_far(high, *equivalence.end()));
    // A hair above a whole number is rounding. More than an exact integer holds is never.
    let total = (launches as f64 * apart.min(within).powi(2) - 1e-6).ceil();
    (total < 2_f64.powi(53)).then(|| (total as usize).max(launches_needed(1.0 - level)).saturating_sub(launches))
}
