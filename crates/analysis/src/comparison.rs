//! A candidate against a baseline.

use crate::paired::Times;
use stats::{Interval, LaunchRatio};
use std::collections::BTreeMap;

/// A candidate against a baseline at one point.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Index of the variant that it is compared with.
    pub baseline: usize,
    /// Index of the variant.
    pub candidate: usize,
    /// Time of the candidate over time of the baseline. The interval holds at all looks that were taken together, at the level
    /// at which this comparison was tested within its family, so that interval and verdict say the same.
    pub ratio: Interval,
    /// What is established.
    pub verdict: Verdict,
    /// Two-sided p of "no difference", adjusted for the looks and for the family (Holm).
    pub p_adjusted: f64,
    /// The relative difference that would have been found with a chance of 80 %.
    pub detectable: f64,
    /// Launches with both variants.
    pub launches: usize,
    /// Launches with both variants at the look that decided; all of them while nothing is established.
    pub decided_after: usize,
    /// Blocks with both variants.
    pub blocks: usize,
    /// How well the ratio can be known however often it is measured, as a part of it.
    pub(crate) resolution: f64,
    /// For each launch with both, its index and its ln(candidate / baseline).
    pub(crate) values: Vec<(usize, LaunchRatio)>,
}

/// What is established about a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It takes less time than the baseline.
    Faster,
    /// It takes more.
    Slower,
    /// The two are within the margin.
    Equivalent,
    /// Nothing.
    Undecided,
}

impl Verdict {
    /// The same with candidate and baseline exchanged, when `turned`.
    pub fn turned(self, turned: bool) -> Verdict {
        match (self, turned) {
            (Verdict::Faster, true) => Verdict::Slower,
            (Verdict::Slower, true) => Verdict::Faster,
            (other, _) => other,
        }
    }
}

impl Comparison {
    /// ln(candidate / baseline) of each launch before one.
    pub(crate) fn launch_ratios(&self, before: usize) -> Vec<LaunchRatio> {
        self.values.iter().filter(|(launch, _)| *launch < before).map(|(_, ratio)| ratio.clone()).collect()
    }

    /// The ratio with candidate and baseline exchanged, when `turned`.
    pub fn ratio_turned(&self, turned: bool) -> Interval {
        let Interval { point, low, high, level } = self.ratio;
        if turned { Interval { point: 1.0 / point, low: 1.0 / high, high: 1.0 / low, level } } else { self.ratio }
    }
}

/// Every pair of the variants, not judged yet. The baseline, where there is one, is the baseline of each of its pairs;
/// elsewhere the earlier in the plan is.
pub fn pairs(times: &Times, variants: &[usize], baseline: Option<usize>) -> Vec<Comparison> {
    let mut comparisons = Vec::new();
    for (place, first) in variants.iter().enumerate() {
        for second in &variants[place + 1..] {
            let (base, candidate) = if baseline == Some(*second) { (*second, *first) } else { (*first, *second) };
            comparisons.extend(pair(times, base, candidate));
        }
    }
    comparisons
}

/// One pair of variants, not judged yet; `None` where no launch has both.
pub fn pair(times: &Times, baseline: usize, candidate: usize) -> Option<Comparison> {
    let value = |launch: &usize| Some((*launch, times.ratio(*launch, baseline, candidate)?));
    let values: Vec<(usize, LaunchRatio)> = times.net.keys().filter_map(value).collect();
    let has_both = |times: &&BTreeMap<usize, f64>| times.contains_key(&baseline) && times.contains_key(&candidate);
    let launches = values.len();
    (launches > 0).then(|| Comparison {
        baseline,
        candidate,
        ratio: Interval { point: 1.0, low: 0.0, high: f64::INFINITY, level: 1.0 },
        verdict: Verdict::Undecided,
        p_adjusted: 1.0,
        detectable: f64::INFINITY,
        launches,
        decided_after: launches,
        blocks: times.net.values().flatten().filter(has_both).count(),
        resolution: times.resolution,
        values,
    })
}

/// What an interval of a ratio establishes; `at_share` is the one that tells whether two are alike. A difference that is established
/// but smaller than the margin is called equivalent: both are true, and this one helps the reader to choose.
pub fn verdict(ratio: &Interval, at_share: &Interval, margin: f64) -> Verdict {
    if at_share.low >= 1.0 - margin && at_share.high <= 1.0 + margin {
        Verdict::Equivalent
    } else if ratio.high < 1.0 {
        Verdict::Faster
    } else if ratio.low > 1.0 {
        Verdict::Slower
    } else {
        Verdict::Undecided
    }
}
