//! A byte that read(2) copies out of the page cache: so many calls, whose size is what varies, so that the cost of a call falls out. The file
//! is read on from where the call before left it, as in lmbench's bw_file_rd; where its bytes come from is a matter of its size, and the buffer is in a nearer cache. The buffer
//! begins where a page does, or so many bytes after: malloc(3) gives large blocks a place 16 bytes after, which some processors copy to much slower.

use crate::probe::{Course, Prepared, Site};
use crate::region::{Region, page};
use crate::warm_file::{repeated, warm_file};
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

/// Calls in a dose.
const CALLS: u64 = 32;

/// The largest call, in bytes.
const BUFFER: usize = 64 << 10;

struct Reading {
    file: File,
    length: usize,
    memory: Region,
    /// Where the buffer begins in it, in bytes.
    offset: usize,
    at: usize,
}

/// Of a file of so many bytes, into a buffer that begins `offset` bytes after the start of a page, less than a page.
pub fn prepare(site: &Site, bytes: u64, offset: usize) -> io::Result<Prepared> {
    let length = site.takes(bytes)?;
    let file = warm_file(&site.scratch, length)?;
    Ok(Prepared::alone(Reading { file, length, memory: Region::memory(BUFFER + page())?, offset, at: 0 }))
}

impl Reading {
    fn read(&mut self, size: usize) -> io::Result<()> {
        if self.at + size > self.length {
            self.at = 0;
        }
        // SAFETY: the range is within the mapping, which nobody else has; it is zeroes at first.
        let buffer = unsafe { std::slice::from_raw_parts_mut(self.memory.start().add(self.offset), size) };
        let count = self.file.read_at(buffer, self.at as u64)?;
        self.at += size;
        if count == size { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }
}

impl Course for Reading {
    /// What others did in between pushed the file out of the caches.
    fn warm(&mut self) -> io::Result<()> {
        (0..repeated(self.length) / BUFFER).try_for_each(|_| self.read(BUFFER))
    }

    fn run(&mut self, dose: u64) -> io::Result<()> {
        let size = (dose / CALLS) as usize;
        (0..CALLS).try_for_each(|_| self.read(size))
    }
}
