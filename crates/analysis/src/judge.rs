//! The family of all comparisons of a run, looked at several times: what is established, and whether more launches are needed (docs/method.md, Stopping and Family). One
//! code judges while a run is made and when it is reported: a look depends on the data of the run up to it, at the quantity that decides in the end.

use crate::by_count::ByCount;
use crate::comparison::Comparison;
use crate::contest::{self, planned_family};
use crate::evidence::{OPEN_PART, Quantity};
use crate::locating;
use crate::timed::{Timed, ranked};
use crate::verdict::{Verdict, Why, detectable, verdict};
use model::{ERROR_LEVEL, End, Gap, Look, Plan, Run, Subject};
use stats::{BoundaryCache, Interval, Observation, SequentialLook, SequentialP, Standing};
use std::collections::BTreeMap;

/// When to look, as parts of what is planned.
const FRACTIONS: [f64; 5] = [0.2, 0.4, 0.6, 0.8, 1.0];

/// No comparison of commands or requests ends before so many of each: what comes once in a hundred is among them with a chance of 95 % (the
/// rule of three).
const EXECUTIONS_MIN: u64 = 300;

/// Or so many nanoseconds of each: what hyperfine takes for a command.
const EXECUTED_NS_MIN: f64 = 3e9;

/// A comparison in the run: point, baseline, candidate.
type Key = (usize, usize, usize);

/// Judges a run while it is made.
#[derive(Debug, Default)]
pub struct Judge {
    /// What the looks at each comparison found, in the order of time; whoever was not looked at is not among them.
    looks: BTreeMap<Key, Vec<Seen>>,
    /// How many times comparisons were looked at, several at once or none.
    rounds: usize,
    cache: BoundaryCache,
}

/// What a look found for a comparison.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// Those of one round were seen together.
    round: usize,
    look: SequentialLook,
    /// Launches with both variants.
    launches: usize,
    p: f64,
}

/// What a whole family comes to.
struct Verdicts {
    /// The part of the level that each of the family has from the beginning.
    share: f64,
    standings: BTreeMap<Key, Standing>,
}

impl Judge {
    /// The judge of a run that may have been looked at already.
    pub fn of(run: &Run) -> Judge {
        let (mut judge, mut compared) = (Judge::default(), BTreeMap::new());
        for looked in &run.looks {
            let comparisons = compared.entry(looked.point).or_insert_with(|| comparisons(run, looked.point));
            judge.take(run, *looked, comparisons.iter());
        }
        judge
    }

