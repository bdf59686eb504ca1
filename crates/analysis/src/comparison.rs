//! A candidate against a baseline.

use crate::by_count::{self, ByCount};
use crate::evidence::{Evidence, Quantity};
use crate::paired::Times;
use crate::rare::{self, RareWork};
use model::PointRecord;
use stats::Interval;
use std::collections::BTreeMap;

/// A candidate against a baseline at one point.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Index of the variant that it is compared with.
    pub baseline: usize,
    /// Index of the variant.
    pub candidate: usize,
    /// Mean time of the candidate over that of the baseline, per iteration in the long run. The interval holds at all looks that were
    /// taken together, at the level at which this comparison was tested within its family, so that interval and verdict say the same.
    pub ratio: Interval,
    /// Which times that is known from.
    pub quantity: Quantity,
    /// The ratio of the means alone, at the level of `ratio` and one look.
    pub mean: Option<Interval>,
    /// The ratio of the typical iterations, likewise.
    pub typical: Option<Interval>,
    /// What is established.
    pub verdict: Verdict,
    /// Why nothing is, where nothing is.
    pub why: Option<Why>,
    /// How the ratio depends on the number of iterations that a process has run, where it does: then there is no single one.
    pub by_count: Option<ByCount>,
    /// The rare work of the baseline and of the candidate.
    pub rare: [Option<RareWork>; 2],
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
    /// What the launches say.
    pub(crate) evidence: Evidence,
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

/// Why a comparison is undecided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// There are not enough launches to tell anything.
    TooFewLaunches,
    /// What was measured allows either answer.
    Open,
    /// The ratio depends on how many iterations a process has run.
    DependsOnCount,
    /// A clone of the baseline differs from it by as much.
    CloneDiffers,
    /// What sends the requests may have been the limit.
    GeneratorLimited,
}

impl Why {
    /// Its key in JSON.
    pub fn key(self) -> &'static str {
        match self {
            Why::TooFewLaunches => "too_few_launches",
            Why::Open => "open",
            Why::DependsOnCount => "depends_on_count",
            Why::CloneDiffers => "clone_differs",
            Why::GeneratorLimited => "generator_limited",
        }
    }
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
    /// Makes nothing of what was established, for a reason.
    pub(crate) fn withhold(&mut self, why: Why) {
        self.verdict = Verdict::Undecided;
        self.why = Some(why);
    }

    /// What stands in the way of a single ratio, or of any.
    pub(crate) fn give_reason(&mut self) {
        if let Some(ByCount { early, late, .. }) = self.by_count {
            let Interval { low, high, .. } = self.ratio;
            self.ratio = Interval { low: low.min(early.min(late)), high: high.max(early.max(late)), ..self.ratio };
            self.withhold(Why::DependsOnCount);
        } else if self.verdict == Verdict::Undecided {
            let is_open = self.ratio.high.is_finite() || self.ratio.low > 0.0;
            self.why = Some(if is_open { Why::Open } else { Why::TooFewLaunches });
        }
    }

    /// The ratio with candidate and baseline exchanged, when `turned`.
    pub fn ratio_turned(&self, turned: bool) -> Interval {
        turned_around(self.ratio, turned)
    }
}

/// A ratio with numerator and denominator exchanged, when `turned`.
pub fn turned_around(ratio: Interval, turned: bool) -> Interval {
    let Interval { point, low, high, level } = ratio;
    if turned { Interval { point: 1.0 / point, low: 1.0 / high, high: 1.0 / low, level } } else { ratio }
}

/// Every pair of the variants, not judged yet. The baseline, where there is one, is the baseline of each of its pairs;
/// elsewhere the earlier in the plan is.
pub fn pairs(times: &Times, record: &PointRecord, variants: &[usize], baseline: Option<usize>) -> Vec<Comparison> {
    let mut comparisons = Vec::new();
    for (place, first) in variants.iter().enumerate() {
        for second in &variants[place + 1..] {
            let (base, candidate) = if baseline == Some(*second) { (*second, *first) } else { (*first, *second) };
            comparisons.extend(pair(times, record, base, candidate));
        }
    }
    comparisons
}

/// One pair of variants, not judged yet; `None` where no launch has both.
pub fn pair(times: &Times, record: &PointRecord, baseline: usize, candidate: usize) -> Option<Comparison> {
    let evidence = Evidence::of(times, baseline, candidate);
    let has_both = |times: &&BTreeMap<usize, f64>| times.contains_key(&baseline) && times.contains_key(&candidate);
    let launches = evidence.launches();
    (launches > 0).then(|| Comparison {
        baseline,
        candidate,
        ratio: Interval { point: 1.0, low: 0.0, high: f64::INFINITY, level: 1.0 },
        quantity: evidence.quantity(),
        mean: None,
        typical: None,
        verdict: Verdict::Undecided,
        why: Some(Why::TooFewLaunches),
        by_count: by_count::by_count(times, record, baseline, candidate),
        rare: [(baseline, candidate), (candidate, baseline)].map(|(own, other)| rare::rare_work(times, own, other)),
        p_adjusted: 1.0,
        detectable: f64::INFINITY,
        launches,
        decided_after: launches,
        blocks: times.net.values().flatten().filter(has_both).count(),
        evidence,
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
