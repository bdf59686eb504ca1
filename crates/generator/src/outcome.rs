//! What a batch of requests came to.

use crate::fault::{Fault, FaultKind};
use hdrhistogram::Histogram;
use std::collections::BTreeMap;

/// The longest latency that is told apart from longer ones, in nanoseconds: an hour.
const LATENCY_MAX_NS: u64 = 3_600_000_000_000;

/// What a batch of requests came to. Every request is in exactly one of `completed`, `faults` and `abandoned`.
#[derive(Clone, Debug)]
pub struct LoadOutcome {
    /// From the first send, in an open loop the beginning of the plan, to the end of the last request, in nanoseconds.
    pub wall_ns: u64,
    /// From the first send to the last one, in nanoseconds, in an open loop from the beginning of the plan.
    pub sent_ns: u64,
    /// Closed loop: how long, behind the last send, 1, 2, 3, … requests were under way, in nanoseconds.
    pub draining_ns: Vec<u64>,
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
            draining_ns: Vec::new(),
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
    /// At the end fewer and fewer connections are busy, and in the last of it maybe one that waits for a slow answer. A server that works on so many requests
    /// `at_once` does then as much as before as long as there are so many left, and less in proportion when there are fewer: that part of the time counts.
    /// It is all of it where one CPU serves all, and a part of the connections for each that is busy where none waits for another.
    pub fn sustained_ns(&self, at_once: f64) -> u64 {
        let at_once = at_once.clamp(1.0, self.draining_ns.len().max(1) as f64);
        let part = |(left, ns): (usize, &u64)| *ns as f64 * ((left + 1) as f64).min(at_once) / at_once;
        self.sent_ns + self.draining_ns.iter().enumerate().map(part).sum::<f64>() as u64
    }

    /// What the quickest quarter of the requests took at most, in nanoseconds: what is rarely slow is beyond it, and two kinds of requests are not taken for
    /// each other.
    pub fn quick_ns(&self) -> u64 {
        self.latencies.value_at_quantile(0.25)
    }

    /// So many requests a server works on at a time, from what the quick ones took over so many connections, and take when nothing else is asked.
    pub fn at_once(&self, alone_ns: u64, connections: usize) -> f64 {
        connections as f64 * alone_ns as f64 / self.quick_ns().max(1) as f64
    }

    /// Requests that failed, of all kinds.
    pub fn faulty(&self) -> u64 {
        self.faults.values().map(|fault| fault.count).sum()
    }

    /// A request failed, that was waited for for so long: who ran out of time has paid that, and would have waited longer.
    pub(crate) fn count_fault(&mut self, fault: &Fault, waited_ns: u64) {
        if matches!(fault, Fault::TimedOut { .. }) {
            self.latencies.saturating_record(waited_ns);
        }
        let counted = self.faults.entry(fault.kind());
        counted.or_insert_with(|| FaultCount { count: 0, example: fault.to_string() }).count += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    const CONNECTIONS: usize = 10;

    /// A request in fifty takes fifty times as long as the others, which take a millisecond.
    fn service(random: &mut Xoshiro256PlusPlus) -> f64 {
        if random.next_u64().is_multiple_of(50) { 50e6 } else { 1e6 }
    }

    /// A closed loop in virtual time on a server whose CPUs all requests share, each on one at most.
    fn batch(requests: usize, connections: usize, cpus: f64, random: &mut Xoshiro256PlusPlus) -> LoadOutcome {
        let mut outcome = LoadOutcome { draining_ns: vec![0; connections], ..LoadOutcome::nothing() };
        let (mut now_ns, mut sent) = (0.0, 0);
        // What is left of each, and when it was sent.
        let mut under_way: Vec<(f64, f64)> = Vec::new();
        while outcome.completed < requests as u64 {
            while under_way.len() < connections && sent < requests {
                under_way.push((service(random), now_ns));
                (sent, outcome.sent_ns) = (sent + 1, now_ns as u64);
            }
            let pace = (cpus / under_way.len() as f64).min(1.0);
            let next =
                (0..under_way.len()).min_by(|a, b| under_way[*a].0.total_cmp(&under_way[*b].0)).expect("some are");
            let (left_ns, since_ns) = under_way[next];
            if sent == requests {
                outcome.draining_ns[under_way.len() - 1] += (left_ns / pace) as u64;
            }
            now_ns += left_ns / pace;
            under_way.iter_mut().for_each(|one| one.0 -= left_ns);
            under_way.remove(next);
            outcome.latencies.saturating_record((now_ns - since_ns) as u64);
            outcome.completed += 1;
        }
        outcome.wall_ns = now_ns as u64;
        outcome
    }

    /// The time of a request by batches of so many, and that until their last answers, over the true one.
    fn times(requests: usize, cpus: f64) -> [f64; 2] {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut sums = [0.0; 2];
        let batches = 400;
        for _ in 0..batches {
            let outcome = batch(requests, CONNECTIONS, cpus, &mut random);
            let alone = batch(12, 1, cpus, &mut random);
            sums[0] += outcome.sustained_ns(outcome.at_once(alone.quick_ns(), CONNECTIONS)) as f64;
            sums[1] += outcome.wall_ns as f64;
        }
        let true_ns = (0.98 * 1e6 + 0.02 * 50e6) * requests as f64 / cpus.min(CONNECTIONS as f64);
        sums.map(|sum| sum / f64::from(batches) / true_ns)
    }

    /// Whether a CPU serves all, two do, or no request waits for another: 100 and 200 requests on ten connections tell the time of the long run.
    #[test]
    fn the_end_of_a_batch_counts_as_the_server_works() {
        for (cpus, until_the_last) in [(1.0, 0.97..1.03), (2.0, 1.0..1.2), (10.0, 1.4..3.0)] {
            for requests in [100, 200] {
                let [sustained, wall] = times(requests, cpus);
                assert!((0.97..1.03).contains(&sustained), "{cpus} CPUs, {requests} requests: {sustained}");
                assert!(until_the_last.contains(&wall), "{cpus} CPUs, {requests} requests: {wall}");
            }
        }
    }

    #[test]
    fn what_is_beyond_what_can_be_is_none() {
        let outcome = LoadOutcome { sent_ns: 5, draining_ns: vec![4, 2], ..LoadOutcome::nothing() };
        assert_eq!([0.0, 1.0, 2.0, 9.0, f64::INFINITY].map(|at_once| outcome.sustained_ns(at_once)), [11, 11, 9, 9, 9]);
        assert_eq!(LoadOutcome::nothing().sustained_ns(3.0), 0);
    }
}
