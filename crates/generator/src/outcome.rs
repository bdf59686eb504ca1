//! What a batch of requests came to.

use crate::fault::{Fault, FaultKind};
use hdrhistogram::Histogram;
use std::collections::BTreeMap;

/// The longest latency that is told apart from longer ones, in nanoseconds: an hour.
const LATENCY_MAX_NS: u64 = 3_600_000_000_000;

/// What a batch of requests came to. Every request is in exactly one of `completed`, `faults` and `abandoned`.
#[derive(Clone, Debug)]
pub struct LoadOutcome {
    /// From the first send, in an open loop the first planned send, to the end of the last request, in nanoseconds.
    pub wall_ns: u64,
    /// From the first send to the last one, in nanoseconds, in an open loop from the beginning of the plan.
    pub sent_ns: u64,
    /// CPU that the generator's thread used within that, user and system, in nanoseconds.
    pub cpu_ns: u64,
    /// Open loop: from the first planned send to the last one that was taken up, in nanoseconds. Closed loop: 0.
    pub planned_ns: u64,
    /// Open loop: how late the generator itself was in sending, beyond waiting for a free connection, in nanoseconds: the mean
    /// over the requests that were sent. It is what the machine needs to wake the generator up, and what it was busy with, and a
    /// part of the latencies, which count from the plan.
    pub lag_ns: u64,
    /// Latencies of the requests that completed, and of those that ran out of time, which would have taken longer, in nanoseconds, to three significant digits. Closed loop: from sending the
    /// request, or beginning to open its connection, to the end of the response. Open loop: from when it was planned, so
    /// that a stall counts for all that would have been sent in it.
    pub latencies: Histogram<u64>,
    /// The sum over all requests, faulty ones as well, of the time from sending to the end, in nanoseconds. Divided by
    /// `wall_ns`, the mean number in flight (Little's law).
    pub busy_ns: u64,
    /// Requests with a whole response of the expected status.
    pub completed: u64,
    /// Requests that failed.
    pub faults: BTreeMap<FaultKind, FaultCount>,
    /// Requests without an end, because the batch was given up: nothing but faults came.
    pub abandoned: u64,
    /// Connections that were established, before the clock started or after.
    pub connections_opened: u64,
    /// Requests that were sent on a connection that had served one before.
    pub connections_reused: u64,
    /// Connections that could not be established.
    pub connections_failed: u64,
    /// Bytes of responses.
    pub bytes_received: u64,
}

/// Faults of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultCount {
    /// How many requests failed like this.
    pub count: u64,
    /// The first one, in words.
    pub example: String,
}

impl LoadOutcome {
    pub(crate) fn nothing() -> LoadOutcome {
        LoadOutcome {
            wall_ns: 0,
            sent_ns: 0,
            cpu_ns: 0,
            planned_ns: 0,
            lag_ns: 0,
            latencies: Histogram::new_with_bounds(1, LATENCY_MAX_NS, 3).expect("an hour fits at three digits"),
            busy_ns: 0,
            completed: 0,
            faults: BTreeMap::new(),
            abandoned: 0,
            connections_opened: 0,
            connections_reused: 0,
            connections_failed: 0,
            bytes_received: 0,
        }
    }

    /// What the requests of a closed loop would have taken if the load had gone on behind them, in nanoseconds.
    ///
    /// At the end fewer and fewer connections are busy, and in the last of it one that waits for a slow answer. Where a connection has its answers however
    /// busy the others are, its requests take the mean time of one, so all take the sum of their times over the number of connections (the renewal-reward
    /// theorem; Wald's identity: which request is slow has no part in how many there are). A server that works on one after another is busy to the end, and answers
    /// the last of them within the time that a request takes on average behind the last one sent (Little's law). It is what was seen, but no more than that.
    pub fn sustained_ns(&self, connections: usize) -> u64 {
        let requests = self.completed + self.faulty();
        let at_once = requests.min(connections as u64).max(1);
        let behind_the_last = self.busy_ns / requests.max(1);
        self.wall_ns.min(self.sent_ns + behind_the_last).max(self.busy_ns / at_once)
    }

    /// Requests that failed, of all kinds.
    pub fn faulty(&self) -> u64 {
        self.faults.values().map(|fault| fault.count).sum()
    }

    pub(crate) fn count_fault(&mut self, fault: &Fault) {
        let counted = self.faults.entry(fault.kind());
        counted.or_insert_with(|| FaultCount { count: 0, example: fault.to_string() }).count += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Reverse;
    use std::collections::BinaryHeap;

    /// A closed loop in virtual time: `answered` tells when a request that is sent now will be answered.
    fn batch(requests: u64, connections: u64, mut answered: impl FnMut(u64, u64) -> u64) -> LoadOutcome {
        let mut free: BinaryHeap<Reverse<u64>> = (0..connections).map(|_| Reverse(0)).collect();
        let mut outcome = LoadOutcome { completed: requests, ..LoadOutcome::nothing() };
        for request in 0..requests {
            let Reverse(now_ns) = free.pop().expect("there are connections");
            let end_ns = answered(request, now_ns);
            outcome.sent_ns = now_ns;
            outcome.busy_ns += end_ns - now_ns;
            outcome.wall_ns = outcome.wall_ns.max(end_ns);
            free.push(Reverse(end_ns));
        }
        outcome
    }

    /// One request in fifty takes 300 ms and the others 1 ms, whatever the others do: 10 connections answer one in 0.698 ms. By the end of the last answer it is
    /// half as much again, of batches of 200 requests.
    #[test]
    fn slow_answers_at_the_end_of_a_batch_do_not_count_for_all_connections() {
        let of = |answered: fn(&LoadOutcome) -> u64| -> f64 {
            let times = (0..500).map(|seed: u64| {
                let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
                let outcome = batch(200, 10, |_, now_ns| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    now_ns + if (state >> 33).is_multiple_of(50) { 300_000_000 } else { 1_000_000 }
                });
                answered(&outcome) as f64 / 200.0
            });
            times.sum::<f64>() / 500.0 / 1e6
        };
        let (sustained, until_the_last) = (of(|outcome| outcome.sustained_ns(10)), of(|outcome| outcome.wall_ns));
        assert!((0.66..0.75).contains(&sustained), "{sustained}");
        assert!(until_the_last > 1.0, "{until_the_last}");
    }

    /// A server that works on one request after another is busy until the last of them.
    #[test]
    fn a_server_that_is_busy_to_the_end_has_all_of_its_time() {
        let mut free_ns = 0;
        let outcome = batch(40, 10, |_, now_ns| {
            free_ns = free_ns.max(now_ns) + 2_000_000;
            free_ns
        });
        assert_eq!(outcome.wall_ns, 80_000_000);
        assert!((76_000_000..=80_000_000).contains(&outcome.sustained_ns(10)), "{}", outcome.sustained_ns(10));
    }

    /// All answers take as long: there is nothing to reckon.
    #[test]
    fn even_answers_take_what_they_take() {
        let outcome = batch(40, 10, |_, now_ns| now_ns + 12_000_000);
        assert_eq!((outcome.sustained_ns(10), outcome.wall_ns), (48_000_000, 48_000_000));
        assert_eq!(batch(3, 10, |_, now_ns| now_ns + 12_000_000).sustained_ns(10), 12_000_000);
        assert_eq!(LoadOutcome::nothing().sustained_ns(10), 0);
    }
}
