//! A system call that does nothing: getppid(2), which reads a number; lmbench's lat_syscall "null" does the same.

use crate::probe::{Prepared, Site};
use std::io;

/// See the head of this file.
pub fn prepare(_site: &Site) -> io::Result<Prepared> {
    Ok(Prepared::alone(|dose: u64| -> io::Result<()> {
        for _ in 0..dose {
            // SAFETY: the call takes nothing.
            unsafe { libc::syscall(libc::SYS_getppid) };
        }
        Ok(())
    }))
}
