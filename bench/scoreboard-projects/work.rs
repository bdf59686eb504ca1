//! The works as functions in Rust, for the crates.

use std::hint::black_box;

/// Four mebibytes in lines of 64 bytes, each of which names the next.
const LINES: usize = 1 << 16;

#[derive(Clone, Copy)]
pub struct Line {
    next: u32,
    _rest: [u8; 60],
}

/// A work with what it goes on from.
pub enum Work {
    Cpu { state: u64 },
    Memory { lines: Vec<Line>, at: u32 },
    Calls,
    Varying { count: u64, state: u64 },
}

impl Work {
    pub fn named(name: &str) -> Work {
        match name {
            "cpu" => Work::Cpu { state: 88172645463325252 },
            "memory" => Work::Memory { lines: lines(), at: 0 },
            "calls" => Work::Calls,
            "varying" => Work::Varying { count: 0, state: 88172645463325252 },
            _ => panic!("there is no work {name}"),
        }
    }

    #[inline(never)]
    pub fn run(&mut self, units: u64) {
        match self {
            Work::Cpu { state } => compute(state, units),
            // Of an odd number of units, that less one is the mean of what varies: one call in 500 takes what the others leave.
            Work::Varying { count, state } => {
                let mean = units & !1;
                let usual = mean * 7 / 10;
                *count += 1;
                match (units % 2, *count % 500) {
                    (0, _) => compute(state, mean),
                    (_, 0) => compute(state, 500 * mean - 499 * usual),
                    _ => compute(state, usual),
                }
            }
            Work::Memory { lines, at } => {
                for _ in 0..units {
                    *at = lines[*at as usize].next;
                }
                black_box(*at);
            }
            Work::Calls => {
                for _ in 0..units {
                    black_box(std::os::unix::process::parent_id());
                }
            }
        }
    }
}

#[inline(never)]
fn compute(state: &mut u64, units: u64) {
    for _ in 0..units {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
    }
    black_box(*state);
}

fn lines() -> Vec<Line> {
    let line = |index: usize| Line { next: ((index * 25173 + 13849) % LINES) as u32, _rest: [0; 60] };
    (0..LINES).map(line).collect()
}
