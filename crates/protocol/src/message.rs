//! The messages. Each is one JSON object with a `type`; unknown fields are ignored, so that fields can be added.

use crate::canonical;
use crate::param::Param;
use model::{Answer, Check, Collector, DoseEvent, ExitCodes, Latencies, Metric, Readings};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use std::net::SocketAddr;

/// What the scheduler asks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "type")]
pub enum Request {
    /// Make the case ready to run: compile, set up. Answered by `prepared`.
    Prepare {
        /// What will be run.
        case: WorkerCase,
    },
    /// Run once, untimed. Answered by `answer`.
    Answer {
        /// `lenient` writes numbers as texts.
        check: Check,
    },
    /// Run so many times and read the metrics around it. Answered by `sample`.
    Run {
        /// How many times; at least one.
        iterations: u64,
        /// Bytes by which a worker that starts a process for each iteration lengthens the environment of that process. A generator of
        /// load draws its arrivals from it.
        padding: usize,
        /// Into how many slices of equally many iterations the batch is divided, each timed by itself; one is the whole batch. Only
        /// hosts of languages are asked for more.
        #[serde(default = "whole")]
        slices: u64,
        /// Whether the elapsed time is all that is read.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        bare: bool,
    },
    /// Tear down and end. Answered by `bye`.
    Bye,
}

fn whole() -> u64 {
    1
}

/// An answer as workers write it.
#[derive(Deserialize)]
struct WrittenAnswer {
    digest: Option<String>,
    length: u64,
    head: String,
}

fn answer<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Answer, D::Error> {
    let WrittenAnswer { digest, length, head } = WrittenAnswer::deserialize(deserializer)?;
    let digest = match digest {
        Some(digest) => digest,
        None if length == head.len() as u64 => canonical::digest(head.as_bytes()),
        None => return Err(D::Error::custom("the answer is longer than its head, and has no digest")),
    };
    Ok(Answer { digest, length, head })
}

/// What a worker replies. Any request may be answered by `error`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "type")]
pub enum Reply {
    /// Sent once, unasked, when the worker is up.
    Hello(Hello),
    /// The case is ready.
    Prepared,
    /// What the case returned.
    Answer {
        /// In canonical form. The digest is of the whole, and may be left out where the head is the whole.
        #[serde(flatten, deserialize_with = "answer")]
        answer: Answer,
        /// Remarks for the reader of the results.
        #[serde(default)]
        notes: Vec<String>,
        /// For workers that start processes: whether it was one thread of one process, so that it may be bound to a CPU.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        alone: bool,
    },
    /// What was read around a batch.
    Sample {
        /// As asked for.
        iterations: u64,
        /// Totals over the batch.
        readings: Readings,
        /// The nanoseconds of each slice, in order, when there are several.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        slices_ns: Vec<u64>,
        /// For workers that have several iterations under way at a time: how long each took.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        latencies: Option<Latencies>,
        /// Remarks for the reader of the results.
        #[serde(default)]
        notes: Vec<String>,
    },
    /// It went wrong; the worker stays usable unless it ends.
    Error(WorkerError),
    /// Torn down; the worker ends.
    Bye,
}

impl Reply {
    /// Whether it is what a request is answered by, or an error.
    pub fn is_to(&self, request: &Request) -> bool {
        matches!(
            (request, self),
            (_, Reply::Error(_))
                | (Request::Prepare { .. }, Reply::Prepared)
                | (Request::Answer { .. }, Reply::Answer { .. })
                | (Request::Run { .. }, Reply::Sample { .. })
                | (Request::Bye, Reply::Bye)
        )
    }

    /// A batch that was not divided, of iterations one after the other.
    pub fn sample(iterations: u64, readings: Readings, notes: Vec<String>) -> Reply {
        Reply::Sample { iterations, readings, slices_ns: Vec::new(), latencies: None, notes }
    }

