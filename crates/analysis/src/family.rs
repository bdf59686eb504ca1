//! How many comparisons share the level of a run.

use crate::contest::ranked;
use model::{PointRecord, Run};

/// How many comparisons the run may print: the pairs of those who are in the race, point by point, and those of points that may still be added.
pub fn planned_family(run: &Run) -> usize {
    let racing = |record: &PointRecord| {
        let takes_part = |index: &usize| run.plan.variants[*index].takes_part(&record.point);
        pairs(ranked(run, record).iter().filter(|index| takes_part(index)).count())
    };
    run.points.iter().map(racing).sum::<usize>() + not_made(run)
}

/// The comparisons of the points that may be added, where crossovers are located, and were not. Which are depends on what was measured, so those that were not
/// count as well: what may be asked is fixed before anything is.
pub fn not_made(run: &Run) -> usize {
    (run.points_max() - run.points.len()) * pairs(run.plan.contestants().count())
}

fn pairs(variants: usize) -> usize {
    variants * variants.saturating_sub(1) / 2
}
