//! What the batches of a point have in common.

use crate::calibration::{Calibration, Calibrations, SLICES_MIN};
use crate::case::{Case, SNIPPET_BATCH_NS, is_confined};
use crate::refill::{runs_ahead, sliced_batch_ns};
use model::{Plan, Point, Role, Subject, Variant};
use std::collections::{BTreeMap, HashMap};
use std::mem::{Discriminant, discriminant};

/// Slices longer than this, in nanoseconds, must be about as long, so that they hold interrupts about as often: none takes more than so many times as long as
/// another. Pilots of one and the same code differ by more than twice where somebody shares the core.
const SLICE_OF_ANY_LENGTH_NS: f64 = 1.2e6;
const SLICE_RATIO_MAX: f64 = 3.0;

/// Iterations of variants that differ by no more than this factor take about as long (docs/decisions/measuring.md, *Variants that take about as long*).
const CALIBRATION_GROUP_RATIO_MAX: f64 = 8.0;

/// A pilot that says so many times as long as another one's is tried again, with so many times its iterations at most.
const RETRY_RATIO_MIN: f64 = 2.0;
const RETRY_BATCHES_MAX: u64 = 8;

/// As many iterations as the quickest snippet does, for one whose pilot was so much slower that it is to be tried again (docs/decisions/measuring.md, *Variants
/// that take about as long*). None where files are read cold: another iteration finds them warm.
pub fn iterations_of_quicker(plan: &Plan, variant: usize, calibrations: &Calibrations, any_cold: bool) -> Option<u64> {
    let is_snippet = |variant: usize| {
        let Variant { subject, role, iterations, .. } = &plan.variants[variant];
        *role == Role::Contestant && matches!(subject, Subject::Snippet(_)) && iterations.is_none()
    };
    let own = calibrations.get(&variant).filter(|_| is_snippet(variant) && !any_cold)?;
    let quicker =
        calibrations.iter().filter(|(other, one)| is_snippet(**other) && one.pilot.ns * RETRY_RATIO_MIN < own.pilot.ns);
    if own.is_long() {
        let is_no_pause = own.pilot.ns > RETRY_BATCHES_MAX as f64 * SNIPPET_BATCH_NS;
        return quicker.filter(|(_, one)| !one.is_long() && !is_no_pause).map(|_| 1).next();
    }
    let most = own.pilot.iterations.saturating_mul(RETRY_BATCHES_MAX);
    quicker.map(|(_, one)| one.pilot.iterations.min(most)).max().filter(|more| *more > own.pilot.iterations)
}

/// Settles what the batches of a point have in common, once the time of everybody is known (docs/decisions/measuring.md). `refill_ns` is what it adds to a batch of slices
/// that the other variants have filled the caches, where it was seen.
pub fn share_batches(plan: &Plan, point: &Point, all: &mut Calibrations, any_cold: bool, refill_ns: Option<f64>) {
    if any_cold {
        return;
    }
    let is_short = |(variant, calibration): (&usize, &Calibration)| {
        let Variant { subject, role, .. } = &plan.variants[*variant];
        let is_short = matches!(subject, Subject::Snippet(_)) && SLICES_MIN * calibration.pilot.ns <= SNIPPET_BATCH_NS;
        !calibration.is_planned && (*role == Role::EmptyLoop || is_short)
    };
    let is_timed = |variant: &usize| plan.variants[*variant].role != Role::EmptyLoop;
    let times = all.iter().filter(|(variant, _)| is_timed(variant)).map(|(_, calibration)| calibration.pilot.ns);
    let is_sliced = !is_confined(plan, point) && all.iter().all(is_short) && are_as_long(times);
    let common_ns = common_times(plan, all);
    for (variant, calibration) in all {
        let ns = common_ns.get(variant).copied().unwrap_or(calibration.pilot.ns);
        let case = Case { plan, point, index: *variant };
        let batch_ns = calibration.target_ns(case);
        if is_sliced {
            let role = case.variant().role;
            let batch_ns = if role == Role::EmptyLoop { batch_ns } else { sliced_batch_ns(refill_ns) };
            let runs_ahead = role != Role::EmptyLoop && refill_ns.is_some_and(runs_ahead);
            *calibration = Calibration { runs_ahead, ..calibration.sliced(role, batch_ns, ns) };
        } else if !calibration.is_planned {
            *calibration = calibration.whole_batch(batch_ns, ns);
        }
    }
}

/// Whether all batches of a point are timed in slices.
pub fn all_sliced(calibrations: &Calibrations) -> bool {
    calibrations.values().all(|calibration| calibration.is_sliced)
}

/// Whether slices are short, or about as long as each other where one iteration is a slice.
fn are_as_long(times: impl Iterator<Item = f64>) -> bool {
    let (shortest, longest) = times.fold((f64::INFINITY, 0.0_f64), |(low, high), ns| (low.min(ns), high.max(ns)));
    longest <= SLICE_OF_ANY_LENGTH_NS || longest <= SLICE_RATIO_MAX * shortest
}

/// A variant, and the logarithm of the nanoseconds that an iteration takes.
type Timed = (usize, f64);

/// What an iteration takes in the middle of those that take about as long, for each variant that is measured as what it is.
fn common_times(plan: &Plan, calibrations: &Calibrations) -> BTreeMap<usize, f64> {
    let mut kinds: HashMap<Discriminant<Subject>, Vec<Timed>> = HashMap::new();
    for (variant, calibration) in calibrations {
        let Variant { subject, role, .. } = &plan.variants[*variant];
        if *role != Role::EmptyLoop {
            kinds.entry(discriminant(subject)).or_default().push((*variant, calibration.pilot.ns.max(1.0).ln()));
        }
    }
    let mut common = BTreeMap::new();
    for mut of_kind in kinds.into_values() {
        of_kind.sort_by(|left, right| left.1.total_cmp(&right.1));
        for alike in alike(&of_kind) {
            let middle = alike.iter().map(|(_, logarithm)| logarithm).sum::<f64>() / alike.len() as f64;
            common.extend(alike.iter().map(|(variant, _)| (*variant, middle.exp())));
        }
    }
    common
}

/// Divides variants, ascending by the logarithm of their time, into groups that take about as long: at the widest gap, until no group spans too much.
fn alike(sorted: &[Timed]) -> Vec<&[Timed]> {
    let (Some(first), Some(last)) = (sorted.first(), sorted.last()) else { return Vec::new() };
    if last.1 - first.1 <= CALIBRATION_GROUP_RATIO_MAX.ln() {
        return vec![sorted];
    }
    let gap = |place: &usize| sorted[*place].1 - sorted[*place - 1].1;
    let widest = (1..sorted.len()).max_by(|left, right| gap(left).total_cmp(&gap(right))).expect("there are two");
    let (quick, slow) = sorted.split_at(widest);
    [alike(quick), alike(slow)].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Pilot;

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
        let plan = plan::parse(source, &[model::LanguageTraits { name: "perl", ..Default::default() }])
            .unwrap_or_else(|mistakes| panic!("{mistakes}"));
        // The second against one that does a thousand iterations of 9 µs.
        let again = |iterations: u64, ns: f64, any_cold: bool| {
            let of = |iterations, ns| {
                let pilot = Pilot { iterations, ns, ..Pilot::default() };
                Calibration { pilot, step: 1, ..Calibration::default() }
            };
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
