//! At which size two ways of doing a job change places.

use crate::between_sizes::{Place, zero};
use crate::interval::Interval;

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
}

/// A pair at one size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairLevel {
    /// The size, in any unit.
    pub size: f64,
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
    /// Whether the difference changes there so much faster than beside that nothing more is known than `between`.
    pub is_step: bool,
}

/// Every place where an established difference changes its sign along the sizes, in their order. Between two sizes the difference of logarithms is
/// interpolated along the logarithm of the size, or along the size where one is not above zero.
///
/// ```
/// use cmpthese_stats::{Interval, PairLevel, Order, crossings};
/// let level = |size: f64, point: f64| PairLevel {
///     size,
///     difference: Interval { point, low: point - 0.02, high: point + 0.02, level: 0.95 },
///     order: if point > 0.0 { Order::FirstFaster } else { Order::SecondFaster },
/// };
/// let found = crossings(&[level(1.0, 0.2), level(4.0, 0.1), level(16.0, -0.1), level(64.0, -0.2)]);
/// assert!(found.len() == 1 && found[0].at.contains(8.0) && found[0].before == Order::FirstFaster, "{found:?}");
/// ```
pub fn crossings(levels: &[PairLevel]) -> Vec<Crossing> {
    let levels = sorted(levels);
    let by_ratio = levels.iter().all(|level| level.size > 0.0);
    let along = |size: f64| if by_ratio { size.ln() } else { size };
    let back = |x: f64| if by_ratio { x.exp() } else { x };
    let places: Vec<Place> =
        levels.iter().map(|level| Place { x: along(level.size), difference: level.difference }).collect();
    let established: Vec<usize> = (0..levels.len())
        .filter(|index| matches!(levels[*index].order, Order::FirstFaster | Order::SecondFaster))
        .collect();
    let changes = established.windows(2).filter(|pair| levels[pair[0]].order != levels[pair[1]].order);
    changes
        .map(|pair| {
            let (from, to) = (pair[0], pair[1]);
            let zero = zero(&places, from, to);
            let same = || levels[from..=to].iter().filter(|level| level.order == Order::Same);
            let level = levels[from].difference.level;
            Crossing {
                before: levels[from].order,
                at: Interval { point: back(zero.point), low: back(zero.low), high: back(zero.high), level },
                between: (levels[from].size, levels[to].size),
                same: same().next().zip(same().next_back()).map(|(first, last)| (first.size, last.size)),
                is_step: zero.is_step,
            }
        })
        .collect()
}

/// The sizes by what is established, in their order.
pub fn regions(levels: &[PairLevel]) -> Vec<Region> {
    let mut regions: Vec<Region> = Vec::new();
    for PairLevel { size, order, .. } in sorted(levels) {
        match regions.last_mut().filter(|last| last.order == order) {
            Some(last) => last.to = size,
            None => regions.push(Region { order, from: size, to: size }),
        }
    }
    regions
}

/// The levels whose difference is known, in the order of their sizes.
fn sorted(levels: &[PairLevel]) -> Vec<PairLevel> {
    let is_known = |level: &&PairLevel| level.size.is_finite() && level.difference.half_width().is_finite();
    let mut levels: Vec<PairLevel> = levels.iter().filter(is_known).copied().collect();
    levels.sort_unstable_by(|left, right| left.size.total_cmp(&right.size));
    levels.dedup_by(|left, right| left.size == right.size);
    levels
}
