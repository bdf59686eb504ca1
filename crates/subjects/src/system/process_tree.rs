//! The descendants of a process, and the CPU time that they use, read from outside.

use crate::system::clocks;
use std::fs::{self, DirEntry};
use std::time::Duration;

/// What a process and its descendants have used so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreeUsage {
    /// CPU time in nanoseconds: exact of those that live, in ticks of the kernel of those that ended and were waited for.
    pub cpu_ns: u64,
    /// The part in user mode, in ticks.
    pub user_ticks: u64,
    /// The part in the kernel, in ticks.
    pub system_ticks: u64,
}

/// Every descendant of a process.
pub fn descendants(root: i32) -> Vec<i32> {
    let mut found = children(root);
    let mut at = 0;
    while at < found.len() {
        found.extend(children(found[at]));
        at += 1;
    }
    found
}

/// What the descendants of a process have used so far, those included that have ended.
pub fn usage(root: i32) -> TreeUsage {
    let tick_ns = 1_000_000_000 / clocks::ticks_per_second();
    let mut sum = TreeUsage::default();
    for pid in descendants(root).into_iter().chain([root]) {
        let Some([user, system, ended_user, ended_system]) = times(pid) else { continue };
        sum.cpu_ns += (ended_user + ended_system) * tick_ns;
        sum.user_ticks += ended_user;
        sum.system_ticks += ended_system;
        if pid != root {
            sum.cpu_ns += cpu_time(pid).map_or((user + system) * tick_ns, |time| time.as_nanos() as u64);
            sum.user_ticks += user;
            sum.system_ticks += system;
        }
    }
    sum
}

/// The children of a process. Each of its threads has its own.
pub fn children(pid: i32) -> Vec<i32> {
    // One that has ended has none, and nobody looks for them among all processes.
    let Ok(threads) = fs::read_dir(format!("/proc/{pid}/task")) else { return Vec::new() };
    let list = |thread: DirEntry| fs::read_to_string(thread.path().join("children")).ok();
    let lists: Vec<String> = threads.flatten().filter_map(list).collect();
    if lists.is_empty() {
        return children_by_parent(pid);
    }
    lists.iter().flat_map(|list| list.split_whitespace()).filter_map(|pid| pid.parse().ok()).collect()
}

/// Whether a process has one thread and no children.
pub fn is_one_thread(pid: i32) -> bool {
    fs::read_dir(format!("/proc/{pid}/task")).is_ok_and(|threads| threads.count() == 1) && children(pid).is_empty()
}

/// For kernels without the list of children: every process whose parent is this one.
fn children_by_parent(parent: i32) -> Vec<i32> {
    all().filter(|pid| fields_of_stat(*pid).and_then(|fields| fields.get(1).copied()) == Some(parent as u64)).collect()
}

/// Every process.
pub fn all() -> impl Iterator<Item = i32> {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    processes.filter_map(|process| process.file_name().to_str()?.parse().ok())
}

/// The fields of proc_pid_stat(5) behind the name, which is in parentheses and may hold blanks. The first is a letter, and stands as
/// 0; so does what is below zero.
pub fn fields_of_stat(pid: i32) -> Option<Vec<u64>> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    Some(stat.rsplit(") ").next()?.split_whitespace().map(|field| field.parse().unwrap_or(0)).collect())
}

/// The CPU time of a process in user mode and in the kernel, then that of its children that ended and were waited for, in ticks.
fn times(pid: i32) -> Option<[u64; 4]> {
    fields_of_stat(pid)?.get(11..15)?.try_into().ok()
}

/// The CPU time of all threads of a process, those included that have ended.
pub fn cpu_time(pid: i32) -> Option<Duration> {
    let (mut clock, mut time) = (0, libc::timespec { tv_sec: 0, tv_nsec: 0 });
    // SAFETY: both places are writable for the calls.
    let is_known =
        unsafe { libc::clock_getcpuclockid(pid, &mut clock) == 0 && libc::clock_gettime(clock, &mut time) == 0 };
    is_known.then(|| Duration::new(time.tv_sec as u64, time.tv_nsec as u32))
}
