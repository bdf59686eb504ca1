//! Blocks at the front of every launch that differ from the rest.

use super::own_times::OwnTimes;
use stats::{Development, steady_state};

/// Parts of a launch that differ by less than this count as one.
const NEGLIGIBLE: f64 = 0.002;

/// A prefix that differs by less than this part of the time is not worth a sentence.
const CHANGE_MIN: f64 = 0.01;

/// The level at which launches confirm a prefix: lower than that of other advice, because the prefix was chosen where they differ
/// most.
const LEVEL: f64 = 0.0001;

/// What the front of the launches of a variant is like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WarmUp {
    /// How many blocks differ from those after them.
    pub blocks: usize,
    /// By how much they take longer, as a part of the time; negative when they are faster.
    pub change: f64,
    /// Whether the blocks after them are steady. Where they are not, there is nothing to cut.
    pub is_steady_after: bool,
}

/// A changepoint proposes the prefix; launches, which are independent of each other, have to confirm it.
pub fn warm_up(own: &OwnTimes) -> Option<WarmUp> {
    let launches = own.whole_launches();
    let (blocks, is_steady_after) = match steady_state(&launches, NEGLIGIBLE)? {
        Development::Flat => return None,
        Development::SteadyAfter(cut) => (cut, true),
        Development::NoSteadyState => (launches[0].len() - launches[0].len() / 4, false),
    };
    let shifts: Vec<f64> = launches.iter().filter_map(|times| shift(times.split_at(blocks))).collect();
    let change = stats::score_estimate(&shifts)?.exp_m1();
    let is_real = change.abs() >= CHANGE_MIN && stats::score_p(&shifts, 0.0) <= LEVEL;
    is_real.then_some(WarmUp { blocks, change, is_steady_after })
}

/// How much longer the front takes than the rest, as a logarithm.
fn shift((front, rest): (&[f64], &[f64])) -> Option<f64> {
    let level = |times: &[f64]| stats::mean(&times.iter().map(|time| time.ln()).collect::<Vec<_>>());
    Some(level(front)? - level(rest)?)
}
