//! One point: fixtures, answers, pilot, schedule, launches.

use crate::block::{self, BlockPlace, PADDING_MAX, untouched};
use crate::build::Built;
use crate::crew::{self, Place, Ready, Trouble, is_fresh_each_launch};
use crate::execute::{Dropped, Halt, Journal};
use crate::fixture::Fixtures;
use crate::pilot::{self, Calibration};
use crate::random::{Purpose, stream};
use crate::schedule::{self, BatchCost, Costs, Pace, Standing};
use crate::site::{self, Unprepared};
use crate::trouble;
use model::{
    CaseState, Check, Event, Failure, FailureKind, Plan, Point, PointRecord, Role, Schedule, Scope, agreement,
    is_ranked,
};
use protocol::{Reply, Request};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use std::collections::{BTreeMap, BTreeSet};
use subjects::{Context, Launch, Witness};

/// What a message to a worker and its reply take, roughly, in nanoseconds: counted into the cost of a batch.
const MESSAGE_NS: f64 = 60_000.0;

/// A point may overrun its share by this factor before the launches are given up without which nothing can be established.
const OVERRUN: f64 = 1.25;

/// The libraries of a launch are moved by up to this many pages.
const PAGES_MAX: u64 = 4096;

/// How many shares of the budget a point may get, when other points do not need theirs.
const REACH: f64 = 2.0;

/// Launches that tell how many blocks each of the others shall hold.
const EXPLORED: usize = 6;

/// A clone is measured in one of so many launches, because it costs those that are compared their time.
const CLONE_EVERY: usize = 4;

/// With fewer launches than this a clone would be measured too seldom to tell anything.
const LAUNCHES_WITH_CLONE: usize = 32;

/// At most one of so many blocks is void; on a machine that is always disturbed the others are what there is.
const BLOCKS_PER_VOID: usize = 4;

/// What to do when a fixture cannot be made.
const FIXTURE_HELP: &str =
    "see that there is room (TMPDIR names another directory) and that the command which fills it works";

/// What to do when a setup fails.
const SETUP_HELP: &str = "run it by hand; nothing is measured at a point whose setup fails";

type Crew = BTreeMap<usize, Ready>;
type Calibrations = BTreeMap<usize, Calibration>;

/// Measures a point. `share_ns` is its part of the budget; `dropped` are the variants that earlier points found too slow.
pub fn measure(
    journal: &mut Journal,
    index: usize,
    share_ns: f64,
    dropped: &mut Vec<Dropped>,
    built: &Built,
    context: &Context,
) -> Result<(), Halt> {
    let started_ns = context.clock.now_ns();
    let deadline_ns = started_ns as f64 + share_ns;
    let plan = journal.run.plan.clone();
    let point = journal.run.points[index].point.clone();
    let scope: Scope = point.params.iter().map(|(name, value)| (name.clone(), value.placeholder())).collect();
    journal.record(Event::PointStarted { point: index })?;
    let header = &journal.run.header;
    let witness = Witness::new(&context.clock, header.machine.hypervisor.is_some(), header.machine.cpus);
    let mut stage =
        Stage { plan: &plan, point: &point, index, deadline_ns, built, context, witness, alone: BTreeSet::new() };
    let fixtures = Fixtures::make(&plan, &point, journal.run.header.seed, &built.paths, context);
    let prepared = fixtures.map_err(|why| (why, FIXTURE_HELP)).and_then(|fixtures| {
        let with_paths: Scope = scope.clone().into_iter().chain(fixtures.paths()).collect();
        let set_up = site::set_up(&plan.setup, &with_paths, context);
        set_up.map(|()| (fixtures, with_paths)).map_err(|why| (why, SETUP_HELP))
    });
    match prepared {
        Ok((mut fixtures, with_paths)) => {
            let raced = stage.race(journal, &mut fixtures, dropped);
            if let Err(note) = site::tear_down(&plan.teardown, &with_paths, context) {
                journal.record(Event::Noted { point: Some(index), variant: None, note })?;
            }
            raced?;
        }
        Err((Unprepared::Failed(message), help)) => fail_all(journal, index, &message, help)?,
        Err((Unprepared::Interrupted, _)) => return Err(Halt::Interrupted),
    }
    journal.record(Event::PointFinished { point: index, elapsed_ns: context.clock.now_ns() - started_ns })
}

