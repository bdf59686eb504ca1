//! prctl(PR_SET_CHILD_SUBREAPER): processes that a command leaves behind become children of the spawner, however they
//! detached themselves, so they can be found and ended.

use std::io;

/// Makes this process the parent of all orphans among its descendants.
pub fn adopt_orphans() -> io::Result<()> {
    // SAFETY: the call takes integers.
    match unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Ends every child of this process, and what they leave in turn; returns how many there were that still ran.
pub fn end_all() -> usize {
    let mut ended = 0;
    while any_left() {
        for child in children() {
            // SAFETY: the call takes two integers.
            ended += usize::from(unsafe { libc::kill(child, libc::SIGKILL) } == 0);
        }
        // SAFETY: a null status is allowed; the children have been killed, so the wait ends.
        unsafe { libc::waitpid(-1, std::ptr::null_mut(), 0) };
    }
    ended
}

/// Whether a child is left that has not ended; the ended ones are reaped.
fn any_left() -> bool {
    loop {
        // SAFETY: a null status is allowed.
        match unsafe { libc::waitpid(-1, std::ptr::null_mut(), libc::WNOHANG) } {
            0 => return true,
            -1 => return false,
            _ => continue,
        }
    }
}

fn children() -> Vec<i32> {
    let path = format!("/proc/self/task/{}/children", std::process::id());
    match std::fs::read_to_string(path) {
        Ok(list) => list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect(),
        Err(_) => children_by_parent(),
    }
}

/// For kernels without the list of children: every process whose parent is this one.
fn children_by_parent() -> Vec<i32> {
    let own = std::process::id().to_string();
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    pids.filter(|pid| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        // The name in parentheses may hold blanks: fields are counted from its end.
        stat.rsplit(") ").next().and_then(|rest| rest.split(' ').nth(1)) == Some(&own)
    })
    .collect()
}