    /// What a sample says that cannot be, beside what was asked for. How many requests were answered is for the generator to say.
    pub fn contradiction(&self, request: &Request) -> Option<String> {
        let (
            Reply::Sample { iterations, readings, slices_ns, latencies: None, .. },
            Request::Run { iterations: asked, slices, .. },
        ) = (self, request)
        else {
            return None;
        };
        let Some(wall) = readings.get(&Metric::Wall) else { return Some("its sample has no wall_ns".to_string()) };
        if iterations != asked {
            return Some(format!("its sample is of {iterations} iterations, where {asked} were asked for"));
        }
        if *slices > 1 && slices_ns.len() as u64 != *slices {
            return Some(format!("its sample has {} slices, where {slices} were asked for", slices_ns.len()));
        }
        let sum = slices_ns.iter().fold(0_u64, |sum, slice| sum.saturating_add(*slice));
        (!slices_ns.is_empty() && sum != *wall)
            .then(|| format!("its slices make {sum} ns together, and its wall_ns is {wall}"))
    }
}

/// How a worker introduces itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Hello {
    /// The version of the protocol that it speaks.
    pub protocol: u32,
    /// Name and version of what runs the case, e.g. `perl 5.36.0`.
    pub worker: String,
    /// The process that it is, of a worker that was forked from another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pid: Option<i32>,
    /// Metrics that it cannot read here, each with the reason.
    #[serde(default)]
    pub absent: BTreeMap<String, String>,
    /// The events that it can add to an iteration, by their names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub doses: Vec<String>,
    /// Whether what runs the case compiles it while it runs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub jit: bool,
}

/// What a worker is to run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum WorkerCase {
    /// For the hosts of languages.
    Snippet(SnippetCase),
    /// For the spawner.
    Command(CommandCase),
    /// For the generator of load.
    Http(HttpCase),
}

/// A piece of code to be compiled, with the values that it may name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SnippetCase {
    /// Modules that must be loadable; the first missing one is reported as an error of kind `missing`.
    pub needs: Vec<String>,
    /// Names and values in scope: whole numbers, fractions, truth values and texts of JSON. Sizes are bytes, durations
    /// seconds.
    pub params: BTreeMap<String, Param>,
    /// The code, to be compiled in one scope in the order `prelude`, `setup`, `variant_setup`, `code`, `teardown`,
    /// `before_each`.
    pub parts: BTreeMap<Part, String>,
    /// For languages that are compiled: flags of the compiler.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<String>,
    /// For languages that are compiled: the type that the code returns; the language's own default when `None`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub returns: Option<String>,
    /// For languages that are compiled: the path of what the parts were compiled into.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub library: Option<String>,
    /// What becomes of the collector of garbage while the code is timed. A host that cannot do it refuses the case.
    #[serde(default, rename = "gc", skip_serializing_if = "Collector::is_on")]
    pub collector: Collector,
    /// Events that are added to every iteration, before the code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dose: Option<DoseCase>,
}

/// Events that a host adds to every iteration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DoseCase {
    /// The event.
    pub event: DoseEvent,
    /// How many.
    pub count: u64,
    /// The bytes of each read call, or from one fault of a mapped file to the next; 1 for other events.
    pub bytes: u64,
    /// The bytes that are gone through, again and again: those of the file that is read or mapped, or of memory that is copied from.
    pub span: u64,
    /// For read calls and faults of a mapped file: a file that is so long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// The parts of a snippet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// Definitions.
    Prelude,
    /// Data of all snippets of the language.
    Setup,
    /// Data of this variant.
    VariantSetup,
    /// The body of the function that is timed.
    Code,
    /// Run at `bye`.
    Teardown,
    /// Run before every iteration, untimed.
    BeforeEach,
}

