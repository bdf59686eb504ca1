//! Where the difference of two variants goes: what happens more often in one of them, as the run counted it, at the price that it has on this machine. Nothing is fitted:
//! what the terms leave is told as unexplained (docs/method.md, What goes with a difference).

use crate::point_analysis::PointAnalysis;
use crate::residence::{copied_byte, found, mapped_pages, mapped_pieces, passed_in_buffer, passed_in_place};
use crate::row::Row;
use model::{CostlyEvent, Landmark, Metric, Point, UnitCost, UnitCosts};
use stats::Interval;

/// The least and the greatest part of a difference that the terms must make for them to be an explanation.
pub const EXPLAINED: std::ops::RangeInclusive<f64> = 0.5..=1.5;

/// What is counted, and the events of which it may be: where a counter does not tell events apart, the price lies between theirs. Bytes that are read are not among them,
/// because what one takes depends on how many there are.
const TERMS: &[(Metric, &[CostlyEvent])] = &[
    (Metric::ReadCalls, &[CostlyEvent::ReadCall]),
    (Metric::WriteCalls, &[CostlyEvent::SystemCall]),
    (Metric::WriteBytes, &[CostlyEvent::WriteByte]),
    (Metric::MinorFaults, &[CostlyEvent::MinorFault, CostlyEvent::FileFault]),
    (Metric::VoluntarySwitches, &[CostlyEvent::Switch]),
    (Metric::CacheMisses, &[CostlyEvent::LoadMemory]),
    (Metric::BranchMisses, &[CostlyEvent::BranchMiss]),
];

/// The least part of a difference that bytes and faults must make for their misses to be a part of it too.
const BRINGS_MIN: f64 = 0.01;

/// What may also go nowhere, for nothing, and is counted all the same: what a program gives to /dev/null.
pub const MAY_BE_FREE: Metric = Metric::WriteBytes;

/// Where the difference of two variants goes.
#[derive(Clone, Debug)]
pub struct Ledger {
    /// Where they were compared.
    pub point: Point,
    /// Index of the variant that it is told against.
    pub baseline: usize,
    /// Index of the variant.
    pub candidate: usize,
    /// What an iteration of the candidate takes more, in nanoseconds; negative where it takes less.
    pub difference_ns: Interval,
    /// How much of that is time of the CPU in user mode, in the kernel, and neither, in nanoseconds; `None` where it was not read.
    pub modes_ns: Option<[f64; 3]>,
    /// What happens more or less often, at its price; the largest first.
    pub terms: Vec<Term>,
    /// What the terms make together, as a part of the difference.
    pub explained: Interval,
}

/// Something that happens more often in the candidate, or, where it is negative, less often.
#[derive(Clone, Debug)]
pub struct Term {
    /// What it is; several where they are counted together.
    pub events: &'static [CostlyEvent],
    /// What was counted; `None` of what follows from other counts.
    pub counted: Option<Metric>,
    /// How many more there are in an iteration.
    pub more: f64,
    /// What one takes, in nanoseconds.
    pub price_ns: Interval,
    /// What they take together, in nanoseconds.
    pub ns: Interval,
}

impl Ledger {
    /// Whether the terms explain the difference: at least half of it, and not much more than there is; and that it is anything of it is sure.
    pub fn is_explained(&self) -> bool {
        EXPLAINED.contains(&self.explained.point) && self.explained.low > 0.0
    }

    /// What is left of the difference, in nanoseconds.
    pub fn unexplained_ns(&self) -> f64 {
        self.difference_ns.point - self.terms.iter().map(|term| term.ns.point).sum::<f64>()
    }
}

/// The ledgers of every established difference to the variant that sentences compare with, the fastest first; or that of `pair`, by name, what the
/// first takes more than the second.
pub fn ledgers(
    points: &[PointAnalysis],
    landmarks: &[Landmark],
    costs: &UnitCosts,
    pair: Option<(&str, &str)>,
) -> Vec<Ledger> {
    let pairs = points.iter().flat_map(|point| pairs(point, pair).into_iter().map(move |pair| (point, pair)));
    pairs.filter_map(|(point, (baseline, candidate))| ledger(point, baseline, candidate, landmarks, costs)).collect()
}

/// The baseline and the candidate that are called so; without names of each that sentences are about.
fn pairs(point: &PointAnalysis, pair: Option<(&str, &str)>) -> Vec<(usize, usize)> {
    let index = |name: &str| point.row_named(name).map(|row| row.variant);
    match pair {
        Some((one, other)) => index(other).zip(index(one)).into_iter().collect(),
        None => {
            let of = |row: &Row| Some((point.baseline.filter(|base| *base != row.variant)?, row.variant));
            point.rows.iter().rev().filter_map(of).collect()
        }
    }
}

