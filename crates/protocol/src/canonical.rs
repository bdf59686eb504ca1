//! The canonical form of answers: what two variants must agree on, byte by byte.
//!
//! It is JSON with sorted keys in which every byte outside printable ASCII is written `\xNN` (`\n`, `\t`, `\r` for
//! themselves), so that it can be digested, compared and shown as it is. `docs/protocol.md` has the whole rule; hosts of
//! languages write it themselves, this module writes the texts that commands print.

use model::{Answer, escaped};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;

/// Builds the answer of a text that arrives in pieces.
pub struct AnswerWriter {
    digest: Sha256,
    length: u64,
    head: String,
}

impl AnswerWriter {
    /// Begins a text.
    pub fn text() -> AnswerWriter {
        let mut writer = AnswerWriter { digest: Sha256::new(), length: 0, head: String::new() };
        writer.raw("\"");
        writer
    }

    /// Adds bytes of the text.
    pub fn push(&mut self, bytes: &[u8]) {
        self.raw(&escaped(bytes));
    }

    /// Ends the text.
    pub fn finish(mut self) -> Answer {
        self.raw("\"");
        let mut digest = String::new();
        for byte in self.digest.finalize() {
            write!(digest, "{byte:02x}").expect("writing to a string cannot fail");
        }
        Answer { digest, length: self.length, head: self.head }
    }

    fn raw(&mut self, canonical: &str) {
        self.digest.update(canonical.as_bytes());
        self.length += canonical.len() as u64;
        let room = Answer::HEAD_MAX - self.head.len();
        self.head.push_str(&canonical[..canonical.len().min(room)]);
    }
}

/// The answer that is the given text.
///
/// ```
/// assert_eq!(cmpthese_protocol::text_answer(b"a\"\n\xff").head, r#""a\"\n\xFF""#);
/// ```
pub fn text_answer(bytes: &[u8]) -> Answer {
    let mut writer = AnswerWriter::text();
    writer.push(bytes);
    writer.finish()
}
