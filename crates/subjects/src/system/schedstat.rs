//! What the scheduler of the kernel counts of a thread: `/proc/PID/schedstat` (kernel documentation, `scheduler/sched-stats`). It is
//! there until the process is reaped.

use super::process_tree;
use std::time::Duration;

/// Of the first thread of a process.
#[derive(Clone, Copy, Debug, Default)]
pub struct SchedStat {
    /// How long it had a CPU.
    pub ran: Duration,
    /// How long it could have run while others had the CPU.
    pub waited: Duration,
}

impl SchedStat {
    /// The part of the CPU time of a process that other threads than the first may have had: the two are not counted by the same clock.
    const OTHER_THREADS: f64 = 0.05;

    /// Whether nearly all of the CPU time of its process was that of the first thread.
    pub fn is_all_of(&self, cpu_time: Duration) -> bool {
        self.ran.as_secs_f64() >= (1.0 - Self::OTHER_THREADS) * cpu_time.as_secs_f64()
    }
}

/// Whether nearly all that a process has run was in its first thread; false where the kernel does not tell.
pub fn is_first_thread_all(pid: i32) -> bool {
    of(pid).zip(process_tree::cpu_time(pid)).is_some_and(|(first, all)| first.is_all_of(all))
}

/// Of a process that has ended or still runs; `None` where the kernel does not count.
pub fn of(pid: i32) -> Option<SchedStat> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/schedstat")).ok()?;
    let mut times = text.split_whitespace().map(|ns| ns.parse().ok().map(Duration::from_nanos));
    Some(SchedStat { ran: times.next()??, waited: times.next()?? })
}
