//! When a batch is given up.

use crate::fault::{Fault, FaultKind};

/// A batch is given up after so many requests in a row that were sent and failed.
pub const FAULTS_IN_A_ROW_MAX: u64 = 100;

/// Requests that were sent and failed since the last one that completed.
pub(crate) struct Patience {
    failed: u64,
    /// How many of those timed out, and the most of them that may.
    timed_out: u64,
    timed_out_max: u64,
}

impl Patience {
    /// Time-outs are waited for, on so many connections at a time, so fewer must do.
    pub(crate) fn new(connections: usize) -> Patience {
        let timed_out_max = (2 * connections as u64).clamp(3, FAULTS_IN_A_ROW_MAX);
        Patience { failed: 0, timed_out: 0, timed_out_max }
    }

    /// A request has completed.
    pub(crate) fn restore(&mut self) {
        (self.failed, self.timed_out) = (0, 0);
    }

    /// Whether a fault is one too many.
    pub(crate) fn is_lost_by(&mut self, fault: &Fault) -> bool {
        self.failed += 1;
        self.timed_out += u64::from(fault.kind() == FaultKind::TimedOut);
        self.failed >= FAULTS_IN_A_ROW_MAX || self.timed_out >= self.timed_out_max
    }
}
