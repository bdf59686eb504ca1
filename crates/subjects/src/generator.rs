//! The worker of requests: this program, started again as a generator of load, and what it reads of the server around a batch.

mod prepared;
mod server_usage;

use crate::serve::{self, Service};
use crate::system::resource_limit;
use prepared::Prepared;
use protocol::{Hello, Reply, Request, VERSION, WorkerCase, WorkerError};
use std::io;

/// Serves requests until the scheduler says `bye` or goes away.
pub fn serve() -> io::Result<()> {
    // Each connection is one. Where it cannot be had, those that there are may do.
    let _ = resource_limit::raise(libc::RLIMIT_NOFILE);
    serve::serve(&mut Worker::default())
}

#[derive(Default)]
struct Worker {
    prepared: Option<Prepared>,
}

impl Service for Worker {
    fn hello(&self) -> Hello {
        Hello { protocol: VERSION, worker: "http".to_string(), ..Hello::default() }
    }

    fn reply_to(&mut self, request: Request) -> Result<Reply, WorkerError> {
        match (request, &mut self.prepared) {
            (Request::Prepare { case: WorkerCase::Http(case) }, _) => {
                self.prepared = Some(Prepared::new(case)?);
                Ok(Reply::Prepared)
            }
            (Request::Answer { .. }, Some(prepared)) => prepared.answer(),
            (Request::Run { iterations, padding, .. }, Some(prepared)) => prepared.run(iterations, padding as u64),
            (Request::Bye, _) => Ok(Reply::Bye),
            (Request::Prepare { .. }, _) => Err(WorkerError::protocol("only requests are for the generator of load")),
            (_, None) => Err(WorkerError::protocol("no request is prepared")),
        }
    }
}
