//! Ctrl-C, and the polite signals of others, as a wish to stop.

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use subjects::Interrupt;

/// Watches for signals from now on. The run ends cleanly at the first; a second one is not waited for.
pub fn watch() -> io::Result<Interrupt> {
    let (reader, writer) = UnixStream::pair()?;
    for signal in [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| !is_ignored(*signal)) {
        signal_hook::low_level::pipe::register(signal, writer.try_clone()?)?;
    }
    Ok(Interrupt::watching(OwnedFd::from(reader)))
}

/// Whether a signal that was ignored when this program was started stays so: nohup(1) asks for that. What a script puts into the background
/// has Ctrl-C ignored by the shell, too, but who sends that to it by name means it.
fn is_ignored(signal: i32) -> bool {
    // `SigIgn` of proc_pid_status(5).
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    signal == SIGHUP && mask & (1 << (signal - 1)) != 0
}
