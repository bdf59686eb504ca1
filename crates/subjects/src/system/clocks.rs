//! Clocks that the standard library does not show.

use crate::system::outcome::sysconf;

/// How much further CLOCK_BOOTTIME is than CLOCK_MONOTONIC, in nanoseconds: the time for which the machine was suspended
/// since it was started (clock_gettime(2)).
pub fn away_ns() -> u64 {
    let monotonic = read_ns(libc::CLOCK_MONOTONIC);
    read_ns(libc::CLOCK_BOOTTIME).saturating_sub(monotonic)
}

/// Ticks a second in the accounts of /proc.
pub fn ticks_per_second() -> u64 {
    sysconf(libc::_SC_CLK_TCK).unwrap_or(100).max(1)
}

fn read_ns(clock: libc::clockid_t) -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a timespec of our own; clock_gettime(2) keeps nothing.
    let outcome = unsafe { libc::clock_gettime(clock, &mut time) };
    if outcome == 0 { time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_that_is_not_suspended_goes_no_further_away() {
        let before = away_ns();
        assert!(away_ns().abs_diff(before) < 1_000_000);
    }

    #[test]
    fn a_second_has_ticks() {
        assert!(ticks_per_second() >= 1);
    }
}
