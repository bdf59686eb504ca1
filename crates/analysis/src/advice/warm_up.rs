//! Blocks at the front of every launch that differ from the rest.

use super::own_times::{ADVICE_LEVEL, OwnTimes};
use model::Plan;
use std::iter::successors;

/// Launches of fewer blocks do not tell steady from not.
const BLOCKS_MIN: usize = 12;

/// What the front of the launches of a variant is like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WarmUp {
    /// How many blocks differ from those after them: a power of two, or three quarters of all.
    pub blocks: usize,
    /// By how much they take longer, as a part of the time; negative when they are faster.
    pub change: f64,
    /// Whether the blocks after them are steady. Where they are not, there is nothing to cut.
    pub is_steady_after: bool,
}

/// A launch is cut into parts of 1, 1, 2, 4 … blocks and a last quarter, and each is held against all that comes after it: the same parts whatever was
/// measured, so nothing was chosen by it. Launches, which are independent of each other, have to agree.
pub fn warm_up(own: &OwnTimes) -> Option<WarmUp> {
    let launches = own.whole_launches();
    let blocks = launches.first().map(|times| times.len()).filter(|blocks| *blocks >= BLOCKS_MIN)?;
    let last = blocks - blocks / 4;
    let ends = || successors(Some(1), |end| Some(2 * end)).take_while(|end| *end < last).chain([last]);
    let level = ADVICE_LEVEL / ends().count() as f64;
    let parts = [0].into_iter().chain(ends()).zip(ends());
    // How much longer the front takes than the rest, as a logarithm: in the middle, because a few slow blocks move the mean of all by something and most single ones by nothing.
    let shifts = |start: usize, end: usize| {
        let shift = |times: &&[f64]| Some(stats::median(&times[start..end])?.ln() - stats::median(&times[end..])?.ln());
        launches.iter().filter_map(shift).collect::<Vec<f64>>()
    };
    let change = |shifts: &[f64]| Some(stats::score_estimate(shifts)?.exp_m1());
    let is_real = |shifts: &[f64]| {
        change(shifts).is_some_and(|change| change.abs() >= Plan::MARGIN) && stats::score_p(shifts, 0.0) <= level
    };
    let (_, end) = parts.filter(|(start, end)| is_real(&shifts(*start, *end))).last()?;
    Some(WarmUp { blocks: end, change: change(&shifts(0, end))?, is_steady_after: end < last })
}
