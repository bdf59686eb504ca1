//! A script that forks workers of itself: the copy of it that waits for orders, a child of this process.

use crate::system::child::Child;
use crate::system::parent;
use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{FromRawFd, OwnedFd, RawFd};
use std::path::Path;

/// The language whose host such a script runs.
pub(crate) const LANGUAGE: &str = "perl";

/// The copy of a script.
pub struct Caller {
    // Closed before its reader is waited for, which ends where there are no orders any more.
    orders: RefCell<Orders>,
    process: RefCell<Child>,
}

/// Where it is told what to do, and whether it was told where its host is.
struct Orders {
    pipe: File,
    is_first: bool,
}

impl Caller {
    /// A child of this process, and the descriptor of the pipe that it reads, which nobody else uses from here on. From here on this
    /// process is told to end when the script has ended.
    ///
    /// # Errors
    /// There is no such child.
    pub fn new(pid: i32, orders: RawFd) -> io::Result<Caller> {
        parent::end_with(libc::SIGTERM)?;
        let process = RefCell::new(Child::of_number(pid)?);
        if orders <= 2 {
            return Err(io::Error::from(io::ErrorKind::InvalidInput));
        }
        // SAFETY: whoever started this program opened it for that, and gave its number.
        let pipe = File::from(unsafe { OwnedFd::from_raw_fd(orders) });
        Ok(Caller { process, orders: RefCell::new(Orders { pipe, is_first: true }) })
    }

    /// Has it fork itself: the fork runs the host, with these descriptors of ours as its own for requests, replies and standard error.
    pub(crate) fn fork(&self, host: &Path, descriptors: [RawFd; 3]) -> io::Result<()> {
        let mut orders = self.orders.borrow_mut();
        let path = if orders.is_first { format!("{}\n", host.display()) } else { String::new() };
        let [requests, replies, stderr] = descriptors;
        orders.pipe.write_all(format!("{path}{requests} {replies} {stderr}\n").as_bytes())?;
        orders.is_first = false;
        Ok(())
    }

    pub(crate) fn process(&self) -> &RefCell<Child> {
        &self.process
    }
}

impl std::fmt::Debug for Caller {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(formatter, "Caller({})", self.process.borrow().pid())
    }
}
