//! The layout of a point once its pilots are known: who is too slow for it, how many launches of how many blocks, and what to say of a budget
//! that is too small.

use crate::budget;
use crate::calibration::{Calibration, Calibrations};
use crate::recurrence::{self, Period};
use crate::schedule::{self, Aim, BatchCost, Costs, LaunchPace};
use model::{Block, CaseState, NEEDS_MORE, Role, Run, Sample, Schedule, Subject, Variant, format_duration};

/// What a message to a worker and its reply take at least, roughly, in nanoseconds: counted into the cost of a batch.
const MESSAGE_NS: f64 = 60_000.0;

/// A point of a sweep is planned for so many times its share of the budget, because others leave time when they are decided early: what is planned in excess
/// is cut off by the deadline, and a clone is measured in no launch that is not sure to be made.
const SHARES_MAX: f64 = 2.0;

/// What is known of a point when its layout is decided.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    /// The run so far.
    pub run: &'a Run,
    /// The index of the point.
    pub point: usize,
    /// What the pilots settled, by variant.
    pub calibrations: &'a Calibrations,
    /// The point's time, in nanoseconds.
    pub share_ns: f64,
    /// What is left of it, in nanoseconds.
    pub left_ns: f64,
}

/// Whether a variant's worker is started afresh at every launch. The spawner of commands is not: each execution of a command is a fresh process
/// already.
pub fn is_fresh_each_launch(variant: &Variant) -> bool {
    !matches!(variant.subject, Subject::Command(_))
}

