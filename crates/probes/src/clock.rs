//! CLOCK_MONOTONIC_RAW of clock_gettime(2): the hardware's clock, whose rate nobody corrects while it is read.

/// Nanoseconds since some moment.
pub fn now_ns() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a timespec of our own; the call keeps nothing. It fails for clocks that do not exist alone, and Linux
    // has had this one since 2.6.28.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC_RAW, &mut time) };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}
