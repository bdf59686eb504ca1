//! madvise(2) and /proc/self/clear_refs: a small resident set for the spawner.
//!
//! At execve(2) the kernel hands the peak RSS of the caller's memory on to the new program (`setmax_mm_hiwater_rss` in
//! fs/exec.c), so no child can show less than its spawner. What the spawner needed to start up is dropped here, and its
//! own peak forgotten. Rejected: a separate program for the spawner, which is as large once libc is counted, and has to be
//! found beside this one.

use std::fs;

/// Drops from the resident set what only files hold, code and constants that were used to start up (what is needed again comes back from the page
/// cache), and sets the peak to what is left. Where the kernel does not allow it, the floor is only higher.
pub fn shrink() {
    let maps = fs::read_to_string("/proc/self/smaps").unwrap_or_default();
    for (start, length) in unwritten(&maps) {
        // SAFETY: the range is a mapping of this process that is private, not writable and has no page of its own, so its pages are
        // those of the file, and the kernel brings them back when they are touched. No other thread could write to it meanwhile.
        unsafe { libc::madvise(start as *mut libc::c_void, length, libc::MADV_DONTNEED) };
    }
    let _ = fs::write("/proc/self/clear_refs", "5");
}

/// Start and length of the mappings of files that were never written, from /proc/PID/smaps. What the linker relocated cannot be written any
/// more, but it was.
fn unwritten(maps: &str) -> Vec<(usize, usize)> {
    let mut current = None;
    let mut found = Vec::new();
    for line in maps.lines() {
        match line.strip_prefix("Anonymous:") {
            Some(own) if own.trim() == "0 kB" => found.extend(current.take()),
            Some(_) => current = None,
            None => current = mapping(line).or(current),
        }
    }
    found
}

/// Start and length of a mapping of a file that cannot be written, from the line that begins it.
fn mapping(line: &str) -> Option<(usize, usize)> {
    let mut fields = line.split_whitespace();
    let (start, end) = fields.next()?.split_once('-')?;
    if !["r-xp", "r--p"].contains(&fields.next()?) || !fields.nth(3)?.starts_with('/') {
        return None;
    }
    let start = usize::from_str_radix(start, 16).ok()?;
    Some((start, usize::from_str_radix(end, 16).ok()? - start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_files_hold_is_dropped() {
        let of = |permissions: &str, path: &str, own: &str| {
            let line = format!("7f32c3400000-7f32c3555000 {permissions} 00026000 fe:00 326269    {path}");
            unwritten(&format!("{line}\nSize: 1364 kB\nAnonymous:      {own}\nVmFlags: rd mr mw me sd\n"))
        };
        let whole = [(0x7f32c3400000, 0x155000)];
        assert_eq!(of("r-xp", "/usr/lib/libc.so.6", "0 kB"), whole);
        assert_eq!(of("r--p", "/usr/lib/libc.so.6", "0 kB"), whole);
        assert_eq!(of("r--p", "/usr/lib/libc.so.6", "16 kB"), []);
        assert_eq!(of("rw-p", "/usr/lib/libc.so.6", "0 kB"), []);
        assert_eq!(of("r-xp", "[vdso]", "0 kB"), []);
    }
}
