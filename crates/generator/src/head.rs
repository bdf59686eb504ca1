//! The head of a response: its status, and where its body ends.

use crate::chunks::Chunks;
use crate::fault::Fault;
use crate::keeper::Keeper;
use std::mem::MaybeUninit;

/// The longest head that is read, in bytes. Servers refuse heads of requests at an eighth of this.
pub const HEAD_BYTES_MAX: usize = 64 * 1024;

/// The most headers that are read.
const HEADERS_MAX: usize = 128;

/// What a head says.
#[derive(Debug)]
pub(crate) struct Head {
    /// Bytes of the head, the empty line included.
    pub(crate) length: usize,
    pub(crate) status: u16,
    /// Whether the server will read another request on the connection.
    pub(crate) keep_alive: bool,
    pub(crate) framing: Framing,
}

/// Where the body ends: RFC 9112, section 6.3.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Framing {
    /// After so many more bytes.
    Sized(u64),
    Chunked(Chunks),
    /// When the server closes the connection.
    UntilClose,
}

/// Reads the head with which `bytes` begin. `None` if it does not end among them.
pub(crate) fn parse(bytes: &[u8], head_only: bool, keeper: &mut impl Keeper) -> Result<Option<Head>, Fault> {
    let readable = &bytes[..bytes.len().min(HEAD_BYTES_MAX)];
    let mut headers = [const { MaybeUninit::uninit() }; HEADERS_MAX];
    let mut response = httparse::Response::new(&mut []);
    let config = httparse::ParserConfig::default();
    let length = match config.parse_response_with_uninit_headers(&mut response, readable, &mut headers) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) if readable.len() == HEAD_BYTES_MAX => return Err(Fault::HeadTooLarge),
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => return Err(Fault::HeadTooLarge),
        Err(error) => return Err(Fault::garbage(error.to_string())),
    };
    let status = response.code.expect("a complete head has a status");
    let minor = response.version.expect("a complete head has a version");
    if !is_interim(status) {
        keeper.head(status, response.headers);
    }
    let says = Says::read(response.headers)?;
    let framing = says.framing(status, head_only);
    let keep_alive = framing != Framing::UntilClose && status != 101 && !says.close && (minor == 1 || says.keep_alive);
    Ok(Some(Head { length, status, keep_alive, framing }))
}

/// Whether the response proper follows. Nothing but another protocol follows 101.
pub(crate) fn is_interim(status: u16) -> bool {
    (100..200).contains(&status) && status != 101
}

/// What the headers say about the message.
#[derive(Default)]
struct Says {
    length: Option<u64>,
    /// Transfer-Encoding: whether chunked is the last coding.
    chunked: Option<bool>,
    close: bool,
    keep_alive: bool,
}

impl Says {
    fn read(headers: &[httparse::Header]) -> Result<Says, Fault> {
        let mut says = Says::default();
        for header in headers {
            // The length of a name tells most of them apart.
            match header.name.len() {
                10 if header.name.eq_ignore_ascii_case("connection") => says.read_connection(header.value),
                14 if header.name.eq_ignore_ascii_case("content-length") => says.read_length(header.value)?,
                17 if header.name.eq_ignore_ascii_case("transfer-encoding") => {
                    says.chunked =
                        items(header.value).next_back().map(|coding| coding.eq_ignore_ascii_case(b"chunked"));
                }
                _ => {}
            }
        }
        Ok(says)
    }

    fn read_connection(&mut self, value: &[u8]) {
        for option in items(value) {
            self.close |= option.eq_ignore_ascii_case(b"close");
            self.keep_alive |= option.eq_ignore_ascii_case(b"keep-alive");
        }
    }

    /// Several lengths are one if they agree.
    fn read_length(&mut self, value: &[u8]) -> Result<(), Fault> {
        for item in items(value) {
            let length = decimal(item).ok_or_else(|| Fault::garbage("Content-Length is no number"))?;
            if self.length.is_some_and(|before| before != length) {
                return Err(Fault::garbage("two values of Content-Length"));
            }
            self.length = Some(length);
        }
        Ok(())
    }

    fn framing(&self, status: u16, head_only: bool) -> Framing {
        if head_only || status < 200 || status == 204 || status == 304 {
            return Framing::Sized(0);
        }
        match (self.chunked, self.length) {
            (Some(true), _) => Framing::Chunked(Chunks::default()),
            (None, Some(length)) => Framing::Sized(length),
            (Some(false), _) | (None, None) => Framing::UntilClose,
        }
    }
}

/// The items of a list in a header: RFC 9110, section 5.6.1.
fn items(value: &[u8]) -> impl DoubleEndedIterator<Item = &[u8]> {
    value.split(|byte| *byte == b',').map(<[u8]>::trim_ascii)
}

fn decimal(text: &[u8]) -> Option<u64> {
    // A number of Rust may have a sign.
    let digits = std::str::from_utf8(text).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))?;
    digits.parse().ok()
}
