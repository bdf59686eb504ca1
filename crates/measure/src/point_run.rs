//! A point while it is measured: what all of its phases need.

use crate::build::Built;
use crate::crew::{self, Order, PreparedWorker};
use crate::fixture::Fixtures;
use crate::journal::{Halt, Journal};
use crate::servers::Servers;
use crate::trouble::Trouble;
use design::Calibrations;
use model::{Event, FailureKind, Plan, PointRecord, Role, Subject};
use std::collections::{BTreeMap, BTreeSet};
use subjects::http::RunningServers;
use subjects::{DisturbanceMonitor, LaunchDraw};

/// The workers of a launch, by variant.
pub(crate) type Crew<'a> = BTreeMap<usize, PreparedWorker<'a>>;

/// Starts are timed in the first of so many launches, because the others save time by starting all at once: with every launch, 3 s of two JavaScript snippets had a
/// quarter less time left for what is compared. Of the fewest launches that a verdict takes, three are timed.
const TIMED_EVERY: usize = 3;

pub(crate) struct PointRun<'a, 'f, 'r> {
    pub(crate) plan: &'a Plan,
    pub(crate) index: usize,
    pub(crate) journal: &'a mut Journal<'r>,
    pub(crate) deadline_ns: f64,
    pub(crate) built: &'a Built,
    pub(crate) monitor: DisturbanceMonitor,
    pub(crate) fixtures: &'a mut Fixtures<'f>,
    pub(crate) crew: Crew<'f>,
    pub(crate) calibrations: Calibrations,
    pub(crate) servers: Servers,
    /// The commands and snippets that were found to run in one thread.
    pub(crate) single_threaded: BTreeSet<usize>,
    /// The commands whose answer was their pilot: they may have been slower than they will be, because they found everything cold.
    pub(crate) first_runs: BTreeSet<usize>,
    /// What pilots and warm-ups took inside what is measured, in nanoseconds.
    pub(crate) untimed_ns: u64,
    pub(crate) started_ns: f64,
}

/// How many launches of a point have a block.
pub(crate) fn launches_begun(record: &PointRecord) -> usize {
    record.blocks.iter().map(|block| block.launch + 1).max().unwrap_or(0)
}

