//! Ctrl-C, and the polite signals of others, as a wish to stop.

use crate::exit::Complaint;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use subjects::Interrupt;

/// Whether nobody watches: then a signal ends this program, as it ends any other.
static UNWATCHED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Watches for signals until [`unwatch`]. The run ends cleanly at the first; later ones change nothing. Those in a list are left alone where this program was
/// started with them ignored.
pub fn watch(may_be_ignored: &[i32]) -> Result<Interrupt, Complaint> {
    watched(may_be_ignored).map_err(|error| Complaint::system(format!("signals cannot be watched: {error}"), None))
}

/// Of any run: nohup(1) asks for that. What a script puts into the background has Ctrl-C ignored by the shell, too, but who sends that to it by name
/// means it.
pub const OF_ANYBODY: &[i32] = &[SIGHUP];

/// Of what a script compares in its own process group: where the script ignores Ctrl-C, it is not for the comparison either.
pub const OF_A_SCRIPT: &[i32] = &[SIGHUP, SIGINT];

/// Leaves them to the system: what is measured is recorded, and who waits for the reader of a pipe can be ended.
pub fn unwatch() {
    UNWATCHED.store(true, Ordering::Relaxed);
}

fn watched(may_be_ignored: &[i32]) -> io::Result<Interrupt> {
    let (reader, writer) = UnixStream::pair()?;
    let is_left_alone = |signal: i32| may_be_ignored.contains(&signal) && is_ignored(signal);
    for signal in [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| !is_left_alone(*signal)) {
        signal_hook::flag::register_conditional_default(signal, UNWATCHED.clone())?;
        signal_hook::low_level::pipe::register(signal, writer.try_clone()?)?;
    }
    UNWATCHED.store(false, Ordering::Relaxed);
    Ok(Interrupt::watching(OwnedFd::from(reader)))
}

/// Whether this program was started with a signal ignored.
fn is_ignored(signal: i32) -> bool {
    // `SigIgn` of proc_pid_status(5).
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & (1 << (signal - 1)) != 0)
}
