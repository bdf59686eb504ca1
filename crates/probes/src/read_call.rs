//! A read(2) of one byte of a file in the page cache: what a call takes beside the bytes that it brings, which is more than a call that does nothing.

use crate::probe::{Prepared, Site};
use crate::warm_file::warm_file;
use std::io::{self, Read, Seek};

/// The bytes of the file, more than the largest dose.
const FILE: usize = 64 << 10;

/// See the head of this file. To begin at its beginning is done once a dose, so it falls out.
pub fn prepare(site: &Site) -> io::Result<Prepared> {
    let mut file = warm_file(&site.scratch, FILE)?;
    Ok(Prepared::alone(move |dose: u64| -> io::Result<()> {
        file.rewind()?;
        (0..dose).try_for_each(|_| file.read_exact(&mut [0]))
    }))
}
