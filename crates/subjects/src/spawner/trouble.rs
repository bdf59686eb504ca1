//! The errors that the spawner replies with.

use protocol::{ErrorKind, Part, WorkerError};
use std::io;

/// An error of what runs before every execution.
pub fn in_before_each(error: WorkerError) -> WorkerError {
    WorkerError { part: Some(Part::BeforeEach), line: Some(1), ..error }
}

/// What was to be run cannot be, or has failed.
pub fn died(message: String) -> WorkerError {
    WorkerError::new(ErrorKind::Died, message)
}

/// The scheduler asks for what makes no sense.
pub fn protocol_error(message: String) -> WorkerError {
    WorkerError::new(ErrorKind::Protocol, message)
}

/// The system does not allow the spawner what it needs.
pub fn io_trouble(error: io::Error) -> WorkerError {
    died(format!("the spawner cannot work: {error}"))
}
