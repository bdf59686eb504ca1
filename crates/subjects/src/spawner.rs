//! The worker of commands: this program, started again as a small process that does nothing but start programs.
//!
//! It is small because a child's peak RSS is never below that of whoever spawned it, and because it must not disturb what
//! it times. Between the two clock readings it calls posix_spawn, then sleeps in ppoll until the child ends, reading the
//! child's output as it comes.

mod children_io;
mod execution;
mod ready;
mod trouble;

use crate::serve::{self, Service};
use crate::system::reap::ChildEnd;
use crate::system::{descendants, footprint, worker_setup};
use children_io::ChildrenIo;
use execution::{Execution, execute};
use model::{Metric, Readings};
use protocol::{AnswerWriter, ErrorKind, Hello, Reply, Request, Stdout, VERSION, WorkerCase, WorkerError};
use ready::{Purpose, Ready};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use trouble::{died, error, in_before_each, protocol_error};

/// Serves requests until the scheduler says `bye` or goes away.
pub fn serve() -> io::Result<()> {
    descendants::adopt_orphans()?;
    serve::serve(&mut Spawner::default())
}

fn hello() -> Hello {
    let of_runtimes = ["collections", "collection_ns", "compilation_ns"];
    let untold = |metric: &str| (metric.to_string(), "a command does not tell what its runtime does".to_string());
    let mut absent: BTreeMap<String, String> = of_runtimes.map(untold).into();
    if let Err(error) = ChildrenIo::open() {
        for metric in ["read_calls", "write_calls", "read_bytes", "write_bytes"] {
            absent.insert(metric.to_string(), format!("/proc/self/io: {error}"));
        }
    }
    Hello { protocol: VERSION, worker: "command".to_string(), absent, ..Hello::default() }
}

/// The cases that were prepared so far.
#[derive(Default)]
struct Spawner {
    cases: Vec<Ready>,
    /// The one that runs; none when the last that was asked for could not be prepared.
    current: Option<usize>,
}

impl Service for Spawner {
    fn hello(&self) -> Hello {
        hello()
    }

    fn reply_to(&mut self, request: Request) -> Result<Reply, WorkerError> {
        let current = self.current.map(|index| &mut self.cases[index]);
        match (request, current) {
            (Request::Prepare { case }, _) => prepare(case, self),
            (Request::Answer { .. }, Some(ready)) => answer(ready),
            (Request::Run { iterations, padding, .. }, Some(ready)) => run(ready, iterations, padding),
            (Request::Bye, _) => Ok(Reply::Bye),
            (Request::Answer { .. } | Request::Run { .. }, None) => {
                Err(protocol_error("no command is prepared".to_string()))
            }
        }
    }
}

/// Makes a case the one that runs; one that was prepared before is as it was.
fn prepare(case: WorkerCase, prepared: &mut Spawner) -> Result<Reply, WorkerError> {
    prepared.current = None;
    let WorkerCase::Command(case) = case else {
        return Err(protocol_error("only commands are for the spawner".to_string()));
    };
    let known = prepared.cases.iter().position(|ready| ready.case == case);
    let index = known.unwrap_or(prepared.cases.len());
    if known.is_none() {
        prepared.cases.push(Ready::new(case)?);
        footprint::shrink();
    }
    prepared.current = Some(index);
    Ok(Reply::Prepared)
}

/// Runs what puts things back before an execution.
fn before_each(ready: &mut Ready) -> Result<(), WorkerError> {
    for before in &mut ready.before_each {
        let execution = execute(before, Purpose::Timing, 0, |_| ());
        execution.and_then(|execution| check(before, &execution)).map_err(in_before_each)?;
    }
    Ok(())
}

fn answer(ready: &mut Ready) -> Result<Reply, WorkerError> {
    before_each(ready)?;
    let mut writer = AnswerWriter::text();
    let execution = execute(ready, Purpose::Answer, 0, |bytes| writer.push(bytes))?;
    check(ready, &execution)?;
    if let Stdout::File(path) = &ready.case.stdout {
        push_file(&mut writer, path).map_err(|error| died(format!("{path}: {error}")))?;
    }
    Ok(Reply::Answer { answer: writer.finish(), notes: notes(ready, &execution), alone: execution.is_alone() })
}

fn push_file(writer: &mut AnswerWriter, path: &str) -> io::Result<()> {
    let mut file = File::open(path)?;
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(()),
            count => writer.push(&buffer[..count]),
        }
    }
}

fn run(ready: &mut Ready, iterations: u64, padding: usize) -> Result<Reply, WorkerError> {
    let mut readings = Readings::new();
    let mut remarks = Vec::new();
    for _ in 0..iterations {
        before_each(ready)?;
        let execution = execute(ready, Purpose::Timing, padding, |_| ())?;
        check(ready, &execution)?;
        add(&mut readings, &execution);
        let news = notes(ready, &execution).into_iter().filter(|note| !remarks.contains(note)).collect::<Vec<_>>();
        remarks.extend(news);
    }
    Ok(Reply::Sample { iterations, readings, slices_ns: Vec::new(), latencies: None, notes: remarks })
}

fn check(ready: &Ready, execution: &Execution) -> Result<(), WorkerError> {
    let said = String::from_utf8_lossy(&execution.stderr);
    let said = match said.trim_end() {
        "" => String::new(),
        text => format!(": {text}"),
    };
    match execution.outcome {
        ChildEnd::Exit(code) if ready.case.exit.include(code) => Ok(()),
        ChildEnd::Exit(code) => {
            Err(died(format!("it ended with exit code {code}, not {}{said}", ready.case.exit.words())))
        }
        ChildEnd::Signal(signal) => {
            Err(error(ErrorKind::Signal, format!("{} ended it{said}", worker_setup::signal_text(signal))))
        }
    }
}

fn notes(ready: &Ready, execution: &Execution) -> Vec<String> {
    let left_behind = (execution.left_behind > 0).then(|| {
        "leaves processes behind when it ends; they are not waited for: after every run they are ended, and only what \
         they used until then is counted"
            .to_string()
    });
    let failed = match execution.outcome {
        ChildEnd::Exit(code @ 1..) if ready.case.exit.are_several() => {
            Some(format!("ends with exit code {code}, which is let pass"))
        }
        _ => None,
    };
    left_behind.into_iter().chain(failed).collect()
}

fn add(readings: &mut Readings, execution: &Execution) {
    let usage = &execution.usage;
    let sums = [
        (Metric::Wall, execution.wall.as_nanos() as u64),
        (Metric::Delayed, execution.delayed.as_nanos() as u64),
        (Metric::User, usage.user.as_nanos() as u64),
        (Metric::System, usage.system.as_nanos() as u64),
        (Metric::MinorFaults, usage.minor_faults),
        (Metric::MajorFaults, usage.major_faults),
        (Metric::VoluntarySwitches, usage.voluntary_switches),
        (Metric::InvoluntarySwitches, usage.involuntary_switches),
        (Metric::BlocksIn, usage.blocks_in),
        (Metric::BlocksOut, usage.blocks_out),
    ];
    let counts = execution.io_counts.map(|counts| {
        [
            (Metric::ReadCalls, counts.read_calls),
            (Metric::WriteCalls, counts.write_calls),
            (Metric::ReadBytes, counts.read_bytes),
            (Metric::WriteBytes, counts.write_bytes),
        ]
    });
    for (metric, value) in sums.into_iter().chain(counts.into_iter().flatten()) {
        *readings.or_zero(metric) += value;
    }
    let peak = readings.or_zero(Metric::PeakRss);
    *peak = usage.peak_rss_bytes.max(*peak);
}
