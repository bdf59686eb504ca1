//! Who is compared at a point, with whom, and what stands in the way of a verdict.

use crate::comparison::{Comparison, pair};
use crate::control::Control;
use crate::every_two::every_two;
use crate::timed::{Timed, ranked};
use crate::verdict::{Obstacles, Why};
use model::Run;

/// The comparisons of a point, not judged yet: every pair of those who are compared. The baseline, where it is among them, is that of each of its pairs; elsewhere the earlier
/// in the plan is.
pub fn comparisons(timed: &Timed) -> Vec<Comparison> {
    let (compared, baseline) = (&timed.compared, timed.baseline());
    let clone_differs_by = timed.control.as_ref().map_or(0.0, Control::differs_by);
    let limited: Vec<usize> = compared.iter().copied().filter(|one| timed.is_limited(*one)).collect();
    let compare = |(first, second): (&usize, &usize)| {
        let (base, candidate) = if baseline == Some(*second) { (*second, *first) } else { (*first, *second) };
        let is_limited = limited.contains(&base) || limited.contains(&candidate);
        let bar = is_limited.then_some(Why::GeneratorLimited);
        let obstacles = Obstacles { clone_differs_by, bar, ..Obstacles::default() };
        pair(timed, [base, candidate], obstacles)
    };
    every_two(compared).filter_map(compare).collect()
}

/// How many comparisons share the level of a run, as many as it may print: the pairs of those who are in the race, point by point, and those of points that may still
/// be added.
pub fn planned_family(run: &Run) -> usize {
    run.comparisons_max(|record| {
        let takes_part = |index: &usize| run.plan.variants[*index].takes_part(&record.point);
        ranked(run, record).iter().filter(|index| takes_part(index)).count()
    })
}
