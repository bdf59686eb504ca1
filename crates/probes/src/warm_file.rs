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
