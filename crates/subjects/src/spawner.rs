//! The worker of commands: this program, started again as a small process that does nothing but start programs.
//!
//! It is small because a child's peak RSS is never below that of whoever spawned it, and because it must not disturb what
//! it times. Between the two clock readings it calls posix_spawn, then sleeps in ppoll until the child ends, reading the
//! child's output as it comes.

mod checked;
mod children_io;
mod execution;
mod ready;
mod results;
mod teller;
mod trouble;

pub use results::names_in_folder;

use crate::memory_watch;
use crate::serve::{self, Service};
use crate::system::reap::ChildEnd;
use crate::system::{descendants, footprint};
use checked::checked;
use children_io::COUNTED;
use execution::Execution;
use model::{Metric, Readings};
use protocol::{AnswerWriter, CommandCase, Hello, Reply, Request, Stdout, VERSION, WorkerCase, WorkerError, no_answer};
use ready::{Descriptors, Purpose, Ready};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::rc::Rc;
use std::time::Duration;
use teller::Teller;

/// Serves requests until the scheduler says `bye` or goes away.
pub fn serve() -> io::Result<()> {
    descendants::adopt_orphans()?;
    // Of what is left before anything runs.
    memory_watch::limit_bytes();
    let descriptors = Rc::new(Descriptors::open()?);
    serve::serve(&mut Spawner { cases: Vec::new(), descriptors, current: None })
}

/// The cases that were prepared so far.
struct Spawner {
    cases: Vec<Prepared>,
    descriptors: Rc<Descriptors>,
    /// The one that runs; none when the last that was asked for could not be prepared.
    current: Option<usize>,
}

/// A case that was prepared.
enum Prepared {
    /// An execution is an iteration.
    Command(Box<Ready>),
    /// It times itself.
    Teller(Box<Teller>),
}

impl Prepared {
    fn new(case: CommandCase, descriptors: &Rc<Descriptors>) -> Result<Prepared, WorkerError> {
        Ok(match case.tells.clone() {
            Some(tells) => Prepared::Teller(Box::new(Teller::new(case, *tells, descriptors)?)),
            None => Prepared::Command(Box::new(Ready::new(case, descriptors)?)),
        })
    }

    fn case(&self) -> &CommandCase {
        match self {
            Prepared::Command(ready) => &ready.case,
            Prepared::Teller(teller) => &teller.case,
        }
    }
}

impl Service for Spawner {
    fn hello(&self) -> Hello {
        let mut absent = BTreeMap::new();
        if let Err(error) = &self.descriptors.children_io {
            let reason = format!("/proc/self/io: {error}");
            absent.extend(COUNTED.map(|(_, metric)| (metric.info().key.to_string(), reason.clone())));
        }
        Hello { protocol: VERSION, worker: "command".to_string(), absent, ..Hello::default() }
    }

    fn reply_to(&mut self, request: Request) -> Result<Reply, WorkerError> {
        let current = self.current.map(|index| &mut self.cases[index]);
        match (request, current) {
            (Request::Prepare { case }, _) => prepare(case, self),
            (Request::Answer { .. }, Some(Prepared::Command(ready))) => answer(ready),
            // A benchmark has no answer, and whether it runs at all its first batch says: its start may take seconds.
            (Request::Answer { .. }, Some(Prepared::Teller(_))) => {
                Ok(Reply::Answer { answer: no_answer(), notes: Vec::new(), alone: false })
            }
            (Request::Run { iterations, padding, .. }, Some(Prepared::Command(ready))) => {
                run(ready, iterations, padding)
            }
            (Request::Run { iterations, padding, .. }, Some(Prepared::Teller(teller))) => {
                teller.run(iterations, padding)
            }
            (Request::Bye, _) => Ok(Reply::Bye),
            (_, None) => Err(WorkerError::protocol("no command is prepared")),
        }
    }
}

/// Makes a case the one that runs; one that was prepared before is as it was.
fn prepare(case: WorkerCase, prepared: &mut Spawner) -> Result<Reply, WorkerError> {
    prepared.current = None;
    let WorkerCase::Command(case) = case else {
        return Err(WorkerError::protocol("only commands are for the spawner"));
    };
    let known = prepared.cases.iter().position(|known| *known.case() == case);
    let index = known.unwrap_or(prepared.cases.len());
    if known.is_none() {
        prepared.cases.push(Prepared::new(case, &prepared.descriptors)?);
        footprint::shrink();
    }
    prepared.current = Some(index);
    Ok(Reply::Prepared)
}

fn answer(ready: &mut Ready) -> Result<Reply, WorkerError> {
    let mut writer = AnswerWriter::text();
    let execution = checked(ready, Purpose::Answer, 0, |bytes| writer.push(bytes))?;
    if let Stdout::File(path) = &ready.case.stdout {
        push_file(&mut writer, path).map_err(|error| WorkerError::died(format!("{path}: {error}")))?;
    }
    Ok(Reply::Answer { answer: writer.finish(), notes: notes(ready, &execution), alone: execution.is_alone })
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
    let mut delayed = Some(Duration::ZERO);
    let mut remarks = Vec::new();
    for _ in 0..iterations {
        let execution = checked(ready, Purpose::Timing, padding, |_| ())?;
        add(&mut readings, &execution);
        delayed = delayed.zip(execution.delayed).map(|(sum, one)| sum + one);
        let news = notes(ready, &execution).into_iter().filter(|note| !remarks.contains(note)).collect::<Vec<_>>();
        remarks.extend(news);
    }
    if let Some(delayed) = delayed {
        readings.insert(Metric::Delayed, delayed.as_nanos() as u64);
    }
    Ok(Reply::sample(iterations, readings, remarks))
}

fn notes(ready: &Ready, execution: &Execution) -> Vec<String> {
    let left_behind = (execution.left_behind > 0).then(|| {
        "leaves processes behind when it ends; they are not waited for: after every run they are ended, and only what \
         they used until then is counted"
            .to_string()
    });
    let ended_before = (execution.ended_before > 0).then(|| checked::BEFORE_ENDED.to_string());
    let failed = match execution.outcome {
        ChildEnd::Exit(code @ 1..) if ready.case.exit.are_several() => {
            Some(format!("an execution of it ended with exit code {code}, which is let pass"))
        }
        _ => None,
    };
    left_behind.into_iter().chain(ended_before).chain(failed).collect()
}

fn add(readings: &mut Readings, execution: &Execution) {
    let usage = &execution.usage;
    let sums = [
        (Metric::Wall, execution.wall.as_nanos() as u64),
        (Metric::User, usage.user.as_nanos() as u64),
        (Metric::System, usage.system.as_nanos() as u64),
        (Metric::MinorFaults, usage.minor_faults),
        (Metric::MajorFaults, usage.major_faults),
        (Metric::VoluntarySwitches, usage.voluntary_switches),
        (Metric::InvoluntarySwitches, usage.involuntary_switches),
        (Metric::BlocksIn, usage.blocks_in),
        (Metric::BlocksOut, usage.blocks_out),
    ];
    let counted = COUNTED.map(|(_, metric)| metric).into_iter();
    for (metric, value) in sums.into_iter().chain(counted.zip(execution.io_counts.into_iter().flatten())) {
        *readings.or_zero(metric) += value;
    }
    let peak = readings.or_zero(Metric::PeakRss);
    *peak = usage.peak_rss_bytes.max(*peak);
}
