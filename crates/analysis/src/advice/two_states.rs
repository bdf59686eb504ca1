//! A variant whose launches fall into two groups.

/// States nearer to each other than this are not worth a sentence.
const DISTANCE_MIN: f64 = 0.02;

/// The two groups that the launches of a variant fall into.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoStates {
    /// The middle of the faster launches in nanoseconds per iteration.
    pub fast_ns: f64,
    /// The middle of the slower ones.
    pub slow_ns: f64,
    /// The share of the launches that were among the slower.
    pub slow_share: f64,
}

/// The two groups, where there are two that are worth a sentence. `logarithms` hold one value a launch.
pub fn two_states(logarithms: &[f64]) -> Option<TwoStates> {
    stats::dip(logarithms).filter(|dip| dip.is_rejected)?;
    let mut sorted = logarithms.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let (fast, slow) = sorted.split_at(best_split(&sorted)?);
    let (fast_ns, slow_ns) = (stats::median(fast)?.exp(), stats::median(slow)?.exp());
    let slow_share = slow.len() as f64 / sorted.len() as f64;
    (slow_ns / fast_ns - 1.0 >= DISTANCE_MIN).then_some(TwoStates { fast_ns, slow_ns, slow_share })
}

/// Where the sum of squares about the two means is smallest: two means in one dimension, which sorting makes exact.
fn best_split(sorted: &[f64]) -> Option<usize> {
    let total: f64 = sorted.iter().sum();
    let mut below = 0.0;
    let between = sorted.iter().enumerate().skip(1).map(|(size, _)| {
        below += sorted[size - 1];
        let rest = sorted.len() - size;
        let distance = below / size as f64 - (total - below) / rest as f64;
        // What the means explain; the rest of the squares is what is to be small.
        (size, size as f64 * rest as f64 * distance * distance)
    });
    between.max_by(|left, right| left.1.total_cmp(&right.1)).map(|(size, _)| size)
}
