//! Rare work that came in the long launch and so seldom that another hardly has it: taken out of all, and put back as its share (docs/method.md, *What came seldom*).

use crate::paired::{self, Times};
use crate::rare::{SEEN_MIN, excess};
use crate::timed::Timed;
use model::{Beginning, CaseRecord, Metric, Plan, PointRecord};
use stats::{Interval, Kind};

/// Rare work of a variant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seldom {
    /// How often it came: slices or executions that follow each other are one time.
    pub count: f64,
    /// The part of all its time that it took.
    pub share: f64,
    /// Its mean time, in nanoseconds, with its share of all iterations; `None` where it came in none that was measured, and the mean is what it is.
    pub mean_ns: Option<f64>,
    /// By what it multiplies the mean: as many may be due in the long run as do not contradict this count.
    pub factor: Interval,
    /// What one takes that came before what is measured alone, in nanoseconds, where the count is 0.
    pub missed_ns: f64,
}

/// A kind of rare work of a variant, and how often it came.
struct Found {
    kind: Kind,
    count: f64,
    share: f64,
}

/// What such work multiplies the means of a pair by, and the times of the point without it; `None` where neither of the pair has any.
pub fn seldom(timed: &Timed, pair: [usize; 2]) -> Option<([Option<Seldom>; 2], Times)> {
    let Timed { run, times, .. } = timed;
    let [first, second] = pair;
    let found = [own_kind(times, [first, second]), own_kind(times, [second, first])];
    if found.iter().all(Option::is_none) {
        return None;
    }
    let kinds = || pair.into_iter().zip(&found).filter_map(|(variant, found)| Some((variant, found.as_ref()?.kind)));
    let without = kinds().fold(timed.record.clone(), |record, (variant, kind)| without(record, times, variant, kind));
    let without = paired::times(&run.plan, &without);
    let [of_first, of_second] = found;
    let told = |variant: usize, found: Option<Found>| {
        let Found { count, share, .. } = found?;
        let factor = stats::event_count_interval(count as u64).map(|due| 1.0 + share / (1.0 - share) * due / count);
        let mean_ns = stats::mean(&without.means_of(variant))? * factor.point;
        Some(Seldom { count, share, mean_ns: Some(mean_ns), factor, missed_ns: 0.0 })
    };
    Some(([told(first, of_first), told(second, of_second)], without))
}

/// Rare work of a pilot or a warm-up that came in nothing that was measured, if what may be due of it takes as long as that (docs/method.md, *What came before*).
pub fn missed(timed: &Timed, variant: usize) -> Option<Seldom> {
    let CaseRecord { pilot, beginnings, .. } = &timed.record.cases[variant];
    let of_pilot_ns = pilot.map_or(0.0, |pilot| pilot.seldom_ns);
    let (launches, in_unit) = (timed.times.units_of(variant), timed.times.iterations_of_unit(variant));
    let all_ns = in_unit * launches.iter().copied().flatten().sum::<f64>();
    let due = stats::event_count_interval(0);
    let longest_warm_up_ns = beginnings.iter().map(|one| one.warm_up_ns).max().unwrap_or(0) as f64;
    // Asked of every pair at every look: most are so long measured that nothing else matters.
    if all_ns <= 0.0 || due.high * of_pilot_ns.max(longest_warm_up_ns) < all_ns {
        return None;
    }
    let units = launches.concat();
    let (typical_ns, dearest_ns) = (stats::median(&units)?, units.iter().copied().fold(0.0, f64::max));
    let missed_ns = beyond_the_others_ns(beginnings, typical_ns).max(of_pilot_ns);
    let was_measured = 2.0 * in_unit * (dearest_ns - typical_ns) > missed_ns;
    let factor = due.map(|due| 1.0 + due * missed_ns / all_ns);
    let is_it = !was_measured && due.high * missed_ns >= all_ns;
    is_it.then_some(Seldom { count: 0.0, share: 0.0, mean_ns: None, factor, missed_ns })
}

