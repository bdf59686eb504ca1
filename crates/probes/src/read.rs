//! A byte that read(2) copies out of the page cache: so many calls, whose size is what varies, so that the cost of a call falls out. The file
//! is read on from where the call before left it, as in lmbench's bw_file_rd, so its bytes come from the last cache or from memory, and the buffer is in a nearer one; those of a file that is larger than the last cache come from memory.

use crate::caches::Level;
use crate::probe::{Course, Prepared, Site};
use crate::warm_file::warm_file;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

/// The bytes of a file that caches may hold: the size that bw_file_rd is published with.
const FILE: usize = 8 << 20;

/// Calls in a dose.
const CALLS: u64 = 32;

/// The largest call, in bytes.
const BUFFER: usize = 64 << 10;

struct Reading {
    file: File,
    length: usize,
    /// Whether a cache may hold the file.
    cached: bool,
    buffer: Vec<u8>,
    at: usize,
}

/// Of a file that a cache may hold.
pub fn prepare_cached(site: &Site) -> io::Result<Prepared> {
    prepare(site, FILE, true)
}

/// Of a file that lies in memory alone.
pub fn prepare_in_memory(site: &Site) -> io::Result<Prepared> {
    prepare(site, site.caches.working_set(Level::Memory, site.memory_bytes)? as usize / BUFFER * BUFFER, false)
}

fn prepare(site: &Site, length: usize, cached: bool) -> io::Result<Prepared> {
    let file = warm_file(&site.scratch, length)?;
    Ok(Prepared::alone(Reading { file, length, cached, buffer: vec![0; BUFFER], at: 0 }))
}

impl Reading {
    fn read(&mut self, size: usize) -> io::Result<()> {
        if self.at + size > self.length {
            self.at = 0;
        }
        let count = self.file.read_at(&mut self.buffer[..size], self.at as u64)?;
        self.at += size;
        if count == size { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }
}

impl Course for Reading {
    /// What others did in between pushed the file out of the caches.
    fn before(&mut self, _dose: u64) -> io::Result<()> {
        let pieces = if self.cached { self.length / BUFFER } else { 0 };
        (0..pieces).try_for_each(|_| self.read(BUFFER))
    }

    fn run(&mut self, dose: u64) -> io::Result<()> {
        let size = (dose / CALLS) as usize;
        (0..CALLS).try_for_each(|_| self.read(size))
    }
}
