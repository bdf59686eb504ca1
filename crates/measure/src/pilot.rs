//! The pilot: how many iterations make a batch. What it measures is thrown away.

use crate::block::in_cache_state;
use crate::crew::{Ready, Trouble};
use crate::fixture::Fixtures;
use model::{Answer, Metric, Plan, Point, Readings, Role, Subject, Variant};
use protocol::{Reply, Request};
use std::collections::BTreeMap;
use std::mem::{Discriminant, discriminant};
use std::time::Instant;
use subjects::UNLIMITED_NS;

/// What a batch of snippet iterations aims at: long against the messages about it, which take a few tenths of a millisecond, and short
/// against a launch, which is cut off between blocks.
const SNIPPET_BATCH_NS: f64 = 18e6;

/// A batch of invented times has no slices, and its noise does not depend on its length.
const SIM_BATCH_NS: f64 = 2e6;

/// What the last batch of its pilot aims at, if that is less: what is measured begins after it.
const PILOT_OF_SNIPPET_NS: f64 = 9e6;

/// The slices of such a batch: of little more than a quarter of a millisecond, or of an iteration that is longer, short against the gaps between the
/// interrupts of the machine, of which each takes some tens of microseconds (on a virtual machine one comes every millisecond or two), so that most slices have none. Batches of
/// 2 ms as a whole varied by 4 %, such slices vary by a few tenths.
const SLICES: f64 = 64.0;

/// Variants that are timed in slices take turns of about this length, or of a few slices. What slows a machine down comes and goes within
/// tens of milliseconds, and slows both of a pair the more alike, the nearer their turns are; but to change over takes some 10 µs, and each
/// turn begins with caches that the others have filled: the first of its slices is slower for it, and the others are not.
const TURN_NS: f64 = 3.5e6;
const SLICES_OF_TURN_MIN: f64 = 3.0;

/// Iterations that take longer are not timed each: nearly all would hold an interrupt, some of them two, and of two that differ in length
/// the longer more often. Where a CPU is shared, a pilot says twice what an iteration takes by itself.
const SLICE_MAX_NS: f64 = 3e6;

/// Slices longer than this must be about as long, so that they hold interrupts about as often: none takes more than so many times as long as
/// another. Pilots of one and the same code differ by more than twice where somebody shares the core.
const SLICE_OF_ANY_LENGTH_NS: f64 = 1.2e6;
const AS_LONG: f64 = 3.0;

/// Fewer slices do not show where most of them are.
const SLICES_MIN: f64 = 8.0;

/// Iterations of variants that differ by no more than this factor take about as long: by so much do the pilots of one and the same walk
/// through memory differ, when one of them finds its caches filled by others all the time.
const ALIKE: f64 = 8.0;

/// Short commands run several times in a batch, because the first start after a message finds cold caches: for `/bin/true`
/// that start takes a tenth longer than those that follow. A command that takes longer than this runs once.
const COMMAND_BATCH_NS: f64 = 20e6;

/// A command whose answer took longer has had its pilot with it: even if every other execution were so many times quicker, because this
/// one found cold caches, a batch would be one execution. An answer of many bytes takes long because they are digested.
const ANSWER_IS_PILOT_NS: f64 = 15.0 * COMMAND_BATCH_NS;
const ANSWER_BYTES_MAX: u64 = 1 << 20;

/// Requests of a closed loop: long against what its beginning and its end cost, when not all connections are busy.
const CLOSED_BATCH_NS: f64 = 100e6;

/// Requests that each connection of a closed loop has in a batch at least: at its end they do not all end at once.
const ROUNDS_OF_CONNECTIONS: u64 = 10;

/// Requests that each of them has before the first batch of a launch at least.
const WARM_UP_ROUNDS: u64 = 4;

/// Requests of an open loop: its tails need many of them.
const OPEN_BATCH_NS: f64 = 1e9;

/// Where a quota makes a process wait for its next period, a batch must see many periods, which are of 10 ms.
const CONFINED_BATCH_NS: f64 = 100e6;

/// The empty loop is only taken off, and a few times a launch: a short batch of short slices gives it the precision that it needs.
const EMPTY_PART: f64 = 0.05;

/// A fresh worker is warmed up by one of so many parts of a batch.
const WARM_UP: u64 = 20;

/// How many times longer than before the iterations of a batch may take before it is given up.
const PATIENCE: f64 = 20.0;

/// What is given up without a time-out in the plan takes longer than this, in nanoseconds.
const HANGS_NS: u64 = 60_000_000_000;

