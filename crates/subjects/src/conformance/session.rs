//! A host that is asked, and whose reply is what was expected, or a sentence that says what came instead.

use super::candidate::Candidate;
use crate::errand::quoted;
use crate::{Loss, Worker, too_much_memory};
use model::{Answer, Check, Readings};
use protocol::{ErrorKind, Hello, Part, Reply, Request, SnippetCase, WorkerCase, WorkerError};
use serde::Serialize;
use std::collections::BTreeMap;

/// What went wrong, as a sentence without a final dot.
pub type Tried<T> = Result<T, String>;

/// A host that has greeted.
pub struct Session {
    worker: Box<dyn Worker>,
    limit_ns: u64,
    /// How it greeted.
    pub hello: Hello,
}

/// What a batch gave.
pub struct Batch {
    pub readings: Readings,
    pub slices_ns: Vec<u64>,
}

impl Session {
    pub fn greeted(candidate: &Candidate) -> Tried<Session> {
        let mut worker = (candidate.start)().map_err(|failure| failure.message)?;
        let limit_ns = candidate.limit_ns;
        let hello = worker.greet(limit_ns).map_err(|loss| format!("it does not greet: {}", shown(&loss)))?;
        Ok(Session { worker, limit_ns, hello })
    }

    /// One that has a snippet prepared.
    pub fn ready(candidate: &Candidate, behaviour: &str) -> Tried<Session> {
        let mut session = Session::greeted(candidate)?;
        session.prepare(case(candidate, behaviour))?;
        Ok(session)
    }

    pub fn prepare(&mut self, case: SnippetCase) -> Tried<()> {
        match self.reply(&prepare(case))? {
            Reply::Prepared => Ok(()),
            other => Err(instead(&other, "`prepared`")),
        }
    }

    pub fn answer(&mut self) -> Tried<Answer> {
        match self.reply(&Request::Answer { check: Check::Exact })? {
            Reply::Answer { answer, .. } => Ok(answer),
            other => Err(instead(&other, "an answer")),
        }
    }

    pub fn run(&mut self, iterations: u64, slices: u64, bare: bool) -> Tried<Batch> {
        let request = run(iterations, slices, bare);
        let reply = self.reply(&request)?;
        if let Some(why) = reply.contradiction(&request) {
            return Err(why);
        }
        match reply {
            Reply::Sample { readings, slices_ns, .. } => Ok(Batch { readings, slices_ns }),
            other => Err(instead(&other, "a sample")),
        }
    }

    /// The error that a request is answered by, which must be of a kind.
    pub fn error(&mut self, request: &Request, kind: ErrorKind) -> Tried<WorkerError> {
        match self.reply(request)? {
            Reply::Error(error) if error.kind == kind => Ok(error),
            other => {
                let due = format!("an error of kind {kind:?}").to_lowercase();
                Err(format!("{}, to {}", instead(&other, &due), as_sent(request)))
            }
        }
    }

    /// How the worker ends when it is asked something.
    pub fn end(&mut self, request: &Request) -> Tried<Loss> {
        match self.worker.ask(request, self.limit_ns) {
            Err(loss @ Loss::Ended { .. }) => Ok(loss),
            Err(loss) => Err(shown(&loss)),
            Ok(reply) => Err(instead(&reply, "its end")),
        }
    }

    pub fn reply(&mut self, request: &Request) -> Tried<Reply> {
        self.worker.ask(request, self.limit_ns).map_err(|loss| shown(&loss))
    }
}

pub fn run(iterations: u64, slices: u64, bare: bool) -> Request {
    Request::Run { iterations, padding: 0, slices, bare }
}

pub fn prepare(case: SnippetCase) -> Request {
    Request::Prepare { case: WorkerCase::Snippet(case) }
}

/// The snippet of a behaviour that there is one of.
pub fn case(candidate: &Candidate, behaviour: &str) -> SnippetCase {
    let returns = candidate.returns.get(behaviour).cloned();
    SnippetCase { returns, ..with_parts(&[(Part::Code, &candidate.snippets[behaviour])]) }
}

/// A snippet in parts.
pub fn with_parts(parts: &[(Part, &str)]) -> SnippetCase {
    let parts: BTreeMap<Part, String> = parts.iter().map(|(part, code)| (*part, code.to_string())).collect();
    SnippetCase { parts, ..SnippetCase::default() }
}

/// What must be, or a sentence.
pub fn must(is_so: bool, otherwise: impl FnOnce() -> String) -> Tried<()> {
    if is_so { Ok(()) } else { Err(otherwise()) }
}

fn instead(reply: &Reply, expected: &str) -> String {
    format!("it replies {} where {expected} is due", as_sent(reply))
}

/// A message as a line, cut where it is long.
pub fn as_sent(message: &impl Serialize) -> String {
    String::from_utf8_lossy(&protocol::encode(message)).trim_end().chars().take(200).collect()
}

pub fn shown(loss: &Loss) -> String {
    match loss {
        Loss::Ended { how, stderr, .. } => format!("it ended with {how}{}", quoted(stderr)),
        Loss::TimedOut => "it does not reply in time".to_string(),
        Loss::TooLarge(limit_bytes) => too_much_memory(*limit_bytes),
        Loss::Interrupted => "it was stopped".to_string(),
        Loss::Garbled(why) => format!("it speaks nonsense: {why}"),
    }
}