/// Whether more launches of a point may tell more than those that it has: none of its work was cut off, it has not had all that
/// was planned, and something is undecided.
pub fn needs_more(journal: &mut Journal, index: usize) -> bool {
    let record = &journal.run.points[index];
    let planned = record.schedule.as_ref().map_or(0, |schedule| schedule.launches);
    record.finished && launches_begun(record) < planned && !journal.judge.is_settled(&journal.run, index)
}

/// How many launches of a point have a block.
fn launches_begun(record: &PointRecord) -> usize {
    record.blocks.iter().map(|block| block.launch + 1).max().unwrap_or(0)
}

fn fail_all(journal: &mut Journal, index: usize, message: &str, help: &str) -> Result<(), Halt> {
    for variant in 0..journal.run.plan.variants.len() {
        let (message, help) = (message.to_string(), Some(help.to_string()));
        let failure = Failure { kind: FailureKind::Missing, message, line: None, help };
        journal.record(Event::Failed { point: index, variant, failure })?;
    }
    Ok(())
}

/// A point being measured.
struct Stage<'a> {
    plan: &'a Plan,
    point: &'a Point,
    index: usize,
    deadline_ns: f64,
    built: &'a Built,
    context: &'a Context,
    witness: Witness,
    /// The commands that were found to be one process that keeps one CPU busy at most.
    alone: BTreeSet<usize>,
}

