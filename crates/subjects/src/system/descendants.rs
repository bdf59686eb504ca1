//! prctl(PR_SET_CHILD_SUBREAPER): processes that a command leaves behind become children of the spawner, however they
//! detached themselves, so they can be found and ended.

use super::outcome::checked;
use super::process_tree;
use super::reap::{self, Usage};
use std::io;

/// What a command left behind.
#[derive(Debug, Default)]
pub struct Left {
    /// How many processes still ran; they were ended.
    pub running: usize,
    /// What all of them used, those that had ended by themselves as well, each with the descendants that it waited for.
    pub usage: Vec<Usage>,
}

/// Makes this process the parent of all orphans among its descendants.
pub fn adopt_orphans() -> io::Result<()> {
    // SAFETY: the call takes integers.
    checked(unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }).map(drop)
}

/// Whether a child that has ended, and was not waited for yet, had children that it waited for itself: no process lives without
/// a page fault. True as well where that cannot be told.
pub fn had_children(pid: i32) -> bool {
    // `cminflt` of proc_pid_stat(5).
    process_tree::fields_of_stat(pid).and_then(|fields| fields.get(8).copied()) != Some(0)
}

/// Whether this process has a child that has not ended.
pub fn any() -> bool {
    any_left(&mut Vec::new())
}

/// Ends every child of this process, and what they leave in turn.
pub fn end_all() -> Left {
    let mut left = Left::default();
    while any_left(&mut left.usage) {
        // SAFETY: the call takes two integers.
        let killed = children().into_iter().filter(|child| unsafe { libc::kill(*child, libc::SIGKILL) } == 0).count();
        left.running += killed;
        if killed == 0 {
            // Those of another user: they are left to end by themselves.
            break;
        }
        // A child has been killed, so the wait ends.
        left.usage.extend(reap::wait(-1).map(|(_, usage)| usage));
    }
    left
}

/// Whether a child is left that has not ended; the ended ones are reaped.
fn any_left(usage: &mut Vec<Usage>) -> bool {
    loop {
        match reap::ended() {
            Ok(Some(used)) => usage.push(used),
            Ok(None) => return true,
            Err(_) => return false, // there are no children
        }
    }
}

/// The children of this process.
pub fn children() -> Vec<i32> {
    process_tree::children(std::process::id() as i32)
}
