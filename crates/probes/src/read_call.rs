//! A read(2) of one byte of a file in the page cache: what a call takes beside the bytes that it brings, which is more than a call that does nothing.

use crate::probe::{Course, Prepared, Site};
use crate::warm_file::warm_file;
use std::fs::File;
use std::io::{self, Read, Seek};

/// The bytes of the file, more than the largest dose.
const FILE: usize = 64 << 10;

struct SingleBytes {
    file: File,
}

/// See the head of this file.
pub fn prepare(site: &Site) -> io::Result<Prepared> {
    Ok(Prepared::alone(SingleBytes { file: warm_file(&site.scratch, FILE)? }))
}

impl Course for SingleBytes {
    fn before(&mut self, _dose: u64) -> io::Result<()> {
        self.file.rewind()
    }

    fn run(&mut self, dose: u64) -> io::Result<()> {
        let mut byte = [0];
        (0..dose).try_for_each(|_| self.file.read_exact(&mut byte))
    }
}
