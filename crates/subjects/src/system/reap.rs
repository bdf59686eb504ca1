//! wait4(2): how a child ended and what it used. rustix and nix offer no resource usage of a single child.

use crate::system::outcome::checked;
use std::io;
use std::time::Duration;

/// How a child ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChildEnd {
    /// It called exit.
    Exit(i32),
    /// A signal ended it.
    Signal(i32),
}

/// What a child and the descendants that it waited for used; the fields are those of struct rusage, getrusage(2).
#[derive(Clone, Copy, Debug, Default)]
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

/// Waits for a child to end and takes its resource usage; any child when the number is -1.
pub fn wait(pid: i32) -> io::Result<(ChildEnd, Usage)> {
    loop {
        match wait4(pid, 0) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
            Ok((_, status, usage)) => return Ok((outcome(status), usage)),
        }
    }
}

/// The resource usage of any child that has ended, without waiting for one: `None` when all still run. Fails when there
/// are no children.
pub fn ended() -> io::Result<Option<Usage>> {
    let (pid, _, usage) = wait4(-1, libc::WNOHANG)?;
    Ok((pid > 0).then_some(usage))
}

/// Takes a child of this number off the list of processes, if it has ended.
pub fn take(pid: i32) {
    // Whoever is no child, or has not ended, stays as it is.
    let _ = wait4(pid, libc::WNOHANG);
}

/// Whether a process is a child that was not waited for; an error tells that it is not.
pub fn look_at(pid: i32) -> io::Result<()> {
    information(pid, libc::WEXITED).map(drop)
}

/// Whether a child stands still because it wants the terminal, which is somebody else's: with a process group of its own it is in the background.
pub fn wants_terminal(pid: i32) -> bool {
    let is_stopped = |info: libc::siginfo_t| info.si_signo == libc::SIGCHLD && info.si_code == libc::CLD_STOPPED;
    information(pid, libc::WSTOPPED).is_ok_and(|info| {
        // SAFETY: waitid has filled it in as that of a child.
        is_stopped(info) && [libc::SIGTTIN, libc::SIGTTOU].contains(&unsafe { info.si_status() })
    })
}

/// What waitid(2) tells of a child without waiting for it; all zeroes where nothing of that kind happened.
fn information(pid: i32, kind: i32) -> io::Result<libc::siginfo_t> {
    // SAFETY: siginfo_t is plain numbers, for which all zeroes is a valid value.
    let mut info: libc::siginfo_t = unsafe { std::mem::zeroed() };
    let options = kind | libc::WNOHANG | libc::WNOWAIT;
    // SAFETY: the place is writable for the call.
    checked(unsafe { libc::waitid(libc::P_PID, pid as libc::id_t, &mut info, options) })?;
    Ok(info)
}

fn wait4(pid: i32, options: i32) -> io::Result<(i32, i32, Usage)> {
    let mut status = 0;
    // SAFETY: rusage is plain numbers, for which all zeroes is a valid value.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: both places are writable for the call.
    let ended = checked(unsafe { libc::wait4(pid, &mut status, options, &mut usage) })?;
    Ok((ended, status, Usage::from(&usage)))
}

fn outcome(status: i32) -> ChildEnd {
    match libc::WIFSIGNALED(status) {
        true => ChildEnd::Signal(libc::WTERMSIG(status)),
        false => ChildEnd::Exit(libc::WEXITSTATUS(status)),
    }
}

impl Usage {
    /// Both together: the higher of the two peaks, and the sum of all else.
    pub fn and(&self, other: &Usage) -> Usage {
        Usage {
            user: self.user + other.user,
            system: self.system + other.system,
            peak_rss_bytes: self.peak_rss_bytes.max(other.peak_rss_bytes),
            minor_faults: self.minor_faults + other.minor_faults,
            major_faults: self.major_faults + other.major_faults,
            blocks_in: self.blocks_in + other.blocks_in,
            blocks_out: self.blocks_out + other.blocks_out,
            voluntary_switches: self.voluntary_switches + other.voluntary_switches,
            involuntary_switches: self.involuntary_switches + other.involuntary_switches,
        }
    }
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
