//! One variant at a point.

use crate::advice::{Conduct, conduct};
use crate::paired::{Times, iterations, middle};
use crate::traffic::{Traffic, traffic};
use model::{Destination, Direction, METRICS, Metric, Plan, PointRecord, Run, Sample, Subject};
use stats::{ALPHA, Interval};
use std::collections::BTreeMap;

/// The part of an empty loop's time that its layout decides.
const LAYOUT: f64 = 0.1;

/// Where a CPU spends its time.
const MODES: [Metric; 2] = [Metric::User, Metric::System];

/// A process of snippets that was measured for less has too few ticks of the kernel, 25 of 4 ms, for more than the sum of user and system time: what its start
/// took decides how the kernel divides what comes after. Of pure computing in Ruby, in runs of 1 s, up to 44 % were told as system time.
const YOUNG_NS: f64 = 1e8;

/// The longest time between two ticks of usual kernels, 100 a second, in nanoseconds. A process that met none has all its CPU time told as the user's, whatever it did. Of
/// commands that take longer the kernel tells both, right in the mean of many executions.
const TICK_NS: f64 = 1e7;

/// What has more CPU time than so many times its time has threads; what has less more than its time has it because the two are read one after the other.
pub(crate) const ONE_CPU: f64 = 1.05;

/// What was measured of a variant at a point.
#[derive(Clone, Debug)]
pub struct Row {
    /// Index of the variant in the plan.
    pub variant: usize,
    /// Its name.
    pub name: String,
    /// What its `for` bound: names, and values as the texts that placeholders stand for.
    pub bindings: Vec<(String, String)>,
    /// The mean time of an iteration in nanoseconds, the floor taken off, with Student's interval over launches. Those of a point stand to
    /// that of its baseline as the ratios of its comparisons say.
    pub time_ns: Interval,
    /// The same in each launch, in the order of launches; as measured, without what the comparisons know beside.
    pub launch_times: Vec<f64>,
    /// Whether its time cannot be told from that of its floor, or from none: then no rate is to be printed.
    pub is_empty: bool,
    /// Whether it took no time that could be measured.
    pub is_timeless: bool,
    /// How its times behaved, apart from how long they were.
    pub conduct: Conduct,
    /// Readings per iteration (or the largest, for peaks), the floor taken off, in the units of [`Metric`].
    pub metrics: BTreeMap<Metric, f64>,
    /// Metrics that cannot be read here, by key, each with the reason.
    pub absent: BTreeMap<String, String>,
    /// What an iteration took in those batches in which CPU time was read, the floor taken off.
    pub(crate) counted_ns: Option<f64>,
    /// The user and system time of an iteration; `None` where they were not read, or the floor has most of them.
    pub cpu_ns: Option<f64>,
    /// User and system time over its time; where a rate is planned, over that of its batches.
    pub cpu_share: Option<f64>,
    /// Bytes that one iteration processes.
    pub bytes: Option<f64>,
    /// Whether it is a command: an iteration is an execution.
    pub is_command: bool,
    /// Whether it is a command whose standard output goes to /dev/null.
    pub is_discarded: bool,
    /// Batches.
    pub samples: usize,
    /// Iterations of all batches.
    pub iterations: u64,
    /// Those of the process that ran most of them: what comes more seldom was not seen. `None` where processes do not live on, or nobody knows.
    pub in_a_process: Option<f64>,
    /// What was taken off because the plan says so; the empty loop of a language goes without saying.
    pub less: Option<Less>,
    /// Its requests, when it is one.
    pub traffic: Option<Traffic>,
    /// What was noted of it, as it was recorded.
    pub notes: Vec<String>,
}

/// A variant whose time was taken off that of another.
#[derive(Clone, Debug, PartialEq)]
pub struct Less {
    /// Its name.
    pub name: String,
    /// Nanoseconds per iteration: the mean over launches of what was taken off.
    pub time_ns: f64,
}

/// Why a row has no rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NoRate<'r> {
    /// It took no time that could be measured.
    Timeless,
    /// It is not found to take longer than what is taken off.
    NotAbove(&'r Less),
    /// It cannot be told from the empty loop.
    EmptyLoop,
}

