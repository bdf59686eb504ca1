//! The layout of a point is settled: who is too slow goes, the schedule is recorded, and a budget that is too small is told.

use crate::journal::{Halt, Journal};
use crate::pilot;
use crate::point_run::{Calibrations, Crew, Dropped, PointRun};
use design::{Known, Layout};
use model::{Event, Schedule};

impl PointRun<'_> {
    /// Drops who is hopeless and fixes the schedule, unless the run was resumed and has it.
    pub(crate) fn settle(
        &mut self,
        journal: &mut Journal,
        crew: &mut Crew,
        calibrations: &mut Calibrations,
        launch_ns: f64,
        dropped: &mut Vec<Dropped>,
    ) -> Result<(), Halt> {
        if journal.run.points[self.index].schedule.is_some() {
            return Ok(());
        }
        while !calibrations.is_empty() {
            let known = self.known(journal, calibrations, launch_ns);
            let slow = match known.layout() {
                Layout::Schedule(schedule) => {
                    let shortage = known.shortage(self.context.clock.now_ns() as f64 - self.started_ns);
                    self.record_schedule(journal, schedule)?;
                    return self.tell_once(journal, shortage);
                }
                Layout::Without(slow) => slow,
            };
            if self.first_runs.remove(&slow) {
                self.try_again(journal, slow, crew, calibrations)?;
            } else {
                self.drop_slow(journal, slow, crew, calibrations, dropped)?;
            }
        }
        Ok(())
    }

    /// What is known of the point now.
    pub(crate) fn known<'k>(&self, journal: &'k Journal, calibrations: &'k Calibrations, launch_ns: f64) -> Known<'k> {
        let left_ns = (self.deadline_ns - self.context.clock.now_ns() as f64).max(0.0);
        Known { run: &journal.run, point: self.index, calibrations, launch_ns, left_ns }
    }

    /// Says, once a run, that a budget is too small, while there is time to stop and to give more.
    fn tell_once(&self, journal: &mut Journal, shortage: Option<String>) -> Result<(), Halt> {
        match shortage {
            Some(note) if !std::mem::replace(&mut journal.has_told_of_budget, true) => {
                journal.record(Event::Noted { point: Some(self.index), variant: None, note })
            }
            _ => Ok(()),
        }
    }

    /// Runs a command once more that was slow when it answered.
    fn try_again(
        &self,
        journal: &mut Journal,
        variant: usize,
        crew: &mut Crew,
        calibrations: &mut Calibrations,
    ) -> Result<(), Halt> {
        let ready = crew.get_mut(&variant).expect("it was calibrated");
        let declared = &self.plan.variants[variant];
        match pilot::once_more(self.plan, declared, self.point, ready, calibrations[&variant], 1) {
            Ok(calibration) => {
                calibrations.insert(variant, calibration);
                self.record_calibration(journal, variant, calibration)
            }
            Err(trouble) => {
                crew.remove(&variant);
                calibrations.remove(&variant);
                self.fail(journal, variant, trouble)
            }
        }
    }

    fn drop_slow(
        &self,
        journal: &mut Journal,
        variant: usize,
        crew: &mut Crew,
        calibrations: &mut Calibrations,
        dropped: &mut Vec<Dropped>,
    ) -> Result<(), Halt> {
        let time = model::format_duration(calibrations[&variant].ns);
        let reason = format!(
            "one iteration takes {time}, too long to be repeated within this point's share of the budget (`keep = true` does it all the same)"
        );
        calibrations.remove(&variant);
        crew.remove(&variant);
        dropped.push(Dropped { variant, point: self.point.clone(), reason: reason.clone() });
        self.skip(journal, variant, reason)
    }

    /// Takes note of a plan of blocks, with the looks that the judge wants.
    pub(crate) fn record_schedule(&self, journal: &mut Journal, schedule: Schedule) -> Result<(), Halt> {
        let looks = journal.rule.looks(&journal.run, schedule.launches);
        journal.record(Event::Scheduled { point: self.index, schedule: Schedule { looks, ..schedule } })
    }
}
