//! madvise(2) and /proc/self/clear_refs: a small resident set for the spawner.
//!
//! At execve(2) the kernel hands the peak RSS of the caller's memory on to the new program (`setmax_mm_hiwater_rss` in
//! fs/exec.c), so no child can show less than its spawner. What the spawner needed to start up is dropped here, and its
//! own peak forgotten. Rejected: a separate program for the spawner, which is as large once libc is counted, and has to be
//! found beside this one.

use std::fs;

/// Drops code that was used to start up from the resident set (what is needed again comes back from the page cache) and
/// sets the peak to what is left. Where the kernel does not allow it, the floor is only higher.
pub fn shrink() {
    let maps = fs::read_to_string("/proc/self/maps").unwrap_or_default();
    for (start, length) in maps.lines().filter_map(code_mapping) {
        // SAFETY: the range is a mapping of this process that is executable, private and never written, so its pages are
        // those of the file, and the kernel brings them back when they are touched.
        unsafe { libc::madvise(start as *mut libc::c_void, length, libc::MADV_DONTNEED) };
    }
    let _ = fs::write("/proc/self/clear_refs", "5");
}

/// Start and length of a mapping of a file's code, from its line in /proc/PID/maps.
fn code_mapping(line: &str) -> Option<(usize, usize)> {
    let mut fields = line.split_whitespace();
    let (start, end) = fields.next()?.split_once('-')?;
    if fields.next()? != "r-xp" || !fields.nth(3)?.starts_with('/') {
        return None;
    }
    let start = usize::from_str_radix(start, 16).ok()?;
    Some((start, usize::from_str_radix(end, 16).ok()? - start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_code_of_files_is_dropped() {
        let code = "7f32c3400000-7f32c3555000 r-xp 00026000 fe:00 326269                     /usr/lib/libc.so.6";
        assert_eq!(code_mapping(code), Some((0x7f32c3400000, 0x155000)));
        assert_eq!(code_mapping(&code.replace("r-xp", "r--p")), None);
        assert_eq!(
            code_mapping("7ffef1100000-7ffef1102000 r-xp 00000000 00:00 0                          [vdso]"),
            None
        );
    }
}
