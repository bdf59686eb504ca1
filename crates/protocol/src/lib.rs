//! What the scheduler and a worker say to each other, versioned. `docs/protocol.md` is its text for authors of workers.
//!
//! Owns the messages, their framing (a line of JSON each) and the canonical form of answers. Refuses to know how a worker
//! is started, what it runs, and how long.

mod canonical;
mod frame;
mod message;
mod param;

pub use canonical::{AnswerWriter, no_answer, text_answer};
pub use frame::{FrameError, LINE_MAX, decode, encode};
pub use message::{
    CommandCase, DoseCase, ErrorKind, Hello, HttpCase, Part, Reply, Request, SnippetCase, Stdout, TellingCase,
    WorkerCase, WorkerError,
};
pub use param::Param;

/// The version of the protocol that this program speaks. A worker that greets with another one is refused.
pub const VERSION: u32 = 1;

/// The file descriptor from which a worker reads requests.
pub const REQUEST_FD: i32 = 3;

/// The file descriptor to which a worker writes replies.
pub const REPLY_FD: i32 = 4;
