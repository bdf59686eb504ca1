//! Where the time of two variants goes inside them: samples of their stacks, as parts of the time of the CPU that the run measured.
//!
//! Evidence beside what is measured: the samples are of other processes than the run's, start and warm-up with them, and an interval is that of the draw alone.

use crate::row::Row;
use model::{Frame, Point, Stacks};
use stats::{ALPHA, Interval};
use std::collections::{BTreeMap, BTreeSet};

/// Where the time of two variants goes.
#[derive(Clone, Debug)]
pub struct Profile {
    /// Where they were compared.
    pub point: Point,
    /// The two; what follows is told of the first against the second.
    pub sides: [Side; 2],
    /// Functions in which one of them is longer than the other, told apart from the luck of the draw; the largest difference first.
    pub spots: Vec<Spot>,
    /// What all other functions take, in nanoseconds an iteration.
    pub rest_ns: [f64; 2],
    /// The calls, from the outermost on.
    pub calls: Vec<Call>,
}

/// One of the two.
#[derive(Clone, Debug)]
pub struct Side {
    /// Index of the variant.
    pub variant: usize,
    /// How often it was found at work.
    pub samples: u64,
    /// The time of the CPU that an iteration takes, in nanoseconds, as the run measured it.
    pub cpu_ns: f64,
    /// The rest of the time of an iteration.
    pub waiting_ns: f64,
}

/// A function, without what it calls.
#[derive(Clone, Debug)]
pub struct Spot {
    /// The function.
    pub frame: Frame,
    /// What it takes in each, in nanoseconds an iteration.
    pub ns: [f64; 2],
    /// What it takes more in the first.
    pub more_ns: Interval,
}

/// A function where it was called from, with what it calls.
#[derive(Clone, Debug)]
pub struct Call {
    /// The function.
    pub frame: Frame,
    /// What it takes in each with all that it calls, in nanoseconds an iteration.
    pub ns: [f64; 2],
    /// The same wherever it is called from: where functions keep no frame pointers, who called is seen in one and not in the other.
    pub anywhere_ns: [f64; 2],
    /// What it calls, by name.
    pub calls: Vec<Call>,
}

/// Where the time of two variants at a point goes, by the stacks in which each was found. `None` where one of them was never found.
pub fn profile(point: &Point, rows: [&Row; 2], stacks: [&Stacks; 2]) -> Option<Profile> {
    let sides = [side(rows[0], stacks[0])?, side(rows[1], stacks[1])?];
    let each = [0, 1].map(|index| sides[index].cpu_ns / sides[index].samples as f64);
    let mut of_functions: BTreeMap<&Frame, [u64; 2]> = BTreeMap::new();
    for (index, frames, count) in of_both(stacks) {
        of_functions.entry(frames.last()?).or_default()[index] += count;
    }
    let all = of_functions.into_iter().map(|(frame, counts)| spot(frame, counts, &sides));
    let (mut spots, rest): (Vec<Spot>, Vec<Spot>) = all.partition(|spot| !spot.more_ns.contains(0.0));
    spots.sort_by(|left, right| right.more_ns.point.abs().total_cmp(&left.more_ns.point.abs()));
    let rest_ns = [0, 1].map(|index| rest.iter().map(|spot| spot.ns[index]).sum());
    Some(Profile { point: point.clone(), sides, spots, rest_ns, calls: calls(stacks, each) })
}

fn side(row: &Row, stacks: &Stacks) -> Option<Side> {
    let time_ns = row.time_ns.point;
    let cpu_ns = row.cpu_ns.unwrap_or(time_ns);
    let samples: u64 = stacks.values().sum();
    (samples > 0).then_some(Side { variant: row.variant, samples, cpu_ns, waiting_ns: (time_ns - cpu_ns).max(0.0) })
}

/// The part of the samples is binomial.
fn spot(frame: &Frame, counts: [u64; 2], sides: &[Side; 2]) -> Spot {
    let part = |index: usize| counts[index] as f64 / sides[index].samples as f64;
    let ns = [0, 1].map(|index| part(index) * sides[index].cpu_ns);
    let variance = |index: usize| {
        let part = part(index);
        sides[index].cpu_ns.powi(2) * part * (1.0 - part) / sides[index].samples as f64
    };
    let (point, half) = (ns[0] - ns[1], stats::two_sided_critical_value(ALPHA) * (variance(0) + variance(1)).sqrt());
    Spot { frame: frame.clone(), ns, more_ns: Interval::around(point, half, 1.0 - ALPHA) }
}

/// The stacks of both: whose each is, and how often it was found.
fn of_both<'s>(stacks: [&'s Stacks; 2]) -> impl Iterator<Item = (usize, &'s Vec<Frame>, u64)> {
    let of = |(index, stacks): (usize, &'s Stacks)| stacks.iter().map(move |(frames, count)| (index, frames, *count));
    stacks.into_iter().enumerate().flat_map(of)
}

/// The stacks of both as one tree; `each` is what a sample stands for, in nanoseconds an iteration.
fn calls(stacks: [&Stacks; 2], each: [f64; 2]) -> Vec<Call> {
    // What each function takes with all that it calls.
    let mut anywhere: BTreeMap<&Frame, [f64; 2]> = BTreeMap::new();
    for (index, frames, count) in of_both(stacks) {
        // A function that calls itself is there once.
        for frame in frames.iter().collect::<BTreeSet<_>>() {
            anywhere.entry(frame).or_default()[index] += count as f64 * each[index];
        }
    }
    let mut outermost: Vec<Call> = Vec::new();
    for (index, frames, count) in of_both(stacks) {
        let mut level = &mut outermost;
        for frame in frames {
            let place = level.binary_search_by(|call| call.frame.cmp(frame)).unwrap_or_else(|place| {
                let anywhere_ns = anywhere[frame];
                level.insert(place, Call { frame: frame.clone(), ns: [0.0; 2], anywhere_ns, calls: Vec::new() });
                place
            });
            level[place].ns[index] += count as f64 * each[index];
            level = &mut level[place].calls;
        }
    }
    outermost
}
