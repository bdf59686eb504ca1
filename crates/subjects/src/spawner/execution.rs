//! One execution of a command: started, waited for, read, reaped.

use super::children_io::{IoCounts, less};
use super::ready::{Purpose, Ready};
use super::trouble::io_trouble;
use crate::errand::WANTS_TERMINAL;
use crate::last_words::keep_end;
use crate::memory_watch::{LOOK_NS, MemoryWatch, too_much_memory};
use crate::system::poll::{self, Watch};
use crate::system::reap::{self, ChildEnd, Usage};
use crate::system::schedstat::SchedStat;
use crate::system::{descendants, schedstat, worker_setup};
use protocol::{ErrorKind, REQUEST_FD, WorkerError};
use std::io::{self, PipeReader, Read};
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// The memory of a command that keeps writing is looked at after one of so many reads: to ask for the time at each would be seen in its own.
const READS: usize = 256;

/// How much of a command's error output is kept for messages, in bytes.
const STDERR_KEPT: usize = 2048;

/// What came of it.
pub struct Execution {
    pub wall: Duration,
    /// How much of that it could have run while others had the CPU, as far as it is known.
    pub delayed: Option<Duration>,
    /// What it and all its descendants used, detached ones too.
    pub usage: Usage,
    /// What they read and wrote; nothing where the kernel does not count.
    pub io_counts: Option<IoCounts>,
    pub outcome: ChildEnd,
    /// The end of its error output.
    pub stderr: Vec<u8>,
    /// How many processes it left running.
    pub left_behind: usize,
    /// How many what came before it left running, which were ended.
    pub ended_before: usize,
    /// Whether it was seen to be one thread of one process. That it had as much CPU time as it took says nothing: where others have the CPUs,
    /// several threads get no more.
    pub is_alone: bool,
}

/// Why the wait for a command ended.
enum ExecutionEnd {
    ByItself,
    /// After so many nanoseconds.
    TimedOut(u64),
    /// It took more memory than so many bytes.
    TooLarge(u64),
    WantsTerminal,
    SchedulerGone,
}

/// Runs the command once. `sink` gets its standard output, when that is a pipe, while the command runs. One that wants the terminal before it says anything, as an interactive
/// shell does that would be in the foreground, is run again without one.
pub fn execute(
    ready: &mut Ready,
    purpose: Purpose,
    padding: usize,
    mut sink: impl FnMut(&[u8]),
) -> Result<Execution, WorkerError> {
    let mut is_silent = true;
    let first = execute_once(ready, purpose, padding, |bytes: &[u8]| {
        is_silent &= bytes.is_empty();
        sink(bytes);
    });
    match first {
        Err(error) if is_silent && error.message == WANTS_TERMINAL && ready.spawn.in_own_session().is_ok() => {
            let second = execute_once(ready, purpose, padding, sink)?;
            if matches!(second.outcome, ChildEnd::Exit(0)) { Ok(second) } else { Err(error) }
        }
        first => first,
    }
}

fn execute_once(
    ready: &mut Ready,
    purpose: Purpose,
    padding: usize,
    mut sink: impl FnMut(&[u8]),
) -> Result<Execution, WorkerError> {
    ready.open_files(purpose)?;
    ready.spawn.pad(padding);
    let io_before = ready.children_io_total();
    let mut stderr = Vec::new();

    let started = Instant::now();
    let pid = ready.spawn.start().map_err(|error| cannot_start(ready, error))?;
    let ended = wait_and_read(ready, pid, started, &mut sink, &mut stderr);
    let wall = started.elapsed();

    let is_to_end = !matches!(ended, Ok(ExecutionEnd::ByItself));
    // What another user runs cannot be ended: it is left to end by itself.
    if is_to_end && !worker_setup::signal_group(pid, libc::SIGKILL) {
        let why = ended.map_or_else(io_trouble, why_ended);
        let message = why.message.replace(", and was ended", ", and goes on: what another user runs cannot be ended");
        return Err(WorkerError { message, ..why });
    }
    // Between a timed command and the next there is no time to look.
    let had_children = purpose == Purpose::Timing || descendants::had_children(pid);
    let first_thread = schedstat::of(pid).unwrap_or_default();
    let (outcome, own) = reap::wait(pid).map_err(io_trouble)?;
    let left = descendants::end_all();
    let usage = left.usage.iter().fold(own, |sum, used| sum.and(used));
    let is_alone = !had_children && left.usage.is_empty() && first_thread.is_all_of(usage.user + usage.system);
    let delayed = by_others(&first_thread, wall, &usage);
    let io_counts = ready.children_io_total().zip(io_before).map(|(after, before)| less(after, before));
    drain(&ready.descriptors.out.reader, &mut ready.buffer, &mut sink);
    drain(&ready.descriptors.err.reader, &mut ready.buffer, &mut |bytes| keep_end(&mut stderr, bytes, STDERR_KEPT));
    match ended.map_err(io_trouble)? {
        ExecutionEnd::ByItself => {
            let left_behind = left.running;
            Ok(Execution { wall, delayed, usage, io_counts, outcome, stderr, left_behind, ended_before: 0, is_alone })
        }
        end => Err(why_ended(end)),
    }
}

