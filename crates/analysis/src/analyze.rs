//! The whole run.

use crate::beginnings;
use crate::comparison::Comparison;
use crate::contest;
use crate::crossovers::{self, Course};
use crate::distribution::distribution;
use crate::excluded;
use crate::imported::{self, Imported};
use crate::judge::{Judge, judge};
use crate::laws::{self, VariantLaw};
use crate::ledger::{self, Ledger};
use crate::outlook::{self, Outlook};
use crate::overhead::{self, Overhead};
use crate::point_analysis::PointAnalysis;
use crate::row::{self, Row};
use crate::shortage::{self, LaunchShortage};
use crate::then_and_now::{self, ThenAndNow};
use crate::timed::{Timed, ranked};
use crate::verdict::{Verdict, Why};
use crate::voided::{self, Voided};
use model::{End, Machine, Param, Plan, Point, PointRecord, Run, RunHeader, UnitCosts, agreement};
use stats::Interval;

/// What a run says.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The run's header.
    pub header: RunHeader,
    /// The title of the plan.
    pub title: String,
    /// What counts as the same: ratios from 1 / (1 + margin) to 1 + margin.
    pub margin: f64,
    /// How many comparisons share the promise that a false difference comes up in at most one run of twenty.
    pub family: usize,
    /// The points where something happened, in the order of the plan.
    pub points: Vec<PointAnalysis>,
    /// How the times grow along the numeric axes of the sweep.
    pub laws: Vec<VariantLaw>,
    /// What is established of each pair along them, and where it changes places.
    pub courses: Vec<Course>,
    /// What goes with the differences to the variants that sentences compare with; none until they are priced.
    pub ledgers: Vec<Ledger>,
    /// How differences grow with the work that the variants share, where the plan says what that is.
    pub overheads: Vec<Overhead>,
    /// The post's numbers beside the new ones.
    pub then_and_now: Option<ThenAndNow>,
    /// What was noted while it was made, as it was recorded.
    pub notes: Vec<String>,
    /// Where launches are too few, and something is open for that.
    pub shortage: Option<LaunchShortage>,
    /// Where launches are too few for any but a large difference, and such a one is established.
    pub far_apart: Option<LaunchShortage>,
    /// The blocks that do not count.
    pub voided: Option<Voided>,
    /// What a larger budget would decide.
    pub outlook: Option<Outlook>,
    /// Where it comes from, where another tool measured it: then nothing was measured side by side.
    pub imported: Option<Imported>,
    /// How the run ended; `None` when it was killed.
    pub end: Option<End>,
}

impl Analysis {
    /// The machine that it ran on.
    pub fn machine(&self) -> &Machine {
        &self.header.machine
    }

    /// What it says about a point.
    pub fn at(&self, point: &Point) -> Option<&PointAnalysis> {
        self.points.iter().find(|known| known.point == *point)
    }

    /// What goes with the difference of a variant to the one that sentences compare with at a point; `None` where it has no price.
    pub fn ledger(&self, point: &PointAnalysis, variant: usize) -> Option<&Ledger> {
        self.ledgers.iter().find(|ledger| ledger.point == point.point && ledger.candidate == variant)
    }

    /// Explains differences with what events cost on that machine, since it was started.
    pub fn price(&mut self, costs: &UnitCosts) {
        self.ledgers = ledger::ledgers(&self.points, &self.header.machine.landmarks, costs, None);
    }
}

/// Analyses a run, complete or not.
pub fn analyze(run: &Run) -> Analysis {
    let started: Vec<Timed> =
        run.points.iter().filter(|record| record.started).map(|record| Timed::of(run, record)).collect();
    let told: Vec<&Timed> = started.iter().filter(|timed| is_told(run, timed.record)).collect();
    let mut points: Vec<PointAnalysis> = told.iter().map(|timed| analyze_point(timed)).collect();
    let indices = (0..run.points.len()).filter(|index| is_told(run, &run.points[*index]));
    let mut comparisons: Vec<(usize, &mut Comparison)> = indices
        .zip(&mut points)
        .flat_map(|(index, point)| point.comparisons.iter_mut().map(move |comparison| (index, comparison)))
        .collect();
    let family = judge(run, &mut comparisons);
    points.iter_mut().for_each(anchor);
    for (point, timed) in points.iter_mut().zip(told) {
        let is_faster = |one: &Row, other: &Row| point.verdict(one, other) == Some(Verdict::Faster);
        point.beginnings = beginnings::beginnings(timed, &point.rows, point.baseline, is_faster);
    }
    if let Some(axis) = &run.plan.locate {
        in_order(&mut points, &run.plan, axis);
    }
    let then_and_now = then_and_now::then_and_now(run, &points);
    let imported = imported::imported(run);
    let is_own = imported.is_none();
    let is_over = is_own && run.end == Some(End::Complete);
    Analysis {
        header: run.header.clone(),
        title: run.plan.title.clone(),
        margin: run.plan.margin,
        family,
        notes: run.notes.clone(),
        shortage: shortage::shortage(launches_where(&points, lacks_launches), family).filter(|_| is_own),
        far_apart: shortage::shortage(launches_where(&points, is_far_apart), family).filter(|_| is_own),
        voided: voided::voided(run),
        outlook: outlook::outlook(numbered(&points), run.plan.margin).filter(|_| is_over),
        laws: laws::laws(run, &started),
        courses: crossovers::courses(&run.plan, &points),
        ledgers: Vec::new(),
        overheads: overhead::overheads(run, &started),
        points,
        then_and_now,
        imported,
        end: run.end,
    }
}

