//! A load that waits for the one before it: a way that passes every cache line of a working set once, in random order, and comes back to where
//! it began, so that no prefetcher sees a pattern (lmbench's lat_mem_rd, whose way has a stride instead). The sets of caches lie in one piece;
//! nothing is done about the pages of the one in memory, so the translation of addresses is part of its figure, as it is
//! of most programs'.

use crate::caches::Level;
use crate::probe::{Course, Prepared, Site};
use crate::region::Region;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::hint::black_box;
use std::io;

struct Way {
    /// At the start of each line stands the address of the next.
    _memory: Region,
    at: *const usize,
    /// The steps before the doses.
    warming: u64,
}

/// In a working set that lies in this level.
pub fn prepare(site: &Site, level: Level) -> io::Result<Prepared> {
    let line = site.caches.line as usize;
    let lines = site.caches.working_set(level, site.memory_bytes)? as usize / line;
    let count = u32::try_from(lines).map_err(io::Error::other)?;
    let memory = level.memory(lines * line)?;
    let mut order: Vec<u32> = (0..count).collect();
    order.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(site.seed));
    let place = |index: u32| memory.start().wrapping_add(index as usize * line).cast::<usize>();
    for (number, index) in order.iter().enumerate() {
        let next = place(order[(number + 1) % lines]);
        // SAFETY: the place is within the mapping, and a line is a multiple of an address long.
        unsafe { place(*index).write(next as usize) };
    }
    let at = place(order[0]).cast_const();
    Ok(Prepared::alone(Way { _memory: memory, at, warming: level.warming(lines) as u64 }))
}

impl Way {
    fn go(&mut self, steps: u64) {
        let mut at = self.at;
        for _ in 0..steps {
            // SAFETY: every line of the way holds the address of another, within the mapping, which lives as long as this.
            at = unsafe { at.read() } as *const usize;
        }
        self.at = black_box(at);
    }
}

impl Course for Way {
    fn warm(&mut self) -> io::Result<()> {
        self.go(self.warming);
        Ok(())
    }

    fn run(&mut self, dose: u64) -> io::Result<()> {
        self.go(dose);
        Ok(())
    }
}