/// Why a command was ended that had not ended by itself.
fn why_ended(end: ExecutionEnd) -> WorkerError {
    match end {
        ExecutionEnd::ByItself | ExecutionEnd::SchedulerGone => std::process::exit(1),
        ExecutionEnd::WantsTerminal => WorkerError::died(WANTS_TERMINAL),
        ExecutionEnd::TimedOut(limit_ns) => {
            let limit = model::format_duration(limit_ns as f64);
            let message = format!("it ran longer than its time-out of {limit}, and was ended");
            WorkerError::new(ErrorKind::Timeout, message)
        }
        ExecutionEnd::TooLarge(limit_bytes) => WorkerError::new(ErrorKind::Signal, too_much_memory(limit_bytes)),
    }
}

/// How much of the time for which its first thread waited for a CPU others had that: not more than was left by what it ran itself. `None` where it was
/// not alone: it may have waited for its own threads and children.
fn by_others(first_thread: &SchedStat, wall: Duration, usage: &Usage) -> Option<Duration> {
    let own = usage.user + usage.system;
    first_thread.is_all_of(own).then(|| first_thread.waited.min(wall.saturating_sub(own)))
}

fn cannot_start(ready: &Ready, error: io::Error) -> WorkerError {
    let cwd = ready.case.cwd.as_deref().filter(|cwd| !Path::new(cwd).is_dir());
    let why = match (error.raw_os_error(), cwd) {
        (_, Some(cwd)) => format!("its directory {cwd} is gone"),
        (Some(libc::ENOEXEC), _) => {
            "it is no program that this system knows, and names no interpreter in a first line such as #!/bin/sh"
                .to_string()
        }
        // The file itself was found when the case was prepared.
        (Some(libc::ENOENT), _) => "it is gone, or the interpreter or loader that it names does not exist".to_string(),
        _ => error.to_string(),
    };
    WorkerError::died(format!("{} cannot be started: {why}", ready.case.argv[0]))
}

/// Sleeps until the child ends, reading what it prints in the meantime.
fn wait_and_read(
    ready: &mut Ready,
    pid: i32,
    started: Instant,
    sink: &mut impl FnMut(&[u8]),
    stderr: &mut Vec<u8>,
) -> io::Result<ExecutionEnd> {
    let pidfd = poll::open_pidfd(pid)?;
    let descriptors = Rc::clone(&ready.descriptors);
    let (out, err) = (&descriptors.out.reader, &descriptors.err.reader);
    let limit_ns = ready.case.timeout_ns;
    // What it leaves behind while it runs has this process for its parent.
    let mut memory = MemoryWatch::over(std::process::id() as i32, started);
    let mut waits = 0_usize;
    loop {
        waits += 1;
        let mut watches = [Watch::of(&pidfd), Watch::of(out), Watch::of(err), Watch::of(&REQUEST_FD)];
        let left_ns = limit_ns.map(|limit_ns| limit_ns.saturating_sub(started.elapsed().as_nanos() as u64));
        poll::wait(&mut watches, Some(left_ns.map_or(LOOK_NS, |left_ns| LOOK_NS.min(left_ns))))?;
        if watches[1].ready {
            read_some(out, &mut ready.buffer, sink);
        }
        if watches[2].ready {
            read_some(err, &mut ready.buffer, &mut |bytes| keep_end(stderr, bytes, STDERR_KEPT));
        }
        if watches[0].ready {
            return Ok(ExecutionEnd::ByItself);
        }
        if watches[3].ready {
            return Ok(ExecutionEnd::SchedulerGone); // the scheduler sends nothing while it waits: the pipe is closed
        }
        if let Some(limit_ns) = limit_ns.filter(|limit_ns| started.elapsed() >= Duration::from_nanos(*limit_ns)) {
            return Ok(ExecutionEnd::TimedOut(limit_ns));
        }
        let is_quiet = watches.iter().all(|watch| !watch.ready);
        if is_quiet && reap::wants_terminal(pid) {
            return Ok(ExecutionEnd::WantsTerminal);
        }
        let may_look = is_quiet || waits.is_multiple_of(READS);
        if let Some(limit_bytes) = may_look.then(|| memory.exceeded()).flatten() {
            return Ok(ExecutionEnd::TooLarge(limit_bytes));
        }
    }
}

/// Reads once what is there.
fn read_some(mut pipe: &PipeReader, buffer: &mut [u8], sink: &mut impl FnMut(&[u8])) {
    if let Ok(count) = pipe.read(buffer) {
        sink(&buffer[..count]);
    }
}

/// Reads what is left in a pipe to which nobody writes any more.
fn drain(mut pipe: &PipeReader, buffer: &mut [u8], sink: &mut impl FnMut(&[u8])) {
    while let Ok(count @ 1..) = pipe.read(buffer) {
        sink(&buffer[..count]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_own_threads_are_no_others() {
        let ms = Duration::from_millis;
        let with = |user, sys| Usage { user: ms(user), system: ms(sys), ..Usage::default() };
        let first = |ran, waited| SchedStat { ran: ms(ran), waited: ms(waited) };
        // One thread: what it waited, and what two clocks differ by is no waiting.
        assert_eq!(by_others(&first(60, 30), ms(100), &with(50, 10)), Some(ms(30)));
        assert_eq!(by_others(&first(60, 50), ms(100), &with(50, 10)), Some(ms(40)));
        // Its first thread waited for the others.
        assert_eq!(by_others(&first(50, 80), ms(200), &with(190, 10)), None);
        assert_eq!(by_others(&first(50, 80), ms(300), &with(90, 10)), None);
    }
}