/// A batch of the pilot that takes less than this part of the time of the one before, for each iteration, was not the first that is warm.
const WARM: f64 = 0.8;

/// A pilot that says so many times as long as another one's is tried again, with so many times its iterations at most.
const DOUBTFUL: f64 = 2.0;
const BATCHES_OF_DOUBT: u64 = 8;

/// An iteration that takes so many times as long as a batch aims at is a batch by itself, however much of that was not warm yet.
const BATCH_BY_ITSELF: f64 = 3.0;

/// Doublings of the pilot's batch before it is trusted.
const ROUNDS_MAX: usize = 40;

/// What the pilot settles for a variant.
#[derive(Clone, Copy, Debug)]
pub struct Calibration {
    /// Iterations a batch, before jitter.
    pub iterations: u64,
    /// Nanoseconds an iteration.
    pub ns: f64,
    /// Of which number the iterations of a batch are a multiple: those of a turn, or the connections of a closed loop, so that
    /// all of them have as much to do; else 1.
    step: u64,
    /// The iterations of a slice, where a batch is timed in slices.
    slice: Option<u64>,
    /// Whether the plan says what a batch holds: requests that have their time, or all that a fresh process runs.
    pub is_planned: bool,
}

impl Calibration {
    /// What is known of a variant from its pilot, in this run or in the part of it that is resumed.
    pub fn new(plan: &Plan, variant: &Variant, point: &Point, iterations: u64, ns: f64) -> Calibration {
        let is_planned = variant.iterations.is_some() || planned_requests(plan, variant, point).is_some();
        let iterations = variant.iterations.unwrap_or(iterations);
        Calibration { iterations, ns, step: connections(plan, variant, point), slice: None, is_planned }
    }

    /// The same, timed in slices, with a batch that aims at so many nanoseconds if an iteration took `ns`.
    fn sliced(self, batch_ns: f64, ns: f64) -> Calibration {
        let ns = ns.max(1.0);
        let slice = (batch_ns / SLICES / ns).round().max(1.0);
        let turn = (TURN_NS.min(batch_ns) / (slice * ns)).round().max(SLICES_OF_TURN_MIN);
        let turns = (batch_ns / (turn * slice * ns)).round().max((SLICES_MIN / turn).ceil());
        let step = (turn * slice) as u64;
        Calibration { iterations: step * turns as u64, step, slice: Some(slice as u64), ..self }
    }

    /// Whether a batch is timed in slices.
    pub fn is_sliced(&self) -> bool {
        self.slice.is_some()
    }

    /// Into how many slices a batch of so many iterations is divided.
    pub fn slices(&self, iterations: u64) -> u64 {
        self.slice.map_or(1, |slice| iterations / slice)
    }

    /// How many slices are a turn.
    pub fn turn(&self) -> u64 {
        self.slice.map_or(1, |slice| self.step / slice)
    }

    /// A number of iterations that a batch may have, near to `wanted`.
    pub fn whole(&self, wanted: f64) -> u64 {
        (wanted / self.step as f64).round().max(1.0) as u64 * self.step
    }

    /// The same, with a batch that aims at so many nanoseconds if an iteration took `ns`.
    fn whole_batch(self, batch_ns: f64, ns: f64) -> Calibration {
        let rounds = if self.step > 1 { (ROUNDS_OF_CONNECTIONS * self.step) as f64 } else { 1.0 };
        Calibration { iterations: self.whole((batch_ns / ns).max(rounds)), ..self }
    }

    /// Whether a batch is one iteration that takes as long as several are meant to.
    pub fn is_long(&self) -> bool {
        self.iterations == 1 && !self.is_sliced() && self.ns >= SNIPPET_BATCH_NS
    }

    /// What a fresh worker runs untimed before its first batch: a small part of one, and never nothing. The first iteration of
    /// a process is another one than those that follow: it loads what is loaded on demand (a PerlIO layer, say), and
    /// faults its memory in.
    ///
    /// Requests are spread over the processes of a server, each of which has a first one: some for each connection reach most of
    /// them.
    pub fn warm_up_iterations(&self) -> u64 {
        let rounds = if self.is_sliced() || self.step == 1 { 1 } else { WARM_UP_ROUNDS * self.step };
        (self.iterations / WARM_UP).max(rounds)
    }
}

/// A batch of an open loop: what it holds follows from the plan.
struct PlannedRequests {
    requests: f64,
    ns: f64,
}

