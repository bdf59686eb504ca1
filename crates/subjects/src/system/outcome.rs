//! How a system call says that it has failed.

use std::io;

/// What a call returned, which is negative where it has failed: then the error is that of the thread. It allocates nothing, so it can stand
/// between fork and exec.
pub fn checked(returned: i32) -> io::Result<i32> {
    if returned < 0 { Err(io::Error::last_os_error()) } else { Ok(returned) }
}

/// What sysconf(3) tells of the system; `None` where it tells nothing.
pub fn sysconf(name: i32) -> Option<u64> {
    // SAFETY: the call takes any number and keeps nothing.
    u64::try_from(unsafe { libc::sysconf(name) }).ok()
}
