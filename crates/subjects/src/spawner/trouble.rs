//! The errors that the spawner replies with.

use protocol::{Part, WorkerError};
use std::io;

/// An error of what runs before every execution.
pub fn in_before_each(error: WorkerError) -> WorkerError {
    WorkerError { part: Some(Part::BeforeEach), line: Some(1), ..error }
}

/// The system does not allow the spawner what it needs.
pub fn io_trouble(error: io::Error) -> WorkerError {
    WorkerError::died(format!("the spawner cannot work: {error}"))
}
