//! Cost that depends on how many iterations the process has run before: then there may be no mean in the long run (docs/method.md, Costs that depend on the
//! count).

use crate::by_variant::ByVariant;
use crate::evidence::Quantity;
use crate::paired::{BlockTimes, Times, iterations};
use crate::row::{ONE_CPU, cpu_share};
use crate::timed::Timed;
use model::{Plan, PointRecord, Subject};
use stats::{DOUBTED, Interval, REJECTED};
use std::collections::BTreeMap;
use std::ops::Range;

/// How the ratio of a pair depends on the count of iterations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ByCount {
    /// Index of the variant whose cost changes most.
    pub variant: usize,
    /// Whether iterations are counted from the beginning of the run, and not of a process: those of commands, and of servers that live on.
    pub is_of_run: bool,
    /// So many iterations of it are early: those that every launch has.
    pub iterations: f64,
    /// From so many on they are late: from those on, or where costs go on to change there from where they no longer do.
    pub late_from: f64,
    /// So many the longest launch has.
    pub iterations_max: f64,
    /// Its time of an early iteration, in nanoseconds.
    pub early_ns: f64,
    /// Of a late one.
    pub late_ns: f64,
    /// Time of the candidate over that of the baseline, early.
    pub early: f64,
    /// The same, late.
    pub late: f64,
    /// What that may be; `None` where there are too few blocks to tell.
    pub late_within: Option<Interval>,
}

impl ByCount {
    /// The ratios early and late, with candidate and baseline exchanged when `turned`.
    pub fn ratios(&self, turned: bool) -> [f64; 2] {
        [self.early, self.late].map(|ratio| if turned { 1.0 / ratio } else { ratio })
    }

    /// Whether there is no single ratio: it changes too much, or sides.
    pub(crate) fn is_several(&self) -> bool {
        self.changes_sides() || (self.late / self.early).ln().abs() >= Plan::NO_SINGLE_RATIO
    }

    fn changes_sides(&self) -> bool {
        self.early.min(self.late).ln() < -Plan::MARGIN && self.early.max(self.late).ln() > Plan::MARGIN
    }
}

/// A ratio that changes by more, as a logarithm, is not changed by others alone who take half of a CPU: of code that uses more or fewer CPUs, or waits.
const BEYOND_THE_MACHINE: f64 = std::f64::consts::LN_2;

/// Whether the longest launch of a point shows it, held against what all launches take before; or the halves of all launches, each held against the other. `None` where it
/// does not. Small changes, which stay, are looked for in the middle of a few stretches, and where typical times decide in the middle of these.
pub fn by_count(timed: &Timed, times: &Times, pair: [usize; 2], quantity: Quantity) -> Option<ByCount> {
    let record = timed.record;
    let goes_on = |variant: usize| {
        let variant = &timed.run.plan.variants[variant];
        matches!(variant.subject, Subject::Command(_) | Subject::Http(_)) && variant.server().is_none()
    };
    if times.is_paired && pair.into_iter().all(goes_on) {
        return in_the_run(times, record, pair);
    }
    let found = |times, sizes: Range<f64>, centre| changes(times, record, pair, sizes, centre);
    found(&times.batches, Plan::NO_SINGLE_RATIO..f64::INFINITY, stats::mean)
        .or_else(|| found(&times.batches, Plan::MARGIN..Plan::NO_SINGLE_RATIO, of_stretches))
        .or_else(|| match quantity {
            Quantity::Typical => found(&times.net, Plan::MARGIN..f64::INFINITY, stats::median),
            Quantity::Mean => None,
        })
}

/// Of what goes on from launch to launch, commands and servers that live on: the halves of the run, where the order of the launches matters. A machine that is another later
/// changes the ratio, too, of code that works and code that waits, so it is told where sides change, or by how much.
fn in_the_run(times: &Times, record: &PointRecord, pair: [usize; 2]) -> Option<ByCount> {
    let of_both = |(launch, means): (&usize, &ByVariant<f64>)| {
        Some((*launch, [*means.get(&pair[0])?, *means.get(&pair[1])?].map(|ns| ns.max(f64::MIN_POSITIVE))))
    };
    let (launches, means): (Vec<usize>, Vec<[f64; 2]>) = times.means.iter().filter_map(of_both).unzip();
    let trend = stats::trend(&logarithms(&means)).filter(|trend| trend.p <= REJECTED)?;
    let (early, late) = means.split_at(means.len() / 2);
    let which = dearest_change([early, late], stats::mean)?;
    let count = |before: usize| {
        let blocks = record.blocks.iter().take_while(|block| block.launch < before).count();
        iterations(record, &record.blocks[..blocks], pair[which])
    };
    let half = count(launches[early.len()]);
    let found = ByCount {
        variant: pair[which],
        is_of_run: true,
        iterations: half,
        late_from: half,
        iterations_max: count(usize::MAX),
        early_ns: time(early, which, stats::mean)?,
        late_ns: time(late, which, stats::mean)?,
        early: ratio(early, stats::mean)?,
        late: ratio(late, stats::mean)?,
        late_within: None,
    };
    (found.changes_sides() || trend.change.abs() >= BEYOND_THE_MACHINE).then_some(found)
}