impl PointRun<'_, '_, '_> {
    pub(crate) fn record(&self) -> &PointRecord {
        &self.journal.run.points[self.index]
    }

    pub(crate) fn now_ns(&self) -> f64 {
        self.fixtures.context.clock.now_ns() as f64
    }

    pub(crate) fn skip(&mut self, variant: usize, reason: String) -> Result<(), Halt> {
        self.crew.remove(&variant);
        self.calibrations.remove(&variant);
        self.journal.record(Event::Skipped { point: self.index, variant, reason })
    }

    /// Starts workers, and the servers that they ask; those that cannot be started fail, or are skipped when the plan said what
    /// they need. What sends requests has `own_cpu`, and servers have the others.
    pub(crate) fn enlist(
        &mut self,
        mut draws: Vec<(usize, LaunchDraw)>,
        own_cpu: Option<usize>,
        order: Order,
    ) -> Result<(), Halt> {
        let variants: Vec<usize> = draws.iter().map(|(variant, _)| *variant).collect();
        let others = |own| subjects::allowed_cpus().into_iter().filter(|cpu| *cpu != own).collect();
        let others: Vec<usize> = own_cpu.map_or(Vec::new(), others);
        let (servers, troubles) = Servers::start(self.fixtures, &variants, &others);
        self.servers = servers;
        draws.retain(|(variant, _)| !troubles.contains_key(variant));
        for (variant, trouble) in troubles {
            self.lose(variant, trouble)?;
        }
        let running = RunningServers { listening: self.servers.listening.clone(), own_cpu: own_cpu.is_some() };
        for (variant, outcome) in crew::enlist(self.fixtures, draws, &running, order) {
            match outcome {
                Ok(mut ready) => {
                    let sends = matches!(self.plan.variants[variant].subject, Subject::Http(_));
                    own_cpu.filter(|_| sends).into_iter().for_each(|cpu| ready.worker.bind(cpu));
                    self.crew.insert(variant, ready);
                }
                Err(trouble) => self.lose(variant, trouble)?,
            }
        }
        Ok(())
    }

    /// How the workers of a launch are started: one after the other now and then, where somebody will ask what a start takes, because code is compiled meanwhile, or is of
    /// several languages or runtimes.
    pub(crate) fn order(&self, launch: usize, variants: &[usize]) -> Order {
        let contestants = variants.iter().filter(|variant| self.is_contestant(**variant));
        let host = |variant: &usize| self.plan.host(&self.plan.variants[*variant], self.fixtures.point);
        let hosts: BTreeSet<_> = contestants.filter_map(host).collect();
        let is_snippet = |variant: &usize| matches!(self.plan.variants[*variant].subject, Subject::Snippet(_));
        let is_compiled = |variant: &usize| is_snippet(variant) && self.calibrations[variant].pilot.warm_up > 0;
        let tells = hosts.len() > 1 || variants.iter().any(is_compiled);
        if tells && launch.is_multiple_of(TIMED_EVERY) { Order::InTurn } else { Order::Together }
    }

    /// A variant is out of the race; of a request with what its server wrote.
    pub(crate) fn lose(&mut self, variant: usize, trouble: Trouble) -> Result<(), Halt> {
        self.crew.remove(&variant);
        self.calibrations.remove(&variant);
        let Trouble::Failed(mut failure) = trouble else { return Err(Halt::Interrupted) };
        let declared = &self.plan.variants[variant];
        if self.journal.is_resumed_at(self.index) && self.was_measured(variant) {
            return self.journal.stuck(self.index, &format!("{}: {}", declared.name, failure.message));
        }
        let ended_well: u64 = self.record().samples_of(variant).map(|sample| sample.iterations).sum();
        if ended_well > 0 && matches!(declared.subject, Subject::Command(_)) {
            let times = if ended_well == 1 { "once".to_string() } else { format!("{ended_well} times") };
            let help = failure.help.take().map_or(String::new(), |help| format!("{help}; "));
            failure.help = Some(format!("{help}before that it ended well at least {times}"));
        }
        let server = self.plan.server(declared);
        failure.message += &server.map_or(String::new(), |server| self.servers.said(server));
        let built = self.plan.builds.iter().filter(|build| self.plan.mentions(declared, &build.name));
        let of_server = server.into_iter().flat_map(|server| &server.needs);
        let mut needs = declared.needs.iter().chain(built.flat_map(|build| &build.needs)).chain(of_server);
        let foreseen = needs.any(|need| failure.message == format!("{} is not installed", need.name));
        if failure.kind == FailureKind::Missing && foreseen {
            let help = failure.help.map_or(String::new(), |help| format!("; {help}"));
            return self.skip(variant, format!("{}{help}", failure.message));
        }
        self.journal.record(Event::Failed { point: self.index, variant, failure })
    }

    /// Whether a variant has a block anywhere in the run.
    pub(crate) fn was_measured(&self, variant: usize) -> bool {
        self.journal.run.points.iter().any(|record| record.samples_of(variant).next().is_some())
    }

    /// The CPU of what sends requests, where there are any, and a CPU to spare, of those beside the environment if there are: whoever shares one with a server is taken for a part
    /// of it, and where the kernel puts the two changes from launch to launch.
    pub(crate) fn generator_cpu(&self, draw: impl FnOnce(&[usize]) -> Option<usize>) -> Option<usize> {
        let sends = self.plan.variants.iter().any(|variant| matches!(variant.subject, Subject::Http(_)));
        let cpus = subjects::allowed_cpus();
        if sends && cpus.len() > 1 { draw(&self.fixtures.context.confined.beside(cpus)) } else { None }
    }

    /// Takes note of what was run of everybody outside of blocks.
    pub(crate) fn account(&mut self) {
        for ready in self.crew.values_mut() {
            self.untimed_ns = self.untimed_ns.saturating_add(std::mem::take(&mut ready.untimed_ns));
        }
    }

    pub(crate) fn is_contestant(&self, variant: usize) -> bool {
        self.plan.variants[variant].role == Role::Contestant
    }

    /// The variant that a clone repeats; every other is its own.
    pub(crate) fn original(&self, variant: usize) -> usize {
        match self.plan.variants[variant].role {
            Role::Clone => self.plan.cloned().unwrap_or(variant),
            Role::Contestant | Role::EmptyLoop | Role::Floor => variant,
        }
    }

    /// Records a remark on the run, once.
    pub(crate) fn note_once(&mut self, point: Option<usize>, note: String) -> Result<(), Halt> {
        if self.journal.run.notes.contains(&note) {
            return Ok(());
        }
        self.journal.record(Event::Noted { point, variant: None, note })
    }

    /// Records remarks of workers, each once.
    pub(crate) fn note_all(&mut self, notes: impl IntoIterator<Item = (usize, String)>) -> Result<(), Halt> {
        for (variant, note) in notes {
            if !self.record().cases[variant].notes.contains(&note) {
                self.journal.record(Event::Noted { point: Some(self.index), variant: Some(variant), note })?;
            }
        }
        Ok(())
    }
}
