//! How many comparisons share the level of a run.

use crate::contest::ranked;
use model::Run;

/// How many comparisons the run may print: the pairs of those who are in the race, point by point, and those of points that may still be added.
pub fn planned_family(run: &Run) -> usize {
    run.comparisons_max(|record| {
        let takes_part = |index: &usize| run.plan.variants[*index].takes_part(&record.point);
        ranked(run, record).iter().filter(|index| takes_part(index)).count()
    })
}
