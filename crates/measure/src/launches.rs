//! The launches of a point: fresh workers, and servers, for each; its blocks; when there are enough of them.

use crate::block::PADDING_MAX;
use crate::disturbance::Disturbance;
use crate::journal::{Halt, Journal};
use crate::pinned_cpu::PinnedCpu;
use crate::point_run::{PointRun, launches_begun};
use crate::random::{Purpose, stream};
use crate::trouble::Trouble;
use design::{EXPLORED, Spent, all_sliced, is_fresh_each_launch};
use model::{Event, Plan, Role, Schedule};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use subjects::LaunchDraw;

/// The libraries of a launch are moved by up to this many pages.
const PAGES_MAX: u64 = 4096;

/// Counters are read around the batches of snippets in one block of a launch, and in no more than one of so many: reading them takes longer
/// than the message that asks for a batch. It is the last, because the kernel divides the CPU time of a process between user and system by all of its ticks so far, and
/// of a young one these are those of its start.
const SELDOM: usize = 16;

/// At most one of so many blocks is void; on a machine that is always disturbed the others are what there is.
const BLOCKS_PER_VOID: usize = 4;

/// Ends what hosts left behind that have been stopped, and says so, once for each point.
pub(crate) fn end_left_behind(journal: &mut Journal, index: usize) -> Result<(), Halt> {
    let processes = match subjects::end_left_behind() {
        0 => return Ok(()),
        1 => "1 process".to_string(),
        several => format!("{several} processes"),
    };
    let point = journal.run.points[index].point.to_string();
    let place = if point.is_empty() { String::new() } else { format!(" at {point}") };
    let found = format!(" left behind by snippets{place} and ended; what ran beside them may have been slower");
    if journal.run.notes.iter().any(|note| note.ends_with(&found)) {
        return Ok(());
    }
    journal.record(Event::Noted { point: Some(index), variant: None, note: processes + &found })
}

