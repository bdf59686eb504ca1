//! The layout of a point is settled: who is too slow goes, the schedule is recorded, and a budget that is too small is told.

use crate::journal::Halt;
use crate::point_run::PointRun;
use design::Known;
use model::{Event, Schedule, Subject};

impl PointRun<'_, '_, '_> {
    /// Drops who is hopeless, or everybody where too much is asked for, and fixes the schedule, unless the run was resumed and has it.
    pub(crate) fn settle(&mut self, launch_ns: f64) -> Result<(), Halt> {
        if self.record().schedule.is_some() {
            return Ok(());
        }
        if let Some((asking, reason)) = self.known().asks_too_much() {
            asking.into_iter().try_for_each(|variant| self.skip(variant, reason.clone()))?;
        }
        while !self.calibrations.is_empty() {
            let known = self.known();
            match known.layout(launch_ns) {
                Ok(schedule) => {
                    let shortage = known.shortage(self.now_ns() - self.started_ns, launch_ns);
                    self.record_schedule(schedule)?;
                    // Once a run, while there is time to stop and to give more.
                    let note = shortage.filter(|_| !std::mem::replace(&mut self.journal.has_told_of_budget, true));
                    let noted = |note| Event::Noted { point: Some(self.index), variant: None, note };
                    return note.map(noted).map_or(Ok(()), |noted| self.journal.record(noted));
                }
                Err(slow) if self.first_runs.remove(&slow) => self.try_again(slow, 1)?,
                Err(slow) => self.drop_slow(slow)?,
            }
        }
        Ok(())
    }

    /// What is known of the point now.
    pub(crate) fn known(&self) -> Known<'_> {
        let (share_ns, left_ns) = (self.deadline_ns - self.started_ns, (self.deadline_ns - self.now_ns()).max(0.0));
        Known { run: &self.journal.run, point: self.index, calibrations: &self.calibrations, share_ns, left_ns }
    }

    fn drop_slow(&mut self, variant: usize) -> Result<(), Halt> {
        let pilot = &self.calibrations[&variant].pilot;
        let (what, otherwise) = match self.plan.variants[variant].subject {
            Subject::Http(_) => {
                let time = model::format_duration(pilot.ns * pilot.iterations as f64 + pilot.around_ns);
                (format!("a batch of {} requests takes {time}", pilot.iterations), ", fewer `connections`")
            }
            _ => (format!("one iteration takes {}", model::format_duration(pilot.ns)), ""),
        };
        let reason = format!(
            "{what}, too long to be repeated within this point's share of the budget (a larger --budget{otherwise} or `keep = true` does it all the same)"
        );
        self.skip(variant, reason)
    }

    /// Takes note of a plan of blocks, with the looks that the stop rule wants.
    pub(crate) fn record_schedule(&mut self, schedule: Schedule) -> Result<(), Halt> {
        let looks = self.journal.rule.looks(&self.journal.run, schedule.launches);
        self.journal.record(Event::Scheduled { point: self.index, schedule: Schedule { looks, ..schedule } })
    }
}
