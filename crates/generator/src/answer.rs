//! One response with everything kept, without hurry.

use crate::fault::Fault;
use crate::keeper::Keeper;
use crate::load::Load;
use crate::reader::{Progress, Reader};
use crate::target::Target;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Instant;

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
}

impl Keeper for Response {
    fn head(&mut self, status: u16, headers: &[httparse::Header]) {
        self.status = status;
        self.headers = headers.iter().map(|header| (header.name.to_string(), header.value.to_vec())).collect();
    }

    fn body(&mut self, bytes: &[u8]) {
        let room = BODY_KEPT_MAX - self.body.len();
        self.body.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }
}

/// Sends one request on a fresh connection and keeps the response.
pub(crate) fn answer(target: &Target, load: &Load, buffer: &mut [u8]) -> Result<Response, Fault> {
    let timed_out = || Fault::TimedOut { timeout_ns: load.timeout_ns() };
    let told = |error: io::Error| if is_timeout(&error) { timed_out() } else { error.into() };
    let start = Instant::now();
    let mut stream = TcpStream::connect_timeout(&target.address, load.timeout).map_err(told)?;
    stream.set_nodelay(true).map_err(told)?;
    stream.set_write_timeout(Some(load.timeout)).map_err(told)?;
    // A server may answer and close before it has read everything, so an error here is told only if no answer is there.
    let sent = stream.write_all(&target.request);
    let mut reader = Reader::new(target.head_only);
    let mut response = Response { status: 0, headers: Vec::new(), body: Vec::new() };
    loop {
        let left = load.timeout.checked_sub(start.elapsed()).filter(|left| !left.is_zero()).ok_or_else(timed_out)?;
        stream.set_read_timeout(Some(left)).map_err(told)?;
        let length = match stream.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            received => received.map_err(told)?,
        };
        if length == 0 {
            return match (reader.end(), sent) {
                (Ok(()), _) => Ok(response),
                (Err(_), Err(error)) => Err(told(error)),
                (Err(fault), Ok(())) => Err(fault),
            };
        }
        match reader.read(&buffer[..length], &mut response)? {
            Progress::Incomplete => {}
            Progress::Complete { used } if used == length => return Ok(response),
            Progress::Complete { .. } => return Err(Fault::Surplus),
        }
    }
}

/// A socket whose time is over says that it would block.
fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock)
}
