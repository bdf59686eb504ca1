//! How a system call says that it has failed.

use std::io;

/// What a call returned, which is negative where it has failed: then the error is that of the thread. It allocates nothing, so it can stand
/// between fork and exec.
pub fn checked(returned: i32) -> io::Result<i32> {
    if returned < 0 { Err(io::Error::last_os_error()) } else { Ok(returned) }
}
