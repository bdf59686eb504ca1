//! A response that arrives in pieces.

use crate::chunks::{Chunks, at_most};
use crate::fault::Fault;
use crate::head::{self, Framing, HEAD_BYTES_MAX, Head};

/// Reads one response after another. What has been read is not kept, except a head that came in pieces.
#[derive(Debug)]
pub(crate) struct Reader {
    head_only: bool,
    stage: Stage,
    /// The beginning of a head whose end has not arrived.
    partial: Vec<u8>,
    status: u16,
    keep_alive: bool,
}

#[derive(Debug)]
enum Stage {
    Head,
    /// So many bytes of the body are left.
    Sized(u64),
    Chunked(Chunks),
    UntilClose,
}

/// Who wants to see what is read.
pub(crate) trait Keeper {
    /// A head that is not interim.
    fn head(&mut self, status: u16, headers: &[httparse::Header]);
    /// The next bytes of the body.
    fn body(&mut self, bytes: &[u8]);
}

/// Keeps nothing.
pub(crate) struct Nothing;

impl Keeper for Nothing {
    fn head(&mut self, _: u16, _: &[httparse::Header]) {}
    fn body(&mut self, _: &[u8]) {}
}

/// How far a response has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// More must follow.
    Incomplete,
    /// It is complete, and so many of the bytes belong to it.
    Complete { used: usize },
}

impl Reader {
    /// A reader of responses to a request that is a HEAD, or is not.
    pub(crate) fn new(head_only: bool) -> Reader {
        Reader { head_only, stage: Stage::Head, partial: Vec::new(), status: 0, keep_alive: false }
    }

    /// From here on another response is read.
    pub(crate) fn restart(&mut self) {
        self.stage = Stage::Head;
        self.partial.clear();
        self.status = 0;
    }

    /// The status of the response whose head was read last.
    pub(crate) fn status(&self) -> u16 {
        self.status
    }

    /// Whether the server will read another request after the response whose head was read last.
    pub(crate) fn keep_alive(&self) -> bool {
        self.keep_alive
    }

    /// How many bytes follow for certain that nobody has to look at.
    pub(crate) fn discardable(&self) -> u64 {
        match &self.stage {
            Stage::Sized(left) => *left,
            Stage::Chunked(chunks) => chunks.data_left(),
            Stage::Head | Stage::UntilClose => 0,
        }
    }

    /// So many bytes of those were received and dropped.
    pub(crate) fn discarded(&mut self, bytes: u64) -> Progress {
        match &mut self.stage {
            Stage::Sized(left) => {
                *left -= bytes;
                if *left == 0 { Progress::Complete { used: 0 } } else { Progress::Incomplete }
            }
            Stage::Chunked(chunks) => {
                chunks.pass_data(bytes);
                Progress::Incomplete
            }
            Stage::Head | Stage::UntilClose => unreachable!("nothing is discardable"),
        }
    }

    /// Reads the next bytes.
    ///
    /// # Errors
    /// Garbage, and a head that is too large.
    pub(crate) fn read(&mut self, bytes: &[u8], keeper: &mut impl Keeper) -> Result<Progress, Fault> {
        let mut used = 0;
        if let Stage::Head = self.stage {
            match self.read_heads(bytes, keeper)? {
                Some(length) => used = length,
                None => return Ok(Progress::Incomplete),
            }
        }
        let body = &bytes[used..];
        Ok(match &mut self.stage {
            Stage::Head => unreachable!("the head is complete"),
            Stage::Sized(left) => {
                let here = at_most(*left, body.len());
                keeper.body(&body[..here]);
                *left -= here as u64;
                if *left == 0 { Progress::Complete { used: used + here } } else { Progress::Incomplete }
            }
            Stage::Chunked(chunks) => match chunks.read(body, keeper)? {
                Some(here) => Progress::Complete { used: used + here },
                None => Progress::Incomplete,
            },
            Stage::UntilClose => {
                keeper.body(body);
                Progress::Incomplete
            }
        })
    }

    /// The connection was closed.
    ///
    /// # Errors
    /// The response is not complete.
    pub(crate) fn end(&mut self) -> Result<(), Fault> {
        match &self.stage {
            Stage::UntilClose => Ok(()),
            Stage::Sized(missing) => Err(Fault::ClosedInBody { missing: *missing }),
            Stage::Chunked(_) => Err(Fault::ClosedInChunks),
            // What was kept may be garbage that has not been looked at.
            Stage::Head => match head::parse(&self.partial, self.head_only, &mut Nothing) {
                Err(fault) => Err(fault),
                Ok(_) => Err(Fault::ClosedInHead { received: self.partial.len() }),
            },
        }
    }

    /// Reads heads up to one that is not interim. Returns how many bytes they have, or `None` if more must follow.
    fn read_heads(&mut self, bytes: &[u8], keeper: &mut impl Keeper) -> Result<Option<usize>, Fault> {
        let mut used = 0;
        loop {
            let Some(head) = self.read_head(&bytes[used..], keeper)? else { return Ok(None) };
            used += head.length;
            if !head::is_interim(head.status) {
                self.status = head.status;
                self.keep_alive = head.keep_alive;
                self.stage = match head.framing {
                    Framing::Sized(length) => Stage::Sized(length),
                    Framing::Chunked => Stage::Chunked(Chunks::new()),
                    Framing::UntilClose => Stage::UntilClose,
                };
                return Ok(Some(used));
            }
        }
    }

    /// One head, whose length is that of its part in `bytes`. A head that comes in one piece is not copied.
    fn read_head(&mut self, bytes: &[u8], keeper: &mut impl Keeper) -> Result<Option<Head>, Fault> {
        if self.partial.is_empty() {
            let head = head::parse(bytes, self.head_only, keeper)?;
            if head.is_none() {
                self.partial.extend_from_slice(bytes);
            }
            return Ok(head);
        }
        let before = self.partial.len();
        let taken = &bytes[..bytes.len().min(HEAD_BYTES_MAX - before)];
        self.partial.extend_from_slice(taken);
        // Only a line that is complete can complete the head: whoever sends byte by byte is not parsed byte by byte.
        if !taken.contains(&b'\n') && self.partial.len() < HEAD_BYTES_MAX {
            return Ok(None);
        }
        let head = head::parse(&self.partial, self.head_only, keeper)?;
        Ok(head.map(|head| {
            self.partial.clear();
            Head { length: head.length - before, ..head }
        }))
    }
}
