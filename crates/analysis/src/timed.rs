//! A point with its times.

use crate::control::{Control, control};
use crate::paired::{self, Times};
use crate::row::{is_empty, may_be_above_floor};
use crate::traffic::traffic;
use crate::unpaired;
use model::{PointRecord, Run, agreement, is_ranked};

/// A point with its times, which are made once for all that is asked of them.
pub struct Timed<'r> {
    pub run: &'r Run,
    pub record: &'r PointRecord,
    pub times: Times,
    /// The ranked variants that have a time.
    pub compared: Vec<usize>,
    /// What a clone says of a variant that it repeats; `None` where it was measured too seldom.
    pub control: Option<Control>,
}

impl<'r> Timed<'r> {
    pub fn of(run: &'r Run, record: &'r PointRecord) -> Timed<'r> {
        let times = match run.plan.imported_from() {
            Some(_) => unpaired::times(&run.plan, record),
            None => paired::times(&run.plan, record),
        };
        // Who is not empty has a time.
        let compared = ranked(run, record).into_iter().filter(|one| !is_empty(&run.plan, &times, *one)).collect();
        let control = control(run, record, &times);
        Timed { run, record, times, compared, control }
    }

    /// The plan's baseline, where it is compared.
    pub fn baseline(&self) -> Option<usize> {
        self.run.plan.baseline.filter(|index| self.compared.contains(index))
    }

    /// Whether somebody who has no time yet may turn out to have one.
    pub fn may_find_more(&self) -> bool {
        let Timed { run, record, times, compared, .. } = self;
        let mut rest = ranked(run, record).into_iter().filter(|variant| !compared.contains(variant));
        rest.any(|variant| may_be_above_floor(&run.plan, times, variant))
    }

    /// Whether what sends the requests of a variant may have been the limit.
    pub fn is_limited(&self, variant: usize) -> bool {
        traffic(&self.run.plan, self.record, variant).is_some_and(|traffic| traffic.is_saturated())
    }
}

/// The contestants that are in the race at a point and whose answers agree.
pub fn ranked(run: &Run, record: &PointRecord) -> Vec<usize> {
    let agreement = agreement(&run.plan, record);
    let contestants = run.plan.contestants().map(|(index, _)| index);
    contestants.filter(|index| is_ranked(&run.plan, &record.cases[*index], *index, &agreement)).collect()
}
