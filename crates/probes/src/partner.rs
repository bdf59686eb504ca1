//! fork(2): a process that sends back every byte that it gets, on the CPU of its parent.

use std::io;
use std::os::fd::{AsRawFd, RawFd};

/// The process; it ends with this value, and with the thread that made it.
pub struct Partner(libc::pid_t);

impl Partner {
    /// Starts it. It reads from the one descriptor and writes to the other.
    pub fn echo(from: &impl AsRawFd, to: &impl AsRawFd) -> io::Result<Partner> {
        let (from, to) = (from.as_raw_fd(), to.as_raw_fd());
        // SAFETY: getpid(2) takes nothing. Between fork and exit the child makes system calls alone, which is allowed even where the parent has
        // other threads (signal-safety(7)).
        unsafe {
            let parent = libc::getpid();
            match libc::fork() {
                -1 => Err(io::Error::last_os_error()),
                0 => send_back(parent, from, to),
                pid => Ok(Partner(pid)),
            }
        }
    }
}

/// What the child does until it is killed.
///
/// # Safety
///
/// For a child between fork and exit.
unsafe fn send_back(parent: libc::pid_t, from: RawFd, to: RawFd) -> ! {
    let mut byte = 0_u8;
    // SAFETY: the calls take integers and the address of a byte of our own.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        // A parent that died before could not be told of.
        let has_parent = libc::getppid() == parent;
        let byte = (&raw mut byte).cast();
        while has_parent && libc::read(from, byte, 1) == 1 && libc::write(to, byte, 1) == 1 {}
        libc::_exit(0)
    }
}

impl Drop for Partner {
    fn drop(&mut self) {
        // SAFETY: the number is that of a child which nobody else waits for.
        unsafe {
            libc::kill(self.0, libc::SIGKILL);
            libc::waitpid(self.0, std::ptr::null_mut(), 0);
        }
    }
}
