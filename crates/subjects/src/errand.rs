//! A command that is run once, outside the timing: a setup of the plan, the output that fills a fixture.
//!
//! It may take long, so the wish to stop ends it. That wish is all that it hears of a Ctrl-C at the terminal: it has a
//! process group of its own, so that being stopped is never taken for failing.

use crate::Interrupt;
use crate::system::poll::{self, Watch};
use crate::system::worker_setup;
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus};

/// Runs a command until its process ends; what that leaves running, such as a server, goes on. `None` when the run shall
/// stop: then its process group has been ended.
pub fn run(command: &mut Command, interrupt: &Interrupt) -> io::Result<Option<ExitStatus>> {
    let mut child = command.process_group(0).spawn()?;
    let ends = ends_by_itself(&child, interrupt);
    if !matches!(ends, Ok(true)) {
        worker_setup::kill_group(child.id() as i32);
    }
    let status = child.wait()?;
    Ok(ends?.then_some(status))
}

fn ends_by_itself(child: &Child, interrupt: &Interrupt) -> io::Result<bool> {
    let pidfd = poll::open_pidfd(child.id() as i32)?;
    loop {
        let mut watches = [Watch::new(Some(pidfd.as_raw_fd())), interrupt.watch()];
        poll::wait(&mut watches, None)?;
        match watches.map(|watch| watch.ready) {
            [true, _] => return Ok(true),
            [_, true] => return Ok(false),
            _ => continue, // a signal
        }
    }
}
