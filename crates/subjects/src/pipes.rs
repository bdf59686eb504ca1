//! The pipes between the scheduler and a worker.

use crate::system::descriptor;
use std::io::{self, PipeReader, PipeWriter};
use std::os::fd::{AsRawFd, RawFd};

/// The ends of the pipes of a worker that the scheduler holds.
pub struct Pipes {
    pub requests: PipeWriter,
    pub replies: PipeReader,
    pub stderr: PipeReader,
}

/// Those that the worker holds: requests, replies, standard error.
pub type EndsOfWorker = (PipeReader, PipeWriter, PipeWriter);

impl Pipes {
    /// New pipes, into which requests are written without waiting for room.
    pub fn new() -> io::Result<(Pipes, EndsOfWorker)> {
        let [(of_worker, requests), (replies, answers), (stderr, words)] = [io::pipe()?, io::pipe()?, io::pipe()?];
        descriptor::set_nonblocking(&requests)?;
        Ok((Pipes { requests, replies, stderr }, (of_worker, answers, words)))
    }
}

/// Their numbers, in the same order.
pub fn numbers((requests, replies, stderr): &EndsOfWorker) -> [RawFd; 3] {
    [requests.as_raw_fd(), replies.as_raw_fd(), stderr.as_raw_fd()]
}
