//! Somebody else on the machine: loads a CPU at random, as a shared machine's other users do.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long it works and rests, in milliseconds.
const STRETCH_MS: std::ops::RangeInclusive<u64> = 50..=500;

/// Loads a CPU for random stretches until it is dropped.
pub struct Neighbour {
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Neighbour {
    /// A neighbour with habits of its own.
    pub fn new(seed: u64) -> Neighbour {
        let over = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&over);
        let thread = std::thread::spawn(move || live(&seen, seed));
        Neighbour { over, thread: Some(thread) }
    }
}

fn live(over: &AtomicBool, seed: u64) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    while !over.load(Ordering::Relaxed) {
        let until = Instant::now() + Duration::from_millis(random.random_range(STRETCH_MS));
        while Instant::now() < until && !over.load(Ordering::Relaxed) {
            std::hint::spin_loop();
        }
        std::thread::sleep(Duration::from_millis(random.random_range(STRETCH_MS)));
    }
}

impl Drop for Neighbour {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
