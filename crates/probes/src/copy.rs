//! A byte that is copied from one half of a working set to the other, by the memcpy(3) of the C library: lmbench's bw_mem "bcopy".

use crate::caches::Level;
use crate::probe::{Course, Prepared, Site};
use crate::region::Region;
use std::hint::black_box;
use std::io;

/// What is copied at a time, in bytes: below the size from which the C library writes past the caches.
const PIECE_MAX: usize = 1 << 20;

struct Copying {
    memory: Region,
    half: usize,
    piece: usize,
    at: usize,
    /// What is copied before the doses, in bytes.
    warming: usize,
}

/// In a working set that lies in this level.
pub fn prepare(site: &Site, level: Level) -> io::Result<Prepared> {
    let half = site.caches.working_set(level, site.memory_bytes)? as usize / 2;
    let piece = half.min(PIECE_MAX);
    let half = half / piece * piece;
    let memory = level.memory(2 * half)?;
    // SAFETY: the range is the mapping. Every page is made, of its own: those that are only read would all be the one page of zeroes.
    unsafe { memory.start().write_bytes(1, 2 * half) };
    Ok(Prepared::alone(Copying { memory, half, piece, at: 0, warming: level.warming(half) }))
}

impl Copying {
    fn copy(&mut self, bytes: usize) {
        // Not in the loop: what it stores may lie where the processor takes it for a part of the copy.
        let start = black_box(self.memory.start());
        for _ in 0..bytes / self.piece {
            let from = start.wrapping_add(self.at);
            let to = from.wrapping_add(self.half);
            // SAFETY: both pieces are within the mapping, one in each half.
            unsafe { std::ptr::copy_nonoverlapping(from.cast_const(), to, self.piece) };
            self.at += self.piece;
            // A division would be a tenth of what a copy in the first cache takes.
            self.at = if self.at == self.half { 0 } else { self.at };
        }
        black_box(self.memory.start());
    }
}

impl Course for Copying {
    fn warm(&mut self) -> io::Result<()> {
        self.copy(self.warming);
        Ok(())
    }

    fn run(&mut self, dose: u64) -> io::Result<()> {
        self.copy(dose as usize);
        Ok(())
    }
}
