//! The pilot: batches of one variant that grow until they tell the time of an iteration. What it measures is thrown away.

use crate::crew::PreparedWorker;
use crate::fixture::Fixtures;
use crate::trouble::Trouble;
use design::{Calibration, Case, ROUNDS_OF_CONNECTIONS, of_pilot};
use model::{Collector, Metric, Pilot, Role, Sample, Subject};
use std::time::Instant;

/// What the last batch of its pilot aims at, if that is less: what is measured begins after it.
const PILOT_OF_SNIPPET_NS: f64 = 9e6;

/// A batch of the pilot that takes less than this part of the time of the one before, for each iteration, was not the first that is warm.
pub(crate) const PILOT_SPEEDUP_MIN: f64 = 0.8;

/// An iteration that takes so many times as long as a batch aims at is a batch by itself, however much of that was not warm yet.
const BATCH_BY_ITSELF: f64 = 3.0;

/// A batch has so many times as many iterations as the one before, at least and at most.
const GROWTH: [f64; 2] = [2.0, 16.0];

/// Each batch of what is surrounded costs that, so they grow faster than others; what one iteration took by itself, cold, is too long rather than too short.
const GROWTH_OF_SURROUNDED: f64 = 256.0;

/// A server that became quicker while it was watched is warm when this many batches in a row brought nothing more.
const STEADY_BATCHES: usize = 3;

/// A batch whose middle slice takes less than this part of the quickest before, for each iteration, has brought something.
const STEADY: f64 = 0.9;

/// A batch of a snippet is divided into so many slices: what comes seldom is in few of them, and by their mean a batch without it was always quicker than one with it.
const PILOT_SLICES: u64 = 16;

/// What a page fault takes in nanoseconds, about: 500 to 1,500 were measured (`cmpthese machine`). A batch that spends more than the rest of [`STEADY`] of its time with faults
/// still finds memory that was never touched: a runtime with a collector first goes through all that it was given, and then uses it again.
const FAULT_NS: f64 = 1000.0;

/// Batches that watch a runtime compile take no longer than this together, in nanoseconds: every launch may run as much. Who is not warm by then has the note `warm-up` or
/// `no steady state`.
const COMPILING_MAX_NS: f64 = 1e8;

/// A snippet that seems much slower than another or whose runtime compiles, and a server that was started for the run, are watched for such a part of the time that is left.
pub(crate) const WATCHED_PART: f64 = 0.05;

/// The server in nanoseconds no longer than this, and where it became quicker lately up to so many times as long: each launch asks it as much again.
const WATCHED_MAX_NS: f64 = 3e9;
const WATCHED_TIMES: f64 = 3.0;

/// A batch that takes longer than this, in nanoseconds, of which its worker tells no more than that part, is planned by what it takes.
/// Not a shorter one: who is asked waits where others have the CPUs, and by all that they took 10 of 30 runs of 0.2 s beside two busy loops planned too few iterations to tell a time.
const UNTOLD_NS: f64 = 1e9;
const UNTOLD_PART: f64 = 0.1;

/// A pilot has no more batches than this of any kind.
const BATCHES_MAX: usize = 40;

