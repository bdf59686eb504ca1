//! What can go wrong with a request.

use std::io;

/// Why a request was not answered, or not as expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Nobody listens at the address.
    #[error("the connection was refused")]
    Refused,
    /// The server reset the connection.
    #[error("the server reset the connection")]
    Reset,
    /// The server closed the connection before the head of the response was complete.
    #[error("the connection was closed after {received} bytes of the response's head")]
    ClosedInHead {
        /// Bytes of the head that had arrived.
        received: usize,
    },
    /// The server closed the connection before a body of known length was complete.
    #[error("the connection was closed {missing} bytes before the end of the body")]
    ClosedInBody {
        /// Bytes of the body that had not arrived.
        missing: u64,
    },
    /// The server closed the connection before the last chunk of the body.
    #[error("the connection was closed before the last chunk of the body")]
    ClosedInChunks,
    /// The response took longer than the load's time-out.
    #[error("no complete response within {} ms", *timeout_ns as f64 / 1e6)]
    TimedOut {
        /// The load's time-out, in nanoseconds.
        timeout_ns: u64,
    },
    /// What arrived is not an HTTP/1 response.
    #[error("not an HTTP/1 response: {reason}")]
    Garbage {
        /// What is wrong with it.
        reason: String,
    },
    /// The head of the response is longer than [`HEAD_BYTES_MAX`](crate::HEAD_BYTES_MAX), or has more headers than are read.
    #[error("the head of the response is too large")]
    HeadTooLarge,
    /// The response is complete, but has another status than was expected.
    #[error("status {status} instead of {expected}")]
    UnexpectedStatus {
        /// The status of the response.
        status: u16,
        /// The status that was expected.
        expected: u16,
    },
    /// More bytes arrived than belong to the response.
    #[error("bytes follow the end of the response")]
    Surplus,
    /// Another error of the network.
    #[error("{message}")]
    Network {
        /// The system's words.
        message: String,
    },
}

/// The kinds of [`Fault`], for counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FaultKind {
    /// [`Fault::Refused`]
    Refused,
    /// [`Fault::Reset`]
    Reset,
    /// [`Fault::ClosedInHead`], [`Fault::ClosedInBody`] and [`Fault::ClosedInChunks`]
    Closed,
    /// [`Fault::TimedOut`]
    TimedOut,
    /// [`Fault::Garbage`]
    Garbage,
    /// [`Fault::HeadTooLarge`]
    HeadTooLarge,
    /// [`Fault::UnexpectedStatus`]
    UnexpectedStatus,
    /// [`Fault::Surplus`]
    Surplus,
    /// [`Fault::Network`]
    Network,
}

impl Fault {
    /// Which kind of fault this is.
    pub fn kind(&self) -> FaultKind {
        match self {
            Fault::Refused => FaultKind::Refused,
            Fault::Reset => FaultKind::Reset,
            Fault::ClosedInHead { .. } | Fault::ClosedInBody { .. } | Fault::ClosedInChunks => FaultKind::Closed,
            Fault::TimedOut { .. } => FaultKind::TimedOut,
            Fault::Garbage { .. } => FaultKind::Garbage,
            Fault::HeadTooLarge => FaultKind::HeadTooLarge,
            Fault::UnexpectedStatus { .. } => FaultKind::UnexpectedStatus,
            Fault::Surplus => FaultKind::Surplus,
            Fault::Network { .. } => FaultKind::Network,
        }
    }

    pub(crate) fn garbage(reason: impl Into<String>) -> Fault {
        Fault::Garbage { reason: reason.into() }
    }
}

/// What an error of a socket means for the request on it. A pipe that is broken was reset earlier.
impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        match error.kind() {
            io::ErrorKind::ConnectionRefused => Fault::Refused,
            io::ErrorKind::ConnectionReset | io::ErrorKind::BrokenPipe => Fault::Reset,
            _ => Fault::Network { message: error.to_string() },
        }
    }
}
