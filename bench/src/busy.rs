//! The CPU-bound command of the trials, set to a time.

use crate::program::Program;
use std::process::Command;
use std::time::Instant;

/// What the rounds of `busy.c` take here.
pub struct Busy {
    path: String,
    start_ns: f64,
    round_ns: f64,
}

impl Busy {
    /// Compiles it and finds out what it takes: the least of several runs with no rounds, and with many.
    pub fn new(program: &Program) -> Busy {
        let path = program.compile("busy");
        const ROUNDS: u64 = 20_000_000;
        let least = |rounds: u64| {
            let times = (0..15).map(|_| {
                let start = Instant::now();
                Command::new(&path).arg(rounds.to_string()).status().expect("it can be started");
                start.elapsed().as_nanos() as f64
            });
            times.fold(f64::INFINITY, f64::min)
        };
        let start_ns = least(0);
        let round_ns = (least(ROUNDS) - start_ns) / ROUNDS as f64;
        Busy { path, start_ns, round_ns }
    }

    /// A command that takes so many nanoseconds, its start included.
    pub fn command(&self, nanos: f64) -> String {
        format!("{} {}", self.path, ((nanos - self.start_ns) / self.round_ns).round().max(0.0))
    }
}