/// The row of a variant; `None` when nothing was measured of it.
pub fn row(run: &Run, record: &PointRecord, times: &Times, variant: usize) -> Option<Row> {
    let plan = &run.plan;
    let samples: Vec<&Sample> = record.samples_of(variant).collect();
    let time_ns = time(&samples, times, variant)?;
    let case = &record.cases[variant];
    let is_empty = is_empty(plan, times, variant);
    let mut metrics = metrics(plan, record, variant, &samples);
    let cpu_ns = MODES.iter().filter_map(|mode| metrics.get(mode)).copied().reduce(|user, system| user + system);
    let most = || record.launches().map(|blocks| iterations(record, blocks, variant)).fold(0.0, f64::max);
    let in_a_process = matches!(plan.variants[variant].subject, Subject::Snippet(_)).then(most);
    let is_young = match &plan.variants[variant].subject {
        Subject::Snippet(_) => most() * time_ns.point < YOUNG_NS,
        Subject::Command(_) => cpu_ns.is_some_and(|cpu_ns| cpu_ns < TICK_NS),
        _ => false,
    };
    if is_young {
        metrics.retain(|metric, _| !MODES.contains(metric));
    }
    Some(Row {
        variant,
        name: plan.variants[variant].name.clone(),
        bindings: model::texts(&plan.variants[variant].bindings).collect(),
        time_ns,
        launch_times: times.means_of(variant),
        is_empty,
        is_timeless: is_timeless(times, variant),
        conduct: if is_empty || !times.is_paired { Conduct::default() } else { conduct(times, variant) },
        metrics,
        absent: case.absent.clone(),
        counted_ns: counted_ns(plan, record, variant),
        cpu_ns,
        cpu_share: cpu_ns.and_then(|_| cpu_share(samples.iter().copied())),
        bytes: bytes(plan, record, variant),
        is_command: matches!(plan.variants[variant].subject, Subject::Command(_)),
        is_discarded: is_discarded(plan, record, variant),
        samples: samples.len(),
        iterations: samples.iter().map(|sample| sample.iterations).sum(),
        in_a_process,
        less: less(plan, times, variant),
        traffic: traffic(plan, record, variant).map(|traffic| traffic.with_intervals(record, variant, run.header.seed)),
        notes: case.notes.clone(),
    })
}

fn less(plan: &Plan, times: &Times, variant: usize) -> Option<Less> {
    let name = plan.variants[variant].less.clone()?;
    Some(Less { name, time_ns: stats::mean(&times.gross_means_of(plan.floor(variant)?))? })
}

fn time(samples: &[&Sample], times: &Times, variant: usize) -> Option<Interval> {
    // Nothing takes less than no time. Where its floor, or a time of its own, is not known in any launch, that is all that is known.
    let found = stats::mean_interval(&times.means_of(variant), ALPHA).unwrap_or(Interval::unbounded(0.0));
    (!samples.is_empty()).then_some(Interval { low: found.low.max(0.0), ..found })
}

impl Row {
    /// How often something happens in an iteration; `None` where it is not counted. Of bytes that are written those that go somewhere: a command whose standard output is /dev/null
    /// is taken to write there alone.
    pub(crate) fn count(&self, metric: Metric) -> Option<f64> {
        let counted = self.metrics.get(&metric).copied();
        if metric == Metric::WriteBytes && self.is_discarded { counted.and(Some(0.0)) } else { counted }
    }

    /// Makes the CPU time a part of the time that is told: both were read together in some batches alone, in which others had the CPU meanwhile.
    pub(crate) fn anchor_cpu(&mut self) {
        let (Some(counted_ns), Some(cpu_ns)) = (self.counted_ns.filter(|counted| *counted > 0.0), self.cpu_ns) else {
            return;
        };
        let part_of_ns = if cpu_ns <= ONE_CPU * counted_ns { cpu_ns.max(counted_ns) } else { counted_ns };
        let anchored = self.time_ns.point / part_of_ns;
        self.cpu_ns = Some(cpu_ns * anchored);
        for metric in MODES {
            self.metrics.entry(metric).and_modify(|cpu| *cpu *= anchored);
        }
        if !self.has_planned_rate() && self.cpu_share.is_some() {
            self.cpu_share = Some(at_most_one_cpu(cpu_ns / part_of_ns));
        }
    }

    /// Whether requests are sent at a rate that the plan says: then its time is a latency, and no rate follows from it.
    pub fn has_planned_rate(&self) -> bool {
        self.traffic.as_ref().is_some_and(|traffic| traffic.planned_per_second.is_some())
    }

