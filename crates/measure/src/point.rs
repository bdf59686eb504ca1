//! One point: fixtures, answers, pilot, schedule, launches.

use crate::build::Built;
use crate::crew::Order;
use crate::fixture::Fixtures;
use crate::journal::{Halt, Journal};
use crate::launches::end_left_behind;
use crate::point_run::{Crew, PointRun, launches_begun};
use crate::servers::Servers;
use crate::site;
use crate::trouble::{Trouble, Unprepared, failed};
use design::{Calibrations, share_batches};
use model::{CaseRecord, CaseState, Event, FailureKind, Plan, Point, Role, Subject, Variant, agreement, is_ranked};
use std::collections::BTreeSet;
use subjects::{Confinement, Context, DisturbanceMonitor, LaunchDraw};

/// Measures a point. `share_ns` is its part of the budget, in nanoseconds.
pub fn measure(
    journal: &mut Journal,
    index: usize,
    share_ns: f64,
    built: &Built,
    context: &Context,
) -> Result<(), Halt> {
    let started_ns = context.clock.now_ns();
    let deadline_ns = started_ns as f64 + share_ns;
    let plan = journal.run.plan.clone();
    let point = journal.run.points[index].point.clone();
    journal.record(Event::PointStarted { point: index })?;
    let monitor = DisturbanceMonitor::new(&context.clock, journal.run.header.machine.hypervisor.is_some());
    let confinement = match confinement(&plan, &point) {
        Ok(confinement) => confinement,
        Err(reason) => {
            let skipped = |variant| Event::Skipped { point: index, variant, reason: reason.clone() };
            give_up(journal, index, &reason, skipped)?;
            return journal.record(Event::PointFinished { point: index, elapsed_ns: 0, untimed_ns: Some(0) });
        }
    };
    let confined = confinement.as_ref().map(Confinement::confined).unwrap_or_default();
    let context = &Context { confined, ..context.clone() };
    let fixtures = Fixtures::make(&plan, &point, journal.run.header.seed, &built.paths, context);
    let help = "see that there is room (TMPDIR names another directory) and that the command which fills it works";
    let prepared = fixtures.map_err(|why| (why, help)).and_then(|fixtures| {
        let scope = fixtures.scope();
        let set_up = site::set_up(&plan.setup, &scope, context);
        if set_up.is_err() {
            // What its first commands began; that there may be nothing to end is no news.
            let _ = site::tear_down(&plan.teardown, &scope, context);
        }
        let help = "run it by hand; nothing is measured at a point whose setup fails";
        set_up.map(|()| fixtures).map_err(|why| (why, help))
    });
    let mut untimed_ns = 0;
    match prepared {
        Ok(mut fixtures) => {
            let mut point_run = PointRun {
                plan: &plan,
                index,
                journal: &mut *journal,
                deadline_ns,
                built,
                monitor,
                fixtures: &mut fixtures,
                crew: Crew::new(),
                calibrations: Calibrations::new(),
                servers: Servers::default(),
                single_threaded: BTreeSet::new(),
                first_runs: BTreeSet::new(),
                untimed_ns,
                started_ns: started_ns as f64,
            };
            let raced = point_run.race();
            untimed_ns = point_run.untimed_ns;
            drop(point_run);
            let ended = end_left_behind(journal, index);
            if let Err(note) = site::tear_down(&plan.teardown, &fixtures.scope(), context) {
                journal.record(Event::Noted { point: Some(index), variant: None, note })?;
            }
            raced?;
            ended?;
        }
        Err((Unprepared::Failed(message), help)) => give_up(journal, index, &message, |variant| {
            let failure = failed(FailureKind::Missing, message.clone(), help);
            Event::Failed { point: index, variant, failure }
        })?,
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

/// Nobody can be measured at a point; what was measured there before is not lost for that.
fn give_up(journal: &mut Journal, index: usize, why: &str, out: impl Fn(usize) -> Event) -> Result<(), Halt> {
    let record = &journal.run.points[index];
    if !record.blocks.is_empty() {
        if journal.is_resumed_at(index) {
            return journal.stuck(index, why);
        }
        let place = record.point.to_string();
        let at = if place.is_empty() { place } else { format!(" at {place}") };
        let note = format!("it was not measured again{at}: {why}");
        let is_told = journal.run.notes.contains(&note);
        return if is_told { Ok(()) } else { journal.record(Event::Noted { point: Some(index), variant: None, note }) };
    }
    let variants = journal.run.plan.variants.iter().enumerate();
    let racing = variants.filter(|(variant, _)| record.cases[*variant].state == CaseState::Racing);
    let event = |(variant, declared): (usize, &Variant)| match declared.takes_part(&record.point) {
        true => out(variant),
        false => Event::Skipped { point: index, variant, reason: limited(declared) },
    };
    let events: Vec<Event> = racing.map(event).collect();
    events.into_iter().try_for_each(|event| journal.record(event))
}

/// Why a variant does not take part at a point.
fn limited(variant: &Variant) -> String {
    format!("the plan limits it to {}", variant.when.as_ref().map_or("", |condition| &condition.text))
}

impl PointRun<'_, '_, '_> {
    fn race(&mut self) -> Result<(), Halt> {
        self.admit()?;
        let racing = self.record().cases.iter().enumerate().filter(|(_, case)| case.state == CaseState::Racing);
        let draws = racing.map(|(variant, _)| (variant, LaunchDraw::default())).collect();
        let before_ns = self.now_ns();
        let searched_ns = self.fixtures.context.interpreters.search_ns();
        self.enlist(draws, self.generator_cpu(|cpus| cpus.last().copied()), Order::Together)?;
        let search_ns = self.fixtures.context.interpreters.search_ns() - searched_ns;
        let launch_ns = self.now_ns() - before_ns - search_ns as f64;
        self.answers()?;
        self.answers_of_differing()?;
        self.note_no_values()?;
        self.dismiss_unranked();
        self.dismiss()?;
        self.calibrate()?;
        self.note_threads();
        self.note_said()?;
        self.share_batches();
        self.refill()?;
        self.answers_again()?;
        self.account();
        self.dismiss()?;
        self.share_batches();
        self.settle(launch_ns)?;
        self.dismiss()?;
        // Without those that were dropped.
        self.share_batches();
        if !self.calibrations.is_empty() {
            self.stop_fresh();
            self.stop_servers()?;
            self.launches()?;
        }
        Ok(())
    }

    fn share_batches(&mut self) {
        let refill_ns = self.record().refill_ns;
        share_batches(self.plan, self.fixtures.point, &mut self.calibrations, self.fixtures.any_cold(), refill_ns);
    }

    /// Says what is part of the times of those that are compared, and perhaps not meant: that they write to their standard error, or are
    /// started by a version manager.
    fn note_said(&mut self) -> Result<(), Halt> {
        let contestants = || self.crew.iter().filter(|(variant, _)| self.is_contestant(**variant));
        let said = contestants().filter_map(|(variant, ready)| {
            Some((*variant, format!("it writes to its standard error, which takes time: {}", ready.worker.said()?)))
        });
        let shims = contestants().filter_map(|(variant, _)| Some((*variant, self.shim_note(*variant)?)));
        // What a cold server answers is no remark on the others of its answers.
        let of_pilots =
            contestants().filter(|(variant, _)| matches!(self.plan.variants[**variant].subject, Subject::Command(_)));
        let of_pilots = of_pilots.flat_map(|(variant, ready)| ready.notes.iter().map(|note| (*variant, note.clone())));
        let notes: Vec<(usize, String)> = said.chain(shims).chain(of_pilots).collect();
        self.note_all(notes)
    }

    fn shim_note(&self, variant: usize) -> Option<String> {
        let declared = &self.plan.variants[variant];
        let Subject::Command(subject) = &declared.subject else { return None };
        subjects::command::shim_note(subject, &declared.scope(self.fixtures.point, &self.fixtures.paths()))
    }

    /// Says who does not take part, and why. In a run that is resumed some have left already.
    fn admit(&mut self) -> Result<(), Halt> {
        for (variant, declared) in self.plan.variants.iter().enumerate() {
            if self.record().cases[variant].state != CaseState::Racing {
                continue;
            }
            if !declared.takes_part(self.fixtures.point) {
                self.skip(variant, limited(declared))?;
            } else if let Some(reason) = self.too_slow_before(variant) {
                self.skip(variant, reason)?;
            } else if let Some(failure) = self.built.obstacle(self.plan, declared) {
                let is_another = failure.kind == FailureKind::AnswerChanged;
                if is_another && self.journal.has_not_gone_on() && self.was_measured(variant) {
                    return self.journal.stuck(self.index, &format!("{}: {}", declared.name, failure.message));
                }
                self.lose(variant, Trouble::Failed(failure))?;
            }
        }
        Ok(())
    }

    /// Why a variant is too slow here: with no more work it was left out after its pilot at another point, which took longer than wherever there is less work
    /// than there. A size of blocks, or a number of threads, may make it quicker.
    fn too_slow_before(&self, variant: usize) -> Option<String> {
        // What its pilot says here, in a run that is resumed, it says for itself.
        let others = || self.journal.run.points.iter().filter(|record| record.point != *self.fixtures.point);
        others().filter(|record| is_beyond(self.fixtures.point, &record.point)).find_map(|record| {
            let CaseRecord { state: CaseState::Skipped(why), pilot: Some(pilot), .. } = &record.cases[variant] else {
                return None;
            };
            let less = others().filter(|other| other.point != record.point && is_beyond(&record.point, &other.point));
            let mut with_less = less.filter_map(|other| other.cases[variant].pilot.as_ref()).peekable();
            let grew = with_less.peek().is_some() && with_less.all(|earlier| earlier.ns < pilot.ns);
            grew.then(|| format!("it was too slow already at {}: {why}", record.point))
        })
    }

    fn dismiss_unranked(&mut self) {
        let record = &self.journal.run.points[self.index];
        let agreement = agreement(self.plan, record);
        self.crew.retain(|variant, _| match self.plan.variants[*variant].role {
            Role::Contestant => is_ranked(self.plan, &record.cases[*variant], *variant, &agreement),
            Role::EmptyLoop | Role::Floor | Role::Clone => true,
        });
    }

    /// Dismisses who lacks its floor, and whoever is measured for the sake of somebody that is no longer there. Who is measured now and then is not in the crew of
    /// every launch.
    pub(crate) fn dismiss(&mut self) -> Result<(), Halt> {
        self.dismiss_without_floor()?;
        let present = self.crew.keys().chain(self.calibrations.keys()).copied().collect();
        let needed = needed(self.plan, &present);
        self.crew.retain(|variant, _| needed.contains(variant));
        self.calibrations.retain(|variant, _| needed.contains(variant));
        Ok(())
    }
}

/// Who is to be measured of some: a floor without a contestant has nothing to be taken off from, and a clone without its original nothing to be like.
fn needed(plan: &Plan, present: &BTreeSet<usize>) -> BTreeSet<usize> {
    let role = |variant: &usize| plan.variants[*variant].role;
    let contestants: Vec<usize> = present.iter().copied().filter(|one| role(one) == Role::Contestant).collect();
    let floors: Vec<usize> = contestants.iter().filter_map(|variant| plan.floor(*variant)).collect();
    let has_original = plan.cloned().is_some_and(|original| present.contains(&original));
    let is_needed = |variant: &usize| match role(variant) {
        Role::Contestant => true,
        Role::EmptyLoop | Role::Floor => floors.contains(variant),
        Role::Clone => has_original && contestants.len() > 1,
    };
    present.iter().copied().filter(is_needed).collect()
}

/// Whether a point has at least as much work as another in every numeric parameter, and the same of everything else.
fn is_beyond(point: &Point, earlier: &Point) -> bool {
    point.params.iter().zip(&earlier.params).all(|((_, here), (_, there))| match (here.number(), there.number()) {
        (Some(here), Some(there)) => here >= there,
        _ => here == there,
    })
}
