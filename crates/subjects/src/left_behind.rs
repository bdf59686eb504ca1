//! Processes that hosts leave behind, however these detached themselves: known by a variable of the environment that hosts have, and all that
//! they start. They are ended between launches, when the hosts have ended, so that they do not run beside what is measured next.

use crate::system::poll::{self, Watch};
use crate::system::process_tree;
use std::collections::BTreeSet;
use std::fs;
use std::process;
use std::sync::OnceLock;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The name of the variable.
pub const VARIABLE: &str = "CMPTHESE_RUN";

/// How long is waited, where any are found, for those that are on their way out: they were ended with the group of their host, or noticed its end.
const DYING: Duration = Duration::from_millis(20);

/// How often is looked for more: one that is being ended may have started another meanwhile.
const ROUNDS_MAX: usize = 8;

/// How long one may take to end that was killed, in nanoseconds; it is left alone then.
const END_NS: u64 = 500_000_000;

/// The value of the variable, once a host was started: no other process ever has the same.
static MARK: OnceLock<String> = OnceLock::new();

/// The value of the variable in this run.
pub fn mark() -> &'static str {
    MARK.get_or_init(|| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        format!("{}-{}", process::id(), now.as_nanos())
    })
}

/// Ends what the hosts of this run have left behind that have ended. The result is how many processes it was. Who still descends from this
/// process is not left behind, and nothing happens to it.
pub fn end_left_behind() -> usize {
    let Some(mark) = MARK.get() else { return 0 };
    let entry = format!("{VARIABLE}={mark}");
    if left_behind(&entry).is_empty() {
        return 0;
    }
    std::thread::sleep(DYING);
    let mut ended = BTreeSet::new();
    for _ in 0..ROUNDS_MAX {
        let found: Vec<i32> =
            left_behind(&entry).into_iter().filter(|pid| !ended.contains(pid) && end(*pid, &entry)).collect();
        if found.is_empty() {
            break;
        }
        ended.extend(found);
    }
    ended.len()
}

/// The processes that have the variable, and do not descend from this one.
fn left_behind(entry: &str) -> Vec<i32> {
    let own = process::id() as i32;
    let marked: Vec<i32> = process_tree::all().filter(|pid| *pid != own && has(*pid, entry)).collect();
    if marked.is_empty() {
        return marked;
    }
    // Asked for twice: the kernel's list of children may leave some out while others end.
    let descendants = [(); 2].map(|()| process_tree::descendants(own)).concat();
    marked.into_iter().filter(|pid| !descendants.contains(pid)).collect()
}

/// Whether a process was started with a variable. Those of others cannot be read.
fn has(pid: i32, entry: &str) -> bool {
    let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
    environment.split(|byte| *byte == 0).any(|word| word == entry.as_bytes())
}

/// Ends a process and waits until it has ended; whether it could be.
fn end(pid: i32, entry: &str) -> bool {
    let Ok(process) = poll::open_pidfd(pid) else { return false };
    // Its number may have become that of another before it was opened.
    if !has(pid, entry) || poll::kill(&process).is_err() {
        return false;
    }
    let _ = poll::wait(&mut [Watch::of(&process)], Some(END_NS));
    true
}
