//! A worker that is asked; a reply of another sort than the test expects fails it with the reply.

use super::{PATIENCE, parts, snippet};
use cmpthese_subjects::{Loss, Worker};
use model::{Answer, Check, Metric, Readings};
use protocol::{ErrorKind, Hello, Part, Reply, Request, WorkerCase, WorkerError};

const LIMIT_NS: u64 = PATIENCE.as_nanos() as u64;

/// A worker that has greeted.
pub struct Actor {
    worker: Box<dyn Worker>,
    /// How it greeted.
    pub hello: Hello,
}

/// Text that goes wrong, in which way, and how the message begins.
pub type Fault<'t> = (&'t str, ErrorKind, &'t str);

/// What a batch gave.
pub struct Batch {
    pub readings: Readings,
    pub notes: Vec<String>,
}

impl Actor {
    pub fn greeted(mut worker: Box<dyn Worker>) -> Actor {
        let hello = worker.greet(LIMIT_NS).unwrap_or_else(|loss| panic!("no greeting: {loss:?}"));
        Actor { worker, hello }
    }

    /// A worker with its case prepared.
    pub fn ready(mut self, case: impl Into<Case>) -> Actor {
        self.prepare(case);
        self
    }

    pub fn prepare(&mut self, case: impl Into<Case>) {
        let reply = self.ask(&prepare(case));
        assert_eq!(reply, Ok(Reply::Prepared));
    }

    pub fn answer(&mut self) -> Answer {
        self.checked_answer(Check::Exact).0
    }

    /// The answer and the notes.
    pub fn checked_answer(&mut self, check: Check) -> (Answer, Vec<String>) {
        match self.ask(&Request::Answer { check }) {
            Ok(Reply::Answer { answer, notes, .. }) => (answer, notes),
            other => panic!("no answer: {other:?}"),
        }
    }

    /// How the answer of code begins.
    pub fn answer_of(&mut self, code: &str, check: Check) -> String {
        self.prepare(snippet(code));
        self.checked_answer(check).0.head
    }

    /// Code with its answer, exact and lenient.
    pub fn has_forms(&mut self, forms: &[(&str, &str, &str)]) {
        let worker = self.hello.worker.clone();
        for (code, exact, lenient) in forms {
            assert_eq!(self.answer_of(code, Check::Exact), *exact, "{worker}: {code}");
            assert_eq!(self.answer_of(code, Check::Lenient), *lenient, "{worker}: {code}, lenient");
        }
    }

    /// Code whose answer cannot be compared, with the message.
    pub fn refuses(&mut self, cases: &[(&str, String)]) {
        for (code, message) in cases {
            self.prepare(snippet(code));
            let error = self.answer_error();
            assert_eq!((error.kind, &error.message), (ErrorKind::Died, message), "{}: {code}", self.hello.worker);
        }
    }

    /// Each fault in each part is told: `lines` puts it into the fourth line of a text, and every other part is `other`.
    pub fn tells_lines(&mut self, faults: &[Fault], lines: impl Fn(&str) -> String, other: &str) {
        let all = [Part::Prelude, Part::Setup, Part::VariantSetup, Part::Code, Part::BeforeEach];
        for (text, kind, message) in faults {
            for part in all {
                let lines = lines(text);
                let case = parts(&all.map(|one| (one, if one == part { lines.as_str() } else { other })));
                self.tells_fault(case, (part, 4), (text, *kind, message));
            }
        }
    }

    /// The fault of a case is told with its kind, the beginning of its message, its part and its line.
    pub fn tells_fault(&mut self, case: impl Into<Case>, (part, line): (Part, usize), (text, kind, message): Fault) {
        let error = match (part, kind) {
            (Part::Code | Part::BeforeEach, ErrorKind::Died) => self.ready_error(case),
            _ => self.prepare_error(case),
        };
        let place = (error.kind, error.part, error.line);
        assert_eq!(place, (kind, Some(part), Some(line)), "{part:?}: {text}: {}", error.message);
        assert!(error.message.starts_with(message), "{part:?}: {text}: {}", error.message);
    }

    /// `text` is code that answers with so many times `x`, `list` one that answers with a list of that: the digest is that of the whole, however
    /// long it is.
    pub fn digests_all_lengths(&mut self, text: impl Fn(usize) -> String, list: impl Fn(usize) -> String) {
        let worker = self.hello.worker.clone();
        for length in [0, 1, 65533, 65534, 65535, 65536, 200_000] {
            self.prepare(snippet(&text(length)));
            assert_eq!(self.answer(), protocol::text_answer("x".repeat(length).as_bytes()), "{worker}: {length}");
            self.prepare(snippet(&list(length)));
            let listed = self.answer();
            let lengths = (length as u64 + 4, (length + 4).min(Answer::HEAD_MAX));
            assert_eq!((listed.length, listed.head.len()), lengths, "{worker}: {length}");
        }
    }

