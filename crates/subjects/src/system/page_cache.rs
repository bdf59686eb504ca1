//! posix_fadvise(2), mincore(2) and statfs(2): what of a file is in memory, and the advice to let go of it. Of this file
//! alone: `/proc/sys/vm/drop_caches` would take everybody's.

use crate::system::outcome::{checked, sysconf};
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::ptr;

/// Asks the kernel to drop what it holds of a file. Pages that are dirty or mapped stay.
pub fn advise_dropping(file: &File) -> io::Result<()> {
    // SAFETY: the call takes integers; a length of zero is the whole file.
    match unsafe { libc::posix_fadvise(file.as_raw_fd(), 0, 0, libc::POSIX_FADV_DONTNEED) } {
        0 => Ok(()),
        code => Err(io::Error::from_raw_os_error(code)),
    }
}

/// How many pages of a file are in memory, and how many it has.
pub fn resident_pages(file: &File) -> io::Result<(usize, usize)> {
    let length = usize::try_from(file.metadata()?.len()).map_err(io::Error::other)?;
    if length == 0 {
        return Ok((0, 0));
    }
    let pages = length.div_ceil(sysconf(libc::_SC_PAGESIZE).expect("every system has pages") as usize);
    let mut flags = vec![0u8; pages];
    // SAFETY: a new mapping that nothing else knows of; it is never read or written, so that it brings no page into memory.
    // mincore fills one byte a page, and there are as many.
    let outcome = unsafe {
        let start = libc::mmap(ptr::null_mut(), length, libc::PROT_READ, libc::MAP_SHARED, file.as_raw_fd(), 0);
        if start == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let outcome = checked(libc::mincore(start, length, flags.as_mut_ptr()));
        libc::munmap(start, length);
        outcome
    };
    outcome?;
    Ok((flags.iter().filter(|flag| **flag & 1 == 1).count(), pages))
}

/// Whether the file system of a file has no other place for it than memory.
pub fn lives_in_memory(file: &File) -> io::Result<bool> {
    const RAMFS_MAGIC: i64 = 0x8584_58f6;
    // SAFETY: plain numbers, for which all zeroes is a valid value.
    let mut status: libc::statfs = unsafe { std::mem::zeroed() };
    // SAFETY: the structure is writable for the call.
    checked(unsafe { libc::fstatfs(file.as_raw_fd(), &mut status) })?;
    Ok([libc::TMPFS_MAGIC, RAMFS_MAGIC].contains(&status.f_type))
}

/// How many bytes an unprivileged process may still write to the file system of a directory; `None` where that keeps no
/// account of its size, such as ramfs.
pub fn free_bytes(directory: &File) -> io::Result<Option<u64>> {
    // SAFETY: plain numbers, for which all zeroes is a valid value.
    let mut status: libc::statvfs = unsafe { std::mem::zeroed() };
    // SAFETY: the structure is writable for the call.
    checked(unsafe { libc::fstatvfs(directory.as_raw_fd(), &mut status) })?;
    Ok((status.f_blocks > 0).then(|| status.f_bavail.saturating_mul(status.f_frsize)))
}
