//! wait4(2): how a child ended and what it used. rustix and nix offer no resource usage of a single child.

use std::io;
use std::time::Duration;

/// How a child ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It called exit.
    Exit(i32),
    /// A signal ended it.
    Signal(i32),
}

/// What a child and the descendants that it waited for used; the fields are those of struct rusage, getrusage(2).
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    pub user: Duration,
    pub system: Duration,
    pub peak_rss_bytes: u64,
    pub minor_faults: u64,
    pub major_faults: u64,
    pub blocks_in: u64,
    pub blocks_out: u64,
    pub voluntary_switches: u64,
    pub involuntary_switches: u64,
}

/// Waits for a child to end and takes its resource usage.
pub fn wait(pid: i32) -> io::Result<(Outcome, Usage)> {
    let mut status = 0;
    // SAFETY: rusage is plain numbers, for which all zeroes is a valid value.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: both places are writable for the call.
    while unsafe { libc::wait4(pid, &mut status, 0, &mut usage) } < 0 {
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    let outcome = match libc::WIFSIGNALED(status) {
        true => Outcome::Signal(libc::WTERMSIG(status)),
        false => Outcome::Exit(libc::WEXITSTATUS(status)),
    };
    Ok((outcome, Usage::from(&usage)))
}

impl From<&libc::rusage> for Usage {
    fn from(usage: &libc::rusage) -> Usage {
        let time = |value: libc::timeval| Duration::new(value.tv_sec as u64, value.tv_usec as u32 * 1000);
        Usage {
            user: time(usage.ru_utime),
            system: time(usage.ru_stime),
            peak_rss_bytes: usage.ru_maxrss as u64 * 1024,
            minor_faults: usage.ru_minflt as u64,
            major_faults: usage.ru_majflt as u64,
            blocks_in: usage.ru_inblock as u64,
            blocks_out: usage.ru_oublock as u64,
            voluntary_switches: usage.ru_nvcsw as u64,
            involuntary_switches: usage.ru_nivcsw as u64,
        }
    }
}