    /// Looks at the comparisons of a point.
    fn take<'c>(&mut self, run: &Run, looked: Look, comparisons: impl Iterator<Item = &'c Comparison>) {
        for comparison in comparisons {
            let key = (looked.point, comparison.baseline, comparison.candidate);
            // All looks are at the quantity that decides now: what later launches show of its costs may be another than what the first ones did.
            for seen in self.looks.get_mut(&key).into_iter().flatten() {
                seen.p = comparison.evidence.p(comparison.quantity, seen.launches);
            }
            let launches = comparison.evidence.launches_before(looked.launches);
            if launches > self.seen(key) {
                self.observe(run, key, comparison, launches, false);
            }
        }
        self.rounds += 1;
    }

    /// How many launches of a comparison have been looked at.
    fn seen(&self, key: Key) -> usize {
        self.looks.get(&key).and_then(|looks| looks.last()).map_or(0, |seen| seen.launches)
    }

    /// What the looks so far establish, in a family of this size, of which some may not have been looked at.
    fn verdicts(&mut self, family: usize) -> Verdicts {
        let mut rounds = vec![Vec::new(); self.rounds];
        for (hypothesis, looks) in self.looks.values().enumerate() {
            for seen in looks {
                rounds[seen.round].push(Observation { hypothesis, look: seen.look, p: seen.p });
            }
        }
        let family = family.max(self.looks.len());
        let standings = stats::sequential_holm(family, ERROR_LEVEL, &rounds, &mut self.cache);
        let standings = self.looks.keys().copied().zip(standings).collect();
        Verdicts { share: ERROR_LEVEL / family.max(1) as f64, standings }
    }

    /// Gives a comparison what was established about it, and its interval.
    fn conclude(&mut self, comparison: &mut Comparison, key: Key, verdicts: &Verdicts, margin: f64) {
        let (Some(standing), Some(looks)) = (verdicts.standings.get(&key), self.looks.get(&key)) else { return };
        let cache = &mut self.cache;
        let Some([ratio, of_look]) = interval(cache, standing.local_alpha, comparison, looks) else { return };
        let alone = |quantity| {
            let evidence = &comparison.evidence;
            evidence.interval(quantity, standing.local_alpha, evidence.launches()).map(Interval::exp)
        };
        let (mean, typical) = (alone(Quantity::Mean), alone(Quantity::Typical));
        let at_share = interval(cache, verdicts.share, comparison, looks).map_or(ratio, |[at_share, _]| at_share);
        // Of a ratio that changes, the interval holds what it was and what it came to, as far as that is known where it is told as one.
        let changed = |ratio: Interval, found: ByCount| {
            let ByCount { early, late, late_within, .. } = found;
            let came_to =
                late_within.filter(|_| !found.is_several()).map_or([late; 2], |within| [within.low, within.high]);
            [early, late].into_iter().chain(came_to).fold(ratio, Interval::holding)
        };
        let with_changes = |comparison: &Comparison, ratio: Interval| {
            comparison.whole(comparison.by_count.map_or(ratio, |found| changed(ratio, found)))
        };
        (comparison.mean, comparison.typical) = (mean.map(|mean| comparison.whole(mean)), typical);
        comparison.ratio = with_changes(comparison, ratio);
        let is_rejected = standing.rejected_at.is_some();
        // What came a few times shifts the interval, and establishes nothing by itself: a moment of the machine may be among it.
        if comparison.seldom.iter().any(Option::is_some) && !is_rejected {
            comparison.ratio = comparison.ratio.holding(1.0);
        }
        let (at_share, obstacles) = (with_changes(comparison, at_share), &comparison.obstacles);
        comparison.verdict = verdict(&comparison.ratio, &at_share, margin, is_rejected, obstacles);
        let decisive = standing.rejected_at.filter(|_| comparison.verdict.why().is_none());
        comparison.decided_after = decisive.map_or(comparison.launches, |place| looks[place].launches);
        comparison.detectable = detectable(&comparison.whole(of_look.exp()).map(f64::ln), obstacles.clone_differs_by);
    }

    /// Gives the comparisons of a point what the looks so far establish. The intervals are those of the looks, whatever has been
    /// measured since.
    pub fn conclude_at(&mut self, run: &Run, point: usize, comparisons: &mut [Comparison]) {
        let verdicts = self.verdicts(planned_family(run));
        for comparison in comparisons {
            let key = (point, comparison.baseline, comparison.candidate);
            self.conclude(comparison, key, &verdicts, run.plan.margin);
        }
    }

    /// The p-value of each comparison, adjusted for its looks and for the family.
    fn adjusted(&self, keys: &[Key], family: usize) -> Vec<f64> {
        let mut tables: BTreeMap<String, SequentialP> = BTreeMap::new();
        let p_value = |key: &Key| {
            let (looks, found): (Vec<SequentialLook>, Vec<f64>) =
                self.looks[key].iter().map(|seen| (seen.look, seen.p)).unzip();
            match looks[..] {
                [SequentialLook::Last(_)] => found[0],
                _ => tables.entry(format!("{looks:?}")).or_insert_with(|| SequentialP::of(&looks)).p_value(&found),
            }
        };
        let mut p_values: Vec<f64> = keys.iter().map(p_value).collect();
        // Those of whom nothing is known yet.
        p_values.resize(family.max(keys.len()), 1.0);
        stats::holm(&p_values)
    }

    /// Looks at a comparison with so many launches; whether no look follows.
    fn observe(&mut self, run: &Run, key: Key, comparison: &Comparison, launches: usize, is_last: bool) {
        let planned = run.points[key.0].schedule.as_ref().map_or(launches, |schedule| schedule.launches);
        let seen = stats::information_fraction(launches, planned);
        let look = if is_last { SequentialLook::Last(seen) } else { SequentialLook::Interim(seen) };
        let p = comparison.evidence.p(comparison.quantity, launches);
        self.looks.entry(key).or_default().push(Seen { round: self.rounds, look, launches, p });
    }
}

/// The interval of the ratio at the last of these looks, which holds at all of them together at a level; and that of ln ratio at the nominal level
/// of that look.
fn interval(cache: &mut BoundaryCache, alpha: f64, comparison: &Comparison, looks: &[Seen]) -> Option<[Interval; 2]> {
    let Comparison { evidence, quantity, .. } = comparison;
    let sequence: Vec<SequentialLook> = looks.iter().map(|seen| seen.look).collect();
    let launches = looks.last()?.launches;
    let found = match cache.last_level(alpha, &sequence) {
        nominal if nominal > 0.0 => evidence.interval(*quantity, nominal, launches)?,
        _ => evidence.unbounded(*quantity, launches),
    };
    let level = if found.low.is_finite() || found.high.is_finite() { 1.0 - alpha } else { 1.0 };
    Some([Interval { level, ..found }.exp(), found])
}

impl model::StopRule for Judge {
    fn looks(&mut self, run: &Run, launches: usize) -> Vec<usize> {
        match planned_family(run) {
            0 => Vec::new(),
            family => stats::deciding_looks(ERROR_LEVEL / family as f64, launches, &FRACTIONS),
        }
    }

    fn look(&mut self, run: &Run) {
        if let Some(looked) = run.looks.last() {
            self.take(run, *looked, comparisons(run, looked.point).iter());
        }
    }