impl Stage<'_> {
    fn race(&mut self, journal: &mut Journal, fixtures: &mut Fixtures, dropped: &mut Vec<Dropped>) -> Result<(), Halt> {
        self.admit(journal, dropped)?;
        let paths = fixtures.paths();
        let place = Place { plan: self.plan, point: self.point, fixtures: &paths, context: self.context };

        let pilot_launches = self.pilot_launches(journal);
        let before_ns = self.context.clock.now_ns();
        let mut crew = self.enlist(journal, place, &pilot_launches)?;
        let launch_ns = (self.context.clock.now_ns() - before_ns) as f64;
        self.answers(journal, &mut crew, fixtures)?;
        let agreement = agreement(self.plan, &journal.run.points[self.index]);
        crew.retain(|variant, _| match self.plan.variants[*variant].role {
            Role::Contestant => {
                is_ranked(self.plan, &journal.run.points[self.index].cases[*variant], *variant, &agreement)
            }
            Role::EmptyLoop | Role::Floor | Role::Clone => true,
        });
        self.dismiss_without_floor(journal, &mut crew)?;
        self.dismiss_idle(&mut crew);
        let mut calibrations = self.calibrate(journal, &mut crew, fixtures)?;
        self.settle(journal, &mut crew, &mut calibrations, launch_ns, dropped)?;
        self.dismiss_idle(&mut crew);
        calibrations.retain(|variant, _| crew.contains_key(variant));
        if calibrations.keys().any(|variant| self.is_contestant(*variant)) {
            crew.retain(|variant, _| !is_fresh_each_launch(&self.plan.variants[*variant]));
            self.launches(journal, place, crew, &calibrations, fixtures)?;
        }
        Ok(())
    }

    /// Says who does not take part, and why. In a run that is resumed some have left already.
    fn admit(&self, journal: &mut Journal, dropped: &[Dropped]) -> Result<(), Halt> {
        for (variant, declared) in self.plan.variants.iter().enumerate() {
            let reason = if journal.run.points[self.index].cases[variant].state != CaseState::Racing {
                continue;
            } else if !declared.takes_part(self.point) {
                let limit = declared.when.as_ref().map_or("", |condition| &condition.text);
                format!("the plan limits it to {limit}")
            } else if let Some(earlier) =
                dropped.iter().find(|earlier| earlier.variant == variant && is_beyond(self.point, &earlier.point))
            {
                format!("it was too slow already at {}: {}", earlier.point, earlier.reason)
            } else {
                if let Some(failure) = self.built.obstacle(self.plan, declared) {
                    self.fail(journal, variant, Trouble::Failed(failure))?;
                }
                continue;
            };
            self.skip(journal, variant, reason)?;
        }
        Ok(())
    }

    fn skip(&self, journal: &mut Journal, variant: usize, reason: String) -> Result<(), Halt> {
        journal.record(Event::Skipped { point: self.index, variant, reason })
    }

    /// The launches of the pilot: everybody who is in the race.
    fn pilot_launches(&self, journal: &Journal) -> Vec<(usize, Launch)> {
        let cases = &journal.run.points[self.index].cases;
        (0..cases.len())
            .filter(|variant| cases[*variant].state == CaseState::Racing)
            .map(|variant| (variant, Launch::default()))
            .collect()
    }

    /// Starts workers; those that cannot be started fail, or are skipped when the plan said what they need.
    fn enlist(&self, journal: &mut Journal, place: Place, launches: &[(usize, Launch)]) -> Result<Crew, Halt> {
        let mut crew = Crew::new();
        for (variant, outcome) in crew::enlist(place, launches) {
            match outcome {
                Ok(ready) => drop(crew.insert(variant, ready)),
                Err(trouble) => self.fail(journal, variant, trouble)?,
            }
        }
        Ok(crew)
    }

    fn fail(&self, journal: &mut Journal, variant: usize, trouble: Trouble) -> Result<(), Halt> {
        let failure = match trouble {
            Trouble::Interrupted => return Err(Halt::Interrupted),
            Trouble::Failed(failure) => failure,
        };
        let declared = &self.plan.variants[variant];
        let built = self.plan.builds.iter().filter(|build| self.plan.mentions(declared, &build.name));
        let mut needs = declared.needs.iter().chain(built.flat_map(|build| &build.needs));
        let foreseen = needs.any(|need| failure.message == format!("{} is not installed", need.name));
        if failure.kind == FailureKind::Missing && foreseen {
            let help = failure.help.map_or(String::new(), |help| format!("; {help}"));
            return self.skip(journal, variant, format!("{}{help}", failure.message));
        }
        journal.record(Event::Failed { point: self.index, variant, failure })
    }

    /// Everybody answers once, untimed.
    fn answers(&mut self, journal: &mut Journal, crew: &mut Crew, fixtures: &mut Fixtures) -> Result<(), Halt> {
        let all: Vec<usize> = crew.keys().copied().collect();
        for variant in all.into_iter().filter(|variant| self.plan.variants[*variant].role != Role::Clone) {
            let ready = crew.get_mut(&variant).expect("the key is from the crew");
            if let Err(trouble) = self.answer(journal, variant, ready, fixtures)? {
                crew.remove(&variant);
                self.fail(journal, variant, trouble)?;
            }
        }
        Ok(())
    }

    fn answer(
        &mut self,
        journal: &mut Journal,
        variant: usize,
        ready: &mut Ready,
        fixtures: &mut Fixtures,
    ) -> Result<Result<(), Trouble>, Halt> {
        let declared = &self.plan.variants[variant];
        let request = Request::Answer { check: self.plan.check };
        let reply = ready.ask(self.plan, declared, &request, pilot::limit_ns(declared, 1, 0.0));
        let (answer, notes, alone) = match reply.and_then(|reply| untouched(fixtures).map(|()| reply)) {
            Ok(Reply::Answer { answer, notes, alone }) => (answer, notes, alone),
            Ok(other) => unreachable!("{other:?} in reply to answer: the worker was checked by the conformance suite"),
            Err(trouble) => return Ok(Err(trouble)),
        };
        if alone {
            self.alone.insert(variant);
        }
        let earlier = journal.run.points[self.index].cases[variant].answer.as_ref();
        let is_other = earlier.is_some_and(|earlier| earlier.digest != answer.digest);
        if is_other && self.plan.check != Check::None {
            let message = "its answer is not the one that it gave when the run began".to_string();
            return Ok(Err(Trouble::Failed(trouble::changed(message))));
        }
        journal.record(Event::Answered { point: self.index, variant, answer, absent: ready.hello.absent.clone() })?;
        self.note_all(journal, notes.into_iter().map(|note| (variant, note)))?;
        Ok(Ok(()))
    }

    /// Without the time that is to be taken off, that of a variant means something else than the plan says.
    fn dismiss_without_floor(&self, journal: &mut Journal, crew: &mut Crew) -> Result<(), Halt> {
        for variant in crew.keys().copied().collect::<Vec<_>>() {
            let Some(name) = &self.plan.variants[variant].less else { continue };
            let Some(floor) = self.plan.floor(variant).filter(|floor| !crew.contains_key(floor)) else { continue };
            let why = match &journal.run.points[self.index].cases[floor].state {
                CaseState::Failed(failure) => failure.message.clone(),
                CaseState::Skipped(reason) => reason.clone(),
                CaseState::Racing => "it did not answer".to_string(),
            };
            let message = format!("its time is to be less that of {name}, which cannot be measured: {why}");
            let failure = Failure { kind: FailureKind::Missing, message, line: None, help: None };
            crew.remove(&variant);
            self.fail(journal, variant, Trouble::Failed(failure))?;
        }
        Ok(())
    }

    /// A floor without a contestant has nothing to be taken off from, and a clone without its original nothing to be like.
    fn dismiss_idle(&self, crew: &mut Crew) {
        let racing: Vec<usize> = crew.keys().copied().filter(|variant| self.is_contestant(*variant)).collect();
        let floors: Vec<usize> = racing.iter().filter_map(|variant| self.plan.floor(*variant)).collect();
        let has_original = self.plan.cloned().is_some_and(|original| crew.contains_key(&original));
        crew.retain(|variant, _| match self.plan.variants[*variant].role {
            Role::Contestant => true,
            Role::EmptyLoop | Role::Floor => floors.contains(variant),
            Role::Clone => has_original && racing.len() > 1,
        });
    }

    fn is_contestant(&self, variant: usize) -> bool {
        self.plan.variants[variant].role == Role::Contestant
    }

    /// The pilot, unless the run was resumed and has it. A clone takes over what its original was found to need.
    fn calibrate(&self, journal: &mut Journal, crew: &mut Crew, fixtures: &mut Fixtures) -> Result<Calibrations, Halt> {
        let mut calibrations = Calibrations::new();
        for variant in crew.keys().copied().collect::<Vec<_>>() {
            let measured = match self.plan.variants[variant].role {
                Role::Clone => self.plan.cloned().unwrap_or(variant),
                Role::Contestant | Role::EmptyLoop | Role::Floor => variant,
            };
            let recorded = journal.run.points[self.index].cases[measured].calibration;
            if let Some((iterations, ns)) = recorded {
                calibrations.insert(variant, Calibration { iterations, ns });
                continue;
            }
            let ready = crew.get_mut(&variant).expect("the key is from the crew");
            let calibrated = pilot::calibrate(self.plan, &self.plan.variants[variant], ready, fixtures);
            match calibrated.and_then(|calibration| untouched(fixtures).map(|()| calibration)) {
                Ok(calibration) => {
                    calibrations.insert(variant, calibration);
                    let Calibration { iterations, ns: pilot_ns } = calibration;
                    journal.record(Event::Calibrated { point: self.index, variant, iterations, pilot_ns })?;
                }
                Err(trouble) => {
                    crew.remove(&variant);
                    self.fail(journal, variant, trouble)?;
                }
            }
        }
        Ok(calibrations)
    }

    /// Drops who is hopeless and fixes the plan of blocks, unless the run was resumed and has it.
    fn settle(
        &self,
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
        let share_ns = (self.deadline_ns - self.context.clock.now_ns() as f64).max(0.0);
        let launches_min = launches_min(journal);
        loop {
            let costs = self.costs(calibrations, if fresh { launch_ns } else { 0.0 });
            let Some(slow) = schedule::hopeless(&costs, share_ns, launches_min) else {
                let schedule = schedule::schedule(&costs, share_ns, launches_min, reach(journal));
                return self.record_schedule(journal, schedule);
            };
            let time = model::format_duration(calibrations[&slow.variant].ns);
            let reason = format!(
                "one iteration takes {time}, too long to be repeated within this point's share of the budget (`keep = true` does it all the same)"
            );
            calibrations.remove(&slow.variant);
            crew.remove(&slow.variant);
            dropped.push(Dropped { variant: slow.variant, point: self.point.clone(), reason: reason.clone() });
            self.skip(journal, slow.variant, reason)?;
        }
    }

    /// Takes note of a plan of blocks, with the looks that the judge wants.
    fn record_schedule(&self, journal: &mut Journal, schedule: Schedule) -> Result<(), Halt> {
        let looks = journal.judge.looks(&journal.run, schedule.launches);
        journal.record(Event::Scheduled { point: self.index, schedule: Schedule { looks, ..schedule } })
    }

    fn costs(&self, calibrations: &Calibrations, launch_ns: f64) -> Costs {
        let batches = calibrations.iter().map(|(variant, calibration)| {
            let ns = calibration.ns * calibration.iterations as f64 + MESSAGE_NS;
            let part = if self.plan.variants[*variant].role == Role::Clone { 1.0 / CLONE_EVERY as f64 } else { 1.0 };
            BatchCost { variant: *variant, ns: ns * part, standing: self.standing(*variant) }
        });
        let fresh = calibrations.iter().filter(|(variant, _)| is_fresh_each_launch(&self.plan.variants[**variant]));
        let warm_up_ns: f64 =
            fresh.map(|(_, calibration)| calibration.warm_up_iterations() as f64 * calibration.ns).sum();
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

    fn launches(
        &mut self,
        journal: &mut Journal,
        place: Place,
        mut standing: Crew,
        calibrations: &Calibrations,
        fixtures: &mut Fixtures,
    ) -> Result<(), Halt> {
        let begun = launches_begun(&journal.run.points[self.index]);
        let mut spent = Spent::new(self.context.clock.now_ns() as f64);
        for launch in begun.. {
            let schedule = journal.run.points[self.index].schedule.clone().expect("settled before the first launch");
            if launch >= schedule.launches || self.is_late(journal, launch, &spent) {
                break;
            }
            let (cpu, fresh) = self.relaunch(journal, place, launch, calibrations)?;
            spent.launch(self.context.clock.now_ns() as f64);
            let mut crew: Crew = standing.into_iter().chain(fresh).collect();
            cpu.into_iter().for_each(|cpu| crew.values_mut().for_each(|ready| ready.bind(cpu)));
            for block in 0..schedule.blocks {
                self.block(journal, place, (launch, block), &mut crew, calibrations, fixtures)?;
                spent.block(self.context.clock.now_ns() as f64);
            }
            crew.retain(|variant, _| !is_fresh_each_launch(&self.plan.variants[*variant]));
            standing = crew;
            if schedule.looks.contains(&(launch + 1)) && self.has_enough(journal, launch + 1)? {
                break;
            }
            if launch + 1 == EXPLORED && schedule.blocks > 1 && schedule.launches > 3 * EXPLORED {
                self.adapt(journal, &spent)?;
            }
        }
        Ok(())
    }

    /// Whether the next launch would end after the time of the point, when what can be established does not depend on it.
    fn is_late(&self, journal: &Journal, launch: usize, spent: &Spent) -> bool {
        let now_ns = self.context.clock.now_ns() as f64;
        if launch >= launches_min(journal) {
            return now_ns + spent.of_a_launch_ns() / 2.0 > self.deadline_ns;
        }
        launch >= 3 && now_ns > spent.began_ns + (self.deadline_ns - spent.began_ns).max(0.0) * OVERRUN
    }

    /// Takes a look at the launches so far, and says whether they are enough.
    fn has_enough(&self, journal: &mut Journal, launches: usize) -> Result<bool, Halt> {
        journal.record(Event::Looked { point: self.index, launches })?;
        journal.judge.look(&journal.run);
        Ok(journal.judge.is_settled(&journal.run, self.index))
    }

    /// Decides how many blocks the launches from here on hold.
    fn adapt(&self, journal: &mut Journal, spent: &Spent) -> Result<(), Halt> {
        let Some(ratio) = journal.judge.variance_ratio(&journal.run, self.index) else { return Ok(()) };
        let left_ns = (self.deadline_ns - self.context.clock.now_ns() as f64).max(0.0);
        let (launches_min, reach) = (launches_min(journal), reach(journal));
        let schedule = schedule::adapted(EXPLORED, spent.pace(), ratio, left_ns, launches_min, reach);
        self.record_schedule(journal, schedule)
    }

    /// Starts the workers of a launch in random order, laid out alike, all on one CPU drawn for it. The result is the CPU, unless
    /// somebody may need more than one: what is compared with that must have the same choice.
    fn relaunch(
        &self,
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
        let drawn = subjects::allowed_cpus().choose(&mut random).copied();
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
        let mut crew = self.enlist(journal, place, &launches)?;
        for (variant, _) in &launches {
            let iterations = calibrations[variant].warm_up_iterations();
            let Some(ready) = crew.get_mut(variant) else { continue };
            let declared = &self.plan.variants[*variant];
            let request = Request::Run { iterations, padding: 0 };
            if let Err(trouble) = ready.ask(
                self.plan,
                declared,
                &request,
                pilot::limit_ns(declared, iterations, calibrations[variant].ns),
            ) {
                crew.remove(variant);
                self.fail(journal, *variant, trouble)?;
            }
        }
        Ok((cpu, crew))
    }

    /// Whether one CPU is enough for a variant, as far as its answer told. A clone is as its original.
    fn needs_one_cpu(&self, variant: usize) -> bool {
        let original = match self.plan.variants[variant].role {
            Role::Clone => self.plan.cloned().unwrap_or(variant),
            Role::Contestant | Role::EmptyLoop | Role::Floor => variant,
        };
        is_fresh_each_launch(&self.plan.variants[variant]) || self.alone.contains(&original)
    }

    /// Whether a variant is measured in a launch: a clone is in some.
    fn takes_part(&self, journal: &Journal, variant: usize, launch: usize) -> bool {
        let planned = journal.run.points[self.index].schedule.as_ref().map_or(0, |schedule| schedule.launches);
        self.plan.variants[variant].role != Role::Clone
            || (planned >= LAUNCHES_WITH_CLONE && launch % CLONE_EVERY == CLONE_EVERY - 1)
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
        for attempt in 0.. {
            let at = BlockPlace { point: self.index, launch, block, attempt };
            let members: Vec<usize> =
                crew.keys().copied().filter(|variant| self.takes_part(journal, *variant, launch)).collect();
            self.witness.begin();
            let outcome = block::run(place, at, journal.run.header.seed, members, crew, calibrations, fixtures)
                .ok_or(Halt::Interrupted)?;
            let objection = self.witness.objection().filter(|_| self.may_void(journal));
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
        }
        Ok(())
    }

    fn may_void(&self, journal: &Journal) -> bool {
        let record = &journal.run.points[self.index];
        record.voided.len() * BLOCKS_PER_VOID <= record.blocks.len()
    }

    /// Records remarks of workers, each once.
    fn note_all(&self, journal: &mut Journal, notes: impl Iterator<Item = (usize, String)>) -> Result<(), Halt> {
        for (variant, note) in notes {
            if !journal.run.points[self.index].cases[variant].notes.contains(&note) {
                journal.record(Event::Noted { point: Some(self.index), variant: Some(variant), note })?;
            }
        }
        Ok(())
    }
}

