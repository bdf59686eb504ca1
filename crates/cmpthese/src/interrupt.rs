//! Ctrl-C, and the polite signals of others, as a wish to stop.

use crate::exit::Complaint;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use subjects::Interrupt;

/// Watches for signals from now on. The run ends cleanly at the first; later ones change nothing.
pub fn watch() -> Result<Interrupt, Complaint> {
    watched().map_err(|error| Complaint::system(format!("signals cannot be watched: {error}"), None))
}

fn watched() -> io::Result<Interrupt> {
    let (reader, writer) = UnixStream::pair()?;
    let hangup = Some(SIGHUP).filter(|_| !ignores_hangup());
    for signal in [SIGINT, SIGTERM].into_iter().chain(hangup) {
        signal_hook::low_level::pipe::register(signal, writer.try_clone()?)?;
    }
    Ok(Interrupt::watching(OwnedFd::from(reader)))
}

/// Whether this program was started with SIGHUP ignored, which stays so: nohup(1) asks for that. What a script puts into the background has
/// Ctrl-C ignored by the shell, too, but who sends that to it by name means it.
fn ignores_hangup() -> bool {
    // `SigIgn` of proc_pid_status(5).
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & (1 << (SIGHUP - 1)) != 0)
}
