//! One way of doing the job.

use crate::{Condition, Dose, HttpSubject, Need, Origin, Point, Scope, Subject, Telling, Template, Value, texts};

/// One way of doing the job.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// Its name, unique in the plan.
    pub name: String,
    /// Contestant or control.
    pub role: Role,
    /// What is run.
    pub subject: Subject,
    /// What the `for` of the plan bound: part of the scope of this variant alone.
    pub bindings: Vec<(String, Value)>,
    /// The points where it takes part; everywhere when `None`.
    pub when: Option<Condition>,
    /// What must be installed.
    pub needs: Vec<Need>,
    /// The longest time that one iteration may take, in nanoseconds.
    pub timeout_ns: Option<u64>,
    /// How many iterations a fresh process runs, all of them timed, the first included; as many as suit when `None`, after it has
    /// warmed up.
    pub iterations: Option<u64>,
    /// The name of the variant whose time is taken off its own, such as a program that does nothing.
    pub less: Option<String>,
    /// What is added to every iteration, to see what that takes.
    pub dose: Option<Dose>,
    /// Whether it is dropped where one iteration of it takes too large a share of the budget; false for a variant that
    /// the plan insists on.
    pub droppable: bool,
}

/// What part a variant plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Compared and reported.
    Contestant,
    /// The empty loop of a language: subtracted from that language's contestants.
    EmptyLoop,
    /// What the plan wants taken off others: measured with them, and neither compared nor ranked.
    Floor,
    /// A contestant once more, measured now and then: what seems to set it apart from its original is no difference.
    Clone,
}

impl Variant {
    /// The name of the server of the plan that it asks.
    pub fn server(&self) -> Option<&str> {
        let Subject::Http(HttpSubject { origin: Origin::Server(name), .. }) = &self.subject else { return None };
        Some(name)
    }

    /// A variant of which nothing is known but what it runs.
    pub fn plain(name: impl Into<String>, role: Role, subject: Subject) -> Variant {
        Variant {
            name: name.into(),
            role,
            subject,
            bindings: Vec::new(),
            when: None,
            needs: Vec::new(),
            timeout_ns: None,
            iterations: None,
            less: None,
            dose: None,
            droppable: false,
        }
    }

    /// The interpreter or compiler that it names itself, with what its `for` binds filled in.
    pub fn own_runtime(&self) -> Option<Template> {
        let Subject::Snippet(snippet) = &self.subject else { return None };
        Some(snippet.runtime.as_ref()?.bound(&self.bindings))
    }

    /// The language of a snippet.
    pub fn language(&self) -> Option<&str> {
        match &self.subject {
            Subject::Snippet(snippet) => Some(&snippet.language),
            Subject::Command(_) | Subject::Http(_) | Subject::Sim(_) | Subject::Imported(_) => None,
        }
    }

    /// How it tells its times, where it takes them itself.
    pub fn tells(&self) -> Option<&Telling> {
        match &self.subject {
            Subject::Command(command) => command.tells.as_ref(),
            Subject::Snippet(_) | Subject::Http(_) | Subject::Sim(_) | Subject::Imported(_) => None,
        }
    }

    /// The texts that placeholders of this variant stand for at a point, `fixtures` being name and path of each fixture.
    pub fn scope(&self, point: &Point, fixtures: &[(String, String)]) -> Scope {
        point.texts().chain(texts(&self.bindings)).chain(fixtures.iter().cloned()).collect()
    }

    /// Whether the variant takes part at a point.
    pub fn takes_part(&self, point: &Point) -> bool {
        self.when.as_ref().is_none_or(|condition| condition.holds(point))
    }
}
