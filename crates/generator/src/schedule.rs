//! Which request is sent next, and when it should have been.

use crate::arrivals::Arrivals;
use crate::load::Pace;

/// The requests of a batch that are still to be sent. Those that are due are not queued: they are the part of the sequence
/// that is past.
pub(crate) enum SendSchedule {
    Closed { left: u64 },
    Open { left: u64, planned_ns: u64, arrivals: Arrivals },
}

impl SendSchedule {
    pub(crate) fn new(pace: Pace, requests: u64, seed: u64) -> SendSchedule {
        match pace {
            Pace::Closed => SendSchedule::Closed { left: requests },
            Pace::Fixed { per_second } => SendSchedule::open(requests, Arrivals::fixed(per_second)),
            Pace::Poisson { per_second } => SendSchedule::open(requests, Arrivals::poisson(per_second, seed)),
        }
    }

    fn open(left: u64, mut arrivals: Arrivals) -> SendSchedule {
        let planned_ns = arrivals.next().expect("arrivals never end");
        SendSchedule::Open { left, planned_ns, arrivals }
    }

    pub(crate) fn is_open(&self) -> bool {
        matches!(self, SendSchedule::Open { .. })
    }

    /// When the next request is planned. `None` if none is left, and in a closed loop, where no times are planned.
    pub(crate) fn planned_ns(&self) -> Option<u64> {
        match self {
            SendSchedule::Open { left: 1.., planned_ns, .. } => Some(*planned_ns),
            SendSchedule::Open { .. } | SendSchedule::Closed { .. } => None,
        }
    }

    /// Whether a request can be sent now.
    pub(crate) fn is_due(&self, now_ns: u64) -> bool {
        match self {
            SendSchedule::Closed { left } => *left > 0,
            SendSchedule::Open { left, planned_ns, .. } => *left > 0 && *planned_ns <= now_ns,
        }
    }

    /// Takes the next request if it is due. Returns when it is due since, from which its time counts.
    pub(crate) fn take(&mut self, now_ns: u64) -> Option<u64> {
        if !self.is_due(now_ns) {
            return None;
        }
        match self {
            SendSchedule::Closed { left } => {
                *left -= 1;
                Some(now_ns)
            }
            SendSchedule::Open { left, planned_ns, arrivals } => {
                *left -= 1;
                let next_ns = arrivals.next().expect("arrivals never end");
                Some(std::mem::replace(planned_ns, next_ns))
            }
        }
    }

    /// Nothing more is sent.
    pub(crate) fn stop(&mut self) {
        match self {
            SendSchedule::Closed { left } | SendSchedule::Open { left, .. } => *left = 0,
        }
    }
}
