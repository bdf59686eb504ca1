//! The worker of commands: this program, started again as a small process that does nothing but start programs.
//!
//! It is small because a child's peak RSS is never below that of whoever spawned it, and because it must not disturb what
//! it times. Between the two clock readings it calls posix_spawn, then sleeps in ppoll until the child ends, reading the
//! child's output as it comes.

use crate::program;
use crate::system::poll::{self, Watch};
use crate::system::reap::{self, Outcome, Usage};
use crate::system::spawn::Spawn;
use crate::system::{descendants, footprint, worker_setup};
use model::{Metric, Readings};
use protocol::{
    AnswerWriter, CommandCase, ErrorKind, FrameError, Hello, REPLY_FD, REQUEST_FD, Reply, Request, Stdout, VERSION,
    WorkerCase, WorkerError,
};
use std::collections::BTreeMap;
use std::ffi::CString;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, PipeReader, Read, Write};
use std::os::fd::{AsRawFd, FromRawFd, RawFd};
use std::path::Path;
use std::time::{Duration, Instant};

/// How much of a command's error output is kept for messages, in bytes.
const STDERR_KEPT: usize = 2048;

/// A command that is ready to be run.
struct Ready {
    case: CommandCase,
    spawn: Spawn,
    null: File,
}

/// One execution.
struct Execution {
    wall: Duration,
    usage: Usage,
    io_counts: String,
    outcome: Outcome,
    stderr: Vec<u8>,
    left_behind: usize,
}

/// Serves requests until the scheduler says `bye` or goes away.
pub fn serve() -> io::Result<()> {
    // SAFETY: the scheduler opened these two descriptors for this process, and nothing else here uses them.
    let (requests, mut replies) = unsafe { (File::from_raw_fd(REQUEST_FD), File::from_raw_fd(REPLY_FD)) };
    close_on_exec(&requests)?;
    close_on_exec(&replies)?;
    worker_setup::outlive_scheduler()?;
    descendants::adopt_orphans()?;
    let mut requests = BufReader::with_capacity(4096, requests);
    replies.write_all(&protocol::encode(&Reply::Hello(hello())))?;
    let mut ready = None;
    loop {
        let reply = match protocol::decode::<Request>(&mut requests) {
            Ok(request) => reply_to(request, &mut ready),
            Err(FrameError::Closed) => return Ok(()),
            Err(error) => Reply::Error(protocol_error(error.to_string())),
        };
        replies.write_all(&protocol::encode(&reply))?;
        if reply == Reply::Bye {
            return Ok(());
        }
    }
}

fn hello() -> Hello {
    let mut absent = BTreeMap::new();
    if let Err(error) = std::fs::read_to_string("/proc/self/io") {
        for metric in ["read_calls", "write_calls", "read_bytes", "write_bytes"] {
            absent.insert(metric.to_string(), format!("/proc/self/io: {error}"));
        }
    }
    Hello { protocol: VERSION, worker: "command".to_string(), absent }
}

fn reply_to(request: Request, ready: &mut Option<Ready>) -> Reply {
    let outcome = match (request, ready.as_ref()) {
        (Request::Prepare { case: WorkerCase::Command(case) }, _) => prepare(case).map(|prepared| {
            *ready = Some(prepared);
            footprint::shrink();
            Reply::Prepared
        }),
        (Request::Answer { .. }, Some(ready)) => answer(ready),
        (Request::Run { iterations, padding }, Some(ready)) => run(ready, iterations, padding),
        (Request::Bye, _) => Ok(Reply::Bye),
        (other, _) => Err(protocol_error(format!("{other:?} cannot be done now"))),
    };
    outcome.unwrap_or_else(Reply::Error)
}

fn prepare(case: CommandCase) -> Result<Ready, WorkerError> {
    let path = program::find(&case.argv[0], case.cwd.as_deref())?;
    if let Some(cwd) = case.cwd.as_deref().filter(|cwd| !Path::new(cwd).is_dir()) {
        return Err(died(format!("the directory {cwd} does not exist")));
    }
    let text = |text: &str| CString::new(text).map_err(|_| died(format!("{text:?} holds a zero byte")));
    let texts = |texts: &[String]| texts.iter().map(|one| text(one)).collect::<Result<Vec<_>, _>>();
    let mut env: BTreeMap<String, String> = std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .collect();
    env.extend(case.env.clone());
    let env: Vec<String> = env.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let cwd = case.cwd.as_deref().map(text).transpose()?;
    let spawn = Spawn::new(text(&path.to_string_lossy())?, texts(&case.argv)?, texts(&env)?, cwd);
    let null = OpenOptions::new()
        .read(true)
        .write(true)
        .open("/dev/null")
        .map_err(|error| died(format!("/dev/null: {error}")))?;
    Ok(Ready { case, spawn, null })
}

