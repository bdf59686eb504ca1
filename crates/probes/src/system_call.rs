//! A system call that does nothing: getppid(2), which reads a number; lmbench's lat_syscall "null" does the same.

use crate::probe::{Course, Prepared, Site};
use std::io;

struct NullCall;

/// See the head of this file.
pub fn prepare(_site: &Site) -> io::Result<Prepared> {
    Ok(Prepared::alone(NullCall))
}

impl Course for NullCall {
    fn run(&mut self, dose: u64) -> io::Result<()> {
        for _ in 0..dose {
            // SAFETY: the call takes nothing.
            unsafe { libc::syscall(libc::SYS_getppid) };
        }
        Ok(())
    }
}
