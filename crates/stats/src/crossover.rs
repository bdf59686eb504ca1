//! At which size two ways of doing a job change places.

use crate::between_sizes::{Known, is_step, zeros};
use crate::interval::Interval;
use crate::quantile::median;

/// What is established of a pair at one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The first takes less time.
    FirstFaster,
    /// The second does.
    SecondFaster,
    /// They are the same, within the margin of whoever asks.
    Same,
    /// Nothing.
    Open,
    /// Nothing either: they are not compared there.
    NotCompared,
}

impl Order {
    /// Whether it is established that one of them takes less time.
    pub fn is_established(self) -> bool {
        matches!(self, Order::FirstFaster | Order::SecondFaster)
    }
}

/// A pair at one size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairLevel {
    /// The size, in any unit.
    pub size: f64,
    /// How long they take there, about: the geometric mean of both, in any unit.
    pub time: f64,
    /// ln(time of the second / time of the first), from launches that have both.
    pub difference: Interval,
    /// What is established.
    pub order: Order,
}

/// Successive sizes with one order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Region {
    /// What is established at each of them.
    pub order: Order,
    /// The smallest of them.
    pub from: f64,
    /// The largest.
    pub to: f64,
}

/// Where two change places.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// Which is faster before: [`Order::FirstFaster`] or [`Order::SecondFaster`]; behind, the other is.
    pub before: Order,
    /// The size, with the sizes that the launches and the curve between neighbouring sizes leave possible.
    pub at: Interval,
    /// The neighbouring sizes at which one, and then the other, is established to be faster.
    pub between: (f64, f64),
    /// The first and the last size between them at which both are the same.
    pub same: Option<(f64, f64)>,
    /// What is lost by who takes half of that size for it, and twice that size: at the size where the wrong one is taken last, the difference drawn as
    /// a line over the logarithm between those that were measured. `None` beyond them, where they have changed places again, and beside a size at which the difference is not known.
    pub loss: [Option<Loss>; 2],
    /// Whether the difference changes there so much faster than beside that nothing more is known than `between`.
    pub is_step: bool,
}

/// What the slower of two takes more at a size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss {
    /// As a part of the time of the faster one.
    pub part: f64,
    /// In the unit of the times.
    pub time: f64,
}

/// Every place where an established difference changes its sign along the sizes, in their order; levels whose difference is unbounded say nothing of it.
pub fn crossings(levels: &[PairLevel]) -> Vec<Crossing> {
    let all = sorted(levels);
    let mut levels = all.clone();
    levels.retain(|level| level.difference.half_width().is_finite());
    let scales = Scales::of(&levels);
    let established: Vec<usize> = (0..levels.len()).filter(|index| levels[*index].order.is_established()).collect();
    let changes = established.windows(2).filter(|pair| levels[pair[0]].order != levels[pair[1]].order);
    let crossing = |pair: &[usize]| {
        let (from, to) = (pair[0], pair[1]);
        let same = || levels[from..=to].iter().filter(|level| level.order == Order::Same);
        let is_step = to == from + 1 && is_step(&scales.relative, from);
        let (point, low, high) = if is_step { scales.anywhere(from, to) } else { scales.place(from, to)? };
        Some(Crossing {
            before: levels[from].order,
            at: Interval { point, low, high, level: levels[from].difference.level },
            between: (levels[from].size, levels[to].size),
            same: same().next().zip(same().next_back()).map(|(first, last)| (first.size, last.size)),
            loss: [0.5, 2.0].map(|factor| loss(&all, levels[from].order, factor * point, factor > 1.0)),
            is_step,
        })
    };
    changes.filter_map(crossing).collect()
}

/// What is lost at a size by who takes the one that is faster on the other side of a crossing.
fn loss(levels: &[PairLevel], before: Order, size: f64, is_behind: bool) -> Option<Loss> {
    let pair = levels.windows(2).find(|pair| pair[0].size <= size && size <= pair[1].size && pair[0].size > 0.0)?;
    let part = (size / pair[0].size).ln() / (pair[1].size / pair[0].size).ln();
    let between = |value: fn(&PairLevel) -> f64| value(&pair[0]) + part * (value(&pair[1]) - value(&pair[0]));
    let (difference, time) = (between(|level| level.difference.point), between(|level| level.time.ln()).exp());
    let first_is_faster = (before == Order::FirstFaster) != is_behind;
    let lost = if first_is_faster { difference } else { -difference };
    // Beside a size at which the difference is not known nothing is.
    (lost > 0.0 && pair.iter().all(|level| level.difference.half_width().is_finite()))
        .then(|| Loss { part: lost.exp_m1(), time: 2.0 * time * (lost / 2.0).sinh() })
}

/// The same differences along two scales.
struct Scales {
    /// Whether `relative` is along the logarithm of the size; else along the size, because one is not above zero.
    by_ratio: bool,
    /// Differences of logarithms.
    relative: Vec<Known>,
    /// Differences of times, along the size.
    absolute: Vec<Known>,
}

impl Scales {
    fn of(levels: &[PairLevel]) -> Scales {
        let by_ratio = levels.iter().all(|level| level.size > 0.0);
        let relative = |level: &PairLevel| Known {
            x: if by_ratio { level.size.ln() } else { level.size },
            value: level.difference.point,
            half: level.difference.half_width(),
        };
        let absolute = |level: &PairLevel| Known {
            x: level.size,
            value: level.time * 2.0 * (level.difference.point / 2.0).sinh(),
            half: level.time * (level.difference.point / 2.0).cosh() * level.difference.half_width(),
        };
        Scales {
            by_ratio,
            relative: levels.iter().map(relative).collect(),
            absolute: levels.iter().map(absolute).collect(),
        }
    }

    /// The middle of all zeros, the smallest and the largest place that is possible.
    fn place(&self, from: usize, to: usize) -> Option<(f64, f64, f64)> {
        let (mut roots, mut ends) = zeros(&self.relative, from, to);
        if self.by_ratio {
            roots.iter_mut().chain(&mut ends).for_each(|x| *x = x.exp());
        }
        let (roots_by_size, ends_by_size) = zeros(&self.absolute, from, to);
        roots.extend(roots_by_size);
        ends.extend(ends_by_size);
        let point = median(&roots)?;
        let (low, high) = ends.iter().fold((point, point), |(low, high), end| (low.min(*end), high.max(*end)));
        Some((point, low, high))
    }

    /// Somewhere between two.
    fn anywhere(&self, from: usize, to: usize) -> (f64, f64, f64) {
        let (low, high) = (self.absolute[from].x, self.absolute[to].x);
        (if self.by_ratio { (low * high).sqrt() } else { f64::midpoint(low, high) }, low, high)
    }
}

/// The sizes by what is established, in their order.
pub fn regions(levels: &[PairLevel]) -> Vec<Region> {
    let region = |run: &[PairLevel]| Region { order: run[0].order, from: run[0].size, to: run[run.len() - 1].size };
    sorted(levels).chunk_by(|one, next| one.order == next.order).map(region).collect()
}

/// The levels in the order of their sizes, each size once.
pub(crate) fn sorted(levels: &[PairLevel]) -> Vec<PairLevel> {
    let mut levels: Vec<PairLevel> = levels.iter().filter(|level| level.size.is_finite()).copied().collect();
    levels.sort_unstable_by(|left, right| left.size.total_cmp(&right.size));
    levels.dedup_by(|left, right| left.size == right.size);
    levels
}
