//! The watch over the memory of what is measured: who takes more than the machine can spare is ended before everybody swaps, or the kernel
//! chooses whom to end.

use crate::system::{memory, resource_limit};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// How long nobody is looked at, and how often afterwards, in nanoseconds. Short batches are over by then. One thread writes to a few gigabytes
/// of new memory in a second: in this time it takes less than what is left beyond the limit.
pub const LOOK_NS: u64 = 250_000_000;

/// The pause after a look is at least so many times as long as the look, so that what runs beside it, perhaps on the same CPU, loses less than
/// a thousandth. A look at one process takes some 50 µs; at a hundred, some milliseconds.
const PAUSES: u32 = 1000;

/// No pause is longer: a look that took long may have waited for a CPU. In a second one thread takes less than what is left beyond the limit.
const PAUSE_MAX: Duration = Duration::from_secs(1);

/// The most memory that a worker or a command may take, in bytes; found when it is asked for first, before anything is measured.
static LIMIT: OnceLock<Option<u64>> = OnceLock::new();

/// The most memory that a worker or a command may take with all that it starts, in bytes: seven eighths of what the machine had left, or what
/// `ulimit -m` says, which the kernel itself does not enforce. `None` where neither is known.
pub fn limit_bytes() -> Option<u64> {
    *LIMIT.get_or_init(|| {
        let spare = memory::available_bytes().map(|bytes| bytes / 8 * 7);
        let wanted = resource_limit::of(libc::RLIMIT_RSS).map(|limit| limit.rlim_cur);
        spare.into_iter().chain(wanted.filter(|limit| *limit != libc::RLIM_INFINITY)).min()
    })
}

/// What is said of who took more.
pub fn too_much_memory(limit_bytes: u64) -> String {
    format!("it took more than {} of memory, and was ended", model::format_bytes(limit_bytes))
}

/// A process whose memory is looked at while it is waited for.
pub struct MemoryWatch {
    root: i32,
    limit_bytes: Option<u64>,
    /// When it is looked at next.
    due: Instant,
}

impl MemoryWatch {
    /// Over a process and all its descendants, which are waited for since a moment.
    pub fn over(root: i32, since: Instant) -> MemoryWatch {
        MemoryWatch { root, limit_bytes: limit_bytes(), due: since + Duration::from_nanos(LOOK_NS) }
    }

    /// Looks, if it is time to: the limit, in bytes, where more was taken.
    pub fn exceeded(&mut self) -> Option<u64> {
        let begun = Instant::now();
        if begun < self.due {
            return None;
        }
        let exceeded = self.limit_bytes.filter(|limit_bytes| memory::is_beyond(self.root, *limit_bytes));
        let took = begun.elapsed();
        self.due = begun + took + (took * PAUSES).clamp(Duration::from_nanos(LOOK_NS), PAUSE_MAX);
        exceeded
    }
}
