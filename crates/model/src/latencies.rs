//! How long each of many iterations took that were under way side by side.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A histogram of times in nanoseconds. Each is known to one part in a thousand at least, as HdrHistogram with three digits has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Latencies {
    /// Whether they are counted from the moment at which the iteration was planned to begin; else from when it began.
    pub planned: bool,
    /// Times that occurred, ascending, each with how often.
    pub counts: Vec<(u64, u64)>,
}

impl Latencies {
    /// The times of several histograms together. Whether they are planned is as in the first.
    pub fn merged<'l>(all: impl IntoIterator<Item = &'l Latencies>) -> Latencies {
        let mut planned = None;
        let mut counts: BTreeMap<u64, u64> = BTreeMap::new();
        for latencies in all {
            planned.get_or_insert(latencies.planned);
            latencies.counts.iter().for_each(|(time, count)| *counts.entry(*time).or_default() += count);
        }
        Latencies { planned: planned.unwrap_or(false), counts: counts.into_iter().collect() }
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.counts.iter().map(|(_, count)| count).sum()
    }

    /// The time that a part of them, from 0 to 1, does not exceed; `None` when there are none.
    pub fn quantile(&self, part: f64) -> Option<f64> {
        let rank = ((part * self.count() as f64).ceil() as u64).max(1);
        let mut seen = 0;
        let reached = |(_, count): &&(u64, u64)| {
            seen += count;
            seen >= rank
        };
        self.counts.iter().find(reached).map(|(time, _)| *time as f64)
    }

    /// The mean; `None` when there are none.
    pub fn mean(&self) -> Option<f64> {
        let sum: f64 = self.counts.iter().map(|(ns, count)| *ns as f64 * *count as f64).sum();
        let count = self.count();
        (count > 0).then(|| sum / count as f64)
    }

    /// The longest.
    pub fn max(&self) -> Option<u64> {
        self.counts.last().map(|(time, _)| *time)
    }

    /// What they would have been if somebody had come every `interval_ns`, also while a long one kept the next from beginning
    /// (the correction of HdrHistogram for coordinated omission).
    pub fn corrected(&self, interval_ns: u64) -> Latencies {
        let mut counts: BTreeMap<u64, u64> = self.counts.iter().copied().collect();
        for (time, count) in self.counts.iter().filter(|_| interval_ns > 0) {
            // Of many that were missed, several are put at one time.
            let together = (time / interval_ns).div_ceil(STEPS_MAX).max(1);
            let mut missed = time.saturating_sub(interval_ns);
            while missed >= interval_ns {
                let here = together.min(missed / interval_ns);
                *counts.entry(missed).or_default() += count * here;
                missed -= here * interval_ns;
            }
        }
        Latencies { planned: self.planned, counts: counts.into_iter().collect() }
    }
}

/// The times that are added for one that was long, at most.
const STEPS_MAX: u64 = 1_000;

#[cfg(test)]
mod tests {
    use super::*;

    fn latencies(counts: &[(u64, u64)]) -> Latencies {
        Latencies { planned: false, counts: counts.to_vec() }
    }

    #[test]
    fn many_that_were_missed_are_put_together() {
        let corrected = latencies(&[(10, 5), (10_000_000, 1)]).corrected(10);
        assert_eq!(corrected.count(), 5 + 1_000_000);
        assert!(corrected.counts.len() < 1_100, "{}", corrected.counts.len());
        assert_eq!(corrected.quantile(0.5).map(|ns| (ns / 1e5).round()), Some(50.0));
    }

    #[test]
    fn quantiles_are_times_that_occurred() {
        let few = latencies(&[(10, 98), (20, 1), (500, 1)]);
        assert_eq!(
            [0.0, 0.5, 0.98, 0.99, 0.999].map(|part| few.quantile(part)),
            [10, 10, 10, 20, 500].map(|ns| Some(f64::from(ns)))
        );
        assert_eq!((few.count(), few.max()), (100, Some(500)));
        assert_eq!(latencies(&[]).quantile(0.5), None);
    }

    #[test]
    fn what_a_stall_hid_is_put_back() {
        let stalled = latencies(&[(1, 99), (10, 1)]).corrected(3);
        assert_eq!(stalled.counts, [(1, 99), (4, 1), (7, 1), (10, 1)]);
    }

    #[test]
    fn histograms_are_merged_time_by_time() {
        let both = Latencies::merged([&latencies(&[(1, 2), (3, 1)]), &latencies(&[(2, 1), (3, 4)])]);
        assert_eq!(both.counts, [(1, 2), (2, 1), (3, 5)]);
    }
}
