//! What is planned for a point once its pilots are known: who stays, how many launches of how many blocks, and what is said where the time is
//! too short for a verdict.

use crate::budget;
use crate::crew::is_fresh_each_launch;
use crate::execute::{Dropped, Halt, Journal};
use crate::pilot::{self, Calibration};
use crate::point::{Calibrations, Crew, Stage};
use crate::schedule::{self, BatchCost, Costs, Standing};
use model::{Event, Role, Schedule, Subject};

/// What a message to a worker and its reply take at least, roughly, in nanoseconds: counted into the cost of a batch.
const MESSAGE_NS: f64 = 60_000.0;

/// How many shares of the budget a point may get, when other points do not need theirs.
const REACH: f64 = 2.0;

impl Stage<'_> {
    /// Drops who is hopeless and fixes the plan of blocks, unless the run was resumed and has it.
    pub(crate) fn settle(
        &mut self,
        journal: &mut Journal,
        crew: &mut Crew,
        calibrations: &mut Calibrations,
        launch_ns: f64,
        dropped: &mut Vec<Dropped>,
    ) -> Result<(), Halt> {
        if journal.run.points[self.index].schedule.is_some() || calibrations.is_empty() {
            return Ok(());
        }
        let fresh = crew.keys().any(|variant| is_fresh_each_launch(&self.plan.variants[*variant]));
        loop {
            let share_ns = (self.deadline_ns - self.context.clock.now_ns() as f64).max(0.0);
            let costs = self.costs(calibrations, if fresh { launch_ns } else { 0.0 });
            let aim = self.aim(journal, calibrations);
            let Some(slow) = self.hopeless(journal, &costs, share_ns, aim.launches_min) else {
                let time = Time { launch_ns: costs.least_launch_ns(), left_ns: share_ns };
                let aim = schedule::Aim { launches_min: self.affordable(journal, time, aim.launches_min), ..aim };
                let schedule = match self.is_once_a_process(calibrations) {
                    true => schedule::of_single_blocks(0, costs.pace(), share_ns, &aim, reach(journal)),
                    false => {
                        let long_ns = if self.lives_on(calibrations) { schedule::LONG_PART * share_ns } else { 0.0 };
                        let schedule = schedule::schedule(&costs, share_ns - long_ns, &aim, reach(journal));
                        schedule::with_long_launch(schedule, &costs, long_ns)
                    }
                };
                self.record_schedule(journal, schedule)?;
                return self.note_if_short(journal, calibrations, time);
            };
            if self.first_runs.remove(&slow.variant) {
                self.try_again(journal, slow.variant, crew, calibrations)?;
            } else {
                self.drop_slow(journal, slow.variant, crew, calibrations, dropped)?;
            }
        }
    }

    /// Whether a process of what is compared runs one iteration after another.
    fn lives_on(&self, calibrations: &Calibrations) -> bool {
        let is_snippet = |variant: &usize| matches!(self.plan.variants[*variant].subject, Subject::Snippet(_));
        calibrations.keys().any(is_snippet) && !self.is_once_a_process(calibrations)
    }

    /// Whether the plan says how many iterations a process runs: then it runs them once.
    pub(crate) fn is_once_a_process(&self, calibrations: &Calibrations) -> bool {
        calibrations.keys().any(|variant| self.plan.variants[*variant].iterations.is_some())
    }

    /// The variant that must go so that the others get enough launches. Nobody has to where only two are compared, and nobody said
    /// how long that may take.
    fn hopeless(&self, journal: &Journal, costs: &Costs, share_ns: f64, launches_min: usize) -> Option<BatchCost> {
        let are_two = costs.batches.iter().filter(|batch| batch.standing != Standing::Control).count() <= 2;
        let stay = are_two && journal.run.header.budget_is_default;
        schedule::hopeless(costs, share_ns, launches_min).filter(|_| !stay)
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

    /// How many launches are the fewest of a point: where nobody said how long the run may take, those that fit into its share, but no
    /// fewer than a verdict takes. Only launches to spare are not worth waiting for.
    fn affordable(&self, journal: &Journal, time: Time, launches_min: usize) -> usize {
        match journal.run.header.budget_is_default {
            true => time.launches(schedule::OVERRUN).clamp(launches_needed(journal).min(launches_min), launches_min),
            false => launches_min,
        }
    }

    /// Says, once a run, that a budget is too small for any verdict, while there is time to stop and to give more.
    fn note_if_short(&self, journal: &mut Journal, calibrations: &Calibrations, time: Time) -> Result<(), Halt> {
        let needed = launches_needed(journal);
        let has_pairs = calibrations.keys().filter(|variant| self.is_contestant(**variant)).count() > 1;
        let before_ns = self.context.clock.now_ns() as f64 - self.started_ns;
        let points = journal.run.points.len();
        let enough_ns = points as f64 * (before_ns + needed as f64 * time.launch_ns);
        let is_said = journal.run.header.budget_is_default || journal.has_told_of_budget;
        let is_short = has_pairs && time.launches(schedule::OVERRUN) < needed;
        if is_said || !is_short || needed as f64 * time.launch_ns < budget::WORTH_A_WORD_NS {
            return Ok(());
        }
        journal.has_told_of_budget = true;
        let note = budget::too_small(&budget::Shortage {
            budget_ns: journal.run.header.budget_ns as f64,
            points,
            launch_ns: time.launch_ns,
            fitting: time.launches(1.0),
            needed,
            enough_ns,
        });
        journal.record(Event::Noted { point: Some(self.index), variant: None, note })
    }

    /// What the launches are to be enough for.
    pub(crate) fn aim(&self, journal: &Journal, calibrations: &Calibrations) -> schedule::Aim {
        let blocks_min = if self.lives_on(calibrations) { schedule::BLOCKS_TO_LIVE } else { 1 };
        schedule::Aim { launches_min: launches_min(journal, self.index), blocks_min }
    }

    /// Takes note of a plan of blocks, with the looks that the judge wants.
    pub(crate) fn record_schedule(&self, journal: &mut Journal, schedule: Schedule) -> Result<(), Halt> {
        let looks = journal.judge.looks(&journal.run, schedule.launches);
        journal.record(Event::Scheduled { point: self.index, schedule: Schedule { looks, ..schedule } })
    }

    fn costs(&self, calibrations: &Calibrations, launch_ns: f64) -> Costs {
        let batches = calibrations.iter().map(|(variant, calibration)| {
            let of = |iterations: u64| calibration.ns * iterations as f64 + MESSAGE_NS;
            let part = match self.plan.variants[*variant].role {
                Role::Clone => 1.0 / schedule::CLONE_EVERY[0] as f64,
                Role::EmptyLoop => 0.0,
                Role::Contestant | Role::Floor => 1.0,
            };
            let least = match self.plan.variants[*variant].subject {
                _ if calibration.is_planned => calibration.iterations,
                Subject::Http(_) => calibration.iterations,
                Subject::Command(_) | Subject::Snippet(_) | Subject::Sim(_) => 1,
            };
            let (ns, least_ns) = (of(calibration.iterations) * part, of(least) * part);
            BatchCost { variant: *variant, ns, least_ns, standing: self.standing(*variant) }
        });
        let fresh = calibrations.iter().filter(|(variant, _)| is_fresh_each_launch(&self.plan.variants[**variant]));
        let fresh = fresh.filter(|(variant, _)| self.plan.variants[**variant].iterations.is_none());
        let warm_up =
            |(_, calibration): (&usize, &Calibration)| calibration.warm_up_iterations() as f64 * calibration.ns;
        let warm_up_ns: f64 = fresh.map(warm_up).sum();
        Costs { launch_ns: launch_ns + warm_up_ns, batches: batches.collect() }
    }

    fn standing(&self, variant: usize) -> Standing {
        match self.plan.variants[variant].role {
            Role::EmptyLoop | Role::Clone => Standing::Control,
            Role::Floor => Standing::Kept,
            Role::Contestant if self.plan.baseline == Some(variant) => Standing::Kept,
            Role::Contestant if self.plan.variants[variant].droppable => Standing::Droppable,
            Role::Contestant => Standing::Kept,
        }
    }
}