fn planned_requests(plan: &Plan, variant: &Variant, point: &Point) -> Option<PlannedRequests> {
    let Subject::Http(_) = variant.subject else { return None };
    let rate = plan.load.rate.as_ref()?.fill(&variant.scope(point, &[])).ok()?;
    let per_second: f64 = rate.parse().expect("the plan read it at every point");
    let slice_ns = plan.load.slice_ns.map_or(OPEN_BATCH_NS, |slice| slice as f64);
    Some(PlannedRequests { requests: per_second * slice_ns / 1e9, ns: 1e9 / per_second })
}

/// Runs growing batches until one is long enough to tell the time of an iteration, and, of snippets, not much faster than the one before: what
/// runs first finds memory that was never touched, and caches that others have filled. What reads a cold file runs once, and so does what
/// is a batch by itself: another iteration would not change that, and of long ones the pilot would take more than a block.
pub fn calibrate(
    plan: &Plan,
    variant: &Variant,
    point: &Point,
    ready: &mut Ready,
    fixtures: &Fixtures,
) -> Result<Calibration, Trouble> {
    if fixtures.any_cold() && variant.role != Role::EmptyLoop {
        in_cache_state(fixtures)?;
        let ns = run(plan, variant, ready, 1, 0.0)?;
        return Ok(Calibration::new(plan, variant, point, 1, ns));
    }
    if let Some(planned) = planned_requests(plan, variant, point) {
        let requests = planned.requests.round().max(1.0) as u64;
        let ns = run(plan, variant, ready, requests, planned.ns)? / requests as f64;
        return Ok(Calibration::new(plan, variant, point, requests, ns));
    }
    let warms_up = matches!(variant.subject, Subject::Snippet(_)) && variant.iterations.is_none();
    let most = variant.iterations.unwrap_or(u64::MAX);
    let batch_ns = batch_target_ns(plan, variant, point);
    let target = if warms_up { batch_ns.min(PILOT_OF_SNIPPET_NS) } else { batch_ns };
    let step = connections(plan, variant, point);
    let (mut iterations, mut ns) = (step, 0.0);
    if matches!(variant.subject, Subject::Http(_)) {
        // The first requests find processes that have not worked yet, and are no measure of the others.
        ns = run(plan, variant, ready, WARM_UP_ROUNDS * step, 0.0)? / (WARM_UP_ROUNDS * step) as f64;
        iterations = ROUNDS_OF_CONNECTIONS * step;
    }
    let mut before = f64::INFINITY;
    for _ in 0..ROUNDS_MAX {
        let wall = run(plan, variant, ready, iterations, ns)?;
        ns = wall / iterations as f64;
        let is_long = wall >= target / 2.0;
        if iterations >= most || is_long && (!warms_up || ns > WARM * before || ns > BATCH_BY_ITSELF * batch_ns) {
            break;
        }
        if !is_long {
            let growth = (target / wall.max(1.0)).clamp(2.0, 16.0);
            iterations = ((iterations as f64 * growth).ceil() as u64).min(most);
        }
        before = ns;
    }
    Ok(of_pilot(plan, variant, point, ns))
}

/// What an answer that took so many nanoseconds tells of a command; nothing where another execution has to tell it: of what is short, or
/// reads a file that is cold when it is timed.
pub fn of_answer(
    plan: &Plan,
    variant: &Variant,
    point: &Point,
    answer: &Answer,
    ns: f64,
    any_cold: bool,
) -> Option<Calibration> {
    let is_command = matches!(variant.subject, Subject::Command(_));
    let is_pilot = is_command && !any_cold && ns > ANSWER_IS_PILOT_NS && answer.length <= ANSWER_BYTES_MAX;
    is_pilot.then(|| of_pilot(plan, variant, point, ns))
}

/// As many iterations as the quickest snippet does, for one whose pilot was so much slower that it is to be tried again: with few iterations
/// a walk through memory may never come to warm caches, or somebody else had the CPU. A few batches' time at most; one iteration where that
/// is a batch by itself, which tells whether the first met a pause, unless it is longer than a pause, or others are as long. None where
/// files are read cold: another iteration finds them warm.
pub fn iterations_of_quicker(
    plan: &Plan,
    variant: usize,
    calibrations: &BTreeMap<usize, Calibration>,
    any_cold: bool,
) -> Option<u64> {
    let is_snippet = |variant: usize| {
        let Variant { subject, role, iterations, .. } = &plan.variants[variant];
        *role == Role::Contestant && matches!(subject, Subject::Snippet(_)) && iterations.is_none()
    };
    let own = calibrations.get(&variant).filter(|_| is_snippet(variant) && !any_cold)?;
    let quicker = calibrations.iter().filter(|(other, one)| is_snippet(**other) && one.ns * DOUBTFUL < own.ns);
    if own.is_long() {
        let is_no_pause = own.ns > BATCHES_OF_DOUBT as f64 * SNIPPET_BATCH_NS;
        return quicker.filter(|(_, one)| !one.is_long() && !is_no_pause).map(|_| 1).next();
    }
    let most = own.iterations.saturating_mul(BATCHES_OF_DOUBT);
    quicker.map(|(_, one)| one.iterations.min(most)).max().filter(|more| *more > own.iterations)
}