/// The ledger of a pair, on a machine with these landmarks; `None` where no difference in time is established.
pub fn ledger(
    point: &PointAnalysis,
    baseline: usize,
    candidate: usize,
    landmarks: &[Landmark],
    costs: &UnitCosts,
) -> Option<Ledger> {
    let (verdict, _) = point.found(baseline, candidate)?;
    let (base, other) = (point.row(baseline)?, point.row(candidate)?);
    // What is left of the parts must be no other than that of the times that are told.
    let ratio = point.ratio(other, base)?;
    if verdict.why().is_some() || ratio.contains(1.0) {
        return None;
    }
    let difference_ns = ratio.map(|ratio| base.time_ns.point * (ratio - 1.0));
    let buffer = [base, other].iter().filter_map(|row| Some(found(row, f64::INFINITY)?.buffer)).fold(0.0, f64::max);
    let read = (Metric::ReadBytes, copied_byte(other.bytes, buffer, landmarks));
    let pages = [base, other].map(|row| mapped_pages(row, landmarks).unwrap_or(0.0));
    let of_folios = with_folios([base, other], pages, landmarks, costs);
    let counted = std::iter::once(&read).chain(TERMS);
    let more = |counted| Some(other.count(counted)? - base.count(counted)?);
    let counted = counted.filter_map(|(counted, events)| priced(events, Some(*counted), more(*counted)?, &of_folios));
    let mut terms: Vec<Term> = counted.collect();
    // What bytes and faults cost was measured with the misses that they bring; next to none of them bring none.
    let brings = |term: &Term| {
        matches!(term.counted, Some(Metric::ReadBytes | Metric::WriteBytes | Metric::MinorFaults))
            && (term.ns.point / difference_ns.point).abs() >= BRINGS_MIN
    };
    if terms.iter().any(brings) {
        terms.retain(|term| term.counted != Some(Metric::CacheMisses));
    }
    terms.extend(priced(&[CostlyEvent::UnmapPage], None, pages[1] - pages[0], costs));
    // The parts of a difference make the whole.
    let of_cpu = more(Metric::User).zip(more(Metric::System));
    let modes_ns = of_cpu.map(|(user, system)| [user, system, difference_ns.point - user - system]);
    terms.extend(passes(base, other, landmarks, costs).filter(|term| {
        // To go through bytes is time in user mode. Who takes less than half as much more of that only hands them on.
        modes_ns.is_some_and(|[user_ns, ..]| user_ns / term.ns.point >= *EXPLAINED.start())
    }));
    terms.sort_by(|left, right| right.ns.point.abs().total_cmp(&left.ns.point.abs()));
    let explained = explained(&terms, &difference_ns);
    Some(Ledger { point: point.point.clone(), baseline, candidate, difference_ns, modes_ns, terms, explained })
}

/// So many more of one of these events. `None` where there are not more, or they have no price.
fn priced(events: &'static [CostlyEvent], counted: Option<Metric>, more: f64, costs: &UnitCosts) -> Option<Term> {
    let mut known: Vec<Interval> = events.iter().filter_map(|event| costs.of(*event)).map(price).collect();
    if more == 0.0 || known.is_empty() {
        return None;
    }
    if counted == Some(MAY_BE_FREE) {
        known.push(known[0].times(0.0));
    }
    let low = known.iter().map(|price| price.low).fold(f64::INFINITY, f64::min);
    let high = known.iter().map(|price| price.high).fold(0.0, f64::max);
    let point = known.iter().map(|price| price.point).sum::<f64>() / known.len() as f64;
    let price_ns = Interval { point, low, high, ..known[0] };
    Some(Term { events, counted, more, price_ns, ns: price_ns.times(more) })
}

/// What one of an event takes, in nanoseconds.
fn price(cost: UnitCost) -> Interval {
    Interval { point: cost.ns, low: cost.low_ns, high: cost.high_ns, level: 0.95 }
}

/// Prices where a fault on a file maps as much as those of these two do: the price goes with the pages.
fn with_folios(rows: [&Row; 2], pages: [f64; 2], landmarks: &[Landmark], costs: &UnitCosts) -> UnitCosts {
    let pieces = [0, 1].map(|index| {
        let faults = rows[index].count(Metric::MinorFaults).unwrap_or(0.0);
        if faults > 0.0 { mapped_pieces(pages[index], landmarks) / faults } else { 0.0 }
    });
    let most = pieces.into_iter().fold(1.0, f64::max);
    let of_fault = |cost: &UnitCost| match cost.event {
        CostlyEvent::FileFault => cost.times(most),
        _ => *cost,
    };
    UnitCosts { costs: costs.costs.iter().map(of_fault).collect() }
}

/// What going through the bytes of the job takes more where who does not read them finds them than where who reads has just copied them: in a buffer of the size of
/// a call. `None` where the plan does not say which bytes an iteration processes, both read alike, or they lie alike.
fn passes(base: &Row, other: &Row, landmarks: &[Landmark], costs: &UnitCosts) -> Option<Term> {
    let bytes = other.bytes.filter(|bytes| base.bytes == Some(*bytes))?;
    let (of_base, of_other) = (found(base, bytes)?, found(other, bytes)?);
    let more = of_base.copied - of_other.copied;
    let buffer = if more > 0.0 { of_base.buffer } else { of_other.buffer };
    let (far, near) = (passed_in_place(bytes, landmarks)?, passed_in_buffer(buffer, landmarks)?);
    let (far_cost, near_cost) = (costs.of(far[0])?, costs.of(near[0])?);
    if more == 0.0 || far == near {
        return None;
    }
    let price_ns = price(far_cost).plus(price(near_cost).times(-1.0));
    Some(Term { events: far, counted: None, more, price_ns, ns: price_ns.times(more) })
}

/// The sum of the terms over the difference. Prices are known independently of each other and of the difference, so squares of what may be missing add up.
fn explained(terms: &[Term], difference_ns: &Interval) -> Interval {
    let parts: Vec<Interval> = terms.iter().map(|term| term.ns.times(1.0 / difference_ns.point)).collect();
    let point: f64 = parts.iter().map(|part| part.point).sum();
    let of_difference = point * difference_ns.half_width() / difference_ns.point;
    let to = |bound: fn(&Interval) -> f64| {
        parts.iter().map(|part| (bound(part) - part.point).powi(2)).sum::<f64>().sqrt().hypot(of_difference)
    };
    Interval { point, low: point - to(|part| part.low), high: point + to(|part| part.high), level: 0.95 }
}
