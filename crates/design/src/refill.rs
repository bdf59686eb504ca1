//! How long a batch of slices is: short, so that both of a pair meet the same state of the machine, and long against what the caches cost that
//! the variant before has filled with its own.

use crate::case::SNIPPET_BATCH_NS;

/// Short against the tens of milliseconds for which a neighbour keeps a shared core busy. See docs/decisions/measuring.md for what longer ones
/// find.
const BATCH_MIN_NS: f64 = 2.5e6;

/// The part of a batch that refilling the caches may be: half of the margin within which two count as the same.
const REFILL_PART: f64 = 0.005;

/// A slice that is slower by less than this is not known to be.
const SLOWER_MIN: f64 = 0.02;

/// What a batch of slices aims at, in nanoseconds, where refilling the caches adds so much to it; the longest where that is not known.
pub(crate) fn sliced_batch_ns(refill_ns: Option<f64>) -> f64 {
    refill_ns.map_or(SNIPPET_BATCH_NS, |refill_ns| (refill_ns / REFILL_PART).clamp(BATCH_MIN_NS, SNIPPET_BATCH_NS))
}

/// By how much the first half of a batch is slower than the second, in nanoseconds, as far as all rounds show it: slices of one variant in
/// nanoseconds, a batch a round, each after batches of the others. 0 where there are no rounds.
///
/// ```
/// // The first slice finds the caches of others; what disturbed the second was there once.
/// let rounds = [vec![200.0, 100.0, 100.0, 100.0], vec![180.0, 900.0, 100.0, 100.0]];
/// assert_eq!(cmpthese_design::refill_ns(&rounds).round(), 78.0);
/// ```
pub fn refill_ns(rounds: &[Vec<f64>]) -> f64 {
    let shortest = rounds.iter().map(Vec::len).min().unwrap_or(0);
    let in_units: Vec<(f64, &Vec<f64>)> =
        rounds.iter().map(|round| (middle(&round[round.len() / 2..]), round)).collect();
    let slower = |place: usize| {
        let least = in_units.iter().map(|(late, round)| round[place] / late - 1.0).fold(f64::INFINITY, f64::min);
        (least - SLOWER_MIN).max(0.0)
    };
    let slices: f64 = (0..shortest / 2).map(slower).sum();
    let late: Vec<f64> = in_units.iter().map(|(late, _)| *late).collect();
    slices * middle(&late)
}

/// The middle value; of two the lower one.
fn middle(values: &[f64]) -> f64 {
    let mut ascending = values.to_vec();
    ascending.sort_by(f64::total_cmp);
    ascending.get(ascending.len().saturating_sub(1) / 2).copied().unwrap_or(0.0)
}
