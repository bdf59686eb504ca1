//! One point: fixtures, answers, pilot, schedule, launches.

use crate::block::untouched;
use crate::build::Built;
use crate::crew::{self, Place, Ready, Trouble, is_fresh_each_launch};
use crate::execute::{Dropped, Halt, Journal};
use crate::fixture::Fixtures;
use crate::pilot::{self, Calibration};
use crate::servers::Servers;
use crate::site::{self, Unprepared};
use crate::trouble;
use model::{
    CaseState, Check, Event, Failure, FailureKind, Plan, Point, PointRecord, Role, Scope, Subject, agreement, is_ranked,
};
use protocol::{Reply, Request};
use std::collections::{BTreeMap, BTreeSet};
use subjects::http::Scene;
use subjects::{Confinement, Context, Launch, Witness};

/// What to do when a fixture cannot be made.
const FIXTURE_HELP: &str =
    "see that there is room (TMPDIR names another directory) and that the command which fills it works";

/// What to do when a setup fails.
const SETUP_HELP: &str = "run it by hand; nothing is measured at a point whose setup fails";

pub(crate) type Crew = BTreeMap<usize, Ready>;
pub(crate) type Calibrations = BTreeMap<usize, Calibration>;

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
    let confinement = match confinement(&plan, &point) {
        Ok(confinement) => confinement,
        Err(reason) => return skip_all(journal, index, &reason),
    };
    let confined = confinement.as_ref().map(Confinement::confined).unwrap_or_default();
    let context = &Context { confined, ..context.clone() };
    let fixtures = Fixtures::make(&plan, &point, journal.run.header.seed, &built.paths, context);
    let prepared = fixtures.map_err(|why| (why, FIXTURE_HELP)).and_then(|fixtures| {
        let with_paths: Scope = scope.clone().into_iter().chain(fixtures.paths()).collect();
        let set_up = site::set_up(&plan.setup, &with_paths, context);
        set_up.map(|()| (fixtures, with_paths)).map_err(|why| (why, SETUP_HELP))
    });
    let mut untimed_ns = 0;
    match prepared {
        Ok((mut fixtures, with_paths)) => {
            let scope = with_paths.clone();
            let (servers, alone) = (Servers::default(), BTreeSet::new());
            let mut stage = Stage {
                plan: &plan,
                point: &point,
                index,
                deadline_ns,
                built,
                context,
                witness,
                scope,
                servers,
                alone,
                first_runs: BTreeSet::new(),
                untimed_ns,
                started_ns: started_ns as f64,
            };
            let raced = stage.race(journal, &mut fixtures, dropped);
            untimed_ns = stage.untimed_ns;
            drop(stage);
            if let Err(note) = site::tear_down(&plan.teardown, &with_paths, context) {
                journal.record(Event::Noted { point: Some(index), variant: None, note })?;
            }
            raced?;
        }
        Err((Unprepared::Failed(message), help)) => fail_all(journal, index, &message, help)?,
        Err((Unprepared::Interrupted, _)) => return Err(Halt::Interrupted),
    }
    let elapsed_ns = context.clock.now_ns() - started_ns;
    journal.record(Event::PointFinished { point: index, elapsed_ns, untimed_ns: Some(untimed_ns) })
}

/// Whether more launches of a point may tell more than those that it has: none of its work was cut off, it has not had all that
/// was planned, and something is undecided.
pub fn needs_more(journal: &mut Journal, index: usize) -> bool {
    let record = &journal.run.points[index];
    let planned = record.schedule.as_ref().map_or(0, |schedule| schedule.launches);
    record.finished && launches_begun(record) < planned && !journal.judge.is_settled(&journal.run, index)
}

/// How many launches of a point have a block.
pub(crate) fn launches_begun(record: &PointRecord) -> usize {
    record.blocks.iter().map(|block| block.launch + 1).max().unwrap_or(0)
}

/// The part of the machine that a point is measured on, when it is not the whole; the error says why it cannot be had.
fn confinement(plan: &Plan, point: &Point) -> Result<Option<Confinement>, String> {
    let Some(environment) = plan.environment(point) else { return Ok(None) };
    let made = environment.cpus.map(Confinement::to).transpose();
    made.map_err(|why| format!("the environment {} is not to be had: {why}", environment.name))
}

fn skip_all(journal: &mut Journal, index: usize, reason: &str) -> Result<(), Halt> {
    for variant in 0..journal.run.plan.variants.len() {
        journal.record(Event::Skipped { point: index, variant, reason: reason.to_string() })?;
    }
    journal.record(Event::PointFinished { point: index, elapsed_ns: 0, untimed_ns: Some(0) })
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
pub(crate) struct Stage<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) point: &'a Point,
    pub(crate) index: usize,
    pub(crate) deadline_ns: f64,
    built: &'a Built,
    pub(crate) context: &'a Context,
    pub(crate) witness: Witness,
    /// What placeholders stand for that are no business of a single variant.
    scope: Scope,
    /// The servers that run now.
    pub(crate) servers: Servers,
    /// The commands that were found to be one process that keeps one CPU busy at most.
    pub(crate) alone: BTreeSet<usize>,
    /// The commands whose answer was their pilot: they may have been slower than they will be, because they found everything cold.
    pub(crate) first_runs: BTreeSet<usize>,
    /// What pilots and warm-ups took inside what is measured, in nanoseconds.
    pub(crate) untimed_ns: u64,
    /// When work on the point began.
    pub(crate) started_ns: f64,
}

