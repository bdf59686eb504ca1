//! How long a batch of slices is: short, so that both of a pair meet the same state of the machine, and long against what the caches cost that
//! the variant before has filled with its own. Where that costs much, as much as is timed runs untimed before it.

use crate::case::SNIPPET_BATCH_NS;

/// Short against the tens of milliseconds for which a neighbour keeps a shared core busy (docs/decisions/measuring.md).
pub const BATCH_MIN_NS: f64 = 2.5e6;

/// The part of a batch that refilling the caches may be: half of the margin within which two count as the same.
const REFILL_PART: f64 = model::Plan::MARGIN / 2.0;

/// A slice that is slower by less than this is not known to be.
const SLOWER_MIN: f64 = 0.02;

/// What a batch of slices aims at, in nanoseconds, to which refilling adds so many; the longest where that was not seen. With what runs ahead it is that, too.
pub(crate) fn sliced_batch_ns(refill_ns: Option<f64>) -> f64 {
    match refill_ns {
        Some(ns) if runs_ahead(ns) => SNIPPET_BATCH_NS / 2.0,
        Some(ns) => (ns / REFILL_PART).max(BATCH_MIN_NS),
        None => SNIPPET_BATCH_NS,
    }
}

/// Whether a batch that is long against what refilling adds to it would be longer than one with as much untimed before it.
pub fn runs_ahead(refill_ns: f64) -> bool {
    refill_ns > REFILL_PART * SNIPPET_BATCH_NS / 2.0
}

/// By how many nanoseconds a cold batch is slower than warm ones: what each of its slices adds in all of the rounds but one, from the first up to one that is not
/// slower in most of them, so that neither a disturbance nor costs that vary are taken for it, and a round whose two batches met two phases of a cost does not hide it. Nothing
/// where there are no rounds. A round is two batches of one variant, of slices in nanoseconds: after those of the others, and after its own.
pub fn refill_ns(rounds: &[[Vec<f64>; 2]]) -> f64 {
    let shortest = rounds.iter().map(|[cold, _]| cold.len()).min().unwrap_or(0);
    let middles: Vec<f64> = rounds.iter().map(|[_, warm]| stats::median(warm).unwrap_or(f64::NAN)).collect();
    let slower = |place: usize| {
        let mut by: Vec<f64> =
            rounds.iter().zip(&middles).map(|([cold, _], middle)| cold[place] / middle - 1.0 - SLOWER_MIN).collect();
        let is_slower = stats::median(&by)? > 0.0;
        by.sort_by(f64::total_cmp);
        is_slower.then(|| by.get(1).map_or(0.0, |second| second.max(0.0)))
    };
    let slices: f64 = (0..shortest).map_while(slower).sum();
    slices * stats::median(&middles).unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::refill_ns;

    /// The first slice finds the caches of others, and the last of these batches a dearer phase; what disturbed the second slice was there once.
    #[test]
    fn neither_what_disturbs_nor_phases_are_refilling() {
        let round = |cold: [f64; 4], warm| [cold, [warm; 4]].map(Vec::from);
        let found = |second| round([200.0, second, 100.0, 100.0], 100.0);
        let quicker = round([180.0, 100.0, 100.0, 100.0], 100.0);
        let rounds = [found(100.0), quicker, found(900.0), found(100.0), round([200.0; 4], 400.0)];
        assert_eq!(refill_ns(&rounds).round(), 78.0);
    }

    /// Of costs that are drawn one slice is the dearer one in all of five rounds now and then, by chance.
    #[test]
    fn what_is_behind_a_slice_that_is_not_slower_is_no_refilling() {
        let rounds = |cold: [f64; 4]| refill_ns(&vec![[cold, [100.0; 4]].map(Vec::from); 5]);
        assert_eq!(rounds([100.0, 100.0, 500.0, 100.0]), 0.0);
        assert_eq!(rounds([202.0, 152.0, 100.0, 500.0]), 150.0);
    }
}
