//! The clock of the scheduler: the machine's, or one that the simulator moves.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Instant;

/// Nanoseconds since some moment.
#[derive(Clone, Debug)]
pub enum Clock {
    /// The machine's monotonic clock.
    Real(Instant),
    /// Time that passes only when the simulator says so, which makes a run with it exact.
    Virtual(Rc<Cell<u64>>),
}

impl Clock {
    /// The machine's clock, counted from now.
    pub fn real() -> Clock {
        Clock::Real(Instant::now())
    }

    /// A clock that stands at zero.
    pub fn stopped() -> Clock {
        Clock::Virtual(Rc::new(Cell::new(0)))
    }

    /// Nanoseconds since the clock was made.
    pub fn now_ns(&self) -> u64 {
        match self {
            Clock::Real(start) => start.elapsed().as_nanos() as u64,
            Clock::Virtual(now) => now.get(),
        }
    }

    /// Lets virtual time pass; the machine's clock needs no help.
    pub fn advance(&self, nanos: u64) {
        if let Clock::Virtual(now) = self {
            now.set(now.get().saturating_add(nanos));
        }
    }
}
