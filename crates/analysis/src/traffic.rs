//! What the requests of a variant were like, and whether they can be believed: latencies, Little's law, the generator's own part.

use model::{Block, Latencies, LoadAt, Metric, Plan, PointRecord, Sample, Subject};
use stats::Interval;
use std::collections::BTreeMap;

/// The quantiles that are told of latencies.
pub const QUANTILES: [f64; 4] = [0.5, 0.9, 0.99, 0.999];

/// What part the generator may have: by which time × throughput is off the number of connections, because between two requests one waits for it; of the
/// usual latency, by which it sends late though a connection is free, or it is the limit itself. It leaves so much of a CPU, or it may be what limits the rate.
pub const GENERATOR_PART: f64 = 0.1;

/// The rate that is reached may be below the planned one by this part.
pub const RATE_TOLERANCE: f64 = 0.05;

/// How many times longer the slow answers must be for somebody who does not wait with asking, to be worth a sentence.
const HIDDEN: f64 = 10.0;

/// How long the longest answer must have taken for that, in nanoseconds: shorter pauses are the machine's.
const STALL_NS: f64 = 50e6;

/// The requests of a variant at a point.
#[derive(Clone, Debug)]
pub struct Traffic {
    /// How many connections there were at most.
    pub connections: u64,
    /// Requests a second.
    pub per_second: f64,
    /// Requests a second that were planned; `None` in a closed loop.
    pub planned_per_second: Option<f64>,
    /// The mean time of a request, in nanoseconds: from sending it, in an open loop from when it was planned.
    pub mean_ns: f64,
    /// Requests that were under way at a time, on average: time from sending them × rate.
    pub in_flight: f64,
    /// The part of a CPU that the generator needed.
    pub generator_share: f64,
    /// How late the generator was on average though a connection was free, in nanoseconds; `None` in a closed loop.
    pub lag_ns: Option<f64>,
    /// Connections that were opened.
    pub opened: u64,
    /// Whether a connection was to serve several requests, and a batch had more of them than connections.
    pub should_reuse: bool,
    /// The part of the requests that were sent on a connection which had served one before.
    pub reused: f64,
    /// Requests without a whole answer of the right status.
    pub failed: u64,
    /// The part of the requests that did not fail.
    pub answered: f64,
    /// p50, p90, p99 and p99.9 of the latencies in nanoseconds, each with its interval where there are enough of them.
    pub latencies: Vec<Latency>,
    /// The longest, in nanoseconds.
    pub longest_ns: f64,
    /// What a closed loop hides, where it hides much.
    pub hidden: Option<Hidden>,
}

/// A quantile of latencies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Latency {
    /// In 0..=1.
    pub quantile: f64,
    /// In nanoseconds.
    pub ns: f64,
    /// Its interval, from a bootstrap over launches.
    pub interval: Option<Interval>,
}

/// What somebody sees who does not wait with asking until the one before has its answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hidden {
    /// p99 of the latencies, in nanoseconds.
    pub seen_ns: f64,
    /// The same, had requests been sent at the same rate while answers were awaited.
    pub corrected_ns: f64,
}

impl Traffic {
    /// Whether as many requests were under way as there were connections; `None` in an open loop, which does not promise it.
    pub fn agrees_with_little(&self) -> Option<bool> {
        let apart = (self.in_flight / self.connections as f64 - 1.0).abs();
        self.planned_per_second.is_none().then_some(apart <= GENERATOR_PART)
    }

    /// Whether the generator may have been the limit. In an open loop it may keep its CPU busy with waiting: there it is the limit
    /// when it sends late.
    pub fn is_saturated(&self) -> bool {
        match (self.lag_ns, self.latencies.first()) {
            (Some(lag_ns), usual) => lag_ns >= GENERATOR_PART * usual.map_or(f64::INFINITY, |usual| usual.ns),
            (None, _) => self.generator_share >= 1.0 - GENERATOR_PART,
        }
    }

    /// The same, with intervals of the latencies, as far as there are enough of them.
    pub fn with_intervals(mut self, record: &PointRecord, variant: usize, seed: u64) -> Traffic {
        let launches = counted(record, variant);
        let launches: Vec<&stats::Counted> = launches.values().map(Vec::as_slice).collect();
        let intervals = stats::quantiles(&launches, &QUANTILES, seed);
        for (latency, interval) in self.latencies.iter_mut().zip(intervals) {
            latency.interval = interval.map(Interval::exp);
        }
        self
    }

