//! mmap(2): memory and files in the address space, unmapped when they are dropped.

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;

/// The size of a huge page on x86 and arm64, in bytes.
const HUGE: usize = 2 << 20;

/// A mapping. Its address is that of a page.
pub struct Region {
    start: *mut u8,
    length: usize,
    /// How many bytes before the first one belong to it as well.
    before: usize,
}

impl Region {
    /// Fresh memory of so many bytes, more than none.
    pub fn memory(length: usize) -> io::Result<Region> {
        Region::map(length, libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS, -1)
    }

    /// Fresh memory whose pages lie side by side in the machine, where the kernel has huge ones to give: which part of a working set a cache
    /// holds is not left to where its pages happen to lie.
    pub fn in_one_piece(length: usize) -> io::Result<Region> {
        let rounded = length.next_multiple_of(HUGE) + HUGE;
        let mut region = Region::memory(rounded)?;
        // SAFETY: the range is this mapping. A kernel without huge pages refuses, and the memory is as good as any.
        unsafe { libc::madvise(region.start.cast(), rounded, libc::MADV_HUGEPAGE) };
        region.before = region.start.align_offset(HUGE).min(HUGE);
        region.start = region.start.wrapping_add(region.before);
        region.length = rounded - region.before;
        Ok(region)
    }

    /// Fresh memory, never to be written: the kernel does not join it with memory beside it that is.
    pub fn untouched(length: usize) -> io::Result<Region> {
        Region::map(length, libc::PROT_READ, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS, -1)
    }

    /// The first bytes of a file, to be read.
    pub fn file(file: &File, length: usize) -> io::Result<Region> {
        Region::map(length, libc::PROT_READ, libc::MAP_SHARED, file.as_raw_fd())
    }

    fn map(length: usize, protection: i32, flags: i32, descriptor: i32) -> io::Result<Region> {
        // SAFETY: the kernel chooses an address that is not in use.
        let start = unsafe { libc::mmap(std::ptr::null_mut(), length, protection, flags, descriptor, 0) };
        if start == libc::MAP_FAILED {
            Err(io::Error::last_os_error())
        } else {
            Ok(Region { start: start.cast(), length, before: 0 })
        }
    }

    /// Asks for pages of the base size. A kernel without huge pages refuses, and has no others.
    pub fn in_base_pages(self) -> Region {
        // SAFETY: the range is this mapping.
        unsafe { libc::madvise(self.start.cast(), self.length, libc::MADV_NOHUGEPAGE) };
        self
    }

    /// Where it begins.
    pub fn start(&self) -> *mut u8 {
        self.start
    }

    /// How many bytes it has.
    pub fn length(&self) -> usize {
        self.length
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        // SAFETY: the range is this mapping, and whoever has its address borrows from it.
        unsafe { libc::munmap(self.start.wrapping_sub(self.before).cast(), self.before + self.length) };
    }
}

/// The bytes of a page of the base size.
pub fn page() -> usize {
    // SAFETY: sysconf(3) takes any number and keeps nothing.
    usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(4096)
}
