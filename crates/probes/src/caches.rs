//! The caches of a CPU, and the working sets that lie in them.

use crate::region::Region;
use model::{CACHES, Holder, Landmark, bytes_of};
use std::io;

/// What a load may be served from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the documentation")]
pub enum Level {
    L1,
    L2,
    L3,
    Memory,
}

/// The sizes of the caches for data, in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caches {
    /// Of the levels from the first on; `None` for one that the kernel does not tell.
    pub sizes: [Option<u64>; 3],
    /// Of a line.
    pub line: u64,
}

/// The bytes of a line where the kernel does not tell, as on x86 and on most arm64.
const LINE_DEFAULT: u64 = 64;

/// The working set in the last cache, in caches before it. A way through twice a cache leaves nothing in it that is met again. It is no more than
/// that, because the last cache is shared, and a virtual machine is told of all of it: on one that was told of 32 MiB, behind 512 KiB, a
/// load took 18 ns in 1 MiB whenever it was measured, in 2 MiB sometimes 19 ns and sometimes 225 ns, and in 4 MiB 165 ns and more.
const L3_SET: u64 = 2;

/// The largest working set that is to be in no cache, in bytes: what a program that only looks at a machine may take of it.
const MEMORY_SET_MAX: u64 = 256 << 20;

/// How often a working set is gone through before a dose, which the doses of others have pushed out: a last cache that takes what the one before
/// it gives up holds all of it only after some.
const WARMING_PASSES: usize = 3;

impl Level {
    /// Memory for a working set that lies in this level: what is to be in a cache lies in one piece, and nothing is done about the pages of others.
    pub(crate) fn memory(self, bytes: usize) -> io::Result<Region> {
        if self == Level::Memory { Region::memory(bytes) } else { Region::in_one_piece(bytes) }
    }

    /// How much of such a working set is gone through before a dose: nothing of one that is to be in no cache.
    pub(crate) fn warming(self, set: usize) -> usize {
        if self == Level::Memory { 0 } else { WARMING_PASSES * set }
    }
}

impl Caches {
    /// Those of a machine that has these.
    pub fn of(landmarks: &[Landmark]) -> Caches {
        let line = bytes_of(landmarks, Holder::CacheLine).filter(|line| line.is_power_of_two());
        let sizes = CACHES.map(|cache| bytes_of(landmarks, cache));
        Caches { sizes, line: line.unwrap_or(LINE_DEFAULT).max(16) }
    }

    /// How large a working set is that lies in a level and in none before it, in bytes: half of the first or second cache, twice the second in
    /// the third, four times the last in memory.
    ///
    /// # Errors
    /// Why there is none.
    pub fn working_set(&self, level: Level, memory_bytes: Option<u64>) -> io::Result<u64> {
        let size = |number: usize| {
            let untold = || io::Error::other(format!("the kernel tells of no cache of level {number}"));
            self.sizes[number - 1].ok_or_else(untold)
        };
        let (set, least, most) = match level {
            Level::L1 => (size(1)? / 2, 0, size(1)?),
            Level::L2 => (size(2)? / 2, size(1)? * 2, size(2)?),
            Level::L3 => ((size(3)? / 2).min(size(2)? * L3_SET), size(2)? * 2, size(3)? / 2),
            Level::Memory => {
                let last = self.sizes.iter().flatten().max().copied();
                let last = last.ok_or_else(|| io::Error::other("the kernel tells of no caches"))?;
                let room = memory_bytes.map_or(MEMORY_SET_MAX, |bytes| MEMORY_SET_MAX.min(bytes / 8));
                (last * 4, last * 2, room)
            }
        };
        match set.min(most) {
            set if set < least => {
                Err(io::Error::other("the caches are of such sizes that no working set lies in this one alone"))
            }
            set => Ok(set),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_machine_has() {
        let line = Landmark { what: Holder::CacheLine, bytes: 64 };
        let sizes = [(Holder::FirstCache, 32 << 10), (Holder::SecondCache, 512 << 10), (Holder::ThirdCache, 32 << 20)];
        let [first, second, third] = sizes.map(|(what, bytes)| Landmark { what, bytes });
        let caches = Caches::of(&[line, first, second, third]);
        assert_eq!(caches, Caches { sizes: [Some(32 << 10), Some(512 << 10), Some(32 << 20)], line: 64 });
        let set = |level| caches.working_set(level, Some(64 << 30)).unwrap();
        assert_eq!(
            [Level::L1, Level::L2, Level::L3, Level::Memory].map(set),
            [16 << 10, 256 << 10, 1 << 20, 128 << 20]
        );
    }

    #[test]
    fn a_level_that_is_not_told_has_no_working_set() {
        let none = Caches::of(&[]);
        for level in [Level::L1, Level::L2, Level::L3, Level::Memory] {
            assert!(none.working_set(level, None).is_err(), "{level:?}");
        }
        let two = Caches { sizes: [Some(32 << 10), Some(2 << 20), None], line: 64 };
        assert!(two.working_set(Level::L3, None).is_err());
        assert_eq!(two.working_set(Level::Memory, None).unwrap(), 8 << 20);
    }

    #[test]
    fn no_set_is_larger_than_what_may_be_taken() {
        let huge = Caches { sizes: [Some(32 << 10), Some(1 << 20), Some(96 << 20)], line: 64 };
        assert_eq!(huge.working_set(Level::Memory, None).unwrap(), 256 << 20);
        assert!(huge.working_set(Level::Memory, Some(1 << 30)).is_err(), "128 MiB lie in the last cache");
        let thin = Caches { sizes: [Some(32 << 10), Some(2 << 20), Some(4 << 20)], line: 64 };
        assert!(thin.working_set(Level::L3, None).is_err(), "half of the last is no more than the second");
    }
}
