//! Cost that depends on how many iterations the process has run before: then there is no mean in the long run.
//!
//! One launch of a point is longer than the others: its later blocks are farther into the life of their processes than those of any other. What changes with time changes for both of a pair; what changes with the count is the variant's own.

use crate::paired::Times;
use model::PointRecord;

/// A ratio that changes by less is told as one, as a logarithm: that of late iterations to early ones.
const CHANGE_MIN: f64 = 0.1;

/// How many standard errors apart early and late blocks are. They are of one process and not independent, so it is a high bar.
const ERRORS_MIN: f64 = 5.0;

/// Blocks of each kind, at least.
const BLOCKS_MIN: usize = 4;

/// How the ratio of a pair depends on the count of iterations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ByCount {
    /// Index of the variant whose cost changes most.
    pub variant: usize,
    /// So many iterations of it are early.
    pub iterations: f64,
    /// Its mean time of an early iteration, in nanoseconds.
    pub early_ns: f64,
    /// Of a late one.
    pub late_ns: f64,
    /// Time of the candidate over that of the baseline, early.
    pub early: f64,
    /// The same, late.
    pub late: f64,
}

/// Whether the longest launch of a point shows it; `None` where it does not.
pub fn by_count(times: &Times, record: &PointRecord, baseline: usize, candidate: usize) -> Option<ByCount> {
    let (launch, blocks) = times.batches.iter().max_by_key(|(_, blocks)| blocks.len())?;
    let pairs: Vec<[f64; 2]> =
        blocks.iter().filter_map(|times| Some([*times.get(&baseline)?, *times.get(&candidate)?])).collect();
    // Where the costs part is not known: at the place that tells them apart best.
    let places = BLOCKS_MIN..pairs.len().saturating_sub(BLOCKS_MIN);
    let parted = places.filter_map(|place| Some((place, parted(&pairs, place)?)));
    let (place, change) = parted.max_by(|left, right| left.1.errors.total_cmp(&right.1.errors))?;
    if change.errors < ERRORS_MIN || (change.late / change.early).ln().abs() < CHANGE_MIN {
        return None;
    }
    let [early, late] = [&pairs[..place], &pairs[place..]];
    let of = |part: &[[f64; 2]], which: usize| stats::mean(&part.iter().map(|pair| pair[which]).collect::<Vec<f64>>());
    let growth = |which: usize| Some((of(late, which)? / of(early, which)?).ln().abs());
    let which = usize::from(growth(1)? > growth(0)?);
    let variant = [baseline, candidate][which];
    Some(ByCount {
        variant,
        iterations: iterations_before(record, *launch, variant, place),
        early_ns: of(early, which)?,
        late_ns: of(late, which)?,
        early: change.early,
        late: change.late,
    })
}

/// The ratio before and after a block.
struct Change {
    early: f64,
    late: f64,
    /// How many standard errors lie between them.
    errors: f64,
}

fn parted(pairs: &[[f64; 2]], place: usize) -> Option<Change> {
    let of = |part: &[[f64; 2]]| -> Option<(f64, f64, f64)> {
        let logarithms: Vec<f64> = part.iter().map(|[base, other]| (other / base).ln()).collect();
        let sum = |which: usize| part.iter().map(|pair| pair[which]).sum::<f64>();
        Some((stats::mean(&logarithms)?, stats::variance(&logarithms)? / part.len() as f64, sum(1) / sum(0)))
    };
    let ((early, of_early, early_ratio), (late, of_late, late_ratio)) = (of(&pairs[..place])?, of(&pairs[place..])?);
    // Costs that part without any noise are as far apart as can be.
    let error = (of_early + of_late).sqrt().max(1e-6);
    Some(Change { early: early_ratio, late: late_ratio, errors: (late - early).abs() / error })
}

fn iterations_before(record: &PointRecord, launch: usize, variant: usize, place: usize) -> f64 {
    let blocks = record.blocks.iter().filter(|block| block.launch == launch).take(place);
    let samples = blocks.flat_map(|block| &block.samples).filter(|sample| sample.variant == variant);
    samples.map(|sample| sample.iterations as f64).sum()
}
