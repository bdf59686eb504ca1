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

/// The largest file that is gone through before the doses, in bytes. One that is larger than what a cache keeps is not found in it, whether or not it was met
/// before; to go through 256 MiB takes 20 ms and more.
const REPEATED_MAX: usize = 64 << 20;

/// How often it is. A last cache that takes what the one before it gives up holds a file of this size only after some passes: after 512 MiB of
/// other memory, read(2) copied a byte of 64 MiB for 119 ps in the first pass, 102 in the third, 77 in the sixth, 72 in the tenth and 68 in the
/// thirtieth.
const PASSES: usize = 10;

/// What of a file is gone through before the doses, in bytes: so it is where it would be if it were all that is done.
pub fn repeated(length: usize) -> usize {
    if length <= REPEATED_MAX { PASSES * length } else { 0 }
}
