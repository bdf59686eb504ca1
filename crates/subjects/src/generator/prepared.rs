//! A case that is prepared: its requests, its answer, its batches.

use super::server_usage::ServerUsage;
use generator::{Fault, FaultKind, Generator, Header, Keeper, Load, LoadOutcome, Pace, Target};
use model::{Latencies, Metric, Readings};
use protocol::{AnswerWriter, ErrorKind, HttpCase, Reply, WorkerError};
use std::io;
use std::time::Duration;

/// Where more requests fail than this part, the others tell nothing: of all that a launch has sent, and of so many at least, because batches of slow
/// requests are small.
const FAULTS_MAX: f64 = 0.1;
const FAULTS_OF: u64 = 50;

/// What is noted where connections waited for a second or longer until they were there.
const OVERFULL: &str = "some of its connections waited a second or longer to be taken, which is in the times: the server's queue for them was full, and a client \
    knocks again after a second; fewer `connections` (--connections) do not fill it, and a longer queue (its backlog) holds them";

/// How much of a body is kept to be told when its status is wrong, in bytes.
const BEGINNING_MAX: usize = 4096;

/// A case that is prepared.
pub struct Prepared {
    case: HttpCase,
    generator: Generator,
    server: Option<ServerUsage>,
    /// The status that every answer must have, that of the first; `None` before it.
    status: Option<u16>,
    is_warm: bool,
    /// How many requests were sent that count, and how many of them failed.
    sent: u64,
    failed: u64,
}

impl Prepared {
    /// Makes a case the one that runs.
    pub fn new(case: HttpCase) -> Result<Prepared, WorkerError> {
        let generator = Generator::new(target(&case), load(&case))
            .map_err(|error| WorkerError::died(format!("the load cannot be made: {error}")))?;
        let server = case.server.map(ServerUsage::of);
        Ok(Prepared { case, generator, server, status: None, is_warm: false, sent: 0, failed: 0 })
    }

    /// Asks once, untimed.
    pub fn answer(&mut self) -> Result<Reply, WorkerError> {
        let (wanted, answer) = (&self.case.answer_headers, AnswerWriter::text());
        let mut response = Response { wanted, status: 0, answer, beginning: Vec::new() };
        self.generator.answer(&mut response).map_err(|fault| no_answer(&self.case, &fault))?;
        response.check(self.case.status)?;
        self.status = Some(response.status);
        let redirects = (300..400).contains(&response.status) && self.case.status.is_none();
        let notes =
            redirects.then(|| format!("it answers with a redirection ({}), which is not followed", response.status));
        Ok(Reply::Answer { answer: response.answer.finish(), notes: notes.into_iter().collect(), alone: false })
    }

    /// So many requests, timed; when all of a few fail, as many again, because a server of which some fail may have failed these.
    pub fn run(&mut self, requests: u64, seed: u64) -> Result<Reply, WorkerError> {
        // Over one connection the first that counts tells it: one more in each launch, where a batch is one, would be every other request that the server has.
        if self.status.is_none() && (self.case.connections > 1 || self.case.per_second.is_some()) {
            self.answer()?;
        }
        let before = self.server.as_ref().map(ServerUsage::read);
        let mut outcome = self.batch(requests, seed)?;
        while self.has_no_answer(&outcome)? {
            outcome.append(self.batch(requests, seed)?);
        }
        let mut readings = readings(&outcome, &self.case);
        if let (Some(server), Some(before)) = (&mut self.server, before) {
            server.add_since(&before, outcome.counted_share(), &mut readings);
        }
        let are_late = outcome.latencies.len() > outcome.completed;
        let late = if are_late { ", and in the latencies as long as was waited for them" } else { "" };
        let notes = (outcome.requests - outcome.completed + outcome.faulty() > 0)
            .then(|| format!("some of its requests fail ({}): they count as none{late}", example(&outcome)));
        let knocked = (outcome.connections_late > 0).then(|| OVERFULL.to_string());
        let recorded = outcome.latencies.iter_recorded();
        let latencies = Latencies {
            planned: self.case.per_second.is_some(),
            counts: recorded.map(|one| (one.value_iterated_to(), one.count_at_value())).collect(),
        };
        Ok(Reply::Sample {
            iterations: outcome.completed,
            readings,
            slices_ns: Vec::new(),
            latencies: Some(latencies),
            notes: notes.into_iter().chain(knocked).collect(),
        })
    }

    /// One batch.
    fn batch(&mut self, requests: u64, seed: u64) -> Result<LoadOutcome, WorkerError> {
        // The first batch finds the server cold: it warms it up.
        let expected = self.status.or(self.case.status);
        let outcome = match std::mem::replace(&mut self.is_warm, true) {
            true => self.generator.run_sustained(requests, seed, expected),
            false => self.generator.run(requests, seed, expected),
        };
        let outcome = outcome.map_err(|error| load_failed(&error))?;
        self.status = outcome.status;
        self.sent += requests;
        self.failed += outcome.requests - outcome.completed;
        Ok(outcome)
    }

    /// Whether there is no answer yet, and more may be sent. Complains when too many of the requests that were sent so far have failed, or all of
    /// these, and they are not few or took as long as one may.
    fn has_no_answer(&self, outcome: &LoadOutcome) -> Result<bool, WorkerError> {
        let are_too_many = |failed: u64, sent: u64| failed as f64 > FAULTS_MAX * sent.max(FAULTS_OF) as f64;
        let no_more = are_too_many(outcome.requests, outcome.requests) || outcome.wall_ns >= self.case.timeout_ns;
        if outcome.completed == 0 && no_more || are_too_many(self.failed, self.sent) {
            let why = self.why_late(outcome);
            return Err(WorkerError::died(format!("{}: {}{why}", failures(outcome), example(outcome))));
        }
        Ok(outcome.completed == 0)
    }

