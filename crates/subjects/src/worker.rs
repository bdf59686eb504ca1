//! What the scheduler sees of a worker.

use protocol::{Hello, Reply, Request};

/// A worker that was started: it can be asked, and it ends when it is dropped.
pub trait Worker {
    /// Waits for its greeting. Called once, before anything is asked.
    fn greet(&mut self, limit_ns: u64) -> Result<Hello, Loss>;

    /// Sends a request and waits for the reply, at most `limit_ns` nanoseconds. After a loss the worker is of no more use.
    fn ask(&mut self, request: &Request, limit_ns: u64) -> Result<Reply, Loss>;

    /// Binds it, and what it starts from now on, to a CPU. One that cannot be bound runs anywhere.
    fn bind(&mut self, _cpu: usize) {}
}

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
    /// The run shall stop.
    Interrupted,
    /// What it said is no message.
    Garbled(String),
}
