//! What the scheduler sees of a worker.

use crate::system::{affinity, descendants, process_tree, schedstat};
use model::Failure;
use protocol::{Hello, Reply, Request};

/// No limit: nobody lives long enough to see it pass, and no clock overflows when it is added to the present.
pub const UNLIMITED_NS: u64 = 1 << 62;

/// A worker that was started: it can be asked, and it ends when it is dropped.
pub trait Worker {
    /// Waits for its greeting. Called once, before anything is asked.
    fn greet(&mut self, limit_ns: u64) -> Result<Hello, Loss>;

    /// Sends a request and waits for the reply, at most `limit_ns` nanoseconds. After a loss the worker is of no more use.
    fn ask(&mut self, request: &Request, limit_ns: u64) -> Result<Reply, Loss>;

    /// The number of the process that is its own, once that is known; `None` where it has none, or shares it.
    fn pid(&self) -> Option<i32> {
        None
    }

    /// Binds it, and what it starts from now on, to a CPU. One that cannot be bound runs anywhere.
    fn bind(&mut self, cpu: usize) {
        self.pid().into_iter().for_each(|pid| drop(affinity::bind(pid, cpu)));
    }

    /// The last line that it wrote to its standard error since it was told its case; `None` where there is none.
    fn said(&self) -> Option<String> {
        None
    }

    /// Whether it is one thread that has started nothing, so that [`Worker::bind`] moves all of it.
    fn is_one_thread(&self) -> bool {
        self.pid().is_some_and(process_tree::is_one_thread)
    }

    /// Whether nearly all that it has run was in its first thread, so that it may be bound to a CPU. Who has waited for children may not, as among
    /// commands: they may run side by side, and are gone when it is looked at.
    fn ran_in_one_thread(&self) -> bool {
        self.pid().is_some_and(|pid| schedstat::is_first_thread_all(pid) && !descendants::had_children(pid))
    }
}

/// Workers that were started together, or why they could not be.
pub type Workers = Result<Vec<Box<dyn Worker>>, Failure>;

/// A worker that can no longer be spoken to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Its process ended.
    Ended {
        /// How: `exit code 3`, `signal 9 (SIGKILL)`.
        how: String,
        /// Whether a signal ended it.
        by_signal: bool,
        /// The end of what it wrote to standard error.
        stderr: String,
    },
    /// It did not reply in time and was ended.
    TimedOut,
    /// It took more memory than so many bytes, and was ended.
    TooLarge(u64),
    /// The run shall stop.
    Interrupted,
    /// What it said is no message.
    Garbled(String),
}