    /// What may be behind requests that run out of time, as a clause.
    fn why_late(&self, outcome: &LoadOutcome) -> String {
        match self.case.per_second {
            _ if !outcome.faults.contains_key(&FaultKind::TimedOut) => String::new(),
            Some(per_second) => format!("; is a rate of {per_second} a second more than the server can do?"),
            None if self.case.keep_alive && self.case.connections > 1 => {
                "; a server that serves one connection at a time lets the others wait: fewer connections, or keep_alive = false".to_string()
            }
            None => String::new(),
        }
    }
}

/// A response as it comes: however long its body is, all of it is in the answer.
struct Response<'c> {
    /// The header fields that the plan asks for.
    wanted: &'c [String],
    status: u16,
    answer: AnswerWriter,
    /// Of its body.
    beginning: Vec<u8>,
}

impl Keeper for Response<'_> {
    /// Before the body stand a status that is not the usual one, and the header fields that the plan asks for.
    fn head(&mut self, status: u16, headers: &[Header]) {
        self.status = status;
        let unusual = (status != 200).then(|| format!("status: {status}\n"));
        let wanted = self.wanted.iter().flat_map(|wanted| {
            let given = headers.iter().filter(move |header| header.name.eq_ignore_ascii_case(wanted));
            given.map(move |header| format!("{wanted}: {}\n", String::from_utf8_lossy(header.value)))
        });
        let lines: Vec<String> = unusual.into_iter().chain(wanted).collect();
        if !lines.is_empty() {
            self.answer.push((lines.concat() + "\n").as_bytes());
        }
    }

    fn body(&mut self, bytes: &[u8]) {
        self.answer.push(bytes);
        let room = BEGINNING_MAX - self.beginning.len();
        self.beginning.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }
}

impl Response<'_> {
    /// Complains of a status that is not the one that is asked for, or means no success.
    fn check(&self, asked: Option<u16>) -> Result<(), WorkerError> {
        if asked.map_or((200..400).contains(&self.status), |asked| asked == self.status) {
            return Ok(());
        }
        let asked = asked.map_or("200 to 399".to_string(), |status| status.to_string());
        let said = String::from_utf8_lossy(&self.beginning);
        let said: String = said.trim().chars().take(300).collect();
        let said = if said.is_empty() { said } else { format!(": {said}") };
        Err(WorkerError::died(format!("the status of its answer is {}, not {asked}{said}", self.status)))
    }
}

fn load_failed(error: &io::Error) -> WorkerError {
    let help = ": each connection takes one, so raise the limit (ulimit -n), or ask for fewer `connections`";
    let help = if error.raw_os_error() == Some(libc::EMFILE) { help } else { "" };
    WorkerError::died(format!("the load failed: {error}{help}"))
}

/// What the first request came to, when it was no answer.
fn no_answer(case: &HttpCase, fault: &Fault) -> WorkerError {
    match fault {
        Fault::TimedOut { .. } => WorkerError::new(ErrorKind::Timeout, fault.to_string()),
        Fault::Refused => WorkerError::died(format!("nobody listens at {}", case.address)),
        other => WorkerError::died(other.to_string()),
    }
}

fn target(case: &HttpCase) -> Target {
    Target { address: case.address, request: case.request.clone().into_bytes(), head_only: case.head_only }
}

fn load(case: &HttpCase) -> Load {
    let pace = match (case.per_second, case.by_chance) {
        (None, _) => Pace::Closed,
        (Some(per_second), true) => Pace::Poisson { per_second },
        (Some(per_second), false) => Pace::Fixed { per_second },
    };
    let timeout = Duration::from_nanos(case.timeout_ns);
    Load { connections: case.connections, keep_alive: case.keep_alive, pace, timeout, awake: case.awake }
}

/// How many requests failed, as a clause; after enough of them in a row no more are sent.
fn failures(outcome: &LoadOutcome) -> String {
    let (failed, sent) = (outcome.faulty(), outcome.sent());
    let given_up = if outcome.abandoned > 0 { ", and no more were sent" } else { "" };
    format!("{failed} of {sent} requests failed{given_up}")
}

/// The commonest way to fail, if any did.
fn example(outcome: &LoadOutcome) -> &str {
    outcome.faults.values().max_by_key(|fault| fault.count).map_or("", |fault| &fault.example)
}

fn readings(outcome: &LoadOutcome, case: &HttpCase) -> Readings {
    let is_open = case.per_second.is_some();
    let share = outcome.counted_share();
    let of_those_that_count = |amount: u64| (share * amount as f64).round() as u64;
    // Each of those that count was sent on a connection in use, or on one that was opened for it.
    let reused = of_those_that_count(outcome.connections_reused);
    let opened = outcome.connections_opened.min((outcome.requests - reused).max(1));
    let of_both = [
        (Metric::Wall, outcome.sustained_ns),
        (Metric::InFlight, outcome.busy_ns),
        (Metric::GeneratorCpu, of_those_that_count(outcome.cpu_ns)),
        (Metric::Opened, opened),
        (Metric::Reused, reused),
        (Metric::FailedRequests, outcome.requests - outcome.completed),
        (Metric::ReceivedBytes, of_those_that_count(outcome.bytes_received)),
    ];
    let of_open = [
        (Metric::Planned, outcome.planned_ns),
        (Metric::Sent, outcome.sent_ns),
        (Metric::Lag, outcome.lag_ns * outcome.completed),
    ];
    of_both.into_iter().chain(of_open.into_iter().filter(|_| is_open)).collect()
}