/// The fewest launches of a point that can establish a difference among all that the run compares, with some to spare; fewer where that is
/// what was planned.
pub(crate) fn launches_min(journal: &Journal, index: usize) -> usize {
    let wanted = schedule::launches_min(family(journal));
    journal.run.points[index].schedule.as_ref().map_or(wanted, |schedule| wanted.min(schedule.launches))
}

/// The fewest that can establish a difference, with none to spare.
pub(crate) fn launches_needed(journal: &Journal) -> usize {
    schedule::launches_min(family(journal)) - schedule::SPARE_LAUNCHES
}

/// How many comparisons there are: every pair of contestants, at every point.
fn family(journal: &Journal) -> usize {
    let contestants = journal.run.plan.contestants().count();
    journal.run.points.len() * contestants * contestants.saturating_sub(1) / 2
}

/// What a launch takes of the time that is left, both in nanoseconds.
#[derive(Clone, Copy)]
struct Time {
    launch_ns: f64,
    left_ns: f64,
}

impl Time {
    /// How many launches fit, if they may take so many times as long.
    fn launches(self, overrun: f64) -> usize {
        (self.left_ns * overrun / self.launch_ns.max(1.0)) as usize
    }
}

/// How many shares a point may get: of a single point the budget is all that there is.
pub(crate) fn reach(journal: &Journal) -> f64 {
    if journal.run.points.len() > 1 { REACH } else { 1.0 }
}