/// Puts points that were added where the plan would have them: ordered by its parameters, the first one first, and by number along the axis that they were
/// added to.
fn in_order(points: &mut [PointAnalysis], plan: &Plan, axis: &str) {
    let place = |point: &Point| -> Vec<f64> {
        let of_param = |param: &Param| {
            let value = point.get(&param.name)?;
            let listed = || param.values.iter().position(|known| known == value).map(|place| place as f64);
            if param.name == axis { value.number() } else { listed() }
        };
        plan.params.iter().map(|param| of_param(param).unwrap_or(f64::MAX)).collect()
    };
    points.sort_by(|left, right| {
        let (left, right) = (place(&left.point), place(&right.point));
        left.partial_cmp(&right).expect("the numbers of a plan can be compared")
    });
}

/// The launches of each point where something is to be compared, of those where it is so.
fn launches_where(points: &[PointAnalysis], is_so: fn(&PointAnalysis) -> bool) -> impl Iterator<Item = usize> {
    points.iter().filter(move |point| point.rows.len() > 1 && is_so(point)).map(|point| point.launches)
}

/// Whether a comparison lacks launches, or there is none.
fn lacks_launches(point: &PointAnalysis) -> bool {
    let lacks = |one: &Comparison| one.verdict == Verdict::Undecided(Why::TooFewLaunches);
    point.comparisons.is_empty() || point.comparisons.iter().any(lacks)
}

/// Whether a difference is established that signs of so few launches could not have established at the level of its interval.
fn is_far_apart(point: &PointAnalysis) -> bool {
    let is_by_few = |one: &Comparison| stats::smallest_p(one.launches) > 1.0 - one.ratio.level;
    let is_different = |one: &Comparison| matches!(one.verdict, Verdict::Faster | Verdict::Slower);
    point.comparisons.iter().any(|one| is_different(one) && is_by_few(one))
}

/// All comparisons but those with a limit, which nobody waits for, each with the index of its point.
fn numbered(points: &[PointAnalysis]) -> impl Iterator<Item = (usize, &Comparison)> {
    points.iter().enumerate().flat_map(|(index, point)| {
        point.comparisons.iter().filter(|pair| !pair.is_with(point.limit)).map(move |pair| (index, pair))
    })
}

/// Whether something happened at a point, or was meant to: at some, no variant takes part.
fn is_told(run: &Run, record: &PointRecord) -> bool {
    record.started && run.plan.contestants_at(&record.point).next().is_some()
}

/// A point with the distributions of those comparisons that sentences are about: the ones with the variant that others are compared with. Where
/// what sends the requests may have been the limit, latencies are its own; an import has no pairs.
fn analyze_point(timed: &Timed) -> PointAnalysis {
    let Timed { run, record, times, .. } = timed;
    let mut point = analyze_without_distributions(timed);
    let is_told =
        |pair: &&mut Comparison| times.is_paired && pair.is_with(point.baseline) && pair.obstacles.bar.is_none();
    for pair in point.comparisons.iter_mut().filter(is_told) {
        pair.distribution = Some(distribution(times, record, run.header.seed, [pair.baseline, pair.candidate]));
    }
    point
}

/// What the looks so far establish of a point while its run is made, in the family of all that the run may print. No distributions are made for it: it is
/// asked for while others wait to be measured.
pub fn so_far(judge: &mut Judge, run: &Run, point: usize) -> PointAnalysis {
    let mut told = analyze_without_distributions(&Timed::of(run, &run.points[point]));
    judge.conclude_at(run, point, &mut told.comparisons);
    anchor(&mut told);
    told
}

