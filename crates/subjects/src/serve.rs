//! The other end of the pipes: what all workers have in common that are this program, started again.

use crate::system::{descriptor, parent};
use protocol::{FrameError, Hello, REPLY_FD, REQUEST_FD, Reply, Request, WorkerError};
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::os::fd::FromRawFd;

/// What replies to requests.
pub trait Service {
    /// How it introduces itself.
    fn hello(&self) -> Hello;

    /// The reply to a request.
    fn reply_to(&mut self, request: Request) -> Result<Reply, WorkerError>;
}

/// Serves requests until the scheduler says `bye` or goes away.
pub fn serve(service: &mut impl Service) -> io::Result<()> {
    // SAFETY: the scheduler opened these two descriptors for this process, and nothing else here uses them.
    let (requests, mut replies) = unsafe { (File::from_raw_fd(REQUEST_FD), File::from_raw_fd(REPLY_FD)) };
    descriptor::close_on_exec(&requests)?;
    descriptor::close_on_exec(&replies)?;
    // Its pipe tells that the scheduler is gone, and the spawner has a command to end before it goes itself.
    parent::end_with(0)?;
    let mut requests = BufReader::with_capacity(4096, requests);
    replies.write_all(&protocol::encode(&Reply::Hello(service.hello())))?;
    loop {
        let reply = match protocol::decode::<Request>(&mut requests) {
            Ok(request) => service.reply_to(request).unwrap_or_else(Reply::Error),
            Err(FrameError::Closed) => return Ok(()),
            Err(error) => Reply::Error(WorkerError::protocol(error.to_string())),
        };
        replies.write_all(&protocol::encode(&reply))?;
        if reply == Reply::Bye {
            return Ok(());
        }
    }
}
