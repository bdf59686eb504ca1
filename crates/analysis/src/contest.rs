//! Who is compared at a point, with whom, and what stands in the way of a verdict.

use crate::comparison::{Comparison, pair};
use crate::control::{Control, control};
use crate::every_two::every_two;
use crate::paired::{self, Times};
use crate::row::{is_empty, may_be_above_floor};
use crate::traffic::traffic;
use crate::unpaired;
use crate::verdict::{Obstacles, Why};
use model::{PointRecord, Run, agreement, is_ranked};

/// A point with its times, which are made once for all that is asked of them.
pub struct Timed<'r> {
    /// The run.
    pub run: &'r Run,
    /// The record of the point.
    pub record: &'r PointRecord,
    /// Its times.
    pub times: Times,
    /// The ranked variants that have a time.
    pub compared: Vec<usize>,
}

impl<'r> Timed<'r> {
    /// The times of a point.
    pub fn of(run: &'r Run, record: &'r PointRecord) -> Timed<'r> {
        let times = match run.plan.imported_from() {
            Some(_) => unpaired::times(&run.plan, record),
            None => paired::times(&run.plan, record),
        };
        let compared = compared(run, record, &times);
        Timed { run, record, times, compared }
    }

    /// Whether somebody who has no time yet may turn out to have one.
    pub fn may_find_more(&self) -> bool {
        let Timed { run, record, times, compared } = self;
        let mut rest = ranked(run, record).into_iter().filter(|variant| !compared.contains(variant));
        rest.any(|variant| may_be_above_floor(&run.plan, times, variant))
    }

    /// Whether what sends the requests of a variant may have been the limit.
    pub fn is_limited(&self, variant: usize) -> bool {
        traffic(&self.run.plan, self.record, variant).is_some_and(|traffic| traffic.is_saturated())
    }
}

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

/// The comparisons of a point.
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
        pair(&run.plan, record, times, (base, candidate), obstacles)
    };
    Contest { comparisons: every_two(compared).filter_map(compare).collect(), control, baseline }
}

/// The contestants that are in the race at a point and whose answers agree.
pub fn ranked(run: &Run, record: &PointRecord) -> Vec<usize> {
    let agreement = agreement(&run.plan, record);
    let contestants = run.plan.contestants().map(|(index, _)| index);
    contestants.filter(|index| is_ranked(&run.plan, &record.cases[*index], *index, &agreement)).collect()
}

/// How many comparisons share the level of a run, as many as it may print: the pairs of those who are in the race, point by point, and those of points that may still
/// be added.
pub fn planned_family(run: &Run) -> usize {
    run.comparisons_max(|record| {
        let takes_part = |index: &usize| run.plan.variants[*index].takes_part(&record.point);
        ranked(run, record).iter().filter(|index| takes_part(index)).count()
    })
}

/// Those who are in the race and have a time.
fn compared(run: &Run, record: &PointRecord, times: &Times) -> Vec<usize> {
    let has_time = |index: &usize| {
        times.gross.values().flatten().any(|block| block.contains_key(index)) && !is_empty(&run.plan, times, *index)
    };
    ranked(run, record).into_iter().filter(has_time).collect()
}
