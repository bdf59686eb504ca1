//! The launches of a point: fresh workers, and servers, for each; its blocks; when there are enough of them.

use crate::block::{self, BlockPlace, PADDING_MAX};
use crate::crew::{Place, Ready, Trouble, is_fresh_each_launch};
use crate::disturbance::Disturbance;
use crate::execute::{Halt, Journal};
use crate::fixture::Fixtures;
use crate::pilot::{self, Calibration};
use crate::point::{Calibrations, Crew, Stage, launches_begun};
use crate::random::{Purpose, stream};
use crate::schedule::{self, EXPLORED, Pace};
use crate::seat::Seat;
use crate::servers::Servers;
use crate::settle::{launches_min, launches_needed, reach};
use model::{CaseState, Event, Role};
use rand::RngExt;
use rand::seq::SliceRandom;
use subjects::Launch;

/// The libraries of a launch are moved by up to this many pages.
const PAGES_MAX: u64 = 4096;

/// Counters are read around the batches of snippets in one block of a launch, and in no more than one of so many: reading them takes longer
/// than the message that asks for a batch, and such batches have no turns.
const COUNTED_EVERY: usize = 16;

/// An empty loop that takes less than this part of an iteration is less than what is told of it, if it took twice as long.
const HARDLY: f64 = 1e-4;

/// At most one of so many blocks is void; on a machine that is always disturbed the others are what there is.
const BLOCKS_PER_VOID: usize = 4;

