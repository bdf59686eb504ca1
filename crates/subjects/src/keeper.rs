//! What stands between the scheduler and a server: this program, started again, which starts the server and sees to its end.
//!
//! It adopts what the server leaves behind, so that a server ends with all that it started, however that detached itself, and
//! however the scheduler ends: when the pipe from the scheduler closes, the server is asked to stop, given a while, and killed.
//! Then its directory is removed.

use crate::system::child_signal::ChildSignal;
use crate::system::poll::{self, Watch};
use crate::system::reap::{self, ChildEnd};
use crate::system::{descendants, descriptor, parent};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

/// How long a server may take to stop, in nanoseconds; then it is killed.
pub const GRACE_NS: u64 = 5_000_000_000;

/// How long the others may take when the process that was started as the server has ended, in nanoseconds: they have been asked
/// as well, and who waits for what it started does not end before that.
const GRACE_OF_REST_NS: u64 = 1_000_000_000;

/// How often a server is looked at that has been asked to stop.
const LOOK: Duration = Duration::from_millis(2);

/// Exit code of a keeper whose server could not be started; the reason is on standard error.
pub const NOT_STARTED: i32 = 127;

/// Exit code of a keeper whose server had to be killed, because it did not end when it was asked to; hardly one of a server's own.
pub const KILLED: i32 = 199;

/// Starts the server that the words describe (the number of the signal that stops it, its directory, then program and arguments), and keeps it
/// until the scheduler closes its pipe or the server ends. The result is the exit code.
pub fn keep(mut words: impl Iterator<Item = OsString>) -> io::Result<i32> {
    // SAFETY: the scheduler opened this descriptor for this process, and nothing else here uses it.
    let life = unsafe { OwnedFd::from_raw_fd(protocol::REQUEST_FD) };
    descriptor::close_on_exec(&life)?;
    // Its pipe tells that the scheduler is gone, and it has a server to end before it goes itself.
    parent::end_with(0)?;
    descendants::adopt_orphans()?;
    let signal: Option<i32> = words.next().and_then(|word| word.to_str()?.parse().ok());
    let (Some(signal), Some(directory), Some(program)) = (signal, words.next(), words.next()) else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not told what to keep"));
    };
    let mut command = Command::new(program);
    command.args(words);
    let outcome = keep_program(command, signal, &life);
    // The scheduler does so too, if it still lives.
    let _ = fs::remove_dir_all(directory);
    outcome.map(|ended| match ended {
        ChildEnd::Exit(code) => code,
        ChildEnd::Signal(signal) => end_by(signal),
    })
}

/// Ends this process as its server ended, so that a server that exits with more than 128 is not taken for one that was killed. A signal that ends nothing
/// gives an exit code.
fn end_by(signal: i32) -> i32 {
    // SAFETY: the calls take numbers, and change this process alone, which has nothing left to do.
    unsafe {
        libc::prctl(libc::PR_SET_DUMPABLE, 0); // no core file
        libc::signal(signal, libc::SIG_DFL);
        libc::raise(signal);
    }
    128 + signal
}

/// Keeps a program; nothing of it is left when this returns.
fn keep_program(mut command: Command, signal: i32, life: &OwnedFd) -> io::Result<ChildEnd> {
    command.process_group(0);
    // SAFETY: the closure makes one system call, and allocates nothing.
    unsafe { command.pre_exec(|| parent::end_with(libc::SIGKILL)) };
    let mut server = match command.spawn() {
        Ok(server) => server,
        Err(error) => {
            eprintln!("{}: {error}", command.get_program().to_string_lossy());
            return Ok(ChildEnd::Exit(NOT_STARTED));
        }
    };
    let ended = watch(&mut server, life);
    match ended {
        Ok(None) if stop(&mut server, signal) => return Ok(ChildEnd::Exit(KILLED)),
        Ok(None) => (),
        _ => drop(descendants::end_all()),
    }
    let end_of =
        |status: ExitStatus| status.signal().map_or(ChildEnd::Exit(status.code().unwrap_or(0)), ChildEnd::Signal);
    Ok(ended?.map_or(ChildEnd::Exit(0), end_of))
}

/// Waits until the server has ended, by itself and for good, or is to be stopped: `None`. One that goes to the background leaves
/// processes behind and a success.
fn watch(server: &mut Child, life: &OwnedFd) -> io::Result<Option<ExitStatus>> {
    let pidfd = poll::open_pidfd(server.id() as i32)?;
    let child_ended = ChildSignal::new()?;
    let mut in_background: Option<ExitStatus> = None;
    loop {
        let process = if in_background.is_some() { None } else { Some(pidfd.as_raw_fd()) };
        let mut watches = [Watch::of(life), Watch::new(process), child_ended.watch()];
        poll::wait(&mut watches, None)?;
        match watches.map(|watch| watch.ready) {
            [true, ..] => return Ok(None),
            [_, true, _] => {
                let status = server.wait()?;
                if !status.success() || !descendants::any() {
                    return Ok(Some(status));
                }
                in_background = Some(status);
            }
            [_, _, true] => {
                // An orphan of the server that was adopted, and would stay a zombie until the server stops.
                child_ended.clear();
                descendants::children().into_iter().filter(|one| *one != server.id() as i32).for_each(reap::take);
                if in_background.is_some() && !descendants::any() {
                    return Ok(in_background);
                }
            }
            _ => continue, // a signal
        }
    }
}

/// Asks a server to end, and kills what is left of it after a while; the result says whether that was the whole of [`GRACE_NS`].
fn stop(server: &mut Child, signal: i32) -> bool {
    let is_running = |server: &mut Child| matches!(server.try_wait(), Ok(None));
    let mut in_foreground = is_running(server);
    if in_foreground || descendants::any() {
        ask_to_stop(server.id() as i32, signal);
    }
    let end = Instant::now() + Duration::from_nanos(GRACE_NS);
    let mut deadline = end;
    while descendants::any() && Instant::now() < deadline {
        if in_foreground && !is_running(server) {
            in_foreground = false;
            deadline = deadline.min(Instant::now() + Duration::from_nanos(GRACE_OF_REST_NS));
        }
        std::thread::sleep(LOOK);
    }
    let goes_on = descendants::any() && Instant::now() >= end;
    descendants::end_all();
    goes_on
}

/// Sends a signal to the group of a server, and to those of its processes that left the group and have no other parent any more:
/// one that went to the background is such a process.
fn ask_to_stop(leader: i32, signal: i32) {
    // SAFETY: the calls take integers. A group lives as long as a member does, and its number is not given to another before; a
    // group or a process that is gone makes them fail, which is as good.
    unsafe {
        libc::kill(-leader, signal);
        for child in descendants::children().into_iter().filter(|child| libc::getpgid(*child) != leader) {
            libc::kill(child, signal);
        }
    }
}
