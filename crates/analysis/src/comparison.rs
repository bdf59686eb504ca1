//! A candidate against a baseline.

use crate::paired::{Times, launch_value};
use crate::row::exponential;
use stats::Interval;

/// What the whole run may get wrong: the chance that any difference it claims is none.
const ALPHA: f64 = 0.05;

/// A candidate against a baseline at one point.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Index of the variant that it is compared with.
    pub baseline: usize,
    /// Index of the variant.
    pub candidate: usize,
    /// Time of the candidate over time of the baseline. The interval's level is the one at which this comparison was tested
    /// within its family, so that interval and verdict say the same.
    pub ratio: Interval,
    /// What is established.
    pub verdict: Verdict,
    /// Two-sided p of "no difference", adjusted for the family (Holm).
    pub p_adjusted: f64,
    /// The relative difference that would have been found with a chance of 80 %.
    pub detectable: f64,
    /// Launches with both variants.
    pub launches: usize,
    /// Blocks with both variants.
    pub blocks: usize,
    /// One value a launch: the median over its blocks of ln(candidate / baseline).
    values: Vec<f64>,
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
    /// The ratio with candidate and baseline exchanged, when `turned`.
    pub fn ratio_turned(&self, turned: bool) -> Interval {
        let Interval { point, low, high, level } = self.ratio;
        if turned { Interval { point: 1.0 / point, low: 1.0 / high, high: 1.0 / low, level } } else { self.ratio }
    }
}

/// Every pair of the variants, not judged yet. The baseline, where there is one, is the baseline of each of its pairs;
/// elsewhere the earlier in the plan is.
pub fn pairs(times: &Times, variants: &[usize], baseline: Option<usize>) -> Vec<Comparison> {
    let launches = &times.net;
    let mut comparisons = Vec::new();
    for (place, first) in variants.iter().enumerate() {
        for second in &variants[place + 1..] {
            let (base, candidate) = if baseline == Some(*second) { (*second, *first) } else { (*first, *second) };
            let ratio = |times: &std::collections::BTreeMap<usize, f64>| {
                Some((times.get(&candidate)? / times.get(&base)?).ln())
            };
            let values: Vec<f64> = launches.values().filter_map(|blocks| launch_value(blocks, ratio)).collect();
            let blocks = launches.values().flatten().filter(|times| ratio(times).is_some()).count();
            if !values.is_empty() {
                comparisons.push(unjudged(base, candidate, values, blocks));
            }
        }
    }
    comparisons
}

fn unjudged(baseline: usize, candidate: usize, values: Vec<f64>, blocks: usize) -> Comparison {
    let ratio = Interval { point: 1.0, low: 0.0, high: f64::INFINITY, level: 1.0 };
    let (verdict, p_adjusted, detectable) = (Verdict::Undecided, 1.0, f64::INFINITY);
    Comparison { baseline, candidate, ratio, verdict, p_adjusted, detectable, launches: values.len(), blocks, values }
}

/// Judges all comparisons of a run as one family (Holm 1979), and returns its size.
///
/// Each interval has the level at which Holm tests its comparison. So verdict and interval always agree; taken together
/// the intervals miss more often than the verdicts do, because those of established differences are narrower.
pub fn judge<'a>(comparisons: impl Iterator<Item = &'a mut Comparison>, margin: f64) -> usize {
    let comparisons: Vec<&mut Comparison> = comparisons.collect();
    let p_values: Vec<f64> = comparisons.iter().map(|comparison| stats::signed_rank_p(&comparison.values)).collect();
    let steps = stats::holm(&p_values, ALPHA);
    let family = comparisons.len();
    for (comparison, step) in comparisons.into_iter().zip(steps) {
        let Some(interval) = stats::signed_rank_interval(&comparison.values, step.local_alpha) else { continue };
        comparison.detectable = stats::mde80(&interval).exp_m1();
        comparison.ratio = exponential(interval);
        comparison.p_adjusted = step.adjusted_p;
        comparison.verdict = verdict(&comparison.ratio, margin);
    }
    family
}

/// A difference that is established but smaller than the margin is called equivalent: both are true, and this one helps
/// the reader to choose.
fn verdict(ratio: &Interval, margin: f64) -> Verdict {
    if ratio.low >= 1.0 - margin && ratio.high <= 1.0 + margin {
        Verdict::Equivalent
    } else if ratio.high < 1.0 {
        Verdict::Faster
    } else if ratio.low > 1.0 {
        Verdict::Slower
    } else {
        Verdict::Undecided
    }
}
