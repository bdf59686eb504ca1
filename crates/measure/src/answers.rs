//! Everybody answers once, untimed, before anything is timed.

use crate::journal::Halt;
use crate::point_run::PointRun;
use crate::trouble::{self, Trouble};
use model::{
    Agreement, Answer, CaseState, Check, Event, Failure, FailureKind, Reference, Role, SnippetSubject, Subject,
    Variant, agreement, format_duration,
};
use protocol::{Reply, Request, WorkerError};

/// Whoever stops a run while an iteration takes longer than this, in nanoseconds, may have waited for it.
const LONG_NS: u64 = 1_000_000_000;

impl PointRun<'_, '_, '_> {
    pub(crate) fn answers(&mut self) -> Result<(), Halt> {
        let all: Vec<usize> = self.crew.keys().copied().collect();
        let mut asked = all.into_iter().filter(|variant| self.plan.variants[*variant].role != Role::Clone);
        asked.try_for_each(|variant| self.answer(variant))
    }

    fn answer(&mut self, variant: usize) -> Result<(), Halt> {
        let case = self.crew[&variant].case;
        if let Some(failure) = trouble::without_needs(case.variant()) {
            return self.lose(variant, Trouble::Failed(failure));
        }
        let ready = self.crew.get_mut(&variant).expect("the key is from the crew");
        let asked_ns = self.fixtures.context.clock.now_ns();
        let reply = ready.ask(&Request::Answer { check: self.plan.check }, 0.0);
        let took_ns = self.fixtures.context.clock.now_ns() - asked_ns;
        ready.answer_ns = took_ns.max(1) as f64;
        let (answer, notes, alone) = match self.fixtures.after(reply) {
            Ok(Reply::Answer { answer, notes, alone }) => (answer, notes, alone),
            // Nobody looks at it.
            Err(Trouble::Failed(failure))
                if self.plan.check == Check::None && failure.message.ends_with(WorkerError::INCOMPARABLE) =>
            {
                (protocol::no_answer(), Vec::new(), false)
            }
            Ok(other) => unreachable!("{other:?} in reply to answer: the crew lets nothing else through"),
            Err(trouble) => {
                if matches!(trouble, Trouble::Interrupted) && took_ns >= LONG_NS {
                    let note = stopped_note(case.variant(), took_ns);
                    self.journal.record(Event::Noted { point: Some(self.index), variant: None, note })?;
                }
                return self.lose(variant, trouble);
            }
        };
        self.single_threaded.extend(alone.then_some(variant));
        let absent = ready.hello.absent.clone();
        let earlier = self.record().cases[variant].answer.as_ref();
        let is_other = earlier.is_some_and(|earlier| earlier.digest != answer.digest);
        if is_other && self.plan.check != Check::None {
            return self.answered_otherwise(variant, &answer, took_ns);
        }
        let pilot = design::of_answer(case, &answer, took_ns as f64, self.fixtures.any_cold());
        self.journal.record(Event::Answered { point: self.index, variant, answer, absent })?;
        self.note_all(notes.into_iter().map(|note| (variant, note)))?;
        if let Some(calibration) = pilot.filter(|_| self.record().cases[variant].pilot.is_none()) {
            let ready = self.crew.get_mut(&variant).expect("it answered");
            ready.untimed_ns = ready.untimed_ns.saturating_add(took_ns);
            self.first_runs.insert(variant);
            self.journal.record(Event::Calibrated { point: self.index, variant, pilot: calibration.pilot })?;
        }
        Ok(())
    }

    /// Of who gives another answer than when the point began: where that is another each time, or nobody is compared with it, it is told, and the first answer stays.
    fn answered_otherwise(&mut self, variant: usize, answer: &Answer, took_ns: u64) -> Result<(), Halt> {
        let is_fickle = match self.once_more(variant, took_ns as f64) {
            Ok(again) => again.digest != answer.digest,
            Err(trouble) => return self.lose(variant, trouble),
        };
        let is_alone = self.crew.keys().filter(|other| self.is_contestant(**other)).count() == 1;
        if is_fickle {
            self.note_fickle(variant)
        } else if is_alone && !self.journal.is_resumed_at(self.index) {
            self.note_all([(variant, "its answer is not the one that it gave at first".to_string())])
        } else {
            let message = "its answer is not the one that it gave when the run began".to_string();
            self.lose(variant, Trouble::Failed(trouble::changed(message)))
        }
    }

    /// Where no code has a value, everybody agrees and nothing was compared: `return` was left out, or all print. Where some has none, it differs from the others.
    pub(crate) fn note_no_values(&mut self) -> Result<(), Halt> {
        let nothing = protocol::no_answer();
        let racing = self.crew.keys().filter(|variant| self.is_contestant(**variant));
        let is_null = |variant: &&usize| {
            let answer = self.record().cases[**variant].answer.as_ref();
            // Who says that there is none knows it.
            let may = |subject: &SnippetSubject| subject.returns.as_deref() != Some("void");
            matches!(&self.plan.variants[**variant].subject, Subject::Snippet(subject) if may(subject))
                && answer.is_some_and(|answer| answer.digest == nothing.digest)
        };
        let (all, null) = (racing.clone().count(), racing.filter(is_null).collect::<Vec<_>>());
        if all < 2 || null.is_empty() || self.plan.check == Check::None {
            return Ok(());
        }
        let whose = match null.len() == all {
            true => "no code has a value, so what they compute was not compared: let each give it".to_string(),
            false => format!("`{}` has no value: let it give one", self.plan.variants[*null[0]].name),
        };
        let how = "(by `return` in C, Go, Java, JavaScript, Lua and PHP, as its last expression elsewhere), or say check = \"none\" (--check none)";
        self.note_once(None, format!("{whose} {how}"))
    }

    /// Takes note of a variant whose answer is another each time.
    fn note_fickle(&mut self, variant: usize) -> Result<(), Halt> {
        let note =
            format!("the answer of `{}` is not the same each time that it runs", self.plan.variants[variant].name);
        self.note_once(Some(self.index), note)
    }

    /// Where somebody answers something else, that one and who it is held against are asked once more, unless that took long: whose answer is another each time does not agree
    /// with itself.
    pub(crate) fn answers_of_differing(&mut self) -> Result<(), Halt> {
        let Agreement { reference, mut differing } = agreement(self.plan, self.record());
        differing.extend(match reference {
            Some(Reference::Variant(other)) if !differing.is_empty() => Some(other),
            _ => None,
        });
        let is_quick = |variant: &usize| self.crew.get(variant).is_some_and(|ready| ready.answer_ns < LONG_NS as f64);
        for variant in differing.into_iter().filter(is_quick).collect::<Vec<_>>() {
            match self.once_more(variant, self.crew[&variant].answer_ns) {
                Ok(again) => {
                    let first = self.record().cases[variant].answer.as_ref();
                    if first.is_some_and(|first| first.digest != again.digest) {
                        self.note_fickle(variant)?;
                    }
                }
                Err(trouble) => self.lose(variant, trouble)?,
            }
        }
        Ok(())
    }

    /// Snippets answer twice more when they have run often, and who says something else than at first, and the same again, has a note: what the first iterations used up is not
    /// there for those that are timed. An iteration that is long by itself has had its time.
    pub(crate) fn answers_again(&mut self) -> Result<(), Halt> {
        let is_asked = |variant: &usize| {
            let declared = &self.plan.variants[*variant];
            let is_quick = self.calibrations.get(variant).is_some_and(|known| !known.is_long());
            let repeats = matches!(declared.subject, Subject::Snippet(_)) && declared.iterations.is_none();
            is_quick && repeats && self.is_contestant(*variant) && self.plan.check != Check::None
        };
        for variant in self.crew.keys().copied().filter(is_asked).collect::<Vec<_>>() {
            let ns = self.calibrations[&variant].pilot.ns;
            match self.once_more(variant, ns).and_then(|answer| Ok([answer, self.once_more(variant, ns)?])) {
                Ok([answer, again]) => {
                    let first = self.record().cases[variant].answer.as_ref();
                    let is_other = |first: &&Answer| first.digest != answer.digest && answer.digest == again.digest;
                    let changed = first.filter(is_other).map(|first| (variant, changed_note(first, &answer)));
                    self.note_all(changed)?;
                }
                Err(trouble) => self.lose(variant, trouble)?,
            }
        }
        Ok(())
    }

    /// Another answer of a variant of which an iteration was seen to take so many nanoseconds.
    fn once_more(&mut self, variant: usize, ns: f64) -> Result<Answer, Trouble> {
        let ready = self.crew.get_mut(&variant).expect("the key is from the crew");
        match self.fixtures.after(ready.ask(&Request::Answer { check: self.plan.check }, ns))? {
            Reply::Answer { answer, .. } => Ok(answer),
            other => unreachable!("{other:?} in reply to answer: the crew lets nothing else through"),
        }
    }

    /// Without the time that is to be taken off, that of a variant means something else than the plan says.
    pub(crate) fn dismiss_without_floor(&mut self) -> Result<(), Halt> {
        for variant in self.crew.keys().copied().collect::<Vec<_>>() {
            let Some(floor) = self.plan.floor(variant).filter(|floor| self.is_lost(*floor)) else { continue };
            let name = &self.plan.variants[floor].name;
            let why = match &self.record().cases[floor].state {
                CaseState::Failed(failure) => failure.message.clone(),
                CaseState::Skipped(reason) => reason.clone(),
                CaseState::Racing => "it did not answer".to_string(),
            };
            let message = format!("its time is to be less that of {name}, which cannot be measured: {why}");
            self.lose(variant, Trouble::Failed(Failure::new(FailureKind::Missing, message, None)))?;
        }
        Ok(())
    }

    /// Whether nothing is known of what is to be taken off. An empty loop is not in every launch, and has said enough once it was measured.
    fn is_lost(&self, floor: usize) -> bool {
        let record = self.record();
        let is_measured = || record.samples_of(floor).next().is_some();
        match self.plan.variants[floor].role {
            Role::EmptyLoop => record.cases[floor].state != CaseState::Racing && !is_measured(),
            Role::Contestant | Role::Floor | Role::Clone => !self.crew.contains_key(&floor),
        }
    }
}

/// `timeout` is the limit of an iteration, and none of what puts things back before it.
fn stopped_note(variant: &Variant, after_ns: u64) -> String {
    let (name, after) = (&variant.name, format_duration(after_ns as f64));
    match &variant.subject {
        Subject::Command(command) if command.before_each.is_some() => {
            format!("it was stopped in the first iteration of {name}, or in its before_each, after {after}")
        }
        _ => format!(
            "it was stopped in the first iteration of {name}, after {after}; `timeout` ends one that takes too long"
        ),
    }
}

fn changed_note(first: &Answer, now: &Answer) -> String {
    let [first, now] = [first, now].map(Answer::excerpt);
    let what =
        if first == now { "another than at first".to_string() } else { format!("{now}, and was {first} at first") };
    format!(
        "after many iterations its answer is {what}: if the first ones use up what it works on, `before_each` puts it back"
    )
}