impl Stage<'_> {
    pub(crate) fn launches(
        &mut self,
        journal: &mut Journal,
        place: Place,
        mut standing: Crew,
        calibrations: &Calibrations,
        fixtures: &mut Fixtures,
    ) -> Result<(), Halt> {
        let begun = launches_begun(&journal.run.points[self.index]);
        let mut spent = Spent::new(self.context.clock.now_ns() as f64);
        let mut disturbance = Disturbance::default();
        for launch in begun.. {
            let schedule = journal.run.points[self.index].schedule.clone().expect("settled before the first launch");
            if launch >= schedule.launches || self.is_late(journal, launch, &spent) {
                break;
            }
            let (cpu, fresh) = self.relaunch(journal, place, launch, calibrations)?;
            spent.launch(self.context.clock.now_ns() as f64);
            let mut crew: Crew = standing.into_iter().chain(fresh).collect();
            let mut seat = cpu.map(|cpu| Seat::taken(cpu, &mut crew));
            for block in 0..schedule.blocks_of(launch) {
                if block > 0 && self.sees_disturbance(journal, (launch, block - 1), &mut disturbance) {
                    let place = (launch, block);
                    seat = seat.map(|seat| self.moved(journal, place, seat, &mut crew, calibrations, &mut disturbance));
                }
                self.block(journal, place, (launch, block), &mut crew, calibrations, fixtures)?;
                spent.block(self.context.clock.now_ns() as f64);
            }
            drop(seat);
            crew.retain(|variant, _| !is_fresh_each_launch(&self.plan.variants[*variant]));
            self.servers = Servers::default();
            standing = crew;
            if schedule.looks.contains(&(launch + 1)) && self.has_enough(journal, launch + 1)? {
                break;
            }
            // Once more when it is not known whether a run that is resumed got so far.
            if (launch + 1 == EXPLORED || begun == EXPLORED && launch == begun) && schedule.launches > launch + 1 {
                self.plan_anew(journal, launch + 1, &spent, calibrations)?;
            }
        }
        Ok(())
    }

    /// Whether the next launch would end after the time of the point. Those without which nothing can be established may take longer, if
    /// enough of them will be there by then.
    fn is_late(&self, journal: &Journal, launch: usize, spent: &Spent) -> bool {
        let now_ns = self.context.clock.now_ns() as f64;
        let launch_ns = spent.pace().launch_of(self.blocks_of_launch(journal, launch));
        let would_end_after = now_ns + launch_ns / 2.0 > self.deadline_ns;
        let needed = launches_min(journal, self.index);
        if journal.run.header.budget_is_default && launch < needed.min(launches_needed(journal)) {
            return false;
        }
        if launch >= needed || !would_end_after {
            return would_end_after;
        }
        let missing = needed.saturating_sub(schedule::SPARE_LAUNCHES + launch).max(1);
        let latest_ns = spent.began_ns + (self.deadline_ns - spent.began_ns).max(0.0) * schedule::OVERRUN;
        launch >= schedule::LAUNCHES_AT_ALL && now_ns + missing as f64 * launch_ns > latest_ns
    }

    /// Takes a look at the launches so far, and says whether they are enough.
    fn has_enough(&self, journal: &mut Journal, launches: usize) -> Result<bool, Halt> {
        journal.record(Event::Looked { point: self.index, launches })?;
        journal.judge.look(&journal.run);
        Ok(journal.judge.is_settled(&journal.run, self.index))
    }

    /// Decides how many launches there shall be, and how many blocks those from here on hold.
    fn plan_anew(
        &self,
        journal: &mut Journal,
        done: usize,
        spent: &Spent,
        calibrations: &Calibrations,
    ) -> Result<(), Halt> {
        let left_ns = (self.deadline_ns - self.context.clock.now_ns() as f64).max(0.0);
        let (pace, aim, reach) = (spent.pace(), self.aim(journal, calibrations), reach(journal));
        let schedule = match self.is_once_a_process(calibrations) {
            true => schedule::of_single_blocks(done, pace, left_ns, &aim, reach),
            false => schedule::replanned(done, pace, left_ns, &aim, reach),
        };
        self.record_schedule(journal, schedule)
    }

    /// Starts the workers of a launch in random order, laid out alike, all on one CPU drawn for it. The result is the CPU, unless
    /// somebody may need more than one: what is compared with that must have the same choice.
    fn relaunch(
        &mut self,
        journal: &mut Journal,
        place: Place,
        launch: usize,
        calibrations: &Calibrations,
    ) -> Result<(Option<usize>, Crew), Halt> {
        let mut random = stream(journal.run.header.seed, Purpose::Launch, &[self.index, launch]);
        let cases = &journal.run.points[self.index].cases;
        let fresh = |variant: &usize| {
            is_fresh_each_launch(&self.plan.variants[*variant])
                && cases[*variant].state == CaseState::Racing
                && self.takes_part(journal, *variant, launch)
        };
        let mut variants: Vec<usize> = calibrations.keys().copied().filter(fresh).collect();
        variants.shuffle(&mut random);
        let drawn = self.draw_cpu(calibrations, &mut random);
        let own_cpu = self.generator_cpu(|_| drawn);
        let cpu = drawn.filter(|_| calibrations.keys().all(|variant| self.needs_one_cpu(*variant)));
        // Processes that are laid out alike have the same luck, which cancels in the ratio: a launch draws for all of them.
        let (padding, pages) = (random.random_range(0..PADDING_MAX), random.random_range(0..PAGES_MAX));
        let launches: Vec<(usize, Launch)> = variants
            .into_iter()
            .map(|variant| {
                let seed = random.random();
                let layouts = self.plan.layouts(&self.plan.variants[variant]);
                let layout = if layouts > 1 { random.random_range(0..layouts) } else { 0 };
                (variant, Launch { cpu, padding, pages, layout, seed })
            })
            .collect();
        let mut crew = self.enlist(journal, place, &launches, own_cpu)?;
        for (variant, _) in &launches {
            if self.plan.variants[*variant].iterations.is_none()
                && let Some(ready) = crew.get_mut(variant)
                && let Err(trouble) = self.warm_up(*variant, ready, &calibrations[variant])
            {
                crew.remove(variant);
                self.fail(journal, *variant, trouble)?;
            }
        }
        self.account(&mut crew);
        Ok((cpu, crew))
    }

    fn warm_up(&self, variant: usize, ready: &mut Ready, calibration: &Calibration) -> Result<(), Trouble> {
        let (declared, iterations) = (&self.plan.variants[variant], calibration.warm_up_iterations());
        pilot::run_outside_blocks(self.plan, declared, ready, iterations, calibration.ns, true).map(drop)
    }

    /// Whether a variant is measured in a launch: a clone is in some.
    fn takes_part(&self, journal: &Journal, variant: usize, launch: usize) -> bool {
        if self.plan.variants[variant].role != Role::Clone {
            return true;
        }
        let planned = journal.run.points[self.index].schedule.as_ref().map_or(0, |schedule| schedule.launches);
        // Those that are sure to be made: a point gets more than its share only when others leave something.
        let sure = (planned as f64 / reach(journal)) as usize;
        let every = schedule::clone_every(sure, journal.run.points.len());
        every.is_some_and(|every| launch % every == every - 1)
    }

    fn block(
        &mut self,
        journal: &mut Journal,
        place: Place,
        (launch, block): (usize, usize),
        crew: &mut Crew,
        calibrations: &Calibrations,
        fixtures: &mut Fixtures,
    ) -> Result<(), Halt> {
        let blocks = self.blocks_of_launch(journal, launch);
        let has_floors = block == 0 || !self.hardly_costs(calibrations) && [blocks / 2, blocks - 1].contains(&block);
        let is_counted = block == 1.min(blocks - 1) && launch.is_multiple_of(COUNTED_EVERY.div_ceil(blocks));
        for attempt in 0.. {
            let at = BlockPlace { point: self.index, launch, block, attempt, is_counted };
            let takes_part = |variant: &usize| {
                let is_here = has_floors || self.plan.variants[*variant].role != Role::EmptyLoop;
                is_here && self.takes_part(journal, *variant, launch)
            };
            let members: Vec<usize> = crew.keys().copied().filter(takes_part).collect();
            self.witness.begin();
            let outcome = block::run(place, at, journal.run.header.seed, members, crew, calibrations, fixtures)
                .ok_or(Halt::Interrupted)?;
            let objection = self.witness.objection(pilot::all_sliced(calibrations)).filter(|_| self.may_void(journal));
            let is_void = objection.is_some();
            match objection {
                Some(reason) => journal.record(Event::BlockVoided { block: outcome.block, reason })?,
                None if outcome.block.samples.is_empty() => {}
                None => journal.record(Event::BlockFinished { block: outcome.block })?,
            }
            for (variant, failure) in outcome.failures {
                crew.remove(&variant);
                self.fail(journal, variant, Trouble::Failed(failure))?;
            }
            self.note_all(journal, outcome.notes.into_iter())?;
            if !is_void {
                break;
            }
            if self.is_once_a_process(calibrations) {
                // The processes have run what they may.
                crew.retain(|variant, _| !is_fresh_each_launch(&self.plan.variants[*variant]));
                crew.extend(self.relaunch(journal, place, launch, calibrations)?.1);
            }
        }
        Ok(())
    }

    fn blocks_of_launch(&self, journal: &Journal, launch: usize) -> usize {
        journal.run.points[self.index].schedule.as_ref().map_or(1, |schedule| schedule.blocks_of(launch))
    }

    /// Whether the empty loops take next to nothing of what anybody takes, so that it does not matter when one of them was disturbed: of
    /// three, the middle one was not.
    fn hardly_costs(&self, calibrations: &Calibrations) -> bool {
        let times = |role: Role| {
            let of_role = calibrations.iter().filter(move |(variant, _)| self.plan.variants[**variant].role == role);
            of_role.map(|(_, calibration)| calibration.ns)
        };
        let least_ns = times(Role::Contestant).fold(f64::INFINITY, f64::min);
        times(Role::EmptyLoop).all(|ns| ns <= HARDLY * least_ns)
    }

    fn may_void(&self, journal: &Journal) -> bool {
        let record = &journal.run.points[self.index];
        record.voided.len() * BLOCKS_PER_VOID <= record.blocks.len()
    }
}

/// Where the time of a point's launches goes, in nanoseconds.
struct Spent {
    began_ns: f64,
    last_ns: f64,
    launches_ns: Vec<f64>,
    blocks: f64,
    in_blocks_ns: f64,
}

impl Spent {
    fn new(began_ns: f64) -> Spent {
        Spent { began_ns, last_ns: began_ns, launches_ns: Vec::new(), blocks: 0.0, in_blocks_ns: 0.0 }
    }

    fn launch(&mut self, now_ns: f64) {
        self.launches_ns.push(now_ns - self.last_ns);
        self.last_ns = now_ns;
    }

    fn block(&mut self, now_ns: f64) {
        self.in_blocks_ns += now_ns - self.last_ns;
        self.blocks += 1.0;
        self.last_ns = now_ns;
    }

    /// The middle of the launches: the first of them warm up what those after them need not.
    fn pace(&self) -> Pace {
        let launch_ns = stats::median(&self.launches_ns).unwrap_or(0.0);
        Pace { launch_ns, block_ns: (self.in_blocks_ns / self.blocks.max(1.0)).max(1.0) }
    }
}