/// The calibration of a variant after another batch of so many iterations: the quicker of both.
pub fn once_more(
    plan: &Plan,
    variant: &Variant,
    point: &Point,
    ready: &mut Ready,
    calibration: Calibration,
    iterations: u64,
) -> Result<Calibration, Trouble> {
    let ns = calibration.ns.min(run(plan, variant, ready, iterations, calibration.ns)? / iterations as f64);
    Ok(of_pilot(plan, variant, point, ns))
}

fn of_pilot(plan: &Plan, variant: &Variant, point: &Point, ns: f64) -> Calibration {
    let calibration = Calibration::new(plan, variant, point, 1, ns);
    if calibration.is_planned {
        calibration
    } else {
        calibration.whole_batch(batch_target_ns(plan, variant, point), ns)
    }
}

/// Settles what the batches of a point have in common, once the time of everybody is known.
///
/// Those that take about as long do as many iterations a batch. The pilots of one and the same code differ, by a factor of two where
/// memory is slow at first, and a batch of fewer iterations has more of its time before the caches are warm: code was called different
/// from itself by a half. And batches are timed in slices where all that are compared can be: short snippets. Of one that is
/// timed in slices and another that is not, only the second would have the interrupts. A quota makes processes wait between
/// slices rather than in them, a cold file is read by one iteration, and what a fresh process runs has a beginning that no slice is like.
pub fn settle(plan: &Plan, point: &Point, calibrations: &mut BTreeMap<usize, Calibration>, any_cold: bool) {
    if any_cold {
        return;
    }
    let is_short = |(variant, calibration): (&usize, &Calibration)| {
        let Variant { subject, role, .. } = &plan.variants[*variant];
        let is_short = matches!(subject, Subject::Snippet(_)) && calibration.ns <= SLICE_MAX_NS;
        !calibration.is_planned && (*role == Role::EmptyLoop || is_short)
    };
    let is_timed = |variant: &usize| plan.variants[*variant].role != Role::EmptyLoop;
    let times = calibrations.iter().filter(|(variant, _)| is_timed(variant)).map(|(_, calibration)| calibration.ns);
    let is_sliced = !is_confined(plan, point) && calibrations.iter().all(is_short) && are_as_long(times);
    let common_ns = common_times(plan, calibrations);
    for (variant, calibration) in calibrations {
        let ns = common_ns.get(variant).copied().unwrap_or(calibration.ns);
        let batch_ns = batch_target_ns(plan, &plan.variants[*variant], point);
        if is_sliced {
            *calibration = calibration.sliced(batch_ns, ns);
        } else if !calibration.is_planned {
            *calibration = calibration.whole_batch(batch_ns, ns);
        }
    }
}

/// Whether all batches of a point are timed in slices.
pub fn all_sliced(calibrations: &BTreeMap<usize, Calibration>) -> bool {
    calibrations.values().all(Calibration::is_sliced)
}

/// Whether slices are short, or about as long as each other where one iteration is a slice.
fn are_as_long(times: impl Iterator<Item = f64>) -> bool {
    let (shortest, longest) = times.fold((f64::INFINITY, 0.0_f64), |(low, high), ns| (low.min(ns), high.max(ns)));
    longest <= SLICE_OF_ANY_LENGTH_NS || longest <= AS_LONG * shortest
}

/// A variant, and the logarithm of the nanoseconds that an iteration takes.
type Timed = (usize, f64);

