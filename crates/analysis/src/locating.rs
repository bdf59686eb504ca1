//! Between which values of an axis another would tell more of where two variants change places.

use crate::axis::along;
use crate::comparison::{Comparison, between};
use crate::contest::{Timed, contest};
use crate::crossovers::{level, pairs};
use crate::family::planned_family;
use crate::verdict::{Grounds, Verdict, Why, verdict};
use model::{ERROR_LEVEL, Gap, PointRecord, Run, Value};
use stats::{Interval, PairLevel};

/// What is known of a point.
struct Known<'r> {
    timed: Timed<'r>,
    comparisons: Vec<Comparison>,
}

/// The gaps of all pairs, or of those with the baseline where there is one, along the axis in which crossovers are located.
///
/// What is established here is what the launches so far say at the level that each comparison of the family has from the beginning. It does not depend on
/// when they were looked at, so a run that is resumed finds the same; and it decides where to measure next and nothing else: a point that is added
/// is judged from its own launches alone.
pub fn gaps(run: &Run) -> Vec<Gap> {
    let Some(axis) = &run.plan.locate else { return Vec::new() };
    let alpha = ERROR_LEVEL / planned_family(run).max(1) as f64;
    let points: Vec<Known> =
        run.points.iter().filter(|record| record.started).map(|record| known(run, record)).collect();
    let mut gaps = Vec::new();
    for (others, group) in along(points.iter().map(|known| (&known.timed.record.point, known)), axis) {
        let value = |number: f64| {
            let values = group.iter().filter_map(|known| known.timed.record.point.get(axis));
            values.clone().find(|value| value.number() == Some(number)).cloned()
        };
        for pair in pairs(&run.plan).filter(|(first, _)| run.plan.baseline.is_none_or(|baseline| baseline == *first)) {
            let level = |known: &&Known| known.level(known.timed.record.point.get(axis)?, pair, run.plan.margin, alpha);
            let levels: Vec<PairLevel> = group.iter().filter_map(level).collect();
            gaps.extend(
                stats::gaps_to_halve(&levels).into_iter().filter_map(|(low, high)| {
                    Some(Gap { others: others.clone(), low: value(low)?, high: value(high)? })
                }),
            );
        }
    }
    gaps
}

fn known<'r>(run: &'r Run, record: &'r PointRecord) -> Known<'r> {
    let timed = Timed::of(run, record);
    Known { comparisons: contest(&timed).comparisons, timed }
}

impl Known<'_> {
    /// What is known of a pair here; `None` where they are not compared.
    fn level(&self, value: &Value, (first, second): (usize, usize), margin: f64, alpha: f64) -> Option<PairLevel> {
        let comparison = between(&self.comparisons, first, second)?;
        let time = (self.mean_ns(first)? * self.mean_ns(second)?).sqrt();
        let judged = Comparison { verdict: now(comparison, margin, alpha), ..comparison.clone() };
        Some(level(value.number()?, time, &judged, comparison.baseline != first))
    }

    /// The mean time of an iteration over all launches, in nanoseconds.
    fn mean_ns(&self, variant: usize) -> Option<f64> {
        stats::mean(&self.timed.times.means_of(variant)).filter(|mean| *mean > 0.0)
    }
}

/// What all launches of a comparison say, looked at once.
fn now(comparison: &Comparison, margin: f64, alpha: f64) -> Verdict {
    let Comparison { evidence, quantity, obstacles, .. } = comparison;
    let Some(ratio) = evidence.interval(*quantity, alpha, evidence.launches()).map(Interval::exp) else {
        return Verdict::Undecided(Why::TooFewLaunches);
    };
    verdict(&Grounds { ratio, at_share: ratio, margin, is_rejected: !ratio.contains(1.0), obstacles: *obstacles })
}
