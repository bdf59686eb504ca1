//! What a batch of requests came to.

use crate::fault::{Fault, FaultKind};
use hdrhistogram::Histogram;
use std::collections::BTreeMap;

/// The longest latency that is told apart from longer ones, in nanoseconds: an hour.
const LATENCY_MAX_NS: u64 = 3_600_000_000_000;

/// After so long a client knocks again that nobody has heard, in nanoseconds (RFC 6298): the kernel of a server hears nobody while its queue of connections is full.
pub(crate) const LATE_NS: u64 = 1_000_000_000;

/// What a batch of requests came to. Every request that counts is in exactly one of `completed`, `faults` and `abandoned`; `faults` have those of others, too.
#[derive(Clone, Debug)]
pub struct LoadOutcome {
    /// From the first send, in an open loop the beginning of the plan, to the end of the last request, in nanoseconds.
    pub wall_ns: u64,
    /// From the first send to the last one, in nanoseconds, in an open loop from the beginning of the plan.
    pub sent_ns: u64,
    /// What the requests that count take of a load that goes on, in nanoseconds: the time of the connections from the end of the request before each to its own end,
    /// over the number of connections that took part. The same as `wall_ns` of a batch [by itself](crate::Generator::run).
    pub sustained_ns: u64,
    /// Requests that were to count.
    pub requests: u64,
    /// Requests that were sent and do not. What they cost is in the CPU time, the bytes, the connections and the faults.
    pub uncounted: u64,
    /// CPU that the generator's thread used within that, user and system, in nanoseconds.
    pub cpu_ns: u64,
    /// Open loop: from the beginning of the plan to the last planned send that was taken up, in nanoseconds. Closed loop: 0.
    pub planned_ns: u64,
    /// Open loop: how late the generator itself was in sending, beyond waiting for a free connection, in nanoseconds: the mean
    /// over the requests that were sent. It is what the machine needs to wake the generator up, and what it was busy with, and a
    /// part of the latencies, which count from the plan.
    pub lag_ns: u64,
    /// Latencies of the requests that completed, and of those that ran out of time, which would have taken longer, in nanoseconds, to three significant digits. Closed loop: from sending the
    /// request, or beginning to open its connection, to the end of the response. Open loop: from when it was planned, so
    /// that a stall counts for all that would have been sent in it.
    pub latencies: Histogram<u64>,
    /// The longest time to a whole answer, of requests as well that do not count, in nanoseconds.
    pub longest_ns: u64,
    /// The same without the time in which nobody heard that a connection was asked for.
    pub served_ns: u64,
    /// The sum over all requests that count, faulty ones as well, of the time from sending to the end, in nanoseconds. Divided by
    /// `sustained_ns`, the mean number in flight (Little's law).
    pub busy_ns: u64,
    /// Requests with a whole response of the expected status.
    pub completed: u64,
    /// Requests that failed.
    pub faults: BTreeMap<FaultKind, FaultCount>,
    /// Requests without an end, because the batch was given up: nothing but faults came.
    pub abandoned: u64,
    /// The status that was expected; `None` where none was and no response had one from 200 to 399.
    pub status: Option<u16>,
    /// Connections that were established, before the clock started or after.
    pub connections_opened: u64,
    /// Requests that were sent on a connection that had served one before.
    pub connections_reused: u64,
    /// Connections that could not be established.
    pub connections_failed: u64,
    /// Connections that waited a second or longer until they were.
    pub connections_late: u64,
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
            sustained_ns: 0,
            requests: 0,
            uncounted: 0,
            cpu_ns: 0,
            planned_ns: 0,
            lag_ns: 0,
            latencies: Histogram::new_with_bounds(1, LATENCY_MAX_NS, 3).expect("an hour fits at three digits"),
            longest_ns: 0,
            served_ns: 0,
            busy_ns: 0,
            completed: 0,
            faults: BTreeMap::new(),
            abandoned: 0,
            status: None,
            connections_opened: 0,
            connections_reused: 0,
            connections_failed: 0,
            connections_late: 0,
            bytes_received: 0,
        }
    }

    /// Of all that was sent, the part that counts: that of the bytes, connections and CPU time of the batch which are theirs.
    pub fn counted_share(&self) -> f64 {
        self.requests as f64 / (self.requests + self.uncounted).max(1) as f64
    }

    /// Requests that failed, of all kinds.
    pub fn faulty(&self) -> u64 {
        self.faults.values().map(|fault| fault.count).sum()
    }

    /// What two batches came to, one after the other.
    pub fn append(&mut self, next: LoadOutcome) {
        let (sent, next_sent) = (self.sent(), next.sent());
        let lag_ns = self.lag_ns as f64 * sent as f64 + next.lag_ns as f64 * next_sent as f64;
        self.lag_ns = (lag_ns / (sent + next_sent).max(1) as f64).round() as u64;
        self.wall_ns += next.wall_ns;
        self.sent_ns += next.sent_ns;
        self.sustained_ns += next.sustained_ns;
        self.requests += next.requests;
        self.uncounted += next.uncounted;
        self.cpu_ns += next.cpu_ns;
        self.planned_ns += next.planned_ns;
        self.latencies.add(next.latencies).expect("both have the same bounds");
        self.longest_ns = self.longest_ns.max(next.longest_ns);
        self.served_ns = self.served_ns.max(next.served_ns);
        self.busy_ns += next.busy_ns;
        self.completed += next.completed;
        self.abandoned += next.abandoned;
        self.status = self.status.or(next.status);
        self.connections_opened += next.connections_opened;
        self.connections_reused += next.connections_reused;
        self.connections_failed += next.connections_failed;
        self.connections_late += next.connections_late;
        self.bytes_received += next.bytes_received;
        for (kind, fault) in next.faults {
            let counted = self.faults.entry(kind);
            counted.or_insert_with(|| FaultCount { count: 0, example: fault.example }).count += fault.count;
        }
    }

    /// Requests that were sent, whether they count or not.
    pub fn sent(&self) -> u64 {
        self.requests + self.uncounted - self.abandoned
    }

    /// A request failed, that was waited for for so long if it counts: who ran out of time has paid that, and would have waited longer.
    pub(crate) fn count_fault(&mut self, fault: &Fault, waited_ns: Option<u64>) {
        if let (Fault::TimedOut { .. }, Some(waited_ns)) = (fault, waited_ns) {
            self.latencies.saturating_record(waited_ns);
        }
        let counted = self.faults.entry(fault.kind());
        counted.or_insert_with(|| FaultCount { count: 0, example: fault.to_string() }).count += 1;
    }
}