    /// The bytes that it processes in a second; `None` where the plan does not say how many there are, and where no rate follows from its time.
    pub fn bytes_per_second(&self) -> Option<f64> {
        self.bytes_per_second_in(self.time_ns.point)
    }

    /// The same where an iteration takes so many nanoseconds, as in one of its launches.
    pub fn bytes_per_second_in(&self, time_ns: f64) -> Option<f64> {
        let has_rate = !self.is_empty && !self.has_planned_rate();
        self.bytes.filter(|_| has_rate).map(|bytes| bytes * 1e9 / time_ns)
    }

    /// Why no rate is given; `None` where there is one.
    pub fn why_no_rate(&self) -> Option<NoRate<'_>> {
        let why = match &self.less {
            _ if self.is_timeless => NoRate::Timeless,
            Some(less) => NoRate::NotAbove(less),
            None => NoRate::EmptyLoop,
        };
        self.is_empty.then_some(why)
    }
}

/// Whether most launches took less than a step of the clock, or were not timed at all.
fn is_timeless(times: &Times, variant: usize) -> bool {
    stats::median(&times.middles_of(variant)).is_none_or(|middle| middle <= 0.0)
}

/// Whether a variant cannot be told from its floor.
pub fn is_empty(plan: &Plan, times: &Times, variant: usize) -> bool {
    if is_timeless(times, variant) {
        return true;
    }
    let Some(floor) = plan.floor(variant) else { return false };
    let Some(above) = above_floor(plan, times, variant, floor) else { return true };
    let means = times.means_of(variant);
    // Rare work is in the mean alone: more than the floor itself is no luck of its layout.
    let is_dear = || {
        let floor_ns = stats::mean(&times.gross_means_of(floor))?;
        Some(stats::mean_interval(&means, ALPHA)?.low > floor_ns)
    };
    // What a typical iteration takes more is nothing that anybody pays where in most launches the mean is not above that of the floor.
    above.low <= 0.0 && is_dear() != Some(true)
        || [stats::median(&means), stats::mean(&means)].iter().any(|mean| mean.is_none_or(|mean| mean <= 0.0))
}

/// Whether one that cannot be told from its floor yet may be told from it by more launches.
pub fn may_be_above_floor(plan: &Plan, times: &Times, variant: usize) -> bool {
    let above = plan.floor(variant).and_then(|floor| above_floor(plan, times, variant, floor));
    !is_timeless(times, variant) && above.is_some_and(|above| above.high > 0.0)
}

/// What the middle slice of a variant takes more than that of its floor and the luck of that, in nanoseconds; `None` where the floor was not measured. With too few launches
/// for an interval every one of them must agree.
fn above_floor(plan: &Plan, times: &Times, variant: usize, floor: usize) -> Option<Interval> {
    let difference = |blocks| Some(middle(blocks, variant)? - middle(blocks, floor)?);
    let floors = times.middles_of(floor);
    // How a loop of nothing lies in memory moves its time by as much from one snippet to the next.
    let luck = if plan.variants[variant].less.is_none() { LAYOUT * stats::median(&floors).unwrap_or(0.0) } else { 0.0 };
    let differences: Vec<f64> = times.gross.values().filter_map(difference).map(|more| more - luck).collect();
    let smallest = differences.iter().copied().reduce(f64::min)?;
    let found = stats::score_interval(&differences, ALPHA, 0.0).filter(|interval| interval.low.is_finite());
    Some(found.unwrap_or(Interval { low: smallest, ..Interval::unbounded(smallest) }))
}

fn metrics(plan: &Plan, record: &PointRecord, variant: usize, samples: &[&Sample]) -> BTreeMap<Metric, f64> {
    let floor_samples = plan.floor(variant).into_iter().flat_map(|floor| record.samples_of(floor));
    let (own, floor) = (totals(samples.iter().copied()), totals(floor_samples));
    let each = METRICS.iter().filter_map(|info| {
        let told = |totals: &Totals| totals[info.metric as usize].told(info.direction);
        let taken_off = told(&floor).filter(|_| info.direction == Direction::PerIteration).unwrap_or(0.0);
        Some((info.metric, told(&own)? - taken_off))
    });
    let mut metrics: BTreeMap<Metric, f64> = each.collect();
    if is_mostly_taken_off(&own, &floor) {
        metrics.retain(|metric, _| !MODES.contains(metric));
    }
    share_deficit(&mut metrics);
    metrics.values_mut().for_each(|value| *value = value.max(0.0));
    metrics
}