    fn is_settled(&mut self, run: &Run, point: usize) -> bool {
        let timed = Timed::of(run, &run.points[point]);
        let mut comparisons = contest::comparisons(&timed);
        self.conclude_at(run, point, &mut comparisons);
        comparisons.iter().filter(|pair| !pair.is_with(run.plan.limit)).all(is_final)
            && !timed.may_find_more()
            && has_seen_executions(run, point)
    }

    fn gaps(&mut self, run: &Run) -> Vec<Gap> {
        locating::gaps(run)
    }
}

/// The comparisons of a point by all its launches.
fn comparisons(run: &Run, point: usize) -> Vec<Comparison> {
    contest::comparisons(&Timed::of(run, &run.points[point]))
}

/// Whether rare executions and requests had their chance, and rare processes where the plan says what each runs. All other launches of a snippet have many iterations, and one has very many.
fn has_seen_executions(run: &Run, point: usize) -> bool {
    let record = &run.points[point];
    let processes_are_counted = |variant: usize| run.plan.variants[variant].iterations.is_some();
    let has_no_long_launch = |variant: &usize| {
        processes_are_counted(*variant)
            || matches!(run.plan.variants[*variant].subject, Subject::Command(_) | Subject::Http(_))
    };
    ranked(run, record).into_iter().filter(has_no_long_launch).all(|variant| {
        let own = || record.samples_of(variant);
        let executions = own().map(|sample| if processes_are_counted(variant) { 1 } else { sample.iterations });
        let executions: u64 = executions.sum();
        let ns: f64 = own().map(|sample| sample.mean_ns() * sample.iterations as f64).sum();
        executions >= EXECUTIONS_MIN || ns >= EXECUTED_NS_MIN
    })
}

fn is_final(comparison: &Comparison) -> bool {
    let Interval { point, low, high, .. } = comparison.ratio;
    // What the interval holds for a change within processes no launch takes away.
    let change = comparison.by_count.map_or(0.0, |found| (found.late / found.early).ln().abs() / 2.0);
    match comparison.verdict {
        Verdict::Equivalent => true,
        // A verdict alone does not say by how much: not before the interval is narrower than the margin each way, and by so much more of a larger difference as is left open of it
        // anyway.
        Verdict::Faster | Verdict::Slower => {
            (high / low).ln() / 2.0 <= Plan::MARGIN + OPEN_PART * point.ln().abs() + change
        }
        Verdict::Undecided(Why::Open | Why::TooFewLaunches | Why::CloneDiffers) => false,
        Verdict::Undecided(_) => true,
    }
}

/// Judges all comparisons that can be made of all launches of a run, and returns the size of their family. After the looks that were taken comes one at everything, for
/// whatever is not decided yet: of a run that is complete the last, which spends what is left; of one that may go on in passing (docs/decisions/verdicts.md, *Looks are
/// fixed*).
pub fn judge(run: &Run, comparisons: &mut [(usize, &mut Comparison)]) -> usize {
    let mut judge = Judge::default();
    let is_over = run.end == Some(End::Complete);
    if comparisons.is_empty() {
        return 0;
    }
    for looked in &run.looks {
        let of_point = comparisons.iter().filter(|(point, _)| *point == looked.point);
        judge.take(run, *looked, of_point.map(|(_, comparison)| &**comparison));
    }
    let made = comparisons.len();
    let family = if is_over { made + run.comparisons_to_add() } else { made.max(planned_family(run)) };
    let keys: Vec<Key> =
        comparisons.iter().map(|(point, comparison)| (*point, comparison.baseline, comparison.candidate)).collect();
    let before = judge.verdicts(family);
    for ((_, comparison), key) in comparisons.iter().zip(&keys) {
        let launches = comparison.evidence.launches();
        let seen = judge.seen(*key);
        let is_rejected = before.standings.get(key).is_some_and(|standing| standing.rejected_at.is_some());
        if let Some(looks) = judge.looks.get_mut(key).filter(|_| is_over && seen == launches && !is_rejected) {
            // The look that turned out to be the last may spend everything that is left.
            looks.pop();
        }
        if seen < launches || is_over && !is_rejected {
            judge.observe(run, *key, comparison, launches, is_over);
        }
    }
    judge.rounds += 1;
    let verdicts = judge.verdicts(family);
    let adjusted = judge.adjusted(&keys, family);
    for (((_, comparison), key), p) in comparisons.iter_mut().zip(&keys).zip(adjusted) {
        judge.conclude(comparison, *key, &verdicts, run.plan.margin);
        // It comes from a table, so the digit that decides comes from the verdict; what a look rejected stands if it does at the last one, too.
        let is_open = matches!(comparison.verdict, Verdict::Undecided(Why::Open | Why::TooFewLaunches));
        let is_rejected = verdicts.standings[key].rejected_at.is_some();
        let p = if is_rejected { p.min(ERROR_LEVEL) } else { p };
        comparison.p_adjusted = if is_rejected && !is_open { p } else { p.max(ERROR_LEVEL.next_up()) };
    }
    family
}