/// A point as far as verdicts need it, none of them given yet.
fn analyze_without_distributions(timed: &Timed) -> PointAnalysis {
    let Timed { run, record, times, .. } = timed;
    let agreement = agreement(&run.plan, record);
    let ranked = ranked(run, record);
    let mut rows: Vec<Row> = ranked.iter().filter_map(|index| row::row(run, record, times, *index)).collect();
    rows.sort_by(|left, right| right.time_ns.point.total_cmp(&left.time_ns.point));
    let limit = rows.iter().find(|row| !row.is_empty && run.plan.limit == Some(row.variant)).map(|row| row.variant);
    let fastest = rows.iter().rev().find(|row| !row.is_empty && limit != Some(row.variant)).map(|row| row.variant);
    let reference = timed.baseline().or(fastest);
    let answered = run.plan.contestants().filter(|(index, _)| record.cases[*index].answer.is_some()).count();
    PointAnalysis {
        point: record.point.clone(),
        beginnings: None,
        comparisons: contest::comparisons(timed),
        excluded: excluded::excluded(&run.plan, record, &agreement),
        agreeing: if agreement.reference.is_none() { 0 } else { answered - agreement.differing.len() },
        baseline: reference,
        limit,
        launches: record.launches().count(),
        blocks: record.blocks.len(),
        voided: record.voided.len(),
        control: timed.control.clone(),
        inside: share(record, record.inside_ns),
        untimed: record.untimed_ns.and_then(|untimed_ns| share(record, untimed_ns)),
        elapsed_ns: record.elapsed_ns,
        rows,
    }
}

/// The part of a point's time that so many nanoseconds are; `None` where nothing was timed, or before it is finished.
fn share(record: &PointRecord, part_ns: u64) -> Option<f64> {
    (record.elapsed_ns > 0 && record.inside_ns > 0).then(|| part_ns as f64 / record.elapsed_ns as f64)
}

/// The time of a baseline that was not above its floor in some launches, of which its ratios know nothing: that of the variant that is known best, over its ratio. Its
/// own is known worse than any. `None` of other baselines.
fn by_others(point: &PointAnalysis, base: &Row) -> Option<f64> {
    let of = |row: &Row| {
        let (comparison, _) = point.comparison(base.variant, row.variant)?;
        let is_short = comparison.launches < base.launch_times.len().min(row.launch_times.len());
        let ratio = point.found(base.variant, row.variant)?.1.point;
        (is_short && ratio.is_finite() && ratio > 0.0).then_some((row.time_ns, row.time_ns.point / ratio))
    };
    let part = |time: &Interval| time.half_width() / time.point;
    let known = point.rows.iter().filter(|row| !row.is_empty).filter_map(of);
    let best = known.min_by(|(one, _), (other, _)| part(one).total_cmp(&part(other)));
    best.map(|(_, base_ns)| base_ns)
}

/// Makes the times of a point those that its comparisons say: that of the baseline, times the ratios to it. Whoever divides one by another
/// finds what is said of the pair.
fn anchor(point: &mut PointAnalysis) {
    let anchor = point.baseline_row().filter(|row| !row.is_empty);
    // Of what has work that came seldom it is the mean over all its iterations.
    let over_all = |variant: usize| {
        let whose = |pair: &Comparison| [pair.baseline, pair.candidate].into_iter().zip(pair.seldom);
        let mut of_it = point.comparisons.iter().flat_map(whose).filter(|(whose, _)| *whose == variant);
        of_it.find_map(|(_, found)| found?.mean_ns)
    };
    let anchor_ns = anchor.map(|row| over_all(row.variant).or(by_others(point, row)).unwrap_or(row.time_ns.point));
    let own_ns = |row: &Row| {
        let anchor = anchor?.variant;
        let ratio = if row.variant == anchor { 1.0 } else { point.found(anchor, row.variant)?.1.point };
        Some(ratio * anchor_ns?)
    };
    let times_ns: Vec<Option<f64>> = point.rows.iter().map(own_ns).collect();
    for (row, own_ns) in point.rows.iter_mut().zip(times_ns) {
        if let Some(own_ns) = own_ns.filter(|_| row.time_ns.point > 0.0) {
            row.time_ns = row.time_ns.times(own_ns / row.time_ns.point);
        }
        row.anchor_cpu();
    }
    point.rows.sort_by(|left, right| right.time_ns.point.total_cmp(&left.time_ns.point));
}
