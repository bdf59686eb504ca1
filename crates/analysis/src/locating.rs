//! Between which values of an axis another would tell more of where two variants change places.

use crate::axis::along;
use crate::comparison::{Comparison, between};
use crate::contest::{comparisons, planned_family};
use crate::crossovers::{level, pairs};
use crate::timed::Timed;
use crate::verdict::{Verdict, Why, verdict};
use model::{ERROR_LEVEL, Gap, Run};
use stats::{Interval, PairLevel};

/// The gaps of all pairs, or of those with the baseline where there is one, along the axis in which crossovers are located: by what all launches so far say at the level
/// that each comparison of the family has from the beginning (docs/method.md, Locating).
pub fn gaps(run: &Run) -> Vec<Gap> {
    let Some(axis) = &run.plan.locate else { return Vec::new() };
    let alpha = ERROR_LEVEL / planned_family(run).max(1) as f64;
    let known = |record| {
        let timed = Timed::of(run, record);
        (comparisons(&timed), timed)
    };
    let points: Vec<(Vec<Comparison>, Timed)> = run.points.iter().filter(|record| record.started).map(known).collect();
    let mut gaps = Vec::new();
    for (others, group) in along(points.iter().map(|known| (&known.1.record.point, known)), axis) {
        let value = |number: f64| {
            let values = group.iter().filter_map(|(_, timed)| timed.record.point.get(axis));
            values.clone().find(|value| value.number() == Some(number)).cloned()
        };
        let is_asked = |(first, _): &(usize, usize)| run.plan.baseline.is_none_or(|baseline| baseline == *first);
        for (first, second) in pairs(&run.plan).into_iter().filter(is_asked) {
            let known = |(comparisons, timed): &&(Vec<Comparison>, Timed)| {
                let size = timed.record.point.get(axis)?.number()?;
                let comparison = between(comparisons, first, second)?;
                let mean_ns = |variant| stats::mean(&timed.times.means_of(variant)).filter(|mean| *mean > 0.0);
                let time = (mean_ns(first)? * mean_ns(second)?).sqrt();
                let verdict = now(comparison, run.plan.margin, alpha);
                Some(level(size, time, comparison, verdict, comparison.baseline != first))
            };
            let levels: Vec<PairLevel> = group.iter().filter_map(known).collect();
            let gap = |(low, high)| Some(Gap { others: others.clone(), low: value(low)?, high: value(high)? });
            gaps.extend(stats::gaps_to_halve(&levels).into_iter().filter_map(gap));
        }
    }
    gaps
}

/// What all launches of a comparison say, looked at once.
fn now(comparison: &Comparison, margin: f64, alpha: f64) -> Verdict {
    let Comparison { evidence, quantity, obstacles, .. } = comparison;
    let Some(found) = evidence.interval(*quantity, alpha, evidence.launches()).map(Interval::exp) else {
        return Verdict::Undecided(Why::TooFewLaunches);
    };
    // What came seldom has its share, as in the difference, and establishes nothing by itself.
    let whole = comparison.whole(found);
    let ratio = if found.contains(1.0) { whole.holding(1.0) } else { whole };
    verdict(&ratio, &ratio, margin, true, obstacles)
}