fn answer(ready: &Ready) -> Result<Reply, WorkerError> {
    let mut writer = AnswerWriter::text();
    let execution = execute(ready, 0, |bytes| writer.push(bytes))?;
    check(ready, &execution)?;
    if let Stdout::File(path) = &ready.case.stdout {
        push_file(&mut writer, path).map_err(|error| died(format!("{path}: {error}")))?;
    }
    Ok(Reply::Answer { answer: writer.finish(), notes: notes(&execution) })
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

fn run(ready: &Ready, iterations: u64, padding: usize) -> Result<Reply, WorkerError> {
    let mut readings = Readings::new();
    let mut remarks = Vec::new();
    for _ in 0..iterations {
        let execution = execute(ready, padding, |_| ())?;
        check(ready, &execution)?;
        add(&mut readings, &execution);
        remarks = notes(&execution);
    }
    Ok(Reply::Sample { iterations, readings, notes: remarks })
}

/// Runs the command once. `sink` gets its standard output, when that is a pipe, while the command runs.
fn execute(ready: &Ready, padding: usize, mut sink: impl FnMut(&[u8])) -> Result<Execution, WorkerError> {
    let io_error = |error: io::Error| died(format!("it cannot be started: {error}"));
    let stdin = match &ready.case.stdin {
        Some(path) => File::open(path).map_err(|error| died(format!("standard input {path}: {error}")))?,
        None => ready.null.try_clone().map_err(io_error)?,
    };
    let (out_reader, out_writer) = io::pipe().map_err(io_error)?;
    let (err_reader, err_writer) = io::pipe().map_err(io_error)?;
    set_nonblocking(&out_reader).and_then(|()| set_nonblocking(&err_reader)).map_err(io_error)?;
    let file = match &ready.case.stdout {
        Stdout::File(path) => {
            Some(File::create(path).map_err(|error| died(format!("standard output {path}: {error}")))?)
        }
        Stdout::Null | Stdout::Pipe => None,
    };
    let stdout = match (&ready.case.stdout, &file) {
        (Stdout::Pipe, _) => out_writer.as_raw_fd(),
        (_, Some(file)) => file.as_raw_fd(),
        (_, None) => ready.null.as_raw_fd(),
    };
    let start = ready.spawn.ready([stdin.as_raw_fd(), stdout, err_writer.as_raw_fd()], padding).map_err(io_error)?;
    let mut stderr = Vec::new();
    let mut buffer = vec![0; 1 << 16];
    let limit = Duration::from_nanos(ready.case.timeout_ns);

    let started = Instant::now();
    let pid = start.start().map_err(io_error)?;
    drop((out_writer, err_writer));
    let ended = wait_and_read(pid, &out_reader, &err_reader, started + limit, &mut buffer, &mut sink, &mut stderr);
    let wall = started.elapsed();

    let io_counts = std::fs::read_to_string(format!("/proc/{pid}/io")).unwrap_or_default();
    if !matches!(ended, Ok(Ended::ByItself)) {
        worker_setup::kill_group(pid);
    }
    let (outcome, usage) = reap::wait(pid).map_err(io_error)?;
    let left_behind = descendants::end_all();
    drain(&out_reader, &mut buffer, &mut sink);
    drain(&err_reader, &mut buffer, &mut |bytes| keep(&mut stderr, bytes));
    match ended.map_err(io_error)? {
        Ended::ByItself => Ok(Execution { wall, usage, io_counts, outcome, stderr, left_behind }),
        Ended::SchedulerGone => std::process::exit(1),
        Ended::TimedOut => {
            let limit = model::format_duration(ready.case.timeout_ns as f64);
            Err(error(ErrorKind::Timeout, format!("it ran longer than its time-out of {limit}, and was ended")))
        }
    }
}

/// Why the wait for a command ended.
enum Ended {
    ByItself,
    TimedOut,
    SchedulerGone,
}

/// Sleeps until the child ends, reading what it prints in the meantime.
fn wait_and_read(
    pid: i32,
    out: &PipeReader,
    err: &PipeReader,
    deadline: Instant,
    buffer: &mut [u8],
    sink: &mut impl FnMut(&[u8]),
    stderr: &mut Vec<u8>,
) -> io::Result<Ended> {
    let pidfd = poll::open_pidfd(pid)?;
    let (mut out_open, mut err_open) = (true, true);
    loop {
        let mut watches = [
            Watch::new(Some(pidfd.as_raw_fd())),
            Watch::new(out_open.then(|| out.as_raw_fd())),
            Watch::new(err_open.then(|| err.as_raw_fd())),
            Watch::new(Some(REQUEST_FD)),
        ];
        let left = deadline.saturating_duration_since(Instant::now());
        poll::wait(&mut watches, Some(left.as_nanos() as u64))?;
        if watches[1].ready {
            out_open = read_some(out, buffer, sink);
        }
        if watches[2].ready {
            err_open = read_some(err, buffer, &mut |bytes| keep(stderr, bytes));
        }
        if watches[0].ready {
            return Ok(Ended::ByItself);
        }
        if watches[3].ready {
            return Ok(Ended::SchedulerGone); // the scheduler sends nothing while it waits: its end of the pipe is closed
        }
        if Instant::now() >= deadline {
            return Ok(Ended::TimedOut);
        }
    }
}

/// Reads once; false when the other end is closed.
fn read_some(mut pipe: &PipeReader, buffer: &mut [u8], sink: &mut impl FnMut(&[u8])) -> bool {
    match pipe.read(buffer) {
        Ok(0) => false,
        Ok(count) => {
            sink(&buffer[..count]);
            true
        }
        Err(error) => error.kind() == io::ErrorKind::WouldBlock || error.kind() == io::ErrorKind::Interrupted,
    }
}

/// Reads what is left in a pipe whose writers have all ended.
fn drain(mut pipe: &PipeReader, buffer: &mut [u8], sink: &mut impl FnMut(&[u8])) {
    while let Ok(count @ 1..) = pipe.read(buffer) {
        sink(&buffer[..count]);
    }
}

fn keep(stderr: &mut Vec<u8>, bytes: &[u8]) {
    stderr.extend_from_slice(bytes);
    let surplus = stderr.len().saturating_sub(STDERR_KEPT);
    stderr.drain(..surplus);
}

fn check(ready: &Ready, execution: &Execution) -> Result<(), WorkerError> {
    let said = String::from_utf8_lossy(&execution.stderr);
    let said = match said.trim_end() {
        "" => String::new(),
        text => format!(": {text}"),
    };
    match execution.outcome {
        Outcome::Exit(code) if code == ready.case.exit => Ok(()),
        Outcome::Exit(code) => Err(died(format!("it ended with exit code {code}, not {}{said}", ready.case.exit))),
        Outcome::Signal(signal) => {
            Err(error(ErrorKind::Signal, format!("{} ended it{said}", worker_setup::signal_text(signal))))
        }
    }
}

fn notes(execution: &Execution) -> Vec<String> {
    match execution.left_behind {
        0 => Vec::new(),
        _ => vec![
            "leaves processes behind when it ends; they are ended after every run, and their time is not counted"
                .to_string(),
        ],
    }
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
    let counts = [
        ("syscr", Metric::ReadCalls),
        ("syscw", Metric::WriteCalls),
        ("rchar", Metric::ReadBytes),
        ("wchar", Metric::WriteBytes),
    ];
    let counted = execution.io_counts.lines().filter_map(|line| {
        let (name, value) = line.split_once(": ")?;
        let (_, metric) = counts.iter().find(|(field, _)| *field == name)?;
        Some((*metric, value.parse::<u64>().ok()?))
    });
    for (metric, value) in sums.into_iter().chain(counted) {
        *readings.entry(metric).or_default() += value;
    }
    let peak = readings.entry(Metric::PeakRss).or_default();
    *peak = usage.peak_rss_bytes.max(*peak);
}

fn error(kind: ErrorKind, message: String) -> WorkerError {
    WorkerError { kind, message, part: None, line: None }
}

fn died(message: String) -> WorkerError {
    error(ErrorKind::Died, message)
}

fn protocol_error(message: String) -> WorkerError {
    error(ErrorKind::Protocol, message)
}

fn close_on_exec(file: &File) -> io::Result<()> {
    set_flag(file.as_raw_fd(), libc::F_GETFD, libc::F_SETFD, libc::FD_CLOEXEC)
}

fn set_nonblocking(pipe: &PipeReader) -> io::Result<()> {
    set_flag(pipe.as_raw_fd(), libc::F_GETFL, libc::F_SETFL, libc::O_NONBLOCK)
}

fn set_flag(descriptor: RawFd, get: i32, set: i32, flag: i32) -> io::Result<()> {
    // SAFETY: fcntl with these commands takes and returns integers; a bad descriptor makes it fail.
    let outcome = unsafe {
        let flags = libc::fcntl(descriptor, get);
        if flags < 0 { flags } else { libc::fcntl(descriptor, set, flags | flag) }
    };
    if outcome < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}
