//! Where the level of a series changes.

use crate::quantile::median;
use std::ops::Range;

/// The segmentation, as the places of each part with one level, with the smallest sum of squares plus penalty, found exactly by PELT (Killick,
/// Fearnhead and Eckley 2012, "Optimal detection of changepoints with a linear computational cost",
/// JASA 107).
///
/// The penalty for a change is 3·ln n times `variance`, the variance that a change has to stand out
/// from: BIC counts the level and the place, and one more for the variance being an estimate. For
/// values whose neighbours resemble each other that is the long-run variance, because a wandering
/// series has levels for a while.
///
/// Finite values; an empty series has no segments.
///
/// ```
/// let values = [0.1, -0.1, 0.0, 0.1, -0.1, 2.0, 2.1, 1.9, 2.1, 1.9];
/// assert_eq!(cmpthese_stats::segments(&values, 0.01), [0..5, 5..10]);
/// ```
pub fn segments(values: &[f64], variance: f64) -> Vec<Range<usize>> {
    let n = values.len();
    let squares = SquaresAboutMean::of(values);
    let penalty = 3.0 * (n as f64).ln() * variance;
    // best[end] is the cost of the best segmentation of the values before `end`, last[end] where its
    // last segment starts.
    let mut best = vec![-penalty];
    let mut last = vec![0];
    let mut candidates = vec![0];
    for end in 1..=n {
        let cost = |&start: &usize| best[start] + squares.between(start, end);
        let costs: Vec<f64> = candidates.iter().map(cost).collect();
        let (place, least) =
            costs.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1)).expect("a segment can start at 0");
        best.push(least + penalty);
        last.push(candidates[place]);
        // A start that is already worse than the best by more than a change costs never becomes best.
        let bound = best[end];
        let mut costs = costs.iter();
        candidates.retain(|_| costs.next().is_some_and(|&cost| cost <= bound));
        candidates.push(end);
    }
    let mut segments = Vec::new();
    let mut end = n;
    while end > 0 {
        segments.push(last[end]..end);
        end = last[end];
    }
    segments.reverse();
    segments
}

/// Sums of squares about the mean of every part of a series, from running sums.
struct SquaresAboutMean {
    sums: Vec<(f64, f64)>,
}

impl SquaresAboutMean {
    fn of(values: &[f64]) -> Self {
        // About a value in the middle: running squares of large numbers would lose the differences.
        let centre = median(values).unwrap_or(0.0);
        let mut sums = vec![(0.0, 0.0)];
        sums.extend(values.iter().map(|value| value - centre).scan((0.0, 0.0), |(sum, squares), value| {
            *sum += value;
            *squares += value * value;
            Some((*sum, *squares))
        }));
        Self { sums }
    }

    fn between(&self, start: usize, end: usize) -> f64 {
        let (sum, squares) = (self.sums[end].0 - self.sums[start].0, self.sums[end].1 - self.sums[start].1);
        (squares - sum * sum / (end - start) as f64).max(0.0)
    }
}