/// Runs growing batches until one is long enough to tell the time of an iteration, and, of snippets, not much faster than the one before: what
/// runs first finds memory that was never touched, and caches that others have filled. What reads a cold file runs once, and so does what
/// is a batch by itself: another iteration would not change that, and of long ones the pilot would take more than a block.
pub fn calibrate(ready: &mut PreparedWorker, fixtures: &Fixtures, left_ns: f64) -> Result<Calibration, Trouble> {
    let case = ready.case;
    let variant = case.variant();
    if fixtures.any_cold() && variant.role != Role::EmptyLoop {
        let started = Instant::now();
        fixtures.in_cache_state()?;
        let cache_state_ns = started.elapsed().as_nanos() as f64;
        let ns = Batch::run(ready, 1, 1, 0.0)?.takes_ns;
        return Ok(Calibration::of(case, Pilot { iterations: 1, ns, around_ns: cache_state_ns, ..Pilot::default() }));
    }
    if let Some((requests, planned_ns)) = case.planned_requests() {
        let requests = requests.round().max(1.0) as u64;
        let ns = Batch::run(ready, requests, 1, planned_ns)?.takes_ns / requests as f64;
        return Ok(Calibration::of(case, Pilot { iterations: requests, ns, ..Pilot::default() }));
    }
    if variant.tells().is_some() {
        return of_growing(ready, 1, 0.0);
    }
    if matches!(variant.subject, Subject::Http(_)) {
        let found = of_requests(ready)?;
        return if variant.server().is_some() { until_quick(ready, found, left_ns) } else { Ok(found) };
    }
    let warms_up = matches!(variant.subject, Subject::Snippet(_)) && variant.iterations.is_none();
    let most = variant.iterations.unwrap_or(u64::MAX);
    let batch_ns = case.batch_target_ns();
    let target = if warms_up { batch_ns.min(PILOT_OF_SNIPPET_NS) } else { batch_ns };
    let (mut iterations, mut ns, mut seldom_ns) = (1, ready.answer_ns, 0.0_f64);
    let mut before = f64::INFINITY;
    for _ in 0..BATCHES_MAX {
        let batch = Batch::run(ready, iterations, if warms_up { PILOT_SLICES } else { 1 }, ns)?;
        (iterations, ns, seldom_ns) = (batch.sample.iterations, batch.usual_ns(), seldom_ns.max(batch.seldom_ns()));
        let is_long = batch.takes_ns >= target / 2.0;
        if iterations >= most
            || is_long && (!warms_up || ns > PILOT_SPEEDUP_MIN * before || ns > BATCH_BY_ITSELF * batch_ns)
        {
            break;
        }
        if !is_long {
            iterations = batch.grown(batch.takes_ns, target, GROWTH).min(most);
        }
        before = ns;
    }
    let has_jit = || subjects::snippet::language(&variant.subject).is_some_and(|language| language.jit);
    let compiles = warms_up && (ready.hello.jit || has_jit());
    let found = Pilot { ns, seldom_ns, ..Pilot::default() };
    if compiles { until_compiled(ready, iterations, found, left_ns) } else { Ok(of_pilot(case, found)) }
}

/// Runs growing batches of a snippet for a part of the time that is left, after a pilot that found so much, and whose last batch had so many iterations: its runtime
/// compiles, and goes through memory that was never touched. What ran up to the end of the last batch that was quicker than those before it warms up every launch.
fn until_compiled(ready: &mut PreparedWorker, last: u64, found: Pilot, left_ns: f64) -> Result<Calibration, Trouble> {
    let Pilot { mut ns, mut seldom_ns, .. } = found;
    // The first of these batches is a quarter of that.
    let (mut iterations, mut warm_up, mut period) = ((last / 4).max(1), ready.untimed, 0);
    // An iteration that is long by itself has had its time with the pilot.
    let (mut spent_ns, mut quickest_ns) = (last as f64 * ns, ns);
    let part = if ready.case.variant().role == Role::EmptyLoop { Case::EMPTY_PART } else { 1.0 };
    let watched_ns = part * (WATCHED_PART * left_ns).min(COMPILING_MAX_NS);
    while spent_ns + ns * iterations as f64 <= watched_ns {
        let batch = Batch::run(ready, iterations, PILOT_SLICES, ns)?;
        (iterations, ns, seldom_ns) = (batch.sample.iterations, batch.usual_ns(), seldom_ns.max(batch.seldom_ns()));
        // What came seldom and takes long would end this while code is still interpreted.
        spent_ns += ns * iterations as f64;
        let usual_ns = batch.sample.middle_slice_ns().unwrap_or(ns);
        let readings = &batch.sample.readings;
        period = iterations.checked_div(readings.total(Metric::Collections)).unwrap_or(period);
        let faults_ns = FAULT_NS * readings.total(Metric::MinorFaults) as f64;
        if usual_ns < STEADY * quickest_ns || faults_ns > (1.0 - STEADY) * batch.takes_ns {
            warm_up = ready.untimed;
        }
        quickest_ns = quickest_ns.min(usual_ns);
        iterations *= 2;
    }
    Ok(of_pilot(ready.case, Pilot { ns, warm_up, period, seldom_ns, ..Pilot::default() }))
}