/// What an iteration takes in the middle of those that take about as long, for each variant that is measured as what it is.
fn common_times(plan: &Plan, calibrations: &BTreeMap<usize, Calibration>) -> BTreeMap<usize, f64> {
    let mut kinds: Vec<(Discriminant<Subject>, Vec<Timed>)> = Vec::new();
    for (variant, calibration) in calibrations {
        let Variant { subject, role, .. } = &plan.variants[*variant];
        if *role == Role::EmptyLoop {
            continue;
        }
        let one = (*variant, calibration.ns.max(1.0).ln());
        match kinds.iter_mut().find(|(kind, _)| *kind == discriminant(subject)) {
            Some((_, of_kind)) => of_kind.push(one),
            None => kinds.push((discriminant(subject), vec![one])),
        }
    }
    let mut common = BTreeMap::new();
    for (_, mut of_kind) in kinds {
        of_kind.sort_by(|left, right| left.1.total_cmp(&right.1));
        for alike in alike(&of_kind) {
            let middle = alike.iter().map(|(_, logarithm)| logarithm).sum::<f64>() / alike.len() as f64;
            common.extend(alike.iter().map(|(variant, _)| (*variant, middle.exp())));
        }
    }
    common
}

/// Divides variants, ascending by the logarithm of their time, into groups that take about as long: at the widest gap, until no group
/// spans too much. So two of which one had a bad pilot stay together, whoever else there is.
fn alike(sorted: &[Timed]) -> Vec<&[Timed]> {
    let (Some(first), Some(last)) = (sorted.first(), sorted.last()) else { return Vec::new() };
    if last.1 - first.1 <= ALIKE.ln() {
        return vec![sorted];
    }
    let gap = |place: &usize| sorted[*place].1 - sorted[*place - 1].1;
    let widest = (1..sorted.len()).max_by(|left, right| gap(left).total_cmp(&gap(right))).expect("there are two");
    let (quick, slow) = sorted.split_at(widest);
    [alike(quick), alike(slow)].concat()
}

/// The connections of a closed loop; 1 for everything else.
fn connections(plan: &Plan, variant: &Variant, point: &Point) -> u64 {
    match variant.subject {
        Subject::Http(_) if plan.load.rate.is_none() => {
            let filled = plan.load.connections.fill(&variant.scope(point, &[]));
            filled.ok().and_then(|text| text.parse().ok()).expect("the plan read it at every point")
        }
        _ => 1,
    }
}

/// The longest time that a batch may take, in nanoseconds, when an iteration has been seen to take `ns`; 0 when none has. The spawner keeps
/// the time of every execution itself, and the generator that of every request, so that it has the first word.
///
/// Nobody knows how long a command, or code that has not run yet, shall take: without a time-out in the plan they have all the time
/// that whoever waits for them gives them. Code that has run before hangs when it takes many times as long, and more than a
/// minute. Within a snippet's batch nobody looks: one iteration may take the whole time, the others many times what they took before.
pub fn limit_ns(plan: &Plan, variant: &Variant, iterations: u64, ns: f64) -> u64 {
    let patience_ns = |iterations: u64| (PATIENCE * ns * iterations as f64) as u64;
    let of_others_ns = patience_ns(iterations.saturating_sub(1));
    let has_before_each = plan.has_before_each(variant);
    match (&variant.subject, variant.timeout_ns) {
        (Subject::Command(_), None) => UNLIMITED_NS,
        // What comes before has no limit, and the spawner keeps that of the execution.
        (Subject::Command(_), Some(_)) if has_before_each => UNLIMITED_NS,
        (Subject::Command(_), Some(timeout_ns)) => timeout_ns.saturating_mul(iterations),
        (Subject::Snippet(_), None) if ns == 0.0 => UNLIMITED_NS,
        (Subject::Snippet(_) | Subject::Sim(_), timeout_ns) => {
            let before_ns = if has_before_each { HANGS_NS } else { 0 };
            timeout_ns.unwrap_or(HANGS_NS.max(patience_ns(1))).saturating_add(of_others_ns).saturating_add(before_ns)
        }
        (Subject::Http(_), timeout_ns) => {
            let timeout_ns = timeout_ns.unwrap_or(subjects::http::TIMEOUT_DEFAULT_NS);
            timeout_ns.saturating_mul(2).saturating_add(of_others_ns)
        }
    }
}

fn batch_target_ns(plan: &Plan, variant: &Variant, point: &Point) -> f64 {
    let target_ns = match (&variant.subject, variant.role) {
        (_, Role::EmptyLoop) => SNIPPET_BATCH_NS * EMPTY_PART,
        (Subject::Command(_), _) => COMMAND_BATCH_NS,
        (Subject::Http(_), _) => plan.load.slice_ns.map_or(CLOSED_BATCH_NS, |slice| slice as f64),
        (Subject::Snippet(_), _) => SNIPPET_BATCH_NS,
        (Subject::Sim(_), _) => SIM_BATCH_NS,
    };
    if is_confined(plan, point) { target_ns.max(CONFINED_BATCH_NS) } else { target_ns }
}

