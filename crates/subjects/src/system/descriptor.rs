//! fcntl(2) and dup3(2): flags of descriptors, and files in the place of others.

use crate::system::outcome::checked;
use std::io;
use std::os::fd::{AsRawFd, RawFd};

/// Keeps a descriptor from being inherited by programs that are started.
pub fn close_on_exec(descriptor: &impl AsRawFd) -> io::Result<()> {
    set_flag(descriptor.as_raw_fd(), libc::F_GETFD, libc::F_SETFD, libc::FD_CLOEXEC)
}

/// Lets reads return at once when there is nothing, and writes when there is no room.
pub fn set_nonblocking(descriptor: &impl AsRawFd) -> io::Result<()> {
    set_flag(descriptor.as_raw_fd(), libc::F_GETFL, libc::F_SETFL, libc::O_NONBLOCK)
}

/// Lets reads and writes wait, and forgets other flags of the status such as O_APPEND, whoever set them.
pub fn reset_status(descriptor: &impl AsRawFd) -> io::Result<()> {
    // SAFETY: fcntl with this command takes an integer; a bad descriptor makes it fail.
    checked(unsafe { libc::fcntl(descriptor.as_raw_fd(), libc::F_SETFL, 0) }).map(drop)
}

/// Puts what one descriptor stands for in the place of another.
pub fn replace(place: &impl AsRawFd, with: &impl AsRawFd) -> io::Result<()> {
    // SAFETY: dup3 takes integers; a bad descriptor makes it fail.
    checked(unsafe { libc::dup3(with.as_raw_fd(), place.as_raw_fd(), libc::O_CLOEXEC) }).map(drop)
}

fn set_flag(descriptor: RawFd, get: i32, set: i32, flag: i32) -> io::Result<()> {
    // SAFETY: fcntl with these commands takes and returns integers; a bad descriptor makes it fail.
    unsafe {
        let flags = checked(libc::fcntl(descriptor, get))?;
        checked(libc::fcntl(descriptor, set, flags | flag)).map(drop)
    }
}
