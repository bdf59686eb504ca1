//! getrlimit(2) and setrlimit(2): how much of something this process may have.

use super::outcome::checked;
use std::io;

/// What it is; `None` where the kernel knows no such resource.
pub fn of(resource: libc::__rlimit_resource_t) -> Option<libc::rlimit> {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the pointer is to a structure of our own, and nothing is kept.
    (unsafe { libc::getrlimit(resource, &mut limit) } == 0).then_some(limit)
}

/// Makes it another one. Safe between fork and exec.
pub fn set(resource: libc::__rlimit_resource_t, limit: &libc::rlimit) -> io::Result<()> {
    // SAFETY: the pointer is to a structure that outlives the call.
    checked(unsafe { libc::setrlimit(resource, limit) }).map(drop)
}

/// Raises it to what this process may raise it to.
pub fn raise(resource: libc::__rlimit_resource_t) -> io::Result<()> {
    of(resource).map_or(Ok(()), |limit| set(resource, &libc::rlimit { rlim_cur: limit.rlim_max, ..limit }))
}
