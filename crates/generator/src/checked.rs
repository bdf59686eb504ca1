//! What a system call returned.

use std::io;

/// What it returned, or the error that a negative number stands for.
pub(crate) fn checked(returned: libc::c_int) -> io::Result<libc::c_int> {
    if returned < 0 { Err(io::Error::last_os_error()) } else { Ok(returned) }
}