/// The fewest launches that can establish a difference among all that the run compares: every pair of contestants.
fn launches_min(journal: &Journal) -> usize {
    let contestants = journal.run.plan.contestants().count();
    schedule::launches_min(journal.run.points.len() * contestants * contestants.saturating_sub(1) / 2)
}

/// How many shares a point may get: of a single point the budget is all that there is.
fn reach(journal: &Journal) -> f64 {
    if journal.run.points.len() > 1 { REACH } else { 1.0 }
}

/// Where the time of a point's launches goes, in nanoseconds.
struct Spent {
    began_ns: f64,
    last_ns: f64,
    launches: f64,
    blocks: f64,
    in_launches_ns: f64,
    in_blocks_ns: f64,
}

impl Spent {
    fn new(began_ns: f64) -> Spent {
        Spent { began_ns, last_ns: began_ns, launches: 0.0, blocks: 0.0, in_launches_ns: 0.0, in_blocks_ns: 0.0 }
    }

    fn launch(&mut self, now_ns: f64) {
        self.in_launches_ns += now_ns - self.last_ns;
        self.launches += 1.0;
        self.last_ns = now_ns;
    }

    fn block(&mut self, now_ns: f64) {
        self.in_blocks_ns += now_ns - self.last_ns;
        self.blocks += 1.0;
        self.last_ns = now_ns;
    }

    fn pace(&self) -> Pace {
        let launch_ns = self.in_launches_ns / self.launches.max(1.0);
        Pace { launch_ns, block_ns: (self.in_blocks_ns / self.blocks.max(1.0)).max(1.0) }
    }

    fn of_a_launch_ns(&self) -> f64 {
        (self.in_launches_ns + self.in_blocks_ns) / self.launches.max(1.0)
    }
}

/// Whether a point has at least as much work as another in every numeric parameter, and the same of everything else.
fn is_beyond(point: &Point, earlier: &Point) -> bool {
    point.params.iter().zip(&earlier.params).all(|((_, here), (_, there))| match (here.number(), there.number()) {
        (Some(here), Some(there)) => here >= there,
        _ => here == there,
    })
}