/// A program with everything that it is started with.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CommandCase {
    /// Program and arguments; the program is looked up in `PATH`.
    pub argv: Vec<String>,
    /// Path of the file on standard input.
    pub stdin: Option<String>,
    /// Where standard output goes.
    pub stdout: Stdout,
    /// Variables added to the environment.
    pub env: BTreeMap<String, String>,
    /// The directory to start in.
    pub cwd: Option<String>,
    /// The exit codes that mean success.
    pub exit: ExitCodes,
    /// Programs and arguments that are run before every execution, one after the other, in the same directory and environment.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before_each: Vec<Vec<String>>,
    /// The longest time of an execution in nanoseconds; it may take as long as it likes when `None`.
    #[serde(default)]
    pub timeout_ns: Option<u64>,
    /// Of a command that times itself: how it tells its times. Then an execution is a batch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tells: Option<Box<TellingCase>>,
}

/// How a command tells its times. In its arguments and its environment there are places for what is another text in each execution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TellingCase {
    /// The format, by its name.
    pub format: String,
    /// The path of the results, which is such a text.
    pub results: String,
}

impl TellingCase {
    /// The place of a text by its name: `iterations`, `seconds` or `results`, between two zero bytes, which no argument holds. Braces are text there.
    ///
    /// ```
    /// assert_eq!(cmpthese_protocol::TellingCase::place("seconds"), "\0seconds\0");
    /// ```
    pub fn place(name: &str) -> String {
        format!("\0{name}\0")
    }
}

/// A request with how it is sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HttpCase {
    /// Address and port that are connected to.
    pub address: SocketAddr,
    /// The whole request.
    pub request: String,
    /// Whether an answer ends with its head, as to a HEAD.
    pub head_only: bool,
    /// How many connections at most.
    pub connections: usize,
    /// Whether a connection serves several requests.
    pub keep_alive: bool,
    /// Requests a second that are planned; as fast as they are answered when `None`.
    pub per_second: Option<f64>,
    /// Whether planned requests come by chance, as those of a Poisson process, and not at equal distances.
    pub by_chance: bool,
    /// Whether it may keep its CPU busy while it waits, because it has that to itself: then it is never late by having slept.
    pub awake: bool,
    /// The longest time of one request in nanoseconds.
    pub timeout_ns: u64,
    /// The status that an answer must have; any from 200 to 399 when `None`.
    pub status: Option<u16>,
    /// Names of the header fields that belong to the answer, in lower case.
    pub answer_headers: Vec<String>,
    /// The process whose descendants are the server, if it may be looked at.
    pub server: Option<i32>,
}

/// Where the standard output of a command goes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stdout {
    /// A pipe that the worker reads.
    #[default]
    Pipe,
    /// `/dev/null`.
    Null,
    /// A file, truncated before each iteration.
    File(String),
}

/// What went wrong in a worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkerError {
    /// The sort of error.
    pub kind: ErrorKind,
    /// What happened, in one sentence or in the words of the language.
    pub message: String,
    /// The part of the snippet where it happened.
    #[serde(default)]
    pub part: Option<Part>,
    /// The line within that part, from 1.
    #[serde(default)]
    pub line: Option<usize>,
}

impl WorkerError {
    /// How the message ends that tells of an answer which has no canonical form.
    pub const INCOMPARABLE: &str = ": return data";

    /// One that points to no part.
    pub fn new(kind: ErrorKind, message: String) -> WorkerError {
        WorkerError { kind, message, part: None, line: None }
    }

    /// What was to be run cannot be, or has failed.
    pub fn died(message: impl Into<String>) -> WorkerError {
        WorkerError::new(ErrorKind::Died, message.into())
    }

    /// The scheduler asks for what makes no sense.
    pub fn protocol(message: impl Into<String>) -> WorkerError {
        WorkerError::new(ErrorKind::Protocol, message.into())
    }
}

/// The sort of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorKind {
    /// A module or program is not installed; the message is its name.
    Missing,
    /// The code does not compile.
    Compile,
    /// An exception, or a wrong exit code.
    Died,
    /// A signal ended it.
    Signal,
    /// It ran too long.
    Timeout,
    /// The request makes no sense to this worker.
    Protocol,
}
