//! One response that is looked at, without hurry.

use crate::fault::Fault;
use crate::keeper::Keeper;
use crate::load::Load;
use crate::reader::{Progress, Reader};
use crate::target::Target;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Sends one request on a fresh connection and hands on the response as it comes.
pub(crate) fn answer(target: &Target, load: &Load, buffer: &mut [u8], keeper: &mut impl Keeper) -> Result<(), Fault> {
    let timed_out = || Fault::TimedOut { timeout_ns: load.timeout_ns() };
    let told = |error: io::Error| if is_timeout(&error) { timed_out() } else { error.into() };
    let start = Instant::now();
    let mut stream = TcpStream::connect_timeout(&target.address, load.timeout).map_err(told)?;
    stream.set_nodelay(true).map_err(told)?;
    stream.set_write_timeout(Some(load.timeout)).map_err(told)?;
    // A server may answer and close before it has read everything, so an error here is told only if no answer is there.
    let sent = stream.write_all(&target.request);
    let mut reader = Reader::new(target.head_only);
    // What whoever looks at it takes is not the server's.
    let mut looked = Duration::ZERO;
    loop {
        let elapsed = start.elapsed().saturating_sub(looked);
        let left = load.timeout.checked_sub(elapsed).filter(|left| !left.is_zero()).ok_or_else(timed_out)?;
        stream.set_read_timeout(Some(left)).map_err(told)?;
        let length = match stream.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            received => received.map_err(told)?,
        };
        if length == 0 {
            return match (reader.end(), sent) {
                (Ok(()), _) => Ok(()),
                (Err(_), Err(error)) => Err(told(error)),
                (Err(fault), Ok(())) => Err(fault),
            };
        }
        let received = Instant::now();
        let progress = reader.read(&buffer[..length], keeper)?;
        looked += received.elapsed();
        match progress {
            Progress::Incomplete => {}
            Progress::Complete { used } if used == length => return Ok(()),
            Progress::Complete { .. } => return Err(Fault::Surplus),
        }
    }
}

/// A socket whose time is over says that it would block.
fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock)
}