/// A batch of a pilot.
struct Batch {
    sample: Sample,
    /// What its worker tells that it took, in nanoseconds: what surrounds it, the start of a command or requests that do not count, is not in it.
    told_ns: f64,
    /// What it took by the clock of this program.
    elapsed_ns: f64,
    /// What it takes of the budget: with what runs before each iteration, and with what a worker spends whose clock stands still.
    takes_ns: f64,
}

impl Batch {
    /// Of so many iterations, or a few less, so that all slices have as many.
    fn run(ready: &mut PreparedWorker, wanted: u64, slices: u64, ns: f64) -> Result<Batch, Trouble> {
        let (slices, started) = (slices.min(wanted).max(1), Instant::now());
        let sample = ready.run_outside_blocks(wanted - wanted % slices, slices, false, ns)?;
        let elapsed_ns = started.elapsed().as_nanos() as f64;
        let told_ns = sample.readings.get(&Metric::Wall).map_or(f64::NAN, |wall| *wall as f64);
        let (plan, variant) = (ready.case.plan, ready.case.variant());
        // A collection before the batch is once for all of its iterations.
        let collects = matches!(&variant.subject, Subject::Snippet(one) if one.collector == Collector::Before);
        let is_told = collects || elapsed_ns < UNTOLD_NS || told_ns > UNTOLD_PART * elapsed_ns;
        let takes_ns = if is_told && !plan.has_before_each(variant) { told_ns } else { elapsed_ns };
        Ok(Batch { sample, told_ns, elapsed_ns, takes_ns })
    }

    /// What an iteration takes, in nanoseconds.
    fn ns(&self) -> f64 {
        self.told_ns / self.sample.iterations as f64
    }

    /// The same if all of its slices were like the middle one, and no more than by the mean: by that, what comes seldom and takes long would make the batches that
    /// are planned short, and would then be in none.
    fn usual_ns(&self) -> f64 {
        let part = self.sample.middle_slice_ns().map_or(1.0, |ns| (ns / self.sample.mean_ns()).min(1.0));
        part * self.takes_ns / self.sample.iterations as f64
    }

    /// What the longest slice took beyond the middle one, in nanoseconds, less what others took of it; 0 without slices.
    fn seldom_ns(&self) -> f64 {
        let units = self.sample.own_units_ns();
        let longest_ns = units.iter().copied().fold(0.0, f64::max);
        let in_slice = self.sample.iterations as f64 / units.len() as f64;
        self.sample.middle_slice_ns().map_or(0.0, |middle_ns| in_slice * (longest_ns - middle_ns))
    }

    /// What a pilot has found whose last batch this is.
    fn found(&self) -> Pilot {
        Pilot { ns: self.ns(), around_ns: (self.elapsed_ns - self.told_ns).max(0.0), ..Pilot::default() }
    }

    /// The iterations of the next, which aims at so many nanoseconds: as many times as many as bring this one to them, within these bounds.
    fn grown(&self, ns: f64, target_ns: f64, [least, most]: [f64; 2]) -> u64 {
        (self.sample.iterations as f64 * (target_ns / ns.max(1.0)).clamp(least, most)).ceil() as u64
    }
}

/// Batches of requests over connections that are all kept busy. The first requests find processes that have not worked yet, and are no measure of the others.
fn of_requests(ready: &mut PreparedWorker) -> Result<Calibration, Trouble> {
    let (case, round) = (ready.case, ready.case.connections());
    let target_ns = case.batch_target_ns();
    let grown = |batch: &Batch| batch.grown(batch.told_ns, target_ns, [1.0, GROWTH_OF_SURROUNDED]);
    let mut warm_up = Batch::run(ready, round, 1, 0.0)?;
    // Answers that take as long as a batch are waited for twice, and not in rounds.
    if warm_up.told_ns >= target_ns {
        warm_up = Batch::run(ready, round, 1, warm_up.ns())?;
    }
    if warm_up.told_ns >= target_ns {
        return Ok(of_pilot(case, warm_up.found()));
    }
    // No more than a batch has: ten of slow answers are seconds.
    let requests = grown(&warm_up).min(ROUNDS_OF_CONNECTIONS * round);
    let warm_up = Batch::run(ready, requests, 1, warm_up.ns())?;
    // The first batch behind a warm-up keeps the load up for as long as that had its slowest answer, which may be that of a cold server.
    let first = Batch::run(ready, requests, 1, warm_up.ns())?;
    of_growing(ready, grown(&first), first.ns())
}