impl Known<'_> {
    /// The plan of blocks; `launch_ns` is what starting all workers took. An error is the variant that must go, so that the others get enough
    /// launches.
    pub fn layout(&self, launch_ns: f64) -> Result<Schedule, usize> {
        let (costs, aim) = (self.costs(launch_ns), self.aim());
        let is_default = self.run.header.budget_is_default;
        if let Some(slow) = schedule::hopeless(&costs, self.share_ns, aim.launches_min, is_default) {
            return Err(slow);
        }
        // Only launches to spare are not worth waiting for.
        let fitting = self.fitting(costs.least_launch_ns(), schedule::OVERRUN);
        let least = if is_default { launches_needed(self.run, self.point) } else { aim.launches_min };
        let aim = Aim { launches_min: fitting.clamp(least, aim.launches_min), ..aim };
        let beside_starts_ns = (self.left_ns - launches_needed(self.run, self.point) as f64 * costs.launch_ns).max(0.0);
        let serves_on = self.calibrations.keys().any(|variant| self.asks_fresh_server(*variant));
        let long_part = match (serves_on, self.lives_on()) {
            (true, _) => 1.0,
            (false, true) => schedule::LONG_PART,
            (false, false) => 0.0,
        };
        let long_ns = (long_part * self.left_ns).min(schedule::LONG_PART_MAX * beside_starts_ns);
        let schedule = schedule::schedule(0, costs.pace(), self.left_ns - long_ns, &aim);
        let long = (long_ns / costs.pace().block_ns) as usize;
        // One that is hardly longer than the others is not worth the name.
        Ok(Schedule { long: if long >= 2 * schedule.blocks { long } else { 0 }, ..schedule })
    }

    /// Whether blocks of what lives on take much longer than planned: what comes often and takes long is in none of the usual slices of a pilot.
    pub fn is_far_off(&self, pace: LaunchPace) -> bool {
        self.lives_on() && pace.block_ns > schedule::FAR_OFF * self.costs(0.0).pace().block_ns
    }

    /// The layout of what is left once `done` launches have told what launches cost. The first began within a batch, those after it within a period.
    pub fn layout_anew(&self, done: usize, pace: LaunchPace) -> Schedule {
        let begins_ns = if done == 1 { self.half_periods_ns() } else { 0.0 };
        let pace = LaunchPace { launch_ns: pace.launch_ns + begins_ns, ..pace };
        let before = self.run.points[self.point].schedule.as_ref();
        let (long, long_at) = before.map_or((0, 0), |before| (before.long, before.long_at));
        Schedule { long, long_at, ..schedule::schedule(done, pace, self.left_ns, &self.aim()) }
    }

    /// What is to be said of a budget that is too small for any verdict; `before_ns` is what the point has taken so far. Nothing where
    /// nobody gave one, or where to wait for the report takes no time.
    pub fn shortage(&self, before_ns: f64, launch_ns: f64) -> Option<String> {
        let (launch_ns, needed) = (self.costs(launch_ns).least_launch_ns(), launches_needed(self.run, self.point));
        let is_contestant = |variant: &&usize| self.variant(**variant).role == Role::Contestant;
        let has_pairs = self.calibrations.keys().filter(is_contestant).count() > 1;
        let (header, points) = (&self.run.header, self.run.points.len());
        let is_short = has_pairs && self.fitting(launch_ns, schedule::OVERRUN) < needed;
        if header.budget_is_default || !is_short || needed as f64 * launch_ns < budget::WORTH_A_WORD_NS {
            return None;
        }
        let (launch, budget) = (format_duration(launch_ns), format_duration(header.budget_ns as f64));
        let fit = match self.fitting(launch_ns, 1.0) {
            0 => format!("no launch of {launch} fits"),
            1 => format!("1 launch of {launch} fits"),
            several => format!("{several} launches of {launch} fit"),
        };
        let left = match points {
            1 => format!("of the budget of {budget}"),
            points => format!("of a point's share of the budget, which is {budget} for {points} points"),
        };
        // Where points before it have taken of its share, that is more than the budget that was too small.
        let needed_ns = needed as f64 * launch_ns;
        let lacking = header.budget_ns as f64 + points as f64 * (needed_ns - self.left_ns);
        let enough = budget::typed(budget::MARGIN * lacking.max(points as f64 * (before_ns + needed_ns)));
        Some(format!("{fit} into what the pilot left {left}, {NEEDS_MORE} {needed}: --budget {enough} would do"))
    }

    /// Those whose processes the plan asks for so many iterations that these take ten times what somebody wanted to wait, and why they
    /// are not measured. Nothing where nobody said how long that is, or the plan insists on one of them.
    pub fn asks_too_much(&self) -> Option<(Vec<usize>, String)> {
        let asking = self.calibrations.iter().filter(|(variant, _)| self.variant(**variant).iterations.is_some());
        let contestants = asking.clone().filter(|(variant, _)| self.variant(**variant).role == Role::Contestant);
        let is_insisted_on = contestants.clone().any(|(variant, _)| !self.variant(*variant).droppable);
        let ns: f64 = contestants.map(|(_, one)| one.pilot.ns * one.pilot.iterations as f64).sum();
        let budget_ns = self.run.header.budget_ns as f64;
        if self.run.header.budget_is_default || ns <= budget::PATIENCE * budget_ns || is_insisted_on {
            return None;
        }
        let (iterations, budget) = (format_duration(ns), format_duration(budget_ns));
        let why = format!(
            "the iterations of one launch take {iterations}, and the budget is {budget}: give more, or ask for fewer `iterations`"
        );
        Some((asking.map(|(variant, _)| *variant).collect(), why))
    }

    /// Whether the plan says how many iterations a process runs: then it runs them once.
    pub fn is_once_a_process(&self) -> bool {
        self.calibrations.keys().any(|variant| self.variant(*variant).iterations.is_some())
    }

    fn variant(&self, variant: usize) -> &Variant {
        &self.run.plan.variants[variant]
    }

    /// Whether a process of what is compared runs one iteration after another.
    fn lives_on(&self) -> bool {
        let is_snippet = |variant: &usize| matches!(self.variant(*variant).subject, Subject::Snippet(_));
        self.calibrations.keys().any(is_snippet) && !self.is_once_a_process()
    }

    /// Whether a variant asks a server that is started for a launch one request after another.
    fn asks_fresh_server(&self, variant: usize) -> bool {
        self.run.plan.load.rate.is_none() && self.variant(variant).server().is_some()
    }

    /// How many launches fit, if they may take so many times as long.
    fn fitting(&self, launch_ns: f64, overrun: f64) -> usize {
        (self.left_ns * overrun / launch_ns.max(1.0)) as usize
    }

    /// Over how many iterations of a variant launches begin: over the period of its rare work; else from one collection of garbage to the next, or over a batch. `None`
    /// where iterations do not follow each other in one process. The period is of what is timed, and rare work comes by what is run.
    pub fn begins_within(&self, variant: usize) -> Option<f64> {
        let calibration = self.calibrations.get(&variant).filter(|_| self.recurs(variant))?;
        let of_all = |timed: f64| timed * calibration.all_for_each();
        // Two at least: of what alternates, launches of an odd number of batches of one iteration would all have more of one of the two.
        let batch = || of_all(calibration.pilot.iterations.max(2) as f64).max(calibration.pilot.period as f64);
        Some(self.period(variant).map_or_else(batch, |period| of_all(period.iterations)))
    }

    fn period(&self, variant: usize) -> Option<Period> {
        self.recurs(variant).then(|| recurrence::period(self.long_blocks(), variant)).flatten()
    }

    /// Whether the first launch has shown rare work of a variant, and not how often it comes.
    pub fn awaits_rare_work(&self) -> bool {
        let mut recurring = self.calibrations.keys().filter(|variant| self.recurs(**variant));
        recurring.any(|variant| recurrence::is_awaited(self.long_blocks(), *variant))
    }

    /// Whether what a variant does may come again after some iterations: they are run one after the other in one process.
    fn recurs(&self, variant: usize) -> bool {
        let of = self.variant(variant);
        let is_asked_on = matches!(of.subject, Subject::Snippet(_)) || self.asks_fresh_server(variant);
        of.role == Role::Contestant && is_asked_on && !self.is_once_a_process()
    }

    /// The blocks of the long launch, or of the first.
    fn long_blocks(&self) -> &[Block] {
        let record = &self.run.points[self.point];
        let long_at = record.schedule.as_ref().map_or(0, |schedule| schedule.long_at);
        let [begin, end] = [long_at, long_at + 1].map(|at| record.blocks.partition_point(|block| block.launch < at));
        &record.blocks[begin..end]
    }

    /// Whether the run was stopped in the long launch, before it had half of its blocks: after so many that were begun, another is to be long.
    pub fn lacks_long_launch(&self, begun: usize) -> bool {
        let schedule = self.run.points[self.point].schedule.as_ref();
        schedule.is_some_and(|known| begun == known.long_at + 1 && 2 * self.long_blocks().len() < known.long)
    }

    /// What half of that over which launches begin takes, of everybody.
    fn half_periods_ns(&self) -> f64 {
        let ns = |variant: &usize| {
            let record = &self.run.points[self.point];
            let times: Vec<f64> = record.samples_of(*variant).map(Sample::mean_ns).collect();
            Some(self.begins_within(*variant)? * stats::mean(&times)? / 2.0)
        };
        self.calibrations.keys().filter_map(ns).sum()
    }

    /// The blocks in which rare work comes a few times.
    pub fn blocks_of_periods(&self) -> usize {
        let periods = self.calibrations.keys().filter_map(|variant| self.period(*variant));
        let blocks = schedule::PERIODS_MIN * periods.map(|period| period.blocks).fold(0.0, f64::max);
        (blocks as usize).min(schedule::BLOCKS_MAX)
    }

    /// What the launches are to be enough for.
    fn aim(&self) -> Aim {
        let blocks_min = if self.lives_on() { schedule::BLOCKS_TO_LIVE } else { 1 }.max(self.blocks_of_periods());
        let blocks_max = if self.is_once_a_process() { 1 } else { schedule::BLOCKS_MAX };
        let launches_min = launches_min(self.run, self.point);
        Aim { launches_min, blocks_min, blocks_max, shares_max: shares_max(self.run) }
    }

    fn costs(&self, launch_ns: f64) -> Costs {
        let batches = self.calibrations.iter().map(|(variant, calibration)| {
            let around_ns = calibration.pilot.around_ns + MESSAGE_NS;
            let of =
                |iterations: u64| calibration.run_for_each() * calibration.pilot.ns * iterations as f64 + around_ns;
            let part = match self.variant(*variant).role {
                Role::Clone => 1.0 / schedule::CLONE_EVERY[0] as f64,
                Role::EmptyLoop => 0.0,
                Role::Contestant | Role::Floor => 1.0,
            };
            let is_fixed = calibration.is_planned || matches!(self.variant(*variant).subject, Subject::Http(_));
            let least = if is_fixed { calibration.pilot.iterations } else { 1 };
            let (ns, least_ns) = (of(calibration.pilot.iterations) * part, of(least) * part);
            let Variant { role, droppable, .. } = *self.variant(*variant);
            let may_go = droppable && self.run.plan.baseline != Some(*variant);
            BatchCost { variant: *variant, ns, least_ns, role, may_go }
        });
        let fresh = || self.calibrations.iter().filter(|(variant, _)| is_fresh_each_launch(self.variant(**variant)));
        let warm_up = |(_, one): (&usize, &Calibration)| one.warm_up_iterations(0.5) as f64 * one.pilot.ns;
        let warmed_up = fresh().filter(|(variant, _)| self.variant(**variant).iterations.is_none());
        let launch_ns = if fresh().next().is_some() { launch_ns } else { 0.0 };
        Costs { launch_ns: launch_ns + warmed_up.map(warm_up).sum::<f64>(), batches: batches.collect() }
    }
}

