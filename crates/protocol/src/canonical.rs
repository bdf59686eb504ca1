//! The canonical form of answers: what two variants must agree on, byte by byte.
//!
//! It is JSON with sorted keys in which every byte outside printable ASCII is written `\xNN` (`\n`, `\t`, `\r` for
//! themselves), so that it can be digested, compared and shown as it is. `docs/protocol.md` has the whole rule; hosts of
//! languages write it themselves, this module writes the texts that commands print.

use model::{Answer, escape_into};
use sha2::{Digest, Sha256};

/// Builds the answer of a text that arrives in pieces.
pub struct AnswerWriter {
    digest: Sha256,
    length: u64,
    head: String,
    /// Where a piece is escaped.
    buffer: Vec<u8>,
}

impl AnswerWriter {
    /// Begins a text.
    pub fn text() -> AnswerWriter {
        let mut writer = AnswerWriter { digest: Sha256::new(), length: 0, head: String::new(), buffer: Vec::new() };
        writer.raw(b"\"");
        writer
    }

    /// Adds bytes of the text.
    pub fn push(&mut self, bytes: &[u8]) {
        let mut buffer = std::mem::take(&mut self.buffer);
        self.raw(escape_into(&mut buffer, bytes));
        self.buffer = buffer;
    }

    /// Ends the text.
    pub fn finish(mut self) -> Answer {
        self.raw(b"\"");
        Answer { digest: hexadecimal(&self.digest.finalize()), length: self.length, head: self.head }
    }

    fn raw(&mut self, canonical: &[u8]) {
        self.digest.update(canonical);
        self.length += canonical.len() as u64;
        let room = canonical.len().min(Answer::HEAD_MAX - self.head.len());
        self.head.push_str(str::from_utf8(&canonical[..room]).expect("the canonical form is ASCII"));
    }
}

/// The digest of an answer's whole canonical form.
pub(crate) fn digest(canonical: &[u8]) -> String {
    hexadecimal(&Sha256::digest(canonical))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The answer of what has none.
///
/// ```
/// assert_eq!(cmpthese_protocol::no_answer().head, "null");
/// ```
pub fn no_answer() -> Answer {
    const NOTHING: &str = "null";
    Answer { digest: digest(NOTHING.as_bytes()), length: NOTHING.len() as u64, head: NOTHING.to_string() }
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
