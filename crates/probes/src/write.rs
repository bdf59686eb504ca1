//! A byte that write(2) puts into a file in the page cache, in the place of one that is there: so many calls, whose size is what varies, so that the cost of a call falls
//! out. What it takes to find room for a byte that was not there is no part of it.

use crate::probe::{Prepared, Site};
use crate::warm_file::warm_file;
use std::io;
use std::os::unix::fs::FileExt;

/// Calls in a dose.
const CALLS: u64 = 32;

/// The bytes of the file: those of the largest dose.
const FILE: usize = 2 << 20;

/// See the head of this file.
pub fn prepare(site: &Site) -> io::Result<Prepared> {
    let file = warm_file(&site.scratch, FILE)?;
    let buffer = vec![0_u8; FILE / CALLS as usize];
    Ok(Prepared::alone(move |dose: u64| {
        let size = (dose / CALLS) as usize;
        (0..CALLS).try_for_each(|call| file.write_all_at(&buffer[..size], call * size as u64))
    }))
}