    /// Whether the planned rate was not reached, by more than failed: a server that refuses in time keeps up.
    pub fn is_short(&self) -> bool {
        let least = self.answered * (1.0 - RATE_TOLERANCE);
        self.planned_per_second.is_some_and(|planned| self.per_second < planned * least)
    }
}

/// The requests of a variant, their latencies without intervals; `None` when it sends none.
pub fn traffic(plan: &Plan, record: &PointRecord, variant: usize) -> Option<Traffic> {
    let declared = &plan.variants[variant];
    let Subject::Http(_) = &declared.subject else { return None };
    let samples: Vec<&Sample> = record.samples_of(variant).collect();
    let total = |metric| samples.iter().map(|sample| sample.readings.total(metric)).sum::<u64>();
    let requests: u64 = samples.iter().map(|sample| sample.iterations).sum();
    let wall_ns = total(Metric::Wall) as f64;
    let all = Latencies::merged(samples.iter().filter_map(|sample| sample.latencies.as_deref()));
    if requests == 0 || wall_ns <= 0.0 {
        return None;
    }
    let load = plan.load.at(&declared.scope(&record.point, &[]))?;
    let LoadAt { connections, keep_alive, per_second: planned_per_second } = load;
    let is_open = planned_per_second.is_some();
    let failed = total(Metric::FailedRequests);
    let in_flight_ns = total(Metric::InFlight) as f64;
    let answered_per_second = requests as f64 * 1e9 / wall_ns;
    // Of an open loop, how long it took to send what was planned: a batch ends with its last answer, which nobody waits for. Older runs do not tell it.
    let sending_ns = match total(Metric::Sent) {
        0 => wall_ns - samples.len() as f64 * in_flight_ns / (requests + failed) as f64,
        sent_ns => sent_ns as f64,
    };
    let kept_up = total(Metric::Planned) as f64 / sending_ns.max(1.0);
    let answered = requests as f64 / (requests + failed) as f64;
    let per_second = match planned_per_second {
        Some(planned) if kept_up > 0.0 => planned * kept_up.min(1.0) * answered,
        Some(planned) => answered_per_second.min(planned),
        None => answered_per_second,
    };
    let mean_ns = if is_open { all.mean().unwrap_or(0.0) } else { in_flight_ns / requests as f64 };
    let latency = |quantile: f64| Some(Latency { quantile, ns: all.quantile(quantile)?, interval: None });
    Some(Traffic {
        connections,
        per_second,
        planned_per_second,
        mean_ns,
        in_flight: in_flight_ns / wall_ns,
        generator_share: total(Metric::GeneratorCpu) as f64 / wall_ns,
        lag_ns: is_open.then(|| total(Metric::Lag) as f64 / requests as f64),
        opened: total(Metric::Opened),
        should_reuse: keep_alive && samples.iter().any(|sample| sample.iterations > connections),
        reused: total(Metric::Reused) as f64 / (requests + failed) as f64,
        failed,
        answered,
        latencies: QUANTILES.into_iter().filter_map(latency).collect(),
        longest_ns: all.max().unwrap_or(0) as f64,
        hidden: if is_open { None } else { hidden(&all) },
    })
}

/// The latencies of a variant, launch by launch, in those that have any.
pub fn counted(record: &PointRecord, variant: usize) -> BTreeMap<usize, Vec<(f64, u64)>> {
    let of_launch = |blocks: &[Block]| {
        let own = blocks.iter().flat_map(|block| &block.samples).filter(|sample| sample.variant == variant);
        let all = Latencies::merged(own.filter_map(|sample| sample.latencies.as_deref()));
        let counts: Vec<(f64, u64)> = all.counts.iter().map(|(ns, count)| (*ns as f64, *count)).collect();
        (!counts.is_empty()).then_some((blocks[0].launch, counts))
    };
    record.launches().filter_map(of_launch).collect()
}

fn hidden(all: &Latencies) -> Option<Hidden> {
    Some(all.max()? as f64).filter(|longest_ns| *longest_ns > STALL_NS)?;
    let (usual_ns, seen_ns) = (all.quantile(0.5)?, all.quantile(0.99)?);
    let corrected_ns = all.corrected(usual_ns as u64).quantile(0.99)?;
    (corrected_ns > HIDDEN * seen_ns).then_some(Hidden { seen_ns, corrected_ns })
}
