//! How long a process could have run while others had the CPU: the second number of `/proc/PID/schedstat` (kernel documentation,
//! `scheduler/sched-stats`). It is there until the process is reaped.

use std::time::Duration;

/// Of the first thread of a process that has ended or still runs; `None` where the kernel does not count.
pub fn of(pid: i32) -> Option<Duration> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/schedstat")).ok()?;
    text.split_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos)
}
