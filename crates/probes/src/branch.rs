//! A branch that is predicted wrongly: a loop that branches by random bits, against the same loop by bits that change seldom. Nobody predicts random
//! bits, so half of the branches miss, whatever the processor; so there are two branches for each of a dose.

use crate::probe::{Course, Prepared, Site};
use rand::SeedableRng;
use rand::rand_core::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::hint::black_box;
use std::io;

/// How many bits there are, a byte each: too many to be learnt, and every go takes the ones after those of the last.
const BITS: usize = 1 << 20;

/// How many alike stand in a row where the branch is to be predicted: a miss in so many is none, and both sides are taken as often.
const ALIKE: usize = 4096;

/// See the head of this file.
pub fn prepare(site: &Site) -> io::Result<Prepared> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(site.seed);
    let drawn = (0..BITS).map(|_| (random.next_u64() >> 63) as u8).collect();
    let regular = (0..BITS).map(|number| (number / ALIKE % 2) as u8).collect();
    Ok(Prepared::against(branches(drawn), branches(regular)))
}

/// Goes on each time behind the bits of the last.
fn branches(bits: Vec<u8>) -> impl Course {
    let mut at = 0;
    move |dose: u64| -> io::Result<()> {
        let count = 2 * dose as usize;
        if at + count > BITS {
            at = 0;
        }
        let bits = &bits[at..at + count];
        at += count;
        black_box(follow(bits));
        Ok(())
    }
}

/// Takes one of two ways for each bit. The compiler may neither compute both, nor join them: it does not see what `black_box` does.
#[inline(never)]
fn follow(bits: &[u8]) -> u64 {
    let mut sum = 0_u64;
    for bit in bits {
        sum = if *bit == 1 { black_box(sum + 1) } else { black_box(sum ^ 2) };
    }
    sum
}
