//! A variant whose launches fall into two groups.

use super::own_times::CHANGE_MIN;

/// The part of the variance that the middles of two groups explain at least, and of the launches that each group has: of launches without states no more than one or two in a
/// thousand samples look so from [`LAUNCHES_MIN`] on, uniform and log-normal ones, and fewer of other shapes (the test below; docs/decisions/verdicts.md).
const EXPLAINED_MIN: f64 = 0.93;
const GROUP_MIN: f64 = 0.125;
const LAUNCHES_MIN: usize = 20;

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
    let mut sorted = logarithms.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let (at, explained) = best_split(&sorted)?;
    let (fast, slow) = sorted.split_at(at);
    let (fast_ns, slow_ns) = (stats::median(fast)?.exp(), stats::median(slow)?.exp());
    let slow_share = slow.len() as f64 / sorted.len() as f64;
    let are_states = sorted.len() >= LAUNCHES_MIN
        && explained >= EXPLAINED_MIN
        && (GROUP_MIN..=1.0 - GROUP_MIN).contains(&slow_share)
        && slow_ns / fast_ns - 1.0 >= CHANGE_MIN;
    are_states.then_some(TwoStates { fast_ns, slow_ns, slow_share })
}

/// Where the sum of squares about the two means is smallest, and the part of the variance that these explain: two means in one dimension, which sorting makes exact.
fn best_split(sorted: &[f64]) -> Option<(usize, f64)> {
    let all = sorted.len() as f64;
    let total: f64 = sorted.iter().sum();
    let mut below = 0.0;
    let between = (1..sorted.len()).map(|size| {
        below += sorted[size - 1];
        let rest = sorted.len() - size;
        let distance = below / size as f64 - (total - below) / rest as f64;
        (size, size as f64 * rest as f64 * distance * distance / all)
    });
    let (size, squares) = between.max_by(|left, right| left.1.total_cmp(&right.1))?;
    Some((size, squares / (stats::variance(sorted)? * (all - 1.0))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_found_and_outliers_are_none() {
        let states = |slow: usize| -> Vec<f64> {
            (0..40).map(|launch| f64::from(u8::from(launch < slow)) * 0.1 + f64::from(launch as u8 % 7) / 1e3).collect()
        };
        let found = two_states(&states(12)).expect("a tenth apart");
        assert!((found.slow_ns / found.fast_ns - 0.1_f64.exp()).abs() < 1e-3 && found.slow_share == 0.3, "{found:?}");
        assert_eq!([two_states(&states(3)), two_states(&states(37)), two_states(&states(40))], [None; 3]);
    }

    #[test]
    fn one_state_is_rarely_called_two() {
        let mut state = 3_u64;
        let mut uniform = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
        };
        let mut rate = |shape: fn(f64) -> f64| {
            let mut sample = || two_states(&(0..LAUNCHES_MIN).map(|_| shape(uniform())).collect::<Vec<f64>>());
            (0..20_000).filter(|_| sample().is_some()).count() as f64 / 20_000.0
        };
        let rates =
            [rate(|uniform| uniform), rate(|uniform| -uniform.ln()), rate(|uniform| (uniform / (1.0 - uniform)).ln())];
        println!("uniform, exponential, logistic: {rates:?}");
        assert!(rates.iter().all(|rate| *rate < 0.002), "{rates:?}");
    }
}