/// The fewest launches of a point that can establish a difference among all that the run compares, with some to spare; fewer where that is
/// what was planned.
pub fn launches_min(run: &Run, point: usize) -> usize {
    let wanted = launches_needed(run, point) + schedule::SPARE_LAUNCHES;
    run.points[point].schedule.as_ref().map_or(wanted, |schedule| wanted.min(schedule.launches))
}

/// The fewest that can establish a difference, with none to spare. Who is alone differs from nobody.
pub fn launches_needed(run: &Run, point: usize) -> usize {
    let record = &run.points[point];
    let is_racing = |(variant, _): &(usize, &Variant)| record.cases[*variant].state == CaseState::Racing;
    if run.plan.contestants_at(&record.point).filter(is_racing).count() < 2 {
        return schedule::LAUNCHES_AT_ALL;
    }
    // Every pair of those who take part.
    let family = run.comparisons_max(|record| run.plan.contestants_at(&record.point).count());
    stats::launches_needed(model::ERROR_LEVEL / family.max(1) as f64)
}

/// Whether a clone is measured in a launch of a point: of those that are sure to be made, because a point gets more than its share only when
/// others leave something, as many as are needed and no more.
pub fn has_clone(run: &Run, point: usize, launch: usize) -> bool {
    let planned = run.points[point].schedule.as_ref().map_or(0, |schedule| schedule.launches);
    let sure = (planned as f64 / shares_max(run)) as usize;
    let every = schedule::clone_every(sure, run.points_max());
    every.is_some_and(|every| launch % every == every - 1)
}

