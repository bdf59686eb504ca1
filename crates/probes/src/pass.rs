//! A byte of memory that is read and summed, word by word, from the first of a working set to the last: the least that a program can do with what it
//! looks at, lmbench's bw_mem "rd". Of a mapped file the same: the kernel chose its pages, and how much of a last cache, which others share, is left
//! to it is what the sizes show.

use crate::caches::Level;
use crate::probe::{Course, Prepared, Site};
use crate::region::Region;
use crate::warm_file::{repeated, warm_file};
use std::hint::black_box;
use std::io;

/// What is summed at a time, in bytes: long against the call.
const PIECE_MAX: usize = 1 << 16;

/// How many sums go side by side, so that none waits for the addition before it. Words of eight in vectors of two that every x86-64 and arm64 has: four
/// additions, two more than what two loads in a cycle need.
const LANES: usize = 8;

struct Passing {
    memory: Region,
    length: usize,
    piece: usize,
    at: usize,
    /// What is gone through before the doses, in bytes, so that the working set is where it would be if nothing else were done.
    warming: usize,
}

/// In a working set that lies in this level.
pub fn prepare(site: &Site, level: Level) -> io::Result<Prepared> {
    let set = site.caches.working_set(level, site.memory_bytes)? as usize;
    let piece = set.min(PIECE_MAX);
    let length = set / piece * piece;
    let memory = level.memory(length)?;
    // SAFETY: the range is the mapping. Every page is made, of its own: those that are only read would all be the one page of zeroes.
    unsafe { memory.start().write_bytes(1, length) };
    Ok(Prepared::alone(Passing { memory, length, piece, at: 0, warming: level.warming(length) }))
}

/// Of a mapped file of so many bytes, which is mapped once.
pub fn prepare_file(site: &Site, bytes: u64) -> io::Result<Prepared> {
    let length = site.takes(bytes)?;
    let memory = Region::file(&warm_file(&site.scratch, length)?, length)?;
    let mut passing = Passing { memory, length, piece: PIECE_MAX, at: 0, warming: repeated(length) };
    passing.pass(length);
    Ok(Prepared::alone(passing))
}

impl Passing {
    fn pass(&mut self, bytes: usize) {
        let mut sums = [0_u64; LANES];
        for _ in 0..bytes / self.piece {
            let from = black_box(self.memory.start()).wrapping_add(self.at).cast::<u64>();
            // SAFETY: the piece is within the mapping, whose address is that of a page, and nobody writes to it meanwhile.
            let words = unsafe { std::slice::from_raw_parts(from, self.piece / size_of::<u64>()) };
            for words in words.as_chunks::<LANES>().0 {
                sums = std::array::from_fn(|lane| sums[lane].wrapping_add(words[lane]));
            }
            self.at += self.piece;
            self.at = if self.at == self.length { 0 } else { self.at };
        }
        black_box(sums);
    }
}

impl Course for Passing {
    fn warm(&mut self) -> io::Result<()> {
        self.pass(self.warming);
        Ok(())
    }

    fn run(&mut self, dose: u64) -> io::Result<()> {
        self.pass(dose as usize);
        Ok(())
    }
}
