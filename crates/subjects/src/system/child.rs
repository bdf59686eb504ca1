//! A child process that leads a group: how it ended, and the end of its group.

use crate::system::poll::{self, Watch};
use crate::system::reap::{self, ChildEnd};
use crate::system::worker_setup;
use std::cell::Cell;
use std::io;
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

/// A child process that leads a group; nobody else waits for it.
pub struct Child {
    pid: i32,
    pidfd: OwnedFd,
    /// How it ended, once it was waited for: from then on its number may be that of another process.
    outcome: Cell<Option<ChildEnd>>,
}

impl Child {
    /// A child of this process, by its number. Fails when there is none.
    pub fn of_number(pid: i32) -> io::Result<Child> {
        reap::look_at(pid)?;
        Ok(Child { pid, pidfd: poll::open_pidfd(pid)?, outcome: Cell::new(None) })
    }

    pub fn pid(&self) -> i32 {
        self.pid
    }

    /// Ready when it has ended.
    pub fn watch(&self) -> Watch {
        Watch::of(&self.pidfd)
    }

    /// Waits for its end for so many nanoseconds at most.
    pub fn ends_within(&self, limit_ns: u64) -> bool {
        let deadline = Instant::now() + Duration::from_nanos(limit_ns);
        while self.outcome.get().is_none() {
            let mut watches = [self.watch()];
            let left = deadline.saturating_duration_since(Instant::now());
            let waited = poll::wait(&mut watches, Some(left.as_nanos() as u64));
            if watches[0].ready || waited.is_err() || left.is_zero() {
                return watches[0].ready;
            }
        }
        true
    }

    /// Ends the process group, then waits for the process, in this order: its number is its own until then.
    pub fn end(&self) -> io::Result<ChildEnd> {
        if let Some(outcome) = self.outcome.get() {
            return Ok(outcome);
        }
        worker_setup::signal_group(self.pid, libc::SIGKILL);
        let (outcome, _) = reap::wait(self.pid)?;
        self.outcome.set(Some(outcome));
        Ok(outcome)
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        let _ = self.end();
    }
}