fn is_confined(plan: &Plan, point: &Point) -> bool {
    plan.environment(point).is_some_and(|environment| environment.cpus.is_some())
}

/// What a batch takes, in nanoseconds: with what runs before each iteration, which is not in its times, but takes as much of the budget.
fn run(plan: &Plan, variant: &Variant, ready: &mut Ready, iterations: u64, ns: f64) -> Result<f64, Trouble> {
    let started = Instant::now();
    let readings = run_outside_blocks(plan, variant, ready, iterations, ns, false)?;
    match plan.has_before_each(variant) {
        true => Ok(started.elapsed().as_nanos() as f64),
        false => Ok(readings.get(&Metric::Wall).map_or(f64::NAN, |wall| *wall as f64)),
    }
}

/// A batch that belongs to no block, undivided, of iterations that were seen to take so many nanoseconds; counters are read around it
/// unless it is bare.
pub fn run_outside_blocks(
    plan: &Plan,
    variant: &Variant,
    ready: &mut Ready,
    iterations: u64,
    ns: f64,
    bare: bool,
) -> Result<Readings, Trouble> {
    let request = Request::Run { iterations, padding: 0, slices: 1, bare, turn: 0 };
    match ready.ask(plan, variant, &request, limit_ns(plan, variant, iterations, ns))? {
        Reply::Sample { readings, .. } => {
            let wall_ns = readings.get(&Metric::Wall).copied().unwrap_or(0);
            ready.untimed_ns = ready.untimed_ns.saturating_add(wall_ns);
            Ok(readings)
        }
        other => unreachable!("{other:?} in reply to run: the crew lets nothing else through"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The groups of variants with such times, by their indices.
    fn groups(times: &[f64]) -> Vec<Vec<usize>> {
        let mut sorted: Vec<Timed> = times.iter().map(|time| time.ln()).enumerate().collect();
        sorted.sort_by(|left, right| left.1.total_cmp(&right.1));
        alike(&sorted).into_iter().map(|group| group.iter().map(|(variant, _)| *variant).collect()).collect()
    }

    #[test]
    fn who_takes_about_as_long_is_grouped_whoever_comes_first() {
        assert_eq!(groups(&[1.0, 20.0, 35.0]), [vec![0], vec![1, 2]]);
        assert_eq!(groups(&[35.0, 3.0, 20.0]), [vec![1], vec![2, 0]]);
        assert_eq!(groups(&[5.0, 39.0]), [vec![0, 1]]);
        assert_eq!(groups(&[5.0, 41.0]), [vec![0], vec![1]]);
        assert_eq!(groups(&[1.0, 4.0, 30.0, 100.0]), [vec![0, 1], vec![2, 3]]);
        assert!(groups(&[]).is_empty());
    }

    #[test]
    fn who_is_tried_again_may_have_met_a_pause() {
        let text = "[language.perl]\n[[variant]]\nname = 'one'\nperl = '1'\n[[variant]]\nname = 'two'\nperl = '2'\n";
        let source = model::Source { name: "test.toml".to_string(), text: text.to_string() };
        let plan = plan::parse(source, &subjects::languages::traits()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        // The second against one that does a thousand iterations of 9 µs.
        let again = |iterations: u64, ns: f64, any_cold: bool| {
            let of = |iterations, ns| Calibration { iterations, ns, step: 1, slice: None, is_planned: false };
            iterations_of_quicker(&plan, 1, &BTreeMap::from([(0, of(1000, 9e3)), (1, of(iterations, ns))]), any_cold)
        };
        assert_eq!(
            [again(600, 15e3, false), again(400, 22e3, false), again(20, 900e3, false)],
            [None, Some(1000), Some(160)]
        );
        // A batch by itself, too, but neither a whole second nor a file that the next would find in memory.
        assert_eq!([again(1, 60e6, false), again(1, 1e9, false), again(1, 60e6, true)], [Some(1), None, None]);
    }

    #[test]
    fn slices_are_short_or_about_as_long_as_each_other() {
        let are_as_long = |times: [f64; 2]| are_as_long(times.into_iter());
        assert!(are_as_long([1e4, 1.2e6]) && are_as_long([1.5e6, 3e6]));
        assert!(!are_as_long([1e4, 1.3e6]) && !are_as_long([8e5, 2.5e6]));
    }
}
