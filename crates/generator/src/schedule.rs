//! Which request is sent next, and when it should have been.

use crate::arrivals::Arrivals;
use crate::load::Pace;

/// The requests of a batch that are still to be sent. Those that are due are not queued: they are the part of the sequence
/// that is past.
pub(crate) struct SendSchedule {
    left: u64,
    /// Of an open loop: when the next request is planned, and when those behind it are.
    plan: Option<(u64, Arrivals)>,
}

impl SendSchedule {
    pub(crate) fn new(pace: Pace, requests: u64, seed: u64) -> SendSchedule {
        let arrivals = match pace {
            Pace::Closed => None,
            Pace::Fixed { per_second } => Some(Arrivals::fixed(per_second)),
            Pace::Poisson { per_second } => Some(Arrivals::poisson(per_second, seed)),
        };
        SendSchedule { left: requests, plan: arrivals.map(|mut arrivals| (next_ns(&mut arrivals), arrivals)) }
    }

    pub(crate) fn is_open(&self) -> bool {
        self.plan.is_some()
    }

    /// When the next request is planned. `None` if none is left, and in a closed loop, where no times are planned.
    pub(crate) fn planned_ns(&self) -> Option<u64> {
        self.plan.as_ref().filter(|_| self.left > 0).map(|(planned_ns, _)| *planned_ns)
    }

    /// Whether a request can be sent now.
    pub(crate) fn is_due(&self, now_ns: u64) -> bool {
        self.left > 0 && self.plan.as_ref().is_none_or(|(planned_ns, _)| *planned_ns <= now_ns)
    }

    /// Takes the next request if it is due. Returns when it is due since, from which its time counts.
    pub(crate) fn take(&mut self, now_ns: u64) -> Option<u64> {
        if !self.is_due(now_ns) {
            return None;
        }
        self.left -= 1;
        Some(match &mut self.plan {
            None => now_ns,
            Some((planned_ns, arrivals)) => std::mem::replace(planned_ns, next_ns(arrivals)),
        })
    }

    /// Nothing more is sent.
    pub(crate) fn stop(&mut self) {
        self.left = 0;
    }
}

/// When the first is planned of those that are still to come.
fn next_ns(arrivals: &mut Arrivals) -> u64 {
    arrivals.next().expect("arrivals never end")
}
