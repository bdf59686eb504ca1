//! ppoll(2) and pidfd_open(2): waiting for several things at once; and pidfd_send_signal(2), for a process whose number may be given to another.

use crate::system::outcome::checked;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};

/// A descriptor to be watched for something to read or for room to write, or for its other end to close.
#[derive(Clone, Copy, Debug)]
pub struct Watch {
    descriptor: Option<RawFd>,
    events: libc::c_short,
    /// Whether it was ready when the wait ended.
    pub ready: bool,
}

impl Watch {
    /// Watches a descriptor, or nothing, for something to read.
    pub fn new(descriptor: Option<RawFd>) -> Watch {
        Watch { descriptor, events: libc::POLLIN, ready: false }
    }

    /// Watches what has a descriptor for something to read.
    pub fn of(file: &impl AsRawFd) -> Watch {
        Watch::new(Some(file.as_raw_fd()))
    }

    /// Watches a descriptor for room to write.
    pub fn for_writing(descriptor: RawFd) -> Watch {
        Watch { descriptor: Some(descriptor), events: libc::POLLOUT, ready: false }
    }
}

/// Waits until a watch is ready, the time is over (nanoseconds; `None` waits without end), or a signal arrives. No watch
/// is ready in the latter cases.
pub fn wait<const N: usize>(watches: &mut [Watch; N], limit_ns: Option<u64>) -> io::Result<()> {
    let mut entries = watches.map(|watch| libc::pollfd {
        fd: watch.descriptor.unwrap_or(-1), // the kernel skips negative descriptors
        events: watch.events,
        revents: 0,
    });
    let limit = limit_ns.map(|nanos| libc::timespec {
        tv_sec: (nanos / 1_000_000_000) as libc::time_t,
        tv_nsec: (nanos % 1_000_000_000) as libc::c_long,
    });
    let limit = limit.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
    // SAFETY: the entries and the time outlive the call, the count is that of the array, and no mask is given.
    let outcome = unsafe { libc::ppoll(entries.as_mut_ptr(), N as libc::nfds_t, limit, std::ptr::null()) };
    for (watch, entry) in watches.iter_mut().zip(entries) {
        watch.ready = outcome > 0 && entry.revents != 0;
    }
    match checked(outcome) {
        Err(error) if error.kind() != io::ErrorKind::Interrupted => Err(error),
        _ => Ok(()),
    }
}

/// A descriptor that becomes readable when a process ends.
pub fn open_pidfd(pid: i32) -> io::Result<OwnedFd> {
    // SAFETY: the call takes two integers.
    let descriptor = checked(unsafe { libc::syscall(libc::SYS_pidfd_open, pid, 0) } as RawFd)?;
    // SAFETY: the kernel has just given this descriptor to us alone; it is closed on exec by design.
    Ok(unsafe { OwnedFd::from_raw_fd(descriptor) })
}

/// Kills the process that a descriptor stands for.
pub fn kill(process: &OwnedFd) -> io::Result<()> {
    let (descriptor, no_information) = (process.as_raw_fd(), std::ptr::null::<libc::siginfo_t>());
    // SAFETY: the call takes integers, and nothing at the address, which is none.
    let killed = unsafe { libc::syscall(libc::SYS_pidfd_send_signal, descriptor, libc::SIGKILL, no_information, 0) };
    checked(killed as i32).map(drop)
}
