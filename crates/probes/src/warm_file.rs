//! A file without a name that lies in the page cache, because it has just been written.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// What is written at a time, in bytes.
const PIECE: usize = 1 << 16;

/// A file of so many bytes, a multiple of 64 KiB, below a directory.
pub fn warm_file(directory: &Path, length: usize) -> io::Result<File> {
    let mut file = tempfile::tempfile_in(directory)?;
    let piece = [b'x'; PIECE];
    (0..length / PIECE).try_for_each(|_| file.write_all(&piece))?;
    Ok(file)
}

/// The largest file that is gone through once before each dose, in bytes. One that is larger than what a cache keeps is not found in it, whether or not it was met
/// before; to go through 256 MiB takes 20 ms and more.
const REPEATED_MAX: usize = 64 << 20;

/// What of a file is gone through before a dose, in bytes: so it is where it would be if it were all that is done.
pub fn repeated(length: usize) -> usize {
    if length <= REPEATED_MAX { length } else { 0 }
}
