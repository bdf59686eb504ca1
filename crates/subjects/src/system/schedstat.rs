//! What the scheduler of the kernel counts of a thread: `/proc/PID/schedstat` (kernel documentation, `scheduler/sched-stats`). It is
//! there until the process is reaped.

use std::time::Duration;

/// Of the first thread of a process.
#[derive(Clone, Copy, Debug, Default)]
pub struct SchedStat {
    /// How long it had a CPU.
    pub ran: Duration,
    /// How long it could have run while others had the CPU.
    pub waited: Duration,
}

/// Of a process that has ended or still runs; `None` where the kernel does not count.
pub fn of(pid: i32) -> Option<SchedStat> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/schedstat")).ok()?;
    let mut times = text.split_whitespace().map(|ns| ns.parse().ok().map(Duration::from_nanos));
    Some(SchedStat { ran: times.next()??, waited: times.next()?? })
}
