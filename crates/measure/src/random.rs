//! Random streams: one for each purpose, so that a resumed run draws what the whole run would have drawn.

use rand::SeedableRng;
use rand::rand_core::Rng;
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

/// What a stream is for; part of its key.
#[derive(Clone, Copy)]
pub enum Purpose {
    /// The order of a launch's starts, its CPU and paddings.
    Launch = 1,
    /// The order and batch lengths of a block.
    Block = 2,
    /// The content of a fixture.
    Fixture = 3,
    /// What runs between the batches that tell what refilling the caches costs.
    Refill = 4,
    /// Where in a period of its work the first launch of a variant begins.
    Phase = 5,
}

/// The stream for a purpose and a place in the run. Streams of different places are independent.
pub fn stream(seed: u64, purpose: Purpose, place: &[usize]) -> Xoshiro256PlusPlus {
    let mut key = seed;
    for part in std::iter::once(purpose as u64).chain(place.iter().map(|part| *part as u64)) {
        key = SplitMix64::seed_from_u64(key ^ part.wrapping_mul(0x9e37_79b9_7f4a_7c15)).next_u64();
    }
    Xoshiro256PlusPlus::seed_from_u64(key)
}
