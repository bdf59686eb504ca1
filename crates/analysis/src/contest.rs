//! Who is compared at a point, with whom, and what stands in the way of a verdict.

use crate::comparison::{Comparison, pair};
use crate::control::{Control, control};
use crate::every_two::every_two;
use crate::timed::{Timed, ranked};
use crate::verdict::{Obstacles, Why};
use model::Run;

/// The comparisons of a point, not judged yet.
pub struct Contest {
    /// Every pair of those who are compared. The baseline, where it is among them, is that of each of its pairs; elsewhere the earlier in the plan
    /// is.
    pub comparisons: Vec<Comparison>,
    /// What a clone says of a variant that it repeats; `None` where it was measured too seldom.
    pub control: Option<Control>,
    /// The plan's baseline, where it is compared.
    pub baseline: Option<usize>,
}

pub fn contest(timed: &Timed) -> Contest {
    let Timed { run, record, times, compared } = timed;
    let baseline = run.plan.baseline.filter(|index| compared.contains(index));
    let control = control(run, record, times);
    let clone_differs_by = control.as_ref().map_or(0.0, Control::differs_by);
    let limited: Vec<usize> = compared.iter().copied().filter(|one| timed.is_limited(*one)).collect();
    let compare = |(first, second): (&usize, &usize)| {
        let (base, candidate) = if baseline == Some(*second) { (*second, *first) } else { (*first, *second) };
        let is_limited = limited.contains(&base) || limited.contains(&candidate);
        let bar = is_limited.then_some(Why::GeneratorLimited);
        let obstacles = Obstacles { clone_differs_by, bar, ..Obstacles::default() };
        pair(timed, [base, candidate], obstacles)
    };
    Contest { comparisons: every_two(compared).filter_map(compare).collect(), control, baseline }
}

/// How many comparisons share the level of a run, as many as it may print: the pairs of those who are in the race, point by point, and those of points that may still
/// be added.
pub fn planned_family(run: &Run) -> usize {
    run.comparisons_max(|record| {
        let takes_part = |index: &usize| run.plan.variants[*index].takes_part(&record.point);
        ranked(run, record).iter().filter(|index| takes_part(index)).count()
    })
}
