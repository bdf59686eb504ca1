//! The launches of a point: fresh workers, and servers, for each; its blocks; when there are enough of them.

use crate::block::{self, BlockPlace, PADDING_MAX};
use crate::crew::{PointResources, Trouble};
use crate::disturbance::Disturbance;
use crate::fixture::Fixtures;
use crate::journal::{Halt, Journal};
use crate::pinned_cpu::PinnedCpu;
use crate::point_run::{Calibrations, Crew, PointRun, launches_begun};
use crate::random::{Purpose, stream};
use crate::servers::Servers;
use design::{EXPLORED, Lateness, Spent, all_sliced, is_fresh_each_launch};
use model::{CaseState, Event, Role};
use rand::RngExt;
use rand::seq::SliceRandom;
use subjects::LaunchDraw;

/// The libraries of a launch are moved by up to this many pages.
const PAGES_MAX: u64 = 4096;

/// Counters are read around the batches of snippets in one block of a launch, and in no more than one of so many: reading them takes longer
/// than the message that asks for a batch.
const COUNTED_EVERY: usize = 16;

/// An empty loop that takes less than this part of an iteration is less than what is told of it, if it took twice as long.
const HARDLY: f64 = 1e-4;

/// At most one of so many blocks is void; on a machine that is always disturbed the others are what there is.
const BLOCKS_PER_VOID: usize = 4;

impl PointRun<'_> {
    pub(crate) fn launches(
        &mut self,
        journal: &mut Journal,
        place: PointResources,
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
            let mut seat = cpu.map(|cpu| PinnedCpu::taken(cpu, &mut crew));
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
                let schedule = self.known(journal, calibrations, 0.0).layout_anew(launch + 1, &spent);
                self.record_schedule(journal, schedule)?;
            }
        }
        Ok(())
    }

    fn is_late(&self, journal: &Journal, launch: usize, spent: &Spent) -> bool {
        let (now_ns, deadline_ns) = (self.context.clock.now_ns() as f64, self.deadline_ns);
        Lateness { run: &journal.run, point: self.index, spent, now_ns, deadline_ns }.is_late(launch)
    }

    /// Takes a look at the launches so far, and says whether they are enough.
    fn has_enough(&self, journal: &mut Journal, launches: usize) -> Result<bool, Halt> {
        journal.record(Event::Looked { point: self.index, launches })?;
        journal.rule.look(&journal.run);
        Ok(journal.rule.is_settled(&journal.run, self.index))
    }

    /// Starts the workers of a launch in random order, laid out alike, all on one CPU drawn for it. The result is the CPU, unless
    /// somebody may need more than one: what is compared with that must have the same choice.
    fn relaunch(
        &mut self,
        journal: &mut Journal,
        place: PointResources,
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
        let launches: Vec<(usize, LaunchDraw)> = variants
            .into_iter()
            .map(|variant| {
                let seed = random.random();
                let layouts = self.plan.layouts(&self.plan.variants[variant]);
                let layout = if layouts > 1 { random.random_range(0..layouts) } else { 0 };
                (variant, LaunchDraw { cpu, padding, pages, layout, seed })
            })
            .collect();
        let started: Vec<usize> = launches.iter().map(|(variant, _)| *variant).collect();
        let order = self.order(launch, &started);
        let mut crew = self.enlist(journal, place, &launches, own_cpu, order)?;
        for variant in started {
            self.warm_up(journal, launch, variant, &mut crew, &calibrations[&variant], (order, &mut random))?;
        }
        self.account(&mut crew);
        Ok((cpu, crew))
    }

    /// Whether a variant is measured in a launch: a clone is in some.
    fn takes_part(&self, journal: &Journal, variant: usize, launch: usize) -> bool {
        if self.plan.variants[variant].role != Role::Clone {
            return true;
        }
        design::has_clone(&journal.run, self.index, launch)
    }

    fn block(
        &mut self,
        journal: &mut Journal,
        place: PointResources,
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
            self.monitor.begin();
            let outcome = block::run(place, at, journal.run.header.seed, members, crew, calibrations, fixtures)
                .ok_or(Halt::Interrupted)?;
            let objection = self.monitor.objection(all_sliced(calibrations)).filter(|_| self.may_void(journal));
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
            if self.known(journal, calibrations, 0.0).is_once_a_process() {
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
