//! A byte that write(2) puts into a file in the page cache, in the place of one that is there: so many calls, whose size is what varies, so that the cost of a call falls
//! out. What it takes to find room for a byte that was not there is no part of it.

use crate::probe::{Course, Prepared, Site};
use crate::warm_file::warm_file;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

/// Calls in a dose.
const CALLS: u64 = 32;

/// The bytes of the file: those of the largest dose.
const FILE: usize = 2 << 20;

struct Writing {
    file: File,
    buffer: Vec<u8>,
}

/// See the head of this file.
pub fn prepare(site: &Site) -> io::Result<Prepared> {
    Ok(Prepared::alone(Writing { file: warm_file(&site.scratch, FILE)?, buffer: vec![0; FILE / CALLS as usize] }))
}

impl Course for Writing {
    fn run(&mut self, dose: u64) -> io::Result<()> {
        let size = (dose / CALLS) as usize;
        (0..CALLS).try_for_each(|call| self.file.write_all_at(&self.buffer[..size], call * size as u64))
    }
}