/// Watches a server that was started for the run, after a pilot that found so much: it may compile, or fill what it keeps, while it answers. What ran up to the end of the last batch
/// that was much quicker than those before it warms up every launch; nothing where none was.
fn until_quick(ready: &mut PreparedWorker, found: Calibration, left_ns: f64) -> Result<Calibration, Trouble> {
    let Pilot { iterations, mut ns, around_ns, .. } = found.pilot;
    let (mut steady, mut ran, mut warm_up, mut spent_ns) = (0, iterations, 0, iterations as f64 * ns);
    let watched_ns = (WATCHED_PART * left_ns).min(WATCHED_MAX_NS);
    while spent_ns < watched_ns || steady < STEADY_BATCHES && spent_ns < WATCHED_TIMES * watched_ns {
        let batch = Batch::run(ready, iterations, 1, ns)?;
        (ran, spent_ns, steady) = (ran + iterations, spent_ns + batch.elapsed_ns, steady + 1);
        if batch.ns() < PILOT_SPEEDUP_MIN * ns {
            (ns, warm_up, steady) = (batch.ns(), ran, 0);
        }
    }
    Ok(of_pilot(ready.case, Pilot { ns, warm_up, around_ns, ..Pilot::default() }))
}

/// Batches that begin with so many iterations and grow until one is long enough (of a command that times itself beside its start), or no longer runs as many
/// iterations as it is asked for: some such commands decide that themselves.
fn of_growing(ready: &mut PreparedWorker, mut wanted: u64, mut ns: f64) -> Result<Calibration, Trouble> {
    let mut found = Pilot::default();
    for _ in 0..BATCHES_MAX {
        let batch = Batch::run(ready, wanted, 1, ns)?;
        (ns, found) = (batch.ns(), batch.found());
        let target_ns = Calibration::of(ready.case, found).target_ns(ready.case);
        if batch.told_ns >= target_ns / 2.0 || batch.sample.iterations < wanted / 2 {
            break;
        }
        wanted = batch.grown(batch.told_ns, target_ns, [2.0, GROWTH_OF_SURROUNDED]);
    }
    Ok(of_pilot(ready.case, found))
}

/// The calibration of a variant after another batch of so many iterations, or more until it is as long as that of a pilot, because a short one may lack work that
/// comes seldom: the quicker of both.
pub fn once_more(ready: &mut PreparedWorker, known: Calibration, mut iterations: u64) -> Result<Calibration, Trouble> {
    let Pilot { mut ns, mut seldom_ns, mut warm_up, .. } = known.pilot;
    let slices = if matches!(ready.case.variant().subject, Subject::Snippet(_)) { PILOT_SLICES } else { 1 };
    for _ in 0..BATCHES_MAX {
        let batch = Batch::run(ready, iterations, slices, known.pilot.ns)?;
        (ns, seldom_ns) = (batch.usual_ns(), seldom_ns.max(batch.seldom_ns()));
        if warm_up > 0 && ns < STEADY * known.pilot.ns {
            warm_up = ready.untimed;
        }
        if batch.takes_ns >= PILOT_OF_SNIPPET_NS / 2.0 {
            break;
        }
        iterations = batch.grown(batch.takes_ns, PILOT_OF_SNIPPET_NS, GROWTH);
    }
    Ok(of_pilot(ready.case, Pilot { ns: ns.min(known.pilot.ns), seldom_ns, warm_up, ..known.pilot }))
}