/// The one of two whose time changes most from early to late.
fn dearest_change([early, late]: [&[[f64; 2]]; 2], centre: Centre) -> Option<usize> {
    let growth = |which: usize| Some((time(late, which, centre)? / time(early, which, centre)?).ln().abs());
    Some(usize::from(growth(1)? > growth(0)?))
}

/// Into so many stretches many blocks are divided.
const STRETCHES: usize = 8;

/// The middle of the means of a few stretches of many blocks; the mean of fewer.
fn of_stretches(blocks: &[f64]) -> Option<f64> {
    let means: Vec<f64> = stretches(blocks).filter_map(stats::mean).collect();
    if blocks.len() < 2 * STRETCHES { stats::mean(blocks) } else { stats::median(&means) }
}

/// What stands for several blocks.
type Centre = fn(&[f64]) -> Option<f64>;

fn changes(
    times: &BTreeMap<usize, BlockTimes>,
    record: &PointRecord,
    pair: [usize; 2],
    sizes: Range<f64>,
    centre: Centre,
) -> Option<ByCount> {
    let blocks_of = |launch: usize| -> Vec<[f64; 2]> {
        let blocks = times.get(&launch).into_iter().flatten();
        blocks.filter_map(|times| Some([*times.get(&pair[0])?, *times.get(&pair[1])?])).collect()
    };
    let (longest, _) = times.iter().max_by_key(|(_, blocks)| blocks.len())?;
    let others = times.keys().filter(|launch| *launch != longest);
    // The longest is the last.
    let launches: Vec<Vec<[f64; 2]>> = others.chain([longest]).map(|launch| blocks_of(*launch)).collect();
    let (long, others) = launches.split_last()?;
    let usual = stats::median(&others.iter().map(|blocks| blocks.len() as f64).collect::<Vec<f64>>())? as usize;
    // Launches that were planned anew may be as long as the longest: then it is the second half of each that is late.
    let is_longer = usual > 0 && long.len() >= 2 * usual;
    let (early, late): (Vec<_>, Vec<_>) = match is_longer {
        // As far as most go: launches that were planned anew may end before what the others have seen the end of.
        true => (launches.iter().map(|blocks| &blocks[..usual.min(blocks.len())]).collect(), vec![&long[usual..]]),
        false => launches.iter().map(|blocks| blocks.split_at(blocks.len() / 2)).unzip(),
    };
    let (late, usual) = (late.concat(), if is_longer { usual } else { long.len() / 2 });
    let of_launches: Vec<f64> = early.iter().filter_map(|blocks| Some(ratio(blocks, centre)?.ln())).collect();
    let (early_ratio, late_ratio) = (stats::mean(&of_launches)?.exp(), ratio(&late, centre)?);
    // A change within launches bears that out if it is to the same side, and not next to nothing: a long launch may be another by the luck of its layout.
    let rises = late_ratio > early_ratio;
    let is_so = |change: f64| if rises { change >= Plan::MARGIN } else { change <= -Plan::MARGIN };
    let has_threads = |variant| cpu_share(record.samples_of(variant)).is_some_and(|share| share > ONE_CPU);
    let change_of_long = || Some((ratio(&long[usual..], centre)? / ratio(&long[..usual], centre)?).ln());
    let is_beyond = |change: f64| change.abs() >= BEYOND_THE_MACHINE;
    // The order and halves are asked for where the change is large: blocks of one launch are less independent than launches.
    let is_large = sizes.start >= Plan::NO_SINGLE_RATIO;
    let long_tells = || {
        let Some(change) = change_of_long().filter(|change| is_longer && is_so(*change)) else { return false };
        let level = if is_beyond(change) { DOUBTED } else { REJECTED };
        p_of_launches(&of_launches, late_ratio.ln()) <= level
            || is_large && changes_in_order(long, usual) && (is_beyond(change) || !pair.into_iter().any(has_threads))
    };
    let is_known = || long_tells() || is_large && p_of_halves(&launches, is_so) <= REJECTED;
    // What costs most comes last: this is asked of every pair at every look.
    if !sizes.contains(&(late_ratio / early_ratio).ln().abs()) || !is_known() {
        return None;
    }
    let early = early.concat();
    // Only of one launch it is known what comes after what.
    let late = if is_longer { settled(&late, centre) } else { &late[..] };
    let which = dearest_change([&early, late], centre)?;
    let variant = pair[which];
    let of_longest = record.launches().find(|blocks| blocks[0].launch == *longest)?;
    let in_first = |blocks: usize| iterations(record, &of_longest[..blocks.min(of_longest.len())], variant);
    Some(ByCount {
        variant,
        is_of_run: false,
        iterations: in_first(usual),
        late_from: in_first(if is_longer { long.len() - late.len() } else { usual }),
        iterations_max: in_first(of_longest.len()),
        early_ns: time(&early, which, centre)?,
        late_ns: time(late, which, centre)?,
        early: early_ratio,
        late: ratio(late, centre)?,
        late_within: late_within(late),
    })
}

