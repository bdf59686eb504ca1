//! Between which sizes another one would tell more of where two ways of doing a job change places.

use crate::crossover::{PairLevel, crossings, sorted};

/// The gaps between neighbouring sizes that are worth halving: those that the interval of a crossing reaches into and of which something is established at
/// one end. Between two sizes where nothing is established, or both are the same, another one would be as they are. A narrow interval alone is not
/// enough: it rests on how a curve goes between two sizes, and who halves the gap needs no curve.
pub fn gaps_to_halve(levels: &[PairLevel]) -> Vec<(f64, f64)> {
    let levels = sorted(levels);
    let mut gaps = Vec::new();
    for crossing in &crossings(&levels) {
        for pair in levels.windows(2) {
            let (low, high) = (pair[0].size, pair[1].size);
            let is_between = low >= crossing.between.0 && high <= crossing.between.1;
            let is_reached = low < crossing.at.high && high > crossing.at.low;
            if is_between && is_reached && pair.iter().any(|level| level.order.is_established()) {
                gaps.push((low, high));
            }
        }
    }
    gaps
}
