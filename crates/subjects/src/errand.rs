//! A command that is run once, outside the timing: a compiler, a setup of the plan, the output that fills a fixture.
//!
//! It may take long, so the wish to stop ends it. That wish is all that it hears of a Ctrl-C at the terminal: it has a
//! process group of its own, so that being stopped is never taken for failing.

use crate::Interrupt;
use crate::system::poll::{self, Watch};
use crate::system::{reap, worker_setup};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

/// How much of the end of what a command wrote a message holds, in bytes.
const SAID_MAX: i64 = 2048;

/// What is said of a command that stands still because of that.
pub(crate) const WANTS_TERMINAL: &str =
    "it wants the terminal, which it cannot have, and was ended: ask nothing in it (of sudo, `sudo -v` before all)";

/// How often it is looked for that, in nanoseconds.
pub(crate) const LOOK_NS: u64 = 1_000_000_000;

/// How often it is looked whether a command has done enough: what writes as fast as it can fills a part of the disk meanwhile.
const ENOUGH_LOOK: Duration = Duration::from_millis(20);

/// How a command came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrandEnd {
    /// By itself.
    WithStatus(ExitStatus),
    /// With its process group, because the run shall stop.
    Interrupted,
    /// With its process group, because its time was over.
    TimedOut,
    /// With its process group, because it had done enough.
    Enough,
}

/// Runs a command until its process ends; what that leaves running, such as a server, goes on. Without a deadline it may
/// take as long as it likes.
pub fn run(command: &mut Command, interrupt: &Interrupt, deadline: Option<Instant>) -> io::Result<ErrandEnd> {
    run_watched(command, |child| wait(child, interrupt, deadline))
}

/// The same of one that is ended as well once it has done enough.
pub fn run_until(
    command: &mut Command,
    interrupt: &Interrupt,
    is_enough: impl Fn() -> io::Result<bool>,
) -> io::Result<ErrandEnd> {
    run_watched(command, |child| {
        loop {
            match wait(child, interrupt, Some(Instant::now() + ENOUGH_LOOK))? {
                Some(ErrandEnd::TimedOut) if is_enough()? => return Ok(Some(ErrandEnd::Enough)),
                Some(ErrandEnd::TimedOut) => continue,
                ended => return Ok(ended),
            }
        }
    })
}

fn run_watched(command: &mut Command, wait: impl Fn(&Child) -> io::Result<Option<ErrandEnd>>) -> io::Result<ErrandEnd> {
    let mut child = command.process_group(0).spawn()?;
    let waited = wait(&child);
    let is_to_end = !matches!(waited, Ok(None));
    // What another user runs cannot be ended: it is left to end by itself, and the run stops without it.
    if is_to_end && !worker_setup::signal_group(child.id() as i32, libc::SIGKILL) {
        return waited.map(|end| end.expect("it is to be ended"));
    }
    let status = child.wait()?;
    Ok(waited?.unwrap_or(ErrandEnd::WithStatus(status)))
}

/// Why a command that runs is to be ended; `None` once it has ended by itself.
fn wait(child: &Child, interrupt: &Interrupt, deadline: Option<Instant>) -> io::Result<Option<ErrandEnd>> {
    let pidfd = poll::open_pidfd(child.id() as i32)?;
    loop {
        let mut watches = [Watch::of(&pidfd), interrupt.watch()];
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        poll::wait(&mut watches, Some(left.map_or(LOOK_NS, |left| LOOK_NS.min(left.as_nanos() as u64))))?;
        match watches.map(|watch| watch.ready) {
            [true, _] => return Ok(None),
            [_, true] => return Ok(Some(ErrandEnd::Interrupted)),
            _ if reap::wants_terminal(child.id() as i32) => return Err(io::Error::other(WANTS_TERMINAL)),
            _ if left.is_some_and(|left| left.is_zero()) => return Ok(Some(ErrandEnd::TimedOut)),
            _ => continue, // nothing, or a signal
        }
    }
}

/// The end of what a command wrote to a file, as words that follow a sentence; empty when it wrote nothing.
pub fn said(mut output: &File) -> io::Result<String> {
    let mut end = Vec::new();
    let length = output.seek(SeekFrom::End(0))? as i64;
    output.seek(SeekFrom::End(-length.min(SAID_MAX)))?;
    output.read_to_end(&mut end)?;
    Ok(quoted(&String::from_utf8_lossy(&end)))
}

/// What was said, as words that follow a sentence; empty when that is nothing.
pub fn quoted(said: &str) -> String {
    match said.trim() {
        "" => String::new(),
        said => format!("; it said: {said}"),
    }
}