/// Student's interval over stretches; that of the mean of fewer blocks is not known.
fn late_within(late: &[[f64; 2]]) -> Option<Interval> {
    let ratios: Vec<f64> = stretches(late).filter_map(|blocks| Some(ratio(blocks, stats::mean)?.ln())).collect();
    stats::mean_interval(&ratios, stats::ALPHA).filter(|_| late.len() >= 2 * STRETCHES).map(Interval::exp)
}

fn stretches<T>(blocks: &[T]) -> std::slice::Chunks<'_, T> {
    blocks.chunks(blocks.len().div_ceil(STRETCHES).max(1))
}

/// The end of the blocks of a launch from where the ratio no longer changes so much.
fn settled(blocks: &[[f64; 2]], centre: Centre) -> &[[f64; 2]] {
    let (first, second) = blocks.split_at(blocks.len() / 2);
    let change = ratio(first, centre).zip(ratio(second, centre)).map(|(first, second)| (second / first).ln().abs());
    let goes_on = change.is_some_and(|change| change >= Plan::NO_SINGLE_RATIO) && has_trend(blocks);
    if goes_on { settled(second, centre) } else { blocks }
}

fn ratio(blocks: &[[f64; 2]], centre: Centre) -> Option<f64> {
    Some(time(blocks, 1, centre)? / time(blocks, 0, centre)?)
}

/// The ratio of each block, as a logarithm.
fn logarithms(blocks: &[[f64; 2]]) -> Vec<f64> {
    blocks.iter().map(|[base, other]| (other / base).ln()).collect()
}

fn time(blocks: &[[f64; 2]], which: usize, centre: Centre) -> Option<f64> {
    centre(&blocks.iter().map(|pair| pair[which]).collect::<Vec<f64>>())
}

/// Whether one more launch might have shown as much: by Student's prediction interval.
fn p_of_launches(early: &[f64], late: f64) -> f64 {
    let p = || {
        let variance = stats::variance(early)? * (1.0 + 1.0 / early.len() as f64);
        // What does not vary at all is as far apart as can be: by rounding.
        Some(stats::student_tails((late - stats::mean(early)?) / variance.sqrt().max(1e-9), (early.len() - 1) as f64))
    };
    p().unwrap_or(1.0)
}

/// By how much the middle ratio of blocks changes from the first half of a launch to the second, as a logarithm.
fn change_within(blocks: &[[f64; 2]]) -> Option<f64> {
    let [first, second] =
        <[_; 2]>::from(blocks.split_at(blocks.len() / 2)).map(|half| stats::median(&logarithms(half)));
    Some(second? - first?)
}

/// Whether the halves of launches might differ by as much as they do, if that is a change worth a word: by Student's test.
fn p_of_halves(launches: &[Vec<[f64; 2]>], is_so: impl Fn(f64) -> bool) -> f64 {
    let changes: Vec<f64> = launches.iter().filter_map(|blocks| change_within(blocks)).collect();
    let mean = stats::mean(&changes).filter(|mean| is_so(*mean));
    mean.and_then(|_| stats::p_of_no_mean(&changes)).unwrap_or(1.0)
}

/// Whether the blocks of the long launch might have come in any order: by the test of a trend; or by that of runs, which phases that come and go fail, too: so
/// it is not asked where there are any after as many blocks as the others have.
fn changes_in_order(long: &[[f64; 2]], usual: usize) -> bool {
    let in_phases = |blocks: &[[f64; 2]]| {
        let runs = stats::above(&logarithms(blocks)).and_then(|is_above| stats::runs(&is_above));
        runs.is_some_and(|runs| runs.p_fewer <= REJECTED)
    };
    has_trend(long) || in_phases(long) && !in_phases(&long[usual..])
}

fn has_trend(blocks: &[[f64; 2]]) -> bool {
    stats::trend(&logarithms(blocks)).is_some_and(|trend| trend.p <= REJECTED)
}
