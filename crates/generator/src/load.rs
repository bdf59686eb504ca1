//! How many requests at once, and when.

use std::io;
use std::time::Duration;

/// How the requests of a batch are sent.
#[derive(Clone, Debug)]
pub struct Load {
    /// How many requests are in flight at most, each on its own connection. At least one.
    pub connections: usize,
    /// Whether a connection serves one request after another. If not, each request has a fresh one.
    pub keep_alive: bool,
    /// What decides when a request is sent.
    pub pace: Pace,
    /// How long a request may take: counted from when it is sent (opening its connection included) in a closed loop, from
    /// when it was planned in an open one. More than zero.
    pub timeout: Duration,
    /// Whether to look again and again instead of sleeping until something is to be done. A sleeper wakes up late, on a virtual
    /// machine now and then by milliseconds, and its latencies are that much too long. It takes a whole CPU, so it is for a
    /// generator that has one of its own.
    pub awake: bool,
}

/// What decides when a request is sent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pace {
    /// Closed loop: each connection sends its next request when the last one was answered.
    Closed,
    /// Open loop: requests are planned at equal distances, whatever becomes of those before.
    Fixed {
        /// Requests in a second, more than zero.
        per_second: f64,
    },
    /// Open loop: the distances between planned requests are exponentially distributed, as when many people ask
    /// independently.
    Poisson {
        /// Requests in a second on average, more than zero.
        per_second: f64,
    },
}

impl Load {
    /// # Errors
    /// `InvalidInput` for a load that cannot be generated.
    pub(crate) fn check(&self) -> io::Result<()> {
        let rate = match self.pace {
            Pace::Closed => 1.0,
            Pace::Fixed { per_second } | Pace::Poisson { per_second } => per_second,
        };
        let mistake = if self.connections == 0 {
            "a load needs a connection"
        } else if self.timeout.is_zero() {
            "a timeout must be longer than zero"
        } else if !(rate.is_finite() && rate > 0.0) {
            "a rate must be a number of requests in a second, more than zero"
        } else {
            return Ok(());
        };
        Err(io::Error::new(io::ErrorKind::InvalidInput, mistake))
    }

    pub(crate) fn timeout_ns(&self) -> u64 {
        u64::try_from(self.timeout.as_nanos()).unwrap_or(u64::MAX)
    }
}
