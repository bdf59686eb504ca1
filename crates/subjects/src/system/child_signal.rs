//! signalfd(2) of SIGCHLD: a descriptor that can be read when a child has ended, whoever's child it was before.

use crate::system::outcome::checked;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};

/// The descriptor. The signal is blocked in this thread from here on; programs that it starts have it as usual, because the standard library
/// clears the mask of a child.
#[derive(Debug)]
pub struct ChildSignal(OwnedFd);

impl ChildSignal {
    /// Opens it.
    pub fn new() -> io::Result<ChildSignal> {
        // SAFETY: the set is made by sigemptyset before it is read, and the calls take it by address for their own time alone.
        let descriptor = unsafe {
            let mut set: libc::sigset_t = std::mem::zeroed();
            libc::sigemptyset(&mut set);
            libc::sigaddset(&mut set, libc::SIGCHLD);
            checked(libc::sigprocmask(libc::SIG_BLOCK, &set, std::ptr::null_mut()))?;
            checked(libc::signalfd(-1, &set, libc::SFD_CLOEXEC | libc::SFD_NONBLOCK))?
        };
        // SAFETY: the kernel has just given this descriptor to us alone.
        Ok(ChildSignal(unsafe { OwnedFd::from_raw_fd(descriptor) }))
    }

    /// For waiting.
    pub fn descriptor(&self) -> RawFd {
        self.0.as_raw_fd()
    }

    /// Makes it unreadable until the next child ends.
    pub fn clear(&self) {
        let mut taken = [0_u8; size_of::<libc::signalfd_siginfo>()];
        // SAFETY: the buffer is writable for the call and as long as is said. The descriptor does not block.
        while unsafe { libc::read(self.descriptor(), taken.as_mut_ptr().cast(), taken.len()) } > 0 {}
    }
}