    /// A batch of code that reads once and writes twice, so many bytes together.
    pub fn counts_calls(&mut self, iterations: u64, written: u64) -> Batch {
        let batch = self.run(iterations);
        let calls = [Metric::ReadCalls, Metric::WriteCalls, Metric::WriteBytes].map(|metric| batch.reading(metric));
        assert_eq!(calls, [1, 2, written].map(|count| count * iterations), "{}", self.hello.worker);
        batch
    }

    /// A batch of code that does nothing: what the host does to count is not counted.
    pub fn counts_nothing(&mut self) -> Batch {
        self.prepare(snippet("1"));
        let batch = self.run(1);
        let calls = [Metric::ReadCalls, Metric::WriteCalls, Metric::WriteBytes].map(|metric| batch.reading(metric));
        assert_eq!(calls, [0; 3], "{}", self.hello.worker);
        batch
    }

    /// Ends it, where the teardown writes `done` to a file.
    pub fn tears_down(&mut self, file: &str) {
        assert_eq!(self.ask(&Request::Bye), Ok(Reply::Bye), "{}", self.hello.worker);
        assert_eq!(std::fs::read_to_string(file).expect("teardown wrote it"), "done", "{}", self.hello.worker);
    }

    pub fn run(&mut self, iterations: u64) -> Batch {
        self.padded_run(iterations, 0)
    }

    /// The shortest of several batches of a case, in nanoseconds.
    pub fn shortest(&mut self, case: impl Into<Case>, iterations: u64) -> u64 {
        self.prepare(case);
        (0..20).map(|_| self.run(iterations).reading(Metric::Wall)).min().expect("there are some")
    }

    pub fn padded_run(&mut self, iterations: u64, padding: usize) -> Batch {
        match self.ask(&Request::Run { iterations, padding, slices: 1, bare: false }) {
            Ok(Reply::Sample { iterations: done, readings, notes, .. }) if done == iterations => {
                Batch { readings, notes }
            }
            other => panic!("no sample of {iterations} iterations: {other:?}"),
        }
    }

    /// The error that answers a case that cannot be prepared.
    pub fn prepare_error(&mut self, case: impl Into<Case>) -> WorkerError {
        self.error(&prepare(case))
    }

    /// The error that answers the request for an answer.
    pub fn answer_error(&mut self) -> WorkerError {
        self.error(&Request::Answer { check: Check::Exact })
    }

    /// The error that answers the request for an answer, once the case is prepared.
    pub fn ready_error(&mut self, case: impl Into<Case>) -> WorkerError {
        self.prepare(case);
        self.answer_error()
    }

    pub fn error(&mut self, request: &Request) -> WorkerError {
        match self.ask(request) {
            Ok(Reply::Error(error)) => error,
            other => panic!("no error: {other:?}"),
        }
    }

    /// What the scheduler asks before it binds a worker to a CPU.
    pub fn ran_in_one_thread(&self) -> bool {
        self.worker.ran_in_one_thread()
    }

    /// How the worker is lost when it runs its case.
    pub fn loss(&mut self) -> Loss {
        match self.ask(&Request::Run { iterations: 1, padding: 0, slices: 1, bare: false }) {
            Err(loss) => loss,
            Ok(reply) => panic!("it is not lost: {reply:?}"),
        }
    }

    pub fn ask(&mut self, request: &Request) -> Result<Reply, Loss> {
        self.worker.ask(request, LIMIT_NS)
    }

    pub fn ask_within(&mut self, request: &Request, limit_ns: u64) -> Result<Reply, Loss> {
        self.worker.ask(request, limit_ns)
    }
}

impl Batch {
    pub fn reading(&self, metric: Metric) -> u64 {
        self.readings[&metric]
    }
}

fn prepare(case: impl Into<Case>) -> Request {
    Request::Prepare { case: case.into().0 }
}

/// What a worker can be told to prepare: either sort of case.
pub struct Case(WorkerCase);

impl From<protocol::SnippetCase> for Case {
    fn from(case: protocol::SnippetCase) -> Case {
        Case(WorkerCase::Snippet(case))
    }
}

impl From<protocol::CommandCase> for Case {
    fn from(case: protocol::CommandCase) -> Case {
        Case(WorkerCase::Command(case))
    }
}

impl From<WorkerCase> for Case {
    fn from(case: WorkerCase) -> Case {
        Case(case)
    }
}