impl Stage<'_> {
    fn race(&mut self, journal: &mut Journal, fixtures: &mut Fixtures, dropped: &mut Vec<Dropped>) -> Result<(), Halt> {
        self.admit(journal, dropped)?;
        let paths = fixtures.paths();
        let place = Place { plan: self.plan, point: self.point, fixtures: &paths, context: self.context };

        let pilot_launches = self.pilot_launches(journal);
        let before_ns = self.context.clock.now_ns();
        let mut crew = self.enlist(journal, place, &pilot_launches, self.generator_cpu(|cpus| cpus.last().copied()))?;
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
        self.account(&mut crew);
        pilot::settle(self.plan, self.point, &mut calibrations, fixtures.any_cold());
        self.settle(journal, &mut crew, &mut calibrations, launch_ns, dropped)?;
        self.dismiss_idle(&mut crew);
        calibrations.retain(|variant, _| crew.contains_key(variant));
        // Without those that were dropped.
        pilot::settle(self.plan, self.point, &mut calibrations, fixtures.any_cold());
        if calibrations.keys().any(|variant| self.is_contestant(*variant)) {
            crew.retain(|variant, _| !is_fresh_each_launch(&self.plan.variants[*variant]));
            self.servers = Servers::default();
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

    pub(crate) fn skip(&self, journal: &mut Journal, variant: usize, reason: String) -> Result<(), Halt> {
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

    /// Starts workers, and the servers that they ask; those that cannot be started fail, or are skipped when the plan said what
    /// they need. What sends requests has `own_cpu`, and servers have the others.
    pub(crate) fn enlist(
        &mut self,
        journal: &mut Journal,
        place: Place,
        launches: &[(usize, Launch)],
        own_cpu: Option<usize>,
    ) -> Result<Crew, Halt> {
        let mut crew = Crew::new();
        let variants: Vec<usize> = launches.iter().map(|(variant, _)| *variant).collect();
        let (servers, troubles) = Servers::start(self.plan, &variants, &self.scope, &others(own_cpu), self.context);
        self.servers = servers;
        let launches: Vec<(usize, Launch)> =
            launches.iter().filter(|(variant, _)| !troubles.contains_key(variant)).cloned().collect();
        for (variant, trouble) in troubles {
            self.fail(journal, variant, trouble)?;
        }
        let scene = Scene { listening: self.servers.listening.clone(), own_cpu: own_cpu.is_some() };
        for (variant, outcome) in crew::enlist(place, &launches, &scene) {
            match outcome {
                Ok(mut ready) => {
                    let sends = matches!(self.plan.variants[variant].subject, Subject::Http(_));
                    own_cpu.filter(|_| sends).into_iter().for_each(|cpu| ready.bind(cpu));
                    crew.insert(variant, ready);
                }
                Err(trouble) => self.fail(journal, variant, trouble)?,
            }
        }
        Ok(crew)
    }

    pub(crate) fn fail(&self, journal: &mut Journal, variant: usize, trouble: Trouble) -> Result<(), Halt> {
        let failure = match trouble {
            Trouble::Interrupted => return Err(Halt::Interrupted),
            Trouble::Failed(failure) => failure,
        };
        let failure = self.with_words_of_server(variant, failure);
        let declared = &self.plan.variants[variant];
        let built = self.plan.builds.iter().filter(|build| self.plan.mentions(declared, &build.name));
        let of_server = self.plan.server(declared).into_iter().flat_map(|server| &server.needs);
        let mut needs = declared.needs.iter().chain(built.flat_map(|build| &build.needs)).chain(of_server);
        let foreseen = needs.any(|need| failure.message == format!("{} is not installed", need.name));
        if failure.kind == FailureKind::Missing && foreseen {
            let help = failure.help.map_or(String::new(), |help| format!("; {help}"));
            return self.skip(journal, variant, format!("{}{help}", failure.message));
        }
        journal.record(Event::Failed { point: self.index, variant, failure })
    }

    /// The CPU of what sends requests, where there are any, and a CPU to spare: whoever shares one with a server is taken for a part
    /// of it, and where the kernel puts the two changes from launch to launch.
    pub(crate) fn generator_cpu(&self, draw: impl FnOnce(&[usize]) -> Option<usize>) -> Option<usize> {
        let sends = self.plan.variants.iter().any(|variant| matches!(variant.subject, Subject::Http(_)));
        let cpus = subjects::allowed_cpus();
        if sends && cpus.len() > 1 { draw(&cpus) } else { None }
    }

    /// A failure of a request, with what its server wrote.
    fn with_words_of_server(&self, variant: usize, failure: Failure) -> Failure {
        let Some(server) = self.plan.server(&self.plan.variants[variant]) else { return failure };
        Failure { message: failure.message + &self.servers.said(server), ..failure }
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
        let asked_ns = self.context.clock.now_ns();
        let reply = ready.ask(self.plan, declared, &request, pilot::limit_ns(self.plan, declared, 1, 0.0));
        let took_ns = self.context.clock.now_ns() - asked_ns;
        let (answer, notes, alone) = match reply.and_then(|reply| untouched(fixtures).map(|()| reply)) {
            Ok(Reply::Answer { answer, notes, alone }) => (answer, notes, alone),
            Ok(other) => unreachable!("{other:?} in reply to answer: the crew lets nothing else through"),
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
        let pilot = pilot::of_answer(self.plan, declared, self.point, &answer, took_ns as f64, fixtures.any_cold());
        journal.record(Event::Answered { point: self.index, variant, answer, absent: ready.hello.absent.clone() })?;
        self.note_all(journal, notes.into_iter().map(|note| (variant, note)))?;
        let is_known = journal.run.points[self.index].cases[variant].calibration.is_some();
        if let Some(calibration) = pilot.filter(|_| !is_known) {
            ready.untimed_ns = ready.untimed_ns.saturating_add(took_ns);
            self.first_runs.insert(variant);
            self.record_calibration(journal, variant, calibration)?;
        }
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

    /// Takes note of what was run of everybody outside of blocks.
    pub(crate) fn account(&mut self, crew: &mut Crew) {
        self.untimed_ns = crew.values_mut().map(Ready::take_untimed_ns).fold(self.untimed_ns, u64::saturating_add);
    }

    pub(crate) fn is_contestant(&self, variant: usize) -> bool {
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
                let declared = &self.plan.variants[variant];
                calibrations.insert(variant, Calibration::new(self.plan, declared, self.point, iterations, ns));
                continue;
            }
            let ready = crew.get_mut(&variant).expect("the key is from the crew");
            let calibrated = pilot::calibrate(self.plan, &self.plan.variants[variant], self.point, ready, fixtures);
            match calibrated.and_then(|calibration| untouched(fixtures).map(|()| calibration)) {
                Ok(calibration) => {
                    calibrations.insert(variant, calibration);
                    self.record_calibration(journal, variant, calibration)?;
                }
                Err(trouble) => {
                    crew.remove(&variant);
                    self.fail(journal, variant, trouble)?;
                }
            }
        }
        if journal.run.points[self.index].schedule.is_none() {
            self.doubt(journal, crew, &mut calibrations, fixtures.any_cold())?;
        }
        Ok(calibrations)
    }

    pub(crate) fn record_calibration(
        &self,
        journal: &mut Journal,
        variant: usize,
        found: Calibration,
    ) -> Result<(), Halt> {
        let Calibration { iterations, ns: pilot_ns, .. } = found;
        journal.record(Event::Calibrated { point: self.index, variant, iterations, pilot_ns })
    }

    /// Tries those again whose pilot was much slower than another's.
    fn doubt(
        &self,
        journal: &mut Journal,
        crew: &mut Crew,
        calibrations: &mut Calibrations,
        any_cold: bool,
    ) -> Result<(), Halt> {
        for variant in calibrations.keys().copied().collect::<Vec<_>>() {
            let Some(more) = pilot::iterations_of_quicker(self.plan, variant, calibrations, any_cold) else { continue };
            let declared = &self.plan.variants[variant];
            let ready = crew.get_mut(&variant).expect("it was calibrated");
            match pilot::once_more(self.plan, declared, self.point, ready, calibrations[&variant], more) {
                Ok(calibration) => {
                    self.record_calibration(journal, variant, calibration)?;
                    calibrations.insert(variant, calibration);
                }
                Err(trouble) => {
                    crew.remove(&variant);
                    calibrations.remove(&variant);
                    self.fail(journal, variant, trouble)?;
                }
            }
        }
        let original = self.plan.cloned().and_then(|original| calibrations.get(&original).copied());
        for (variant, calibration) in calibrations {
            if let (Role::Clone, Some(original)) = (self.plan.variants[*variant].role, original) {
                *calibration = original;
            }
        }
        Ok(())
    }

    /// Records remarks of workers, each once.
    pub(crate) fn note_all(
        &self,
        journal: &mut Journal,
        notes: impl Iterator<Item = (usize, String)>,
    ) -> Result<(), Halt> {
        for (variant, note) in notes {
            if !journal.run.points[self.index].cases[variant].notes.contains(&note) {
                journal.record(Event::Noted { point: Some(self.index), variant: Some(variant), note })?;
            }
        }
        Ok(())
    }
}

/// The CPUs that are left when one is taken; none when none is.
fn others(taken: Option<usize>) -> Vec<usize> {
    let Some(taken) = taken else { return Vec::new() };
    subjects::allowed_cpus().into_iter().filter(|cpu| *cpu != taken).collect()
}

/// Whether a point has at least as much work as another in every numeric parameter, and the same of everything else.
fn is_beyond(point: &Point, earlier: &Point) -> bool {
    point.params.iter().zip(&earlier.params).all(|((_, here), (_, there))| match (here.number(), there.number()) {
        (Some(here), Some(there)) => here >= there,
        _ => here == there,
    })
}
