//! One message a line.

use serde::{Serialize, de::DeserializeOwned};
use std::io::{self, BufRead};
use thiserror::Error;

/// The longest reply that is read, in bytes: an answer's head, escaped, with room to spare. It keeps a worker that has
/// gone wrong from filling the memory of the scheduler. A request may be longer: it holds code, or the body of what a server is sent.
pub const LINE_MAX: u64 = 1 << 20;

/// A line that is no message.
#[derive(Debug, Error)]
pub enum FrameError {
    /// The other side closed the pipe.
    #[error("the other side closed the pipe")]
    Closed,
    /// The pipe closed in the middle of the line.
    #[error("a message without an end: {0:?}…")]
    Endless(String),
    /// The line is no JSON or no message.
    #[error("no message of this protocol: {line:?}: {why}")]
    Malformed {
        /// The beginning of the line.
        line: String,
        /// What the JSON reader says.
        why: String,
    },
    /// The pipe cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Writes a message as one line with its newline.
pub fn encode<M: Serialize>(message: &M) -> Vec<u8> {
    let mut line = serde_json::to_vec(message).expect("messages have text keys and finite numbers");
    line.push(b'\n');
    line
}

/// Reads one line and the message in it.
pub fn decode<M: DeserializeOwned>(source: &mut impl BufRead) -> Result<M, FrameError> {
    let mut line = Vec::new();
    source.read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Err(FrameError::Closed);
    }
    let shown = || String::from_utf8_lossy(&line[..line.len().min(120)]).into_owned();
    if line.last() != Some(&b'\n') {
        return Err(FrameError::Endless(shown()));
    }
    serde_json::from_slice(&line).map_err(|why| FrameError::Malformed { line: shown(), why: why.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hello, Reply, Request};
    use proptest::prelude::*;

    #[test]
    fn a_message_survives_the_wire() {
        let hello = Reply::Hello(Hello {
            protocol: 1,
            worker: "perl 5.36".into(),
            pid: None,
            absent: Default::default(),
            doses: Vec::new(),
            jit: true,
        });
        assert_eq!(decode::<Reply>(&mut encode(&hello).as_slice()).unwrap(), hello);
    }

    #[test]
    fn a_line_without_an_end_is_refused() {
        assert!(matches!(decode::<Reply>(&mut b"xxx".as_slice()), Err(FrameError::Endless(_))));
    }

    #[test]
    fn a_request_may_be_long() {
        let line = " ".repeat(2 * LINE_MAX as usize) + "{\"type\":\"bye\"}\n";
        assert_eq!(decode::<Request>(&mut line.as_bytes()).unwrap(), Request::Bye);
    }

    proptest! {
        #[test]
        fn foreign_bytes_are_refused_without_panic(bytes: Vec<u8>) {
            let _ = decode::<Reply>(&mut bytes.as_slice());
            let _ = decode::<Request>(&mut bytes.as_slice());
        }
    }
}
