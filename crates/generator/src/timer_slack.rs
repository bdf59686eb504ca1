//! How late the kernel may wake the thread.

/// While this lives, timers of the calling thread are not delayed to be merged with others. The default lets them be late
/// by 50 µs: `PR_SET_TIMERSLACK` in prctl(2).
pub(crate) struct TimerSlack {
    before_ns: libc::c_int,
}

impl TimerSlack {
    /// Timers as exact as the machine can have them.
    pub(crate) fn least() -> TimerSlack {
        // SAFETY: PR_GET_TIMERSLACK reads a number of the calling thread and touches no memory.
        let before_ns = unsafe { libc::prctl(libc::PR_GET_TIMERSLACK, 0, 0, 0, 0) };
        set(1);
        TimerSlack { before_ns }
    }
}

impl Drop for TimerSlack {
    fn drop(&mut self) {
        if self.before_ns > 0 {
            set(self.before_ns as libc::c_ulong);
        }
    }
}

fn set(slack_ns: libc::c_ulong) {
    // SAFETY: PR_SET_TIMERSLACK sets a number of the calling thread and touches no memory. It cannot fail.
    unsafe { libc::prctl(libc::PR_SET_TIMERSLACK, slack_ns, 0, 0, 0) };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slack_ns() -> libc::c_int {
        // SAFETY: as above.
        unsafe { libc::prctl(libc::PR_GET_TIMERSLACK, 0, 0, 0, 0) }
    }

    #[test]
    fn the_slack_is_given_back() {
        let before = slack_ns();
        let guard = TimerSlack::least();
        assert_eq!(slack_ns(), 1);
        drop(guard);
        assert_eq!(slack_ns(), before);
    }
}
