//! Ctrl-C, and the polite signals of others, as a wish to stop.

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use subjects::Interrupt;

/// Watches for signals from now on. The run ends cleanly at the first; a second one is not waited for.
pub fn watch() -> io::Result<Interrupt> {
    let (reader, writer) = UnixStream::pair()?;
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        signal_hook::low_level::pipe::register(signal, writer.try_clone()?)?;
    }
    Ok(Interrupt::watching(OwnedFd::from(reader)))
}
