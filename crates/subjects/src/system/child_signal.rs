//! signalfd(2) of SIGCHLD: a descriptor that can be read when a child has ended, whoever's child it was before.

use crate::system::outcome::checked;
use crate::system::poll::Watch;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::FromRawFd;

/// The descriptor. The signal is blocked in this thread from here on; programs that it starts have it as usual, because the standard library
/// clears the mask of a child.
#[derive(Debug)]
pub struct ChildSignal(File);

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
        Ok(ChildSignal(unsafe { File::from_raw_fd(descriptor) }))
    }

    /// Ready when a child has ended.
    pub fn watch(&self) -> Watch {
        Watch::of(&self.0)
    }

    /// Makes it unreadable until the next child ends.
    pub fn clear(&self) {
        let mut taken = [0; size_of::<libc::signalfd_siginfo>()];
        // It does not block.
        while let Ok(1..) = (&self.0).read(&mut taken) {}
    }
}
