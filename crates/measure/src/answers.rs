//! Everybody answers once, untimed, before anything is timed.

use crate::crew::{PreparedWorker, Trouble};
use crate::fixture::Fixtures;
use crate::fixture_state::untouched;
use crate::journal::{Halt, Journal};
use crate::limits::limit_ns;
use crate::point_run::{Crew, PointRun};
use crate::trouble;
use model::{CaseState, Check, Event, Failure, FailureKind, Role};
use protocol::{Reply, Request};

impl PointRun<'_> {
    /// Everybody answers once, untimed.
    pub(crate) fn answers(
        &mut self,
        journal: &mut Journal,
        crew: &mut Crew,
        fixtures: &mut Fixtures,
    ) -> Result<(), Halt> {
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
        ready: &mut PreparedWorker,
        fixtures: &mut Fixtures,
    ) -> Result<Result<(), Trouble>, Halt> {
        let declared = &self.plan.variants[variant];
        let request = Request::Answer { check: self.plan.check };
        let asked_ns = self.context.clock.now_ns();
        let reply = ready.ask(self.plan, declared, &request, limit_ns(self.plan, declared, 1, 0.0));
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
        let pilot = design::of_answer(self.plan, declared, self.point, &answer, took_ns as f64, fixtures.any_cold());
        journal.record(Event::Answered { point: self.index, variant, answer, absent: ready.hello.absent.clone() })?;
        self.note_all(journal, notes.into_iter().map(|note| (variant, note)))?;
        let is_known = journal.run.points[self.index].cases[variant].pilot.is_some();
        if let Some(calibration) = pilot.filter(|_| !is_known) {
            ready.untimed_ns = ready.untimed_ns.saturating_add(took_ns);
            self.first_runs.insert(variant);
            self.record_calibration(journal, variant, calibration)?;
        }
        Ok(Ok(()))
    }

    /// Without the time that is to be taken off, that of a variant means something else than the plan says.
    pub(crate) fn dismiss_without_floor(&self, journal: &mut Journal, crew: &mut Crew) -> Result<(), Halt> {
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
}
