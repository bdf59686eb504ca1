//! A neighbour's load: a process that keeps one CPU busy for random stretches.

use crate::parent_death;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The argument that makes this program the neighbour.
pub const ARGUMENT: &str = "--neighbour";

/// How long it is busy, and how long it is not, in milliseconds.
const STRETCH_MS: std::ops::RangeInclusive<u64> = 50..=500;

/// The load, as long as this value lives, and no longer than this program.
pub struct Neighbour {
    process: Child,
}

impl Neighbour {
    /// Starts the load whose stretches follow from a seed.
    pub fn start(seed: u64) -> Result<Neighbour, String> {
        let own = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut command = Command::new(own);
        command.args([ARGUMENT, &seed.to_string()]).stdin(Stdio::null()).stdout(Stdio::null());
        let process = parent_death::ends_with_this(&mut command).spawn();
        process.map(|process| Neighbour { process }).map_err(|error| format!("no neighbour: {error}"))
    }
}

impl Drop for Neighbour {
    fn drop(&mut self) {
        // It can have ended only by a signal from outside, and then there is nothing to stop.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Busy and idle in turn, until it is ended.
pub fn load(seed: u64) -> ! {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut stretch = || Duration::from_millis(random.random_range(STRETCH_MS));
    loop {
        let (busy, started) = (stretch(), Instant::now());
        while started.elapsed() < busy {
            std::hint::spin_loop();
        }
        std::thread::sleep(stretch());
    }
}
