//! One response with everything kept, without hurry.

use crate::fault::Fault;
use crate::keeper::Keeper;
use crate::load::Load;
use crate::reader::{Progress, Reader};
use crate::target::Target;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// How much of a body is kept, in bytes.
pub const BODY_KEPT_MAX: usize = 16 * 1024 * 1024;

/// What a server answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// Its status.
    pub status: u16,
    /// Names and values of its headers as they came.
    pub headers: Vec<(String, Vec<u8>)>,
    /// Its body without transfer coding, up to [`BODY_KEPT_MAX`] bytes.
    pub body: Vec<u8>,
    /// How many bytes the whole body has.
    pub body_bytes: u64,
}

impl Keeper for Response {
    fn head(&mut self, status: u16, headers: &[httparse::Header]) {
        self.status = status;
        self.headers = headers.iter().map(|header| (header.name.to_string(), header.value.to_vec())).collect();
    }

    fn body(&mut self, bytes: &[u8]) {
        let room = BODY_KEPT_MAX - self.body.len();
        self.body.extend_from_slice(&bytes[..bytes.len().min(room)]);
        self.body_bytes += bytes.len() as u64;
    }
}

/// Sends one request on a fresh connection and keeps the response.
pub(crate) fn answer(target: &Target, load: &Load, buffer: &mut [u8]) -> Result<Response, Fault> {
    exchange(target, load.timeout, buffer).map_err(|stopped| match stopped {
        Stopped::Fault(fault) => fault,
        Stopped::Io(error) if is_timeout(&error) => Fault::TimedOut { timeout_ns: load.timeout_ns() },
        Stopped::Io(error) => error.into(),
    })
}

enum Stopped {
    Fault(Fault),
    Io(io::Error),
}

impl From<io::Error> for Stopped {
    fn from(error: io::Error) -> Stopped {
        Stopped::Io(error)
    }
}

impl From<Fault> for Stopped {
    fn from(fault: Fault) -> Stopped {
        Stopped::Fault(fault)
    }
}

fn exchange(target: &Target, timeout: Duration, buffer: &mut [u8]) -> Result<Response, Stopped> {
    let start = Instant::now();
    let mut stream = TcpStream::connect_timeout(&target.address, timeout)?;
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(timeout))?;
    // A server may answer and close before it has read everything, so an error here is told only if no answer is there.
    let sent = stream.write_all(&target.request);
    let mut reader = Reader::new(target.head_only);
    let mut response = Response { status: 0, headers: Vec::new(), body: Vec::new(), body_bytes: 0 };
    loop {
        let left = timeout.checked_sub(start.elapsed()).filter(|left| !left.is_zero());
        stream.set_read_timeout(Some(left.ok_or(io::ErrorKind::TimedOut).map_err(io::Error::from)?))?;
        let length = match stream.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            received => received?,
        };
        if length == 0 {
            return match (reader.end(), sent) {
                (Ok(()), _) => Ok(response),
                (Err(_), Err(error)) => Err(error.into()),
                (Err(fault), Ok(())) => Err(fault.into()),
            };
        }
        match reader.read(&buffer[..length], &mut response)? {
            Progress::Incomplete => {}
            Progress::Complete { used } if used == length => return Ok(response),
            Progress::Complete { .. } => return Err(Fault::Surplus.into()),
        }
    }
}

/// A socket whose time is over says that it would block.
fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock)
}
