//! fcntl(2) and dup3(2): flags of descriptors, and files in the place of others.

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
    match unsafe { libc::fcntl(descriptor.as_raw_fd(), libc::F_SETFL, 0) } {
        -1 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

/// Puts what one descriptor stands for in the place of another.
pub fn replace(place: &impl AsRawFd, with: &impl AsRawFd) -> io::Result<()> {
    // SAFETY: dup3 takes integers; a bad descriptor makes it fail.
    match unsafe { libc::dup3(with.as_raw_fd(), place.as_raw_fd(), libc::O_CLOEXEC) } {
        -1 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

fn set_flag(descriptor: RawFd, get: i32, set: i32, flag: i32) -> io::Result<()> {
    // SAFETY: fcntl with these commands takes and returns integers; a bad descriptor makes it fail.
    let outcome = unsafe {
        let flags = libc::fcntl(descriptor, get);
        if flags < 0 { flags } else { libc::fcntl(descriptor, set, flags | flag) }
    };
    if outcome < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}