/// Whether the floor has most of the CPU time: what is left is its noise.
fn is_mostly_taken_off(own: &Totals, floor: &Totals) -> bool {
    let cpu = |totals: &Totals| -> f64 {
        MODES.iter().filter_map(|mode| totals[*mode as usize].told(Direction::PerIteration)).sum()
    };
    cpu(floor) > cpu(own) / 2.0
}

/// Where the floor has more of one mode than the variant itself, takes the rest of it off the other: the kernel divides the CPU time of a process between
/// the two by what it finds at its ticks, so both together are known better than either, and what is above the floor has no more than they have.
fn share_deficit(metrics: &mut BTreeMap<Metric, f64>) {
    let [user, system] = MODES.map(|mode| metrics.get(&mode).copied());
    let (Some(user), Some(system)) = (user, system) else { return };
    metrics.insert(Metric::User, user + system.min(0.0));
    metrics.insert(Metric::System, system + user.min(0.0));
}

/// What the readings of a metric come to.
#[derive(Clone, Copy, Default)]
struct Total {
    iterations: u64,
    sum: f64,
    largest: Option<f64>,
}

impl Total {
    fn told(&self, direction: Direction) -> Option<f64> {
        match direction {
            Direction::Peak => self.largest,
            Direction::PerIteration => (self.iterations > 0).then(|| self.sum / self.iterations as f64),
        }
    }
}

/// One for each metric.
type Totals = [Total; METRICS.len()];

/// A long run has a million samples: they are gone through once for all metrics.
fn totals<'s>(samples: impl Iterator<Item = &'s Sample>) -> Totals {
    let mut totals = [Total::default(); METRICS.len()];
    for sample in samples {
        for (metric, value) in sample.readings.iter() {
            let total = &mut totals[metric as usize];
            total.iterations += sample.iterations;
            total.sum += value as f64;
            total.largest = Some(total.largest.map_or(value as f64, |largest| largest.max(value as f64)));
        }
    }
    totals
}

/// Whether CPU time was read around a batch.
fn is_counted(sample: &&Sample) -> bool {
    sample.readings.contains_key(&Metric::User)
}

/// The mean time of an iteration in the batches around which CPU time was read, the floor taken off.
fn counted_ns(plan: &Plan, record: &PointRecord, variant: usize) -> Option<f64> {
    let mean_ns = |variant| {
        let counted = record.samples_of(variant).filter(is_counted);
        let sums = counted.map(|sample| (sample.mean_ns() * sample.iterations as f64, sample.iterations as f64));
        let (ns, iterations) = sums.fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        (iterations > 0.0).then(|| ns / iterations)
    };
    Some(mean_ns(variant)? - plan.floor(variant).and_then(mean_ns).unwrap_or(0.0))
}

/// The CPU time of a variant over the time of those of its batches around which it was read: above one where it has threads.
pub(crate) fn cpu_share<'s>(samples: impl Iterator<Item = &'s Sample>) -> Option<f64> {
    let counted = totals(samples.filter(is_counted));
    let total = |metric: Metric| counted[metric as usize].told(Direction::PerIteration);
    let wall = total(Metric::Wall).filter(|wall| *wall > 0.0)?;
    Some(at_most_one_cpu((total(Metric::User)? + total(Metric::System)?) / wall))
}

/// A share of the CPU that is a little more than one is one.
fn at_most_one_cpu(share: f64) -> f64 {
    if share <= ONE_CPU { share.min(1.0) } else { share }
}

fn is_discarded(plan: &Plan, record: &PointRecord, variant: usize) -> bool {
    let of = &plan.variants[variant];
    let Subject::Command(command) = &of.subject else { return false };
    match &command.stdout {
        Destination::At(path) => path
            .fill(&of.scope(&record.point, &[]))
            .is_some_and(|text| Destination::parse(&text) == Some(Destination::Null)),
        other => *other == Destination::Null,
    }
}

fn bytes(plan: &Plan, record: &PointRecord, variant: usize) -> Option<f64> {
    let text = plan.bytes.as_ref()?.fill(&plan.variants[variant].scope(&record.point, &[]))?;
    model::filled_bytes(&text).map(|bytes| bytes as f64)
}
