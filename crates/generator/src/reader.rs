//! A response that arrives in pieces.

use crate::chunks::at_most;
use crate::fault::Fault;
use crate::head::{self, Framing, HEAD_BYTES_MAX, Head};
use crate::keeper::{Keeper, Nothing};

/// Reads one response after another. What has been read is not kept, except a head that came in pieces.
#[derive(Debug)]
pub(crate) struct Reader {
    head_only: bool,
    /// Where the body ends that is being read; `None` until its head is complete.
    framing: Option<Framing>,
    /// The beginning of a head whose end has not arrived.
    partial: Vec<u8>,
    status: u16,
    keep_alive: bool,
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
        Reader { head_only, framing: None, partial: Vec::new(), status: 0, keep_alive: false }
    }

    /// From here on another response is read.
    pub(crate) fn restart(&mut self) {
        self.framing = None;
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
        match &self.framing {
            Some(Framing::Sized(left)) => *left,
            Some(Framing::Chunked(chunks)) => chunks.data_left(),
            None | Some(Framing::UntilClose) => 0,
        }
    }

    /// So many bytes of those were received and dropped.
    pub(crate) fn discarded(&mut self, bytes: usize) -> Progress {
        match &mut self.framing {
            Some(Framing::Sized(left)) => {
                *left -= bytes as u64;
                if *left == 0 { Progress::Complete { used: bytes } } else { Progress::Incomplete }
            }
            Some(Framing::Chunked(chunks)) => {
                chunks.pass_data(bytes as u64);
                Progress::Incomplete
            }
            None | Some(Framing::UntilClose) => unreachable!("nothing is discardable"),
        }
    }

    /// Reads the next bytes.
    ///
    /// # Errors
    /// Garbage, and a head that is too large.
    pub(crate) fn read(&mut self, bytes: &[u8], keeper: &mut impl Keeper) -> Result<Progress, Fault> {
        let mut used = 0;
        if self.framing.is_none() {
            let Some(length) = self.read_heads(bytes, keeper)? else { return Ok(Progress::Incomplete) };
            used = length;
        }
        let body = &bytes[used..];
        Ok(match &mut self.framing {
            None => unreachable!("the head is complete"),
            Some(Framing::Sized(left)) => {
                let here = at_most(*left, body.len());
                keeper.body(&body[..here]);
                *left -= here as u64;
                if *left == 0 { Progress::Complete { used: used + here } } else { Progress::Incomplete }
            }
            Some(Framing::Chunked(chunks)) => match chunks.read(body, keeper)? {
                Some(here) => Progress::Complete { used: used + here },
                None => Progress::Incomplete,
            },
            Some(Framing::UntilClose) => {
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
        match &self.framing {
            Some(Framing::UntilClose) => Ok(()),
            Some(Framing::Sized(missing)) => Err(Fault::ClosedInBody { missing: *missing }),
            Some(Framing::Chunked(_)) => Err(Fault::ClosedInChunks),
            // What was kept may be garbage that has not been looked at.
            None => match head::parse(&self.partial, self.head_only, &mut Nothing) {
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
                self.framing = Some(head.framing);
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// What a response came to: its status, its body, whether the connection lives on, and how many bytes belong to it.
    type Read = Result<(u16, Vec<u8>, bool, usize), Fault>;

    #[derive(Default)]
    struct Body(Vec<u8>);

    impl Keeper for Body {
        fn head(&mut self, _: u16, _: &[httparse::Header]) {
            assert!(self.0.is_empty());
        }

        fn body(&mut self, bytes: &[u8]) {
            self.0.extend_from_slice(bytes);
        }
    }

    /// Reads the pieces one after another, and then the end of the connection.
    fn read<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Read {
        let (mut reader, mut body, mut before) = (Reader::new(false), Body::default(), 0);
        for piece in pieces {
            if let Progress::Complete { used } = reader.read(piece, &mut body)? {
                assert!(used <= piece.len());
                return Ok((reader.status(), body.0, reader.keep_alive(), before + used));
            }
            before += piece.len();
        }
        reader.end()?;
        Ok((reader.status(), body.0, reader.keep_alive(), before))
    }

    /// Reads the bytes in pieces that end at the given places.
    fn read_split(bytes: &[u8], cuts: &[usize]) -> Read {
        let mut ends: Vec<usize> = cuts.iter().map(|cut| cut % (bytes.len() + 1)).chain([0, bytes.len()]).collect();
        ends.sort_unstable();
        read(ends.windows(2).filter(|ends| ends[0] < ends[1]).map(|ends| &bytes[ends[0]..ends[1]]))
    }

    /// Parts of responses, right and wrong, of which texts are made that get far.
    const PARTS: [&str; 38] = [
        "HTTP/1.1 200 OK\r\n",
        "HTTP/1.1 200 OK\r\n",
        "HTTP/1.0 200 OK\r\n",
        "HTTP/1.1 100 Continue\r\n\r\n",
        "HTTP/1.1 204\n",
        "HTTP/1.1 304 \r\n",
        "HTTP/1.1 101 Switching\r\n",
        "HTTP/2 200\r\n",
        "Content-Length: 5\r\n",
        "Content-Length: 5, 5\r\n",
        "content-length:0\n",
        "Content-Length: 18446744073709551615\r\n",
        "Transfer-Encoding: chunked\r\n",
        "Transfer-Encoding: chunked\r\n",
        "Transfer-Encoding: gzip, Chunked\r\n",
        "Transfer-Encoding: chunked, gzip\r\n",
        "Connection: close\r\n",
        "Connection: x, Keep-Alive\r\n",
        "X: y\r\n",
        "\r\n",
        "\r\n",
        "\r\n",
        "\n",
        "\r",
        "0\r\n",
        "0\r\n\r\n",
        "5\r\n",
        "5;x=y\r\n",
        "a \r\n",
        "ffffffffffffffff\r\n",
        "5\n",
        "hello",
        "hello\r\n",
        "hello\r\n",
        "0123456789",
        "Trailer: x\r\n",
        "\0",
        ":",
    ];

    const WHOLE: [&str; 12] = [
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
        "HTTP/1.1 200 OK\nContent-Length: 5\n\nhello and more",
        "\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        "HTTP/1.1 103 Early Hints\r\nA: b\r\n\r\nHTTP/1.1 100\r\n\r\nHTTP/1.1 404 No\r\nContent-Length: 2\r\n\r\nno",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6 ;a=b\r\n world\r\n0;last\r\nA: b\r\nC: d\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\nrest",
        "HTTP/1.0 200 OK\r\n\r\nuntil the end",
        "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n",
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel",
    ];

    #[test]
    fn responses_are_read() {
        // What follows the response instead of how many bytes belong to it.
        let results = WHOLE.map(|text| {
            read([text.as_bytes()]).map(|(status, body, keep_alive, used)| (status, body, keep_alive, &text[used..]))
        });
        let garbage = |reason: &str| Err(Fault::garbage(reason));
        let ok = |status, body: &str, keep_alive, rest| Ok((status, body.as_bytes().to_vec(), keep_alive, rest));
        let expected = [
            ok(200, "hello", true, ""),
            ok(200, "hello", true, " and more"),
            ok(200, "", false, ""),
            ok(404, "no", true, ""),
            ok(200, "hello world", true, ""),
            ok(200, "", true, "rest"),
            ok(200, "until the end", false, ""),
            ok(204, "", true, ""),
            ok(101, "", false, ""),
            Err(Fault::ClosedInChunks),
            garbage("two values of Content-Length"),
            Err(Fault::ClosedInBody { missing: 2 }),
        ];
        assert_eq!(results, expected);
    }

    #[test]
    fn no_split_changes_what_is_read() {
        for text in WHOLE {
            let bytes = text.as_bytes();
            let whole = read([bytes]);
            assert_eq!(read(bytes.chunks(1)), whole, "{text}");
            for first in 0..=bytes.len() {
                for second in first..=bytes.len() {
                    assert_eq!(read_split(bytes, &[first, second]), whole, "{text} cut at {first} and {second}");
                }
            }
        }
    }

    #[test]
    fn every_end_that_comes_too_early_is_noticed() {
        for text in WHOLE {
            let bytes = text.as_bytes();
            let Ok((.., used)) = read([bytes]) else { continue };
            // What has no length of its own is complete wherever it ends.
            let head = text.find("until").unwrap_or(used);
            for end in 0..head {
                assert!(read([&bytes[..end]]).is_err(), "{text} until {end}");
            }
        }
    }

    #[test]
    fn a_head_is_too_large_however_it_comes() {
        let head = |length: usize| {
            let mut head = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX: ".to_vec();
            head.resize(length - 4, b'x');
            head.extend(b"\r\n\r\n");
            head
        };
        for piece in [1000, HEAD_BYTES_MAX - 1, HEAD_BYTES_MAX, 2 * HEAD_BYTES_MAX] {
            assert!(read(head(HEAD_BYTES_MAX).chunks(piece)).is_ok());
            assert_eq!(read(head(HEAD_BYTES_MAX + 1).chunks(piece)), Err(Fault::HeadTooLarge));
        }
    }

    #[test]
    fn what_nobody_looks_at_can_be_dropped() {
        let mut reader = Reader::new(false);
        assert_eq!(reader.discardable(), 0);
        reader.read(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n12", &mut Nothing).unwrap();
        assert_eq!(reader.discardable(), 7);
        assert_eq!(reader.discarded(3), Progress::Incomplete);
        assert_eq!(reader.discarded(4), Progress::Complete { used: 4 });

        reader.restart();
        reader.read(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n12", &mut Nothing).unwrap();
        assert_eq!(reader.discardable(), 7);
        assert_eq!(reader.discarded(7), Progress::Incomplete);
        assert_eq!(reader.discardable(), 0);
        assert_eq!(reader.read(b"\r\n0\r\n\r\n!", &mut Nothing), Ok(Progress::Complete { used: 7 }));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

        #[test]
        fn any_text_in_any_split_comes_to_the_same(
            parts in prop::collection::vec(prop::sample::select(&PARTS[..]), 0..12),
            cuts in prop::collection::vec(0usize..200, 0..8),
        ) {
            let text = parts.concat();
            let whole = read([text.as_bytes()]);
            prop_assert_eq!(&read_split(text.as_bytes(), &cuts), &whole);
            prop_assert_eq!(&read(text.as_bytes().chunks(1)), &whole);
        }

        #[test]
        fn right_beginnings_with_any_rest_come_to_the_same(
            chunked: bool,
            rest in "(0|[5-9a-f]|hello|\r\n|;|x|[\0-\u{ff}]){0,24}",
            cuts in prop::collection::vec(0usize..200, 0..8),
        ) {
            let framing = if chunked { "Transfer-Encoding: chunked" } else { "Content-Length: 9" };
            let text = format!("HTTP/1.1 200 OK\r\n{framing}\r\n\r\n{rest}");
            prop_assert_eq!(read_split(text.as_bytes(), &cuts), read([text.as_bytes()]));
        }

        #[test]
        fn any_bytes_come_to_an_end(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
            let whole = read([&bytes[..]]);
            prop_assert_eq!(read(bytes.chunks(1)), whole);
        }
    }
}
