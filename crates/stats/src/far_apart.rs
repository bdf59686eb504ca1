//! What is left to say of two whose launches are too few for their signs: that one takes many times as long.

use crate::fieller::ratio_of_means;
use crate::interval::Interval;
use crate::moments::mean;
use crate::student::p_of_no_mean;

/// How many times the mean of launches that were not seen may be that of those that were, in comparison with the other variant
/// (docs/method.md, Two estimates of one ratio; `tests/operating_characteristics/few.rs`).
pub const UNSEEN_MAX: f64 = 4.0;

/// The ratio of the means of pairs at a level, where they are so far apart that Student's test finds them different though the means of further launches
/// were four times as far towards each other; `None` elsewhere.
pub fn far_apart(candidate: &[f64], baseline: &[f64], alpha: f64) -> Option<Interval> {
    let found = ratio_of_means(candidate, baseline, alpha).filter(|found| found.point > 0.0)?;
    let wide = Interval { low: found.low / UNSEEN_MAX, high: found.high * UNSEEN_MAX, ..found };
    (!wide.contains(1.0)).then_some(wide)
}

/// The two-sided p-value of "they are not so far apart": [`far_apart()`] finds them so at a level that is no smaller. 1 where nothing can be told.
pub fn p_of_far_apart(candidate: &[f64], baseline: &[f64]) -> f64 {
    assert_eq!(candidate.len(), baseline.len(), "a pair has two values");
    let beyond = |more: &[f64], less: &[f64]| -> Option<f64> {
        let differences: Vec<f64> = more.iter().zip(less).map(|(more, less)| more - UNSEEN_MAX * less).collect();
        mean(&differences).filter(|mean| *mean > 0.0).and_then(|_| p_of_no_mean(&differences))
    };
    beyond(candidate, baseline).or_else(|| beyond(baseline, candidate)).unwrap_or(1.0)
}