/// How much more one of the warm-ups took than the middle one, in nanoseconds, beyond their iterations: what comes at the beginning of every process is in all of them.
fn beyond_the_others_ns(beginnings: &[Beginning], typical_ns: f64) -> f64 {
    let beyond_ns = |one: &Beginning| one.warm_up_ns as f64 - typical_ns * one.iterations as f64;
    let all: Vec<f64> = beginnings.iter().map(beyond_ns).collect();
    let middle_ns = stats::median(&all).unwrap_or(0.0);
    all.iter().map(|ns| ns - middle_ns).fold(0.0, f64::max)
}

/// The kind of the first of two variants; `None` where it has no such work, or the other has as much, which may be the machine's. This is asked of every pair at
/// every look, and of most the first question is answered by the shapes of launches.
fn own_kind(times: &Times, [variant, other]: [usize; 2]) -> Option<Found> {
    let mut shapes = times.shapes.get(&variant)?.values();
    if shapes.all(|shape| shape.outliers < Plan::MARGIN / 2.0) {
        return None;
    }
    let launches = excesses(times, variant)?;
    let own = launches.concat();
    let all = own.len() as f64 + own.iter().sum::<f64>();
    let long = launches.iter().max_by_key(|launch| launch.len())?;
    let of_kind = |kind: Kind| {
        let (in_long, count) =
            (times_of(kind, long), launches.iter().map(|launch| times_of(kind, launch)).sum::<f64>());
        let due_in_others = in_long * (own.len() - long.len()) as f64 / long.len() as f64;
        // What came once in the long launch may have been a disturbance.
        let is_seldom = in_long > 1.0 && due_in_others < SEEN_MIN;
        // Where the others have fewer than agrees with that, it was a disturbance of a moment; where they have more, it comes with the beginning of a process.
        let comes_again = || stats::event_count_interval((count - in_long) as u64).contains(due_in_others);
        let of_other = || excesses(times, other).iter().flatten().map(|launch| times_of(kind, launch)).sum::<f64>();
        let share = kind.among(&own)[1] / all;
        let is_it = share >= Plan::MARGIN && is_seldom && comes_again() && 2.0 * of_other() < count;
        is_it.then_some(Found { kind, count, share })
    };
    stats::kinds(&own).find_map(of_kind)
}

/// How often a kind came in a launch.
fn times_of(kind: Kind, excesses: &[f64]) -> f64 {
    let is_of_it = |excess: &f64| kind.holds(*excess);
    excesses.chunk_by(|one, next| is_of_it(one) == is_of_it(next)).filter(|chunk| is_of_it(&chunk[0])).count() as f64
}

/// What each slice, or batch, that is an outlier takes beyond a typical one, in units of it, launch by launch; 0 of the others. Of a short launch all may be
/// outliers, so what is typical is that of all launches.
fn excesses(times: &Times, variant: usize) -> Option<Vec<Vec<f64>>> {
    let typical_ns = typical_ns(times, variant)?;
    let excesses = |units: &[f64]| units.iter().map(|unit| excess(&(unit / typical_ns))).collect();
    Some(times.units_of(variant).into_iter().map(excesses).collect())
}

fn typical_ns(times: &Times, variant: usize) -> Option<f64> {
    stats::median(&times.units_of(variant).concat()).filter(|typical_ns| *typical_ns > 0.0)
}

/// A point in which the slices, or batches, of a variant that are of a kind take what is typical.
fn without(mut record: PointRecord, times: &Times, variant: usize, kind: Kind) -> PointRecord {
    let typical_ns = typical_ns(times, variant).expect("a kind was found beside it");
    let samples = record.blocks.iter_mut().flat_map(|block| &mut block.samples);
    for sample in samples.filter(|sample| sample.variant == variant) {
        let units = sample.own_units_ns();
        let iterations_of_unit = sample.iterations as f64 / units.len() as f64;
        for (place, unit) in units.iter().enumerate().filter(|(_, unit)| kind.holds(excess(&(*unit / typical_ns)))) {
            let beyond_ns = ((unit - typical_ns) * iterations_of_unit) as u64;
            if let Some(slice_ns) = sample.slices_ns.get_mut(place) {
                *slice_ns = slice_ns.saturating_sub(beyond_ns);
            }
            let wall_ns = sample.readings.total(Metric::Wall).saturating_sub(beyond_ns);
            sample.readings.insert(Metric::Wall, wall_ns);
        }
    }
    record
}