/// How many shares a point may get: of a single point the budget is all that there is.
fn shares_max(run: &Run) -> f64 {
    if run.points.len() > 1 { SHARES_MAX } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Pilot, RunHeader, Source};
    use std::collections::BTreeMap;

    const TWO: &str = "[language.perl]\n[[variant]]\nname = 'one'\nperl = '1'\n[[variant]]\nname = 'two'\nperl = '2'\n";

    fn run_of(text: &str) -> Run {
        let source = Source { name: "test.toml".to_string(), text: text.to_string() };
        let plan = plan::parse(source.clone(), &[model::LanguageTraits { name: "perl", ..Default::default() }])
            .unwrap_or_else(|mistakes| panic!("{mistakes}"));
        Run::new(RunHeader { seed: 1, budget_ns: 4_000_000_000, source, ..RunHeader::default() }, plan)
    }

    /// Two snippets of which a batch takes some 2.5 ms.
    fn calibrations() -> Calibrations {
        let pilot = Pilot { iterations: 10, ns: 250e3, ..Pilot::default() };
        let calibration = Calibration { pilot, step: 1, is_sliced: true, ..Calibration::default() };
        BTreeMap::from([(0, calibration), (1, calibration)])
    }

    /// The layout of four seconds of them, and starting them takes so many nanoseconds.
    fn of_four_seconds(launch_ns: f64) -> Schedule {
        let (run, calibrations) = (run_of(TWO), calibrations());
        Known { run: &run, point: 0, calibrations: &calibrations, share_ns: 4e9, left_ns: 4e9 }
            .layout(launch_ns)
            .unwrap()
    }

    /// What came before has taken all of the time.
    #[test]
    fn nobody_is_slow_because_others_took_the_time() {
        let (run, mut calibrations) = (run_of(TWO), calibrations());
        calibrations.entry(1).and_modify(|known| known.pilot.ns = 20.0 * 250e3);
        let known = Known { run: &run, point: 0, calibrations: &calibrations, share_ns: 4e9, left_ns: 0.0 };
        assert!(known.layout(1e6).is_ok());
    }

    #[test]
    fn who_is_alone_needs_no_launches_of_a_verdict() {
        let alone = run_of("[language.perl]\n[[variant]]\nperl = '1'\n");
        let mut left = run_of(TWO);
        left.points[0].cases[1].state = CaseState::Skipped("slow".to_string());
        assert_eq!([&alone, &left, &run_of(TWO)].map(|run| launches_needed(run, 0)), [3, 3, 7]);
    }

    #[test]
    fn blocks_that_take_much_longer_than_planned_are_far_off() {
        let (run, calibrations) = (run_of(TWO), calibrations());
        let known = Known { run: &run, point: 0, calibrations: &calibrations, share_ns: 4e9, left_ns: 4e9 };
        let is_far_off = |block_ns: f64| known.is_far_off(LaunchPace { launch_ns: 0.0, block_ns });
        assert_eq!([6e6, 50e6].map(is_far_off), [false, true]);
    }

    #[test]
    fn launches_to_spare_give_way_to_the_long_one_and_those_that_a_verdict_needs_do_not() {
        let longs = [1e6, 390e6, 700e6].map(|launch_ns| of_four_seconds(launch_ns).long);
        assert_eq!(longs, [195, 123, 0]);
    }
}
