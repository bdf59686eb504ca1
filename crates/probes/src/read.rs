//! A byte that read(2) copies out of the page cache: so many calls, whose size is what varies, so that the cost of a call falls out. The file
//! is read on from where the call before left it, as in lmbench's bw_file_rd, so its bytes come from the last cache or from memory, and the buffer is in a nearer one.

use crate::probe::{Course, Prepared, Site};
use crate::warm_file::warm_file;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

/// The bytes of the file: the size that bw_file_rd is published with.
const FILE: usize = 8 << 20;

/// Calls in a dose.
const CALLS: u64 = 32;

/// The largest call, in bytes.
const BUFFER: usize = 64 << 10;

struct Reading {
    file: File,
    buffer: Vec<u8>,
    at: usize,
}

/// See the head of this file.
pub fn prepare(site: &Site) -> io::Result<Prepared> {
    let file = warm_file(&site.scratch, FILE)?;
    Ok(Prepared::alone(Reading { file, buffer: vec![0; BUFFER], at: 0 }))
}

impl Reading {
    fn read(&mut self, size: usize) -> io::Result<()> {
        if self.at + size > FILE {
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
        (0..FILE / BUFFER).try_for_each(|_| self.read(BUFFER))
    }

    fn run(&mut self, dose: u64) -> io::Result<()> {
        let size = (dose / CALLS) as usize;
        (0..CALLS).try_for_each(|_| self.read(size))
    }
}
