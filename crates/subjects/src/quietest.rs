//! Which CPU is disturbed least at the moment.
//!
//! What slows a CPU of a virtual machine down is somebody else on the same core, who stays for half a second or so, seldom on all cores at once.

use crate::Clock;
use crate::system::affinity::OnCpu;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// So many of those that are given are asked at most, the first.
const CPUS_ASKED: usize = 4;

/// Pieces of work that tell how quick a CPU is: together they take a third of a millisecond, and their middle one holds no interrupt.
const PIECES: usize = 5;

/// Rounds of a piece.
const ROUNDS: u64 = 20_000;

/// The CPU that does a piece of work in the shortest time, of the first few; on virtual time the first. `None` where none is given.
pub fn quietest(clock: &Clock, cpus: &[usize]) -> Option<usize> {
    match (clock, cpus) {
        (Clock::Real(_), [_, _, ..]) => cpus.iter().take(CPUS_ASKED).copied().min_by_key(|cpu| time_of_piece(*cpu)),
        _ => cpus.first().copied(),
    }
}

fn time_of_piece(cpu: usize) -> Duration {
    let _on_cpu = OnCpu::new(cpu);
    let mut times = [(); PIECES].map(|()| {
        let start = Instant::now();
        work();
        start.elapsed()
    });
    times.sort_unstable();
    times[PIECES / 2]
}

/// Several computations side by side, which keep all of a core busy: one of which each step waits for the one before leaves half of it to
/// whoever shares it, and is hardly slower for it.
fn work() {
    let mut numbers = black_box([1_u64, 2, 3, 4, 5, 6]);
    for _ in 0..ROUNDS {
        for number in &mut numbers {
            *number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        }
    }
    black_box(numbers);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::affinity;

    #[test]
    fn it_is_one_of_those_that_are_given_and_the_thread_may_run_where_it_could() {
        let before = affinity::allowed();
        let found = quietest(&Clock::Real(Instant::now()), &before).expect("a thread runs on some CPU");
        assert!(before.contains(&found));
        assert_eq!(affinity::allowed(), before);
        assert_eq!(quietest(&Clock::Real(Instant::now()), &[]), None);
    }
}