impl PointRun<'_, '_, '_> {
    /// Stops the servers of a launch, and whatever its processes left behind.
    pub(crate) fn stop_servers(&mut self) -> Result<(), Halt> {
        for note in std::mem::take(&mut self.servers).stop() {
            self.note_once(Some(self.index), note)?;
        }
        end_left_behind(self.journal, self.index)
    }

    pub(crate) fn launches(&mut self) -> Result<(), Halt> {
        let begun = launches_begun(self.record());
        let mut spent = Spent::new(self.now_ns(), self.deadline_ns);
        let mut disturbance = Disturbance::default();
        if self.known().lacks_long_launch(begun) {
            let schedule = self.record().schedule.clone().expect("one launch was begun by it");
            self.record_schedule(Schedule { long_at: begun, ..schedule })?;
        }
        self.learn_periods();
        for launch in begun.. {
            let schedule = self.record().schedule.clone().expect("settled before the first launch");
            if self.calibrations.is_empty()
                || launch >= schedule.launches
                || spent.is_late(&self.journal.run, self.index, launch, self.now_ns())
            {
                break;
            }
            let cpu = self.relaunch(launch)?;
            spent.launch(self.now_ns());
            let mut pinned = cpu.map(|cpu| PinnedCpu::taken(cpu, &mut self.crew));
            for block in 0.. {
                let goes_on = || launch == schedule.long_at && schedule.long > 0 && self.known().awaits_rare_work();
                if spent.is_long_enough(&schedule, launch, block, self.now_ns())
                    || block >= schedule.blocks_of(launch) && !goes_on()
                {
                    break;
                }
                if block > 0 && self.sees_disturbance((launch, block - 1), &mut disturbance) {
                    pinned = pinned.map(|pinned| self.moved(launch, block, pinned, &mut disturbance));
                }
                self.block(launch, block, schedule.blocks_of(launch))?;
                spent.block(self.now_ns());
            }
            drop(pinned);
            self.stop_fresh();
            self.stop_servers()?;
            if schedule.looks.contains(&(launch + 1)) {
                self.journal.record(Event::Looked { point: self.index, launches: launch + 1 })?;
                self.journal.rule.look(&self.journal.run);
                if self.journal.rule.is_settled(&self.journal.run, self.index) {
                    break;
                }
            }
            // Once more when it is not known whether a run that is resumed got so far.
            let is_explored = launch + 1 == EXPLORED || begun == EXPLORED && launch == begun;
            if launch == schedule.long_at {
                self.learn_periods();
            }
            if (is_explored || launch == schedule.long_at) && schedule.launches > launch + 1 {
                let blocks_of_periods = self.known().blocks_of_periods();
                let pace = spent.pace(blocks_of_periods > 0);
                if is_explored || blocks_of_periods > schedule.blocks || self.known().is_far_off(pace) {
                    let schedule = self.known().layout_anew(launch + 1, pace);
                    self.record_schedule(schedule)?;
                }
            }
        }
        Ok(())
    }

    /// Over how many iterations launches begin evenly: a batch at first, and between two comings of rare work once the first launch has told of it.
    fn learn_periods(&mut self) {
        let known = self.known();
        let within = |variant: &usize| Some((*variant, known.begins_within(self.original(*variant))?));
        let all: Vec<(usize, f64)> = self.calibrations.keys().filter_map(within).collect();
        for (variant, iterations) in all {
            self.calibrations.entry(variant).and_modify(|known| known.pilot.period = iterations as u64);
        }
    }

    /// Stops the workers that are started afresh at every launch, and takes note of what they have run untimed.
    pub(crate) fn stop_fresh(&mut self) {
        self.account();
        self.crew.retain(|variant, _| !is_fresh_each_launch(&self.plan.variants[*variant]));
    }

    /// Starts the workers of a launch in random order, laid out alike, all on one CPU drawn for it. The result is the CPU, unless
    /// somebody may need more than one: what is compared with that must have the same choice.
    fn relaunch(&mut self, launch: usize) -> Result<Option<usize>, Halt> {
        let mut random = stream(self.journal.run.header.seed, Purpose::Launch, &[self.index, launch]);
        let fresh =
            |variant: &usize| is_fresh_each_launch(&self.plan.variants[*variant]) && self.takes_part(*variant, launch);
        let mut variants: Vec<usize> = self.calibrations.keys().copied().filter(fresh).collect();
        variants.shuffle(&mut random);
        let drawn = self.draw_cpu(&mut random);
        let own_cpu = self
            .generator_cpu(|cpus| drawn.filter(|cpu| cpus.contains(cpu)).or_else(|| cpus.choose(&mut random).copied()));
        let cpu = drawn.filter(|_| self.one_cpu_is_enough());
        // Processes that are laid out alike have the same luck, which cancels in the ratio: a launch draws for all of them.
        let (padding, pages) = (random.random_range(0..PADDING_MAX), random.random_range(0..PAGES_MAX));
        let draw = |variant: &usize| {
            let seed = random.random();
            let layouts = self.plan.layouts(&self.plan.variants[*variant]);
            let layout = if layouts > 1 { random.random_range(0..layouts) } else { 0 };
            (*variant, LaunchDraw { cpu, padding, pages, layout, seed })
        };
        let draws = variants.iter().map(draw).collect();
        let order = self.order(launch, &variants);
        self.enlist(draws, own_cpu, order)?;
        for variant in &variants {
            self.warm_up(launch, *variant, order)?;
        }
        self.dismiss()?;
        Ok(cpu)
    }

    /// Whether a variant is measured in a launch: a clone is in some, and an empty loop that hardly takes time.
    fn takes_part(&self, variant: usize, launch: usize) -> bool {
        match self.plan.variants[variant].role {
            Role::Clone => design::has_clone(&self.journal.run, self.index, launch),
            Role::EmptyLoop => launch.is_multiple_of(SELDOM) || !self.hardly_costs(),
            Role::Contestant | Role::Floor => true,
        }
    }

    fn block(&mut self, launch: usize, block: usize, blocks: usize) -> Result<(), Halt> {
        let is_counted = block + 1 == blocks && launch.is_multiple_of(SELDOM.div_ceil(blocks));
        // Where something is counted that of an empty loop is, too, to be taken off.
        let has_empty_loops = block == 0 || !self.hardly_costs() && [blocks / 2, blocks - 1].contains(&block);
        for attempt in 0.. {
            let takes_part = |variant: &usize| {
                let is_here = has_empty_loops || self.plan.variants[*variant].role != Role::EmptyLoop;
                is_here && self.takes_part(*variant, launch)
            };
            let members: Vec<usize> = self.crew.keys().copied().filter(takes_part).collect();
            self.monitor.begin();
            let outcome = self.run_block([launch, block, attempt], is_counted, members).ok_or(Halt::Interrupted)?;
            let may_void = self.record().voided.len() * BLOCKS_PER_VOID <= self.record().blocks.len();
            let objection = self.monitor.objection(all_sliced(&self.calibrations)).filter(|_| may_void);
            let is_void = objection.is_some();
            match objection {
                Some(reason) => self.journal.record(Event::BlockVoided { block: outcome.block, reason })?,
                None if outcome.block.samples.is_empty() => {}
                None => self.journal.record(Event::BlockFinished { block: outcome.block })?,
            }
            let any_failed = !outcome.failures.is_empty();
            for (variant, failure) in outcome.failures {
                self.lose(variant, Trouble::Failed(failure))?;
            }
            if any_failed {
                self.dismiss()?;
            }
            self.note_all(outcome.notes)?;
            if !is_void {
                break;
            }
            if self.known().is_once_a_process() {
                // The processes have run what they may.
                self.stop_fresh();
                self.relaunch(launch)?;
            }
        }
        Ok(())
    }

    /// Whether the empty loops take next to nothing of what anybody takes, a tenth of the margin if one took twice as long: of three, the middle one was not disturbed.
    /// They are then measured in one of [`SELDOM`] launches.
    fn hardly_costs(&self) -> bool {
        let times = |role: Role| {
            let of_role =
                self.calibrations.iter().filter(move |(variant, _)| self.plan.variants[**variant].role == role);
            of_role.map(|(_, calibration)| calibration.pilot.ns)
        };
        let least_ns = times(Role::Contestant).fold(f64::INFINITY, f64::min);
        times(Role::EmptyLoop).all(|ns| ns <= Plan::MARGIN / 10.0 * least_ns)
    }
}
