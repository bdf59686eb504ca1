//! A file that is written in pieces of one size, whatever the sizes of what is written to it.
//!
//! The pieces in which a file was written decide how its pages lie in the page cache, and that decides how many faults it
//! costs to map it. `BufWriter` hands large pieces on as they are.

use std::io::{self, Write};

/// Writes pieces of `size` bytes; the last one is what is left.
pub struct Chunks<W: Write> {
    out: W,
    size: usize,
    piece: Vec<u8>,
}

impl<W: Write> Chunks<W> {
    /// Pieces of at least one byte.
    pub fn new(out: W, size: usize) -> Chunks<W> {
        Chunks { out, size: size.max(1), piece: Vec::with_capacity(size.max(1)) }
    }
}

impl<W: Write> Write for Chunks<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = bytes.len().min(self.size - self.piece.len());
        self.piece.extend_from_slice(&bytes[..count]);
        if self.piece.len() == self.size {
            self.flush()?;
        }
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.piece)?;
        self.piece.clear();
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keeps the size of every write.
    #[derive(Default)]
    struct Sizes(Vec<usize>);

    impl Write for &mut Sizes {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.push(bytes.len());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn small_writes_are_joined_and_large_ones_are_cut() {
        let mut sizes = Sizes::default();
        let mut chunks = Chunks::new(&mut sizes, 10);
        for size in [3, 4, 25, 1] {
            chunks.write_all(&vec![0; size]).unwrap();
        }
        chunks.flush().unwrap();
        assert_eq!(sizes.0, [10, 10, 10, 3]);
    }
}
