//! One point: fixtures, answers, pilot, schedule, launches.

use crate::build::Built;
use crate::crew::{Order, Trouble};
use crate::fixture::Fixtures;
use crate::journal::{Halt, Journal};
use crate::point_run::{Calibrations, Crew, Dropped, PointRun, launches_begun};
use crate::servers::Servers;
use crate::site::{self, Unprepared};
use crate::trouble::failed;
use design::{Refill, share_batches};
use model::{CaseState, Event, FailureKind, Plan, Point, Role, agreement, is_ranked};
use std::collections::BTreeSet;
use subjects::{Confinement, Context, DisturbanceMonitor, LaunchDraw};

/// What to do when a fixture cannot be made.
const FIXTURE_HELP: &str =
    "see that there is room (TMPDIR names another directory) and that the command which fills it works";

/// What to do when a setup fails.
const SETUP_HELP: &str = "run it by hand; nothing is measured at a point whose setup fails";

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
    journal.record(Event::PointStarted { point: index })?;
    let header = &journal.run.header;
    let monitor = DisturbanceMonitor::new(&context.clock, header.machine.hypervisor.is_some());
    let confinement = match confinement(&plan, &point) {
        Ok(confinement) => confinement,
        Err(reason) => return skip_all(journal, index, &reason),
    };
    let confined = confinement.as_ref().map(Confinement::confined).unwrap_or_default();
    let context = &Context { confined, ..context.clone() };
    let fixtures = Fixtures::make(&plan, &point, journal.run.header.seed, &built.paths, context);
    let prepared = fixtures.map_err(|why| (why, FIXTURE_HELP)).and_then(|fixtures| {
        let scope = fixtures.scope();
        let set_up = site::set_up(&plan.setup, &scope, context);
        set_up.map(|()| (fixtures, scope)).map_err(|why| (why, SETUP_HELP))
    });
    let mut untimed_ns = 0;
    match prepared {
        Ok((mut fixtures, scope)) => {
            let mut stage = PointRun {
                plan: &plan,
                point: &point,
                index,
                journal: &mut *journal,
                deadline_ns,
                built,
                context,
                monitor,
                fixtures: &mut fixtures,
                scope: &scope,
                crew: Crew::new(),
                calibrations: Calibrations::new(),
                servers: Servers::default(),
                dropped,
                alone: BTreeSet::new(),
                first_runs: BTreeSet::new(),
                untimed_ns,
                started_ns: started_ns as f64,
            };
            let raced = stage.race();
            untimed_ns = stage.untimed_ns;
            drop(stage);
            if let Err(note) = site::tear_down(&plan.teardown, &scope, context) {
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
    record.finished && launches_begun(record) < planned && !journal.rule.is_settled(&journal.run, index)
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
        let failure = failed(FailureKind::Missing, message.to_string(), help);
        journal.record(Event::Failed { point: index, variant, failure })?;
    }
    Ok(())
}

impl PointRun<'_, '_, '_> {
    fn race(&mut self) -> Result<(), Halt> {
        self.admit()?;
        let racing = self.record().cases.iter().enumerate().filter(|(_, case)| case.state == CaseState::Racing);
        let launches: Vec<(usize, LaunchDraw)> = racing.map(|(variant, _)| (variant, LaunchDraw::default())).collect();
        let before_ns = self.now_ns();
        self.enlist(&launches, self.generator_cpu(|cpus| cpus.last().copied()), Order::Together)?;
        let launch_ns = self.now_ns() - before_ns;
        self.answers()?;
        self.dismiss_unranked();
        self.dismiss_without_floor()?;
        self.dismiss_idle();
        self.calibrate()?;
        self.note_threads();
        self.share_batches();
        self.refill()?;
        self.account();
        self.share_batches();
        self.settle(launch_ns)?;
        self.dismiss_idle();
        self.calibrations.retain(|variant, _| self.crew.contains_key(variant));
        // Without those that were dropped.
        self.share_batches();
        if self.calibrations.keys().any(|variant| self.is_contestant(*variant)) {
            self.stop_fresh();
            self.servers = Servers::default();
            self.launches()?;
        }
        Ok(())
    }

    fn share_batches(&mut self) {
        let record = self.record();
        let refill = record.refill_ns.map(|ns| Refill { ns, ahead: record.runs_ahead });
        share_batches(self.plan, self.point, &mut self.calibrations, self.fixtures.any_cold(), refill);
    }

    /// Says who does not take part, and why. In a run that is resumed some have left already.
    fn admit(&mut self) -> Result<(), Halt> {
        for (variant, declared) in self.plan.variants.iter().enumerate() {
            if self.record().cases[variant].state != CaseState::Racing {
                continue;
            }
            let is_slow = |earlier: &&Dropped| earlier.variant == variant && is_beyond(self.point, &earlier.point);
            if !declared.takes_part(self.point) {
                let limit = declared.when.as_ref().map_or("", |condition| &condition.text);
                self.skip(variant, format!("the plan limits it to {limit}"))?;
            } else if let Some(earlier) = self.dropped.iter().find(is_slow) {
                let reason = format!("it was too slow already at {}: {}", earlier.point, earlier.reason);
                self.skip(variant, reason)?;
            } else if let Some(failure) = self.built.obstacle(self.plan, declared) {
                self.fail(variant, Trouble::Failed(failure))?;
            }
        }
        Ok(())
    }

    fn dismiss_unranked(&mut self) {
        let record = &self.journal.run.points[self.index];
        let agreement = agreement(self.plan, record);
        self.crew.retain(|variant, _| match self.plan.variants[*variant].role {
            Role::Contestant => is_ranked(self.plan, &record.cases[*variant], *variant, &agreement),
            Role::EmptyLoop | Role::Floor | Role::Clone => true,
        });
    }

    /// A floor without a contestant has nothing to be taken off from, and a clone without its original nothing to be like.
    fn dismiss_idle(&mut self) {
        let racing: Vec<usize> = self.crew.keys().copied().filter(|variant| self.is_contestant(*variant)).collect();
        let floors: Vec<usize> = racing.iter().filter_map(|variant| self.plan.floor(*variant)).collect();
        let has_original = self.plan.cloned().is_some_and(|original| self.crew.contains_key(&original));
        self.crew.retain(|variant, _| match self.plan.variants[*variant].role {
            Role::Contestant => true,
            Role::EmptyLoop | Role::Floor => floors.contains(variant),
            Role::Clone => has_original && racing.len() > 1,
        });
    }
}

/// Whether a point has at least as much work as another in every numeric parameter, and the same of everything else.
fn is_beyond(point: &Point, earlier: &Point) -> bool {
    point.params.iter().zip(&earlier.params).all(|((_, here), (_, there))| match (here.number(), there.number()) {
        (Some(here), Some(there)) => here >= there,
        _ => here == there,
    })
}
