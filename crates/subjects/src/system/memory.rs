//! /proc/meminfo, /proc/PID/statm and /proc/PID/smaps_rollup: how much memory is left, and how much processes have.

use crate::system::outcome::sysconf;
use crate::system::process_tree;
use std::fs;

/// The memory that the machine can give away without swapping, in bytes; `None` where the kernel does not tell.
pub fn available_bytes() -> Option<u64> {
    kilobytes(&fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable:")
}

/// Whether a process and its descendants have more memory together than so many bytes. What files hold does not count, because the kernel can
/// take it back.
pub fn is_beyond(root: i32, limit_bytes: u64) -> bool {
    let mut processes = process_tree::descendants(root);
    processes.push(root);
    let sum = |bytes: fn(i32) -> u64| processes.iter().map(|pid| bytes(*pid)).sum::<u64>();
    // Pages that nobody has written since a fork are those of several processes, and counted in each.
    sum(own_bytes) > limit_bytes && (processes.len() == 1 || sum(share_bytes) > limit_bytes)
}

/// The memory of all descendants of a process in bytes, pages that several share counted once; `None` where the kernel does not
/// tell.
pub fn of_descendants(root: i32) -> Option<u64> {
    let of_process = |pid: &i32| kilobytes(&smaps(*pid), "Pss:");
    let known: Vec<u64> = process_tree::descendants(root).iter().filter_map(of_process).collect();
    (!known.is_empty()).then(|| known.iter().sum())
}

/// The resident pages of a process that are those of no file, in bytes; 0 when it has ended.
fn own_bytes(pid: i32) -> u64 {
    let statm = fs::read_to_string(format!("/proc/{pid}/statm")).unwrap_or_default();
    let mut pages = statm.split_whitespace().skip(1).map(|count| count.parse::<u64>().unwrap_or(0));
    let (resident, of_files) = (pages.next().unwrap_or(0), pages.next().unwrap_or(0));
    resident.saturating_sub(of_files) * sysconf(libc::_SC_PAGESIZE).unwrap_or(4096)
}

/// The same with its part of the pages that it shares with others; that takes the kernel as long as the process is large.
fn share_bytes(pid: i32) -> u64 {
    // Not told before Linux 5.3.
    kilobytes(&smaps(pid), "Pss_Anon:").unwrap_or_else(|| own_bytes(pid))
}

fn smaps(pid: i32) -> String {
    fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).unwrap_or_default()
}

/// The bytes on the line that begins with a name, as in `MemAvailable:   17 kB`.
fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let value = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(value.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_process_has_is_more_than_nothing_and_less_than_all() {
        let own = std::process::id() as i32;
        let available = available_bytes().expect("the kernel tells");
        assert!(is_beyond(own, 0));
        assert!(!is_beyond(own, u64::MAX));
        assert!(own_bytes(own) > 0 && available > 0);
        assert_eq!(own_bytes(0), 0);
    }

    #[test]
    fn lines_are_found_by_their_names() {
        let text = "MemTotal:  9 kB\nMemAvailable:      17 kB\nPss: 4\n";
        assert_eq!(kilobytes(text, "MemAvailable:"), Some(17 * 1024));
        assert_eq!(kilobytes(text, "Pss:"), None);
        assert_eq!(kilobytes(text, "SwapFree:"), None);
    }
}
