//! Waiting for many sockets at once.

use crate::checked::checked;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};

/// How many events one wait fetches.
const EVENTS_MAX: usize = 256;

/// An epoll instance, level-triggered, with room for the events of one wait.
pub(crate) struct Epoll {
    fd: OwnedFd,
    events: Vec<libc::epoll_event>,
    /// Whether the kernel has epoll_pwait2 (5.11), which waits for nanoseconds instead of milliseconds.
    exact: bool,
}

/// What is waited for at a socket. That the other side closed is always told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Interest {
    Read,
    ReadAndWrite,
}

/// Something happened at a socket.
#[derive(Clone, Copy)]
pub(crate) struct Event {
    /// What the socket was added with.
    pub(crate) token: u64,
    flags: u32,
}

impl Event {
    /// Whether the other side will send nothing more than what can be read now.
    pub(crate) fn ended(self) -> bool {
        self.flags & (libc::EPOLLRDHUP | libc::EPOLLHUP | libc::EPOLLERR) as u32 != 0
    }

    /// Whether bytes, the end or an error can be read.
    pub(crate) fn readable(self) -> bool {
        self.flags & libc::EPOLLIN as u32 != 0 || self.ended()
    }

    /// Whether bytes can be sent.
    pub(crate) fn writable(self) -> bool {
        self.flags & libc::EPOLLOUT as u32 != 0
    }
}

impl Epoll {
    pub(crate) fn new() -> io::Result<Epoll> {
        // SAFETY: the call takes a number and returns a descriptor or −1.
        let fd = checked(unsafe { libc::epoll_create1(libc::EPOLL_CLOEXEC) })?;
        // SAFETY: the kernel has just returned this descriptor, and nobody else knows it.
        let fd = unsafe { OwnedFd::from_raw_fd(fd) };
        Ok(Epoll { fd, events: Vec::with_capacity(EVENTS_MAX), exact: true })
    }

    /// Adds a socket, which leaves when it is closed, or changes what is waited for: EPOLL_CTL_ADD or EPOLL_CTL_MOD.
    pub(crate) fn control(
        &self,
        operation: libc::c_int,
        socket: RawFd,
        interest: Interest,
        token: u64,
    ) -> io::Result<()> {
        let flags = libc::EPOLLIN | libc::EPOLLRDHUP | if interest == Interest::Read { 0 } else { libc::EPOLLOUT };
        let mut event = libc::epoll_event { events: flags as u32, u64: token };
        // SAFETY: `event` is an epoll_event that the call reads.
        checked(unsafe { libc::epoll_ctl(self.fd.as_raw_fd(), operation, socket, &mut event) })?;
        Ok(())
    }

    /// Waits until something happens, or so many nanoseconds are over; on a kernel without epoll_pwait2 up to a millisecond
    /// less. Returns how many events there are. An interruption by a signal looks like the end of the time.
    pub(crate) fn wait(&mut self, timeout_ns: u64) -> io::Result<usize> {
        let count = if self.exact { self.wait_exactly(timeout_ns) } else { self.wait_milliseconds(timeout_ns) };
        if count >= 0 {
            // SAFETY: the kernel has written so many events, and no more than fit.
            unsafe { self.events.set_len(count as usize) };
            return Ok(count as usize);
        }
        self.events.clear();
        let error = io::Error::last_os_error();
        match error.raw_os_error() {
            Some(libc::EINTR) => Ok(0),
            // Filters of system calls that are older than this one forbid it.
            Some(libc::ENOSYS | libc::EPERM) if self.exact => {
                self.exact = false;
                self.wait(timeout_ns)
            }
            _ => Err(error),
        }
    }

    /// One of the events that the last wait counted.
    pub(crate) fn event(&self, index: usize) -> Event {
        let event = self.events[index];
        Event { token: event.u64, flags: event.events }
    }

    fn wait_exactly(&mut self, timeout_ns: u64) -> libc::c_long {
        let timeout = libc::timespec {
            tv_sec: (timeout_ns / 1_000_000_000) as libc::time_t,
            tv_nsec: (timeout_ns % 1_000_000_000) as libc::c_long,
        };
        // SAFETY: the kernel writes at most EVENTS_MAX events to a buffer with that capacity, reads `timeout`, and is given
        // no set of signals.
        unsafe {
            libc::syscall(
                libc::SYS_epoll_pwait2,
                self.fd.as_raw_fd(),
                self.events.as_mut_ptr(),
                EVENTS_MAX as libc::c_int,
                &timeout,
                std::ptr::null::<libc::sigset_t>(),
                0usize,
            )
        }
    }

    /// Rounded down: what is left of the time is spent in waits of zero by the caller, who looks at the clock.
    fn wait_milliseconds(&mut self, timeout_ns: u64) -> libc::c_long {
        let timeout_ms = (timeout_ns / 1_000_000).min(libc::c_int::MAX as u64) as libc::c_int;
        // SAFETY: the kernel writes at most EVENTS_MAX events to a buffer with that capacity.
        let count = unsafe {
            libc::epoll_wait(self.fd.as_raw_fd(), self.events.as_mut_ptr(), EVENTS_MAX as libc::c_int, timeout_ms)
        };
        libc::c_long::from(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::os::unix::net::UnixStream;

    #[test]
    fn both_ways_of_waiting_tell_the_same() {
        for exact in [true, false] {
            let mut epoll = Epoll::new().unwrap();
            epoll.exact = exact;
            let (mut here, there) = UnixStream::pair().unwrap();
            epoll.control(libc::EPOLL_CTL_ADD, there.as_raw_fd(), Interest::Read, 7).unwrap();
            assert_eq!(epoll.wait(0).unwrap(), 0);
            assert_eq!(epoll.wait(1_000_001).unwrap(), 0);

            here.write_all(b"!").unwrap();
            assert_eq!(epoll.wait(u64::MAX / 2).unwrap(), 1);
            let event = epoll.event(0);
            assert_eq!((event.token, event.readable(), event.writable(), event.ended()), (7, true, false, false));

            epoll.control(libc::EPOLL_CTL_MOD, there.as_raw_fd(), Interest::ReadAndWrite, 8).unwrap();
            drop(here);
            assert_eq!(epoll.wait(0).unwrap(), 1);
            let event = epoll.event(0);
            assert_eq!((event.token, event.readable(), event.writable(), event.ended()), (8, true, true, true));
            drop(there);
            assert_eq!(epoll.wait(0).unwrap(), 0);
        }
    }
}
