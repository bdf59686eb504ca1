//! A script that forks workers of itself: the copy of it that waits for orders, a child of this process.

use crate::system::child::Child;
use crate::system::parent;
use std::cell::Cell;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{FromRawFd, OwnedFd, RawFd};
use std::path::Path;

/// The language whose host such a script runs.
pub(crate) const LANGUAGE: &str = "perl";

/// The copy of a script.
pub struct Caller {
    // Closed before its reader is waited for, which ends where there are no orders any more.
    orders: File,
    process: Child,
    /// Whether it was told where its host is.
    knows_host: Cell<bool>,
}

impl Caller {
    /// A child of this process, and the descriptor of the pipe that it reads, which nobody else uses from here on. From here on this
    /// process is told to end when the script has ended.
    ///
    /// # Errors
    /// There is no such child.
    pub fn new(pid: i32, orders: RawFd) -> io::Result<Caller> {
        parent::end_with(libc::SIGTERM)?;
        let process = Child::of_number(pid)?;
        if orders <= 2 {
            return Err(io::Error::from(io::ErrorKind::InvalidInput));
        }
        // SAFETY: whoever started this program opened it for that, and gave its number.
        let orders = File::from(unsafe { OwnedFd::from_raw_fd(orders) });
        Ok(Caller { orders, process, knows_host: Cell::new(false) })
    }

    /// Has it fork itself: the fork runs the host, with these descriptors of ours as its own for requests, replies and standard error.
    pub(crate) fn fork(&self, host: &Path, [requests, replies, stderr]: [RawFd; 3]) -> io::Result<()> {
        let path = if self.knows_host.get() { String::new() } else { format!("{}\n", host.display()) };
        (&self.orders).write_all(format!("{path}{requests} {replies} {stderr}\n").as_bytes())?;
        self.knows_host.set(true);
        Ok(())
    }

    pub(crate) fn process(&self) -> &Child {
        &self.process
    }
}

impl std::fmt::Debug for Caller {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(formatter, "Caller({})", self.process.pid())
    }
}
