//! The clocks of the machine and of the thread.

/// Nanoseconds since a moment of the machine's, which never go back.
pub(crate) fn monotonic_ns() -> u64 {
    read(libc::CLOCK_MONOTONIC)
}

/// CPU that the calling thread has used, user and system, in nanoseconds.
pub(crate) fn thread_cpu_ns() -> u64 {
    read(libc::CLOCK_THREAD_CPUTIME_ID)
}

fn read(clock: libc::clockid_t) -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is a timespec that the call may write to.
    let status = unsafe { libc::clock_gettime(clock, &mut time) };
    assert_eq!(status, 0, "Linux has had both clocks since 2.6.12");
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_moves_both_clocks() {
        let (wall, cpu) = (monotonic_ns(), thread_cpu_ns());
        while thread_cpu_ns() == cpu {}
        assert!(monotonic_ns() > wall);
    }
}
