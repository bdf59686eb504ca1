//! One execution with what comes before it, and whether it succeeded.

use super::execution::{Execution, execute};
use super::ready::{Purpose, Ready};
use super::trouble::in_before_each;
use crate::system::reap::ChildEnd;
use crate::system::worker_setup;
use protocol::{ErrorKind, WorkerError};

/// What becomes of processes of a before_each.
pub const BEFORE_ENDED: &str = "what its before_each leaves running is ended before it starts; a setup may leave it";

/// Runs what puts things back, and then the command, once. `sink` gets its standard output while it runs.
pub fn checked(
    ready: &mut Ready,
    purpose: Purpose,
    padding: usize,
    sink: impl FnMut(&[u8]),
) -> Result<Execution, WorkerError> {
    let mut ended_before = 0;
    for before in &mut ready.before_each {
        let execution = execute(before, Purpose::Timing, 0, |_| ()).map_err(in_before_each)?;
        check(before, &execution).map_err(in_before_each)?;
        ended_before += execution.left_behind;
    }
    let execution = Execution { ended_before, ..execute(ready, purpose, padding, sink)? };
    check(ready, &execution).map_err(|error| match ended_before {
        0 => error,
        _ => WorkerError { message: format!("{} ({BEFORE_ENDED})", error.message), ..error },
    })?;
    Ok(execution)
}

fn check(ready: &Ready, execution: &Execution) -> Result<(), WorkerError> {
    let said = String::from_utf8_lossy(&execution.stderr);
    let said = match said.trim_end() {
        "" => String::new(),
        text => format!(": {text}"),
    };
    match execution.outcome {
        ChildEnd::Exit(code) if ready.case.exit.include(code) => Ok(()),
        ChildEnd::Exit(code) => {
            Err(WorkerError::died(format!("it ended with exit code {code}, not {}{said}", ready.case.exit.words())))
        }
        ChildEnd::Signal(signal) => {
            Err(WorkerError::new(ErrorKind::Signal, format!("{} ended it{said}", worker_setup::signal_text(signal))))
        }
    }
}
