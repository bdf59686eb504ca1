//! prctl(PR_SET_PDEATHSIG): what is left behind when its parent ends is ended as well.

use super::outcome::checked;
use std::io;

/// Has the kernel send this process a signal when the thread that started it ends; 0 for none. Safe between fork and exec.
pub fn end_with(signal: i32) -> io::Result<()> {
    // SAFETY: the call takes a number and no address.
    checked(unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, signal) }).map(drop)
}
