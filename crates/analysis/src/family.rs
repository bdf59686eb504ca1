//! How many comparisons share the level of a run.

use model::{Agreement, Plan, PointRecord, Run, agreement, is_ranked};

/// How many comparisons the run may print: the pairs of those who are in the race, point by point, and those of points that may still be added.
pub fn planned_family(run: &Run) -> usize {
    let made: usize = run.points.iter().map(|record| pairs_in_the_race(&run.plan, record)).sum();
    made + not_made(run)
}

/// The comparisons of the points that may be added, where crossovers are located, and were not. Which are depends on what was measured, so those that were not
/// count as well: what may be asked is fixed before anything is.
pub fn not_made(run: &Run) -> usize {
    (run.points_max() - run.points.len()) * pairs(run.plan.contestants().count())
}

fn pairs_in_the_race(plan: &Plan, record: &PointRecord) -> usize {
    let agreement: Agreement = agreement(plan, record);
    let racing = plan.contestants().filter(|(index, variant)| {
        variant.takes_part(&record.point) && is_ranked(plan, &record.cases[*index], *index, &agreement)
    });
    pairs(racing.count())
}

fn pairs(variants: usize) -> usize {
    variants * variants.saturating_sub(1) / 2
}
