//! The sum of whole scores with signs at random: what a score test finds when nothing is different.

use crate::normal;

/// The most scores whose sums are enumerated.
const EXACT_SCORES_MAX: usize = 64;

/// The probability that Σ±score, every sign by the toss of a coin, is at least as far from zero as `sum`. In [0, 1]. Exact for small samples; for larger ones the normal
/// approximation with the variance Σscore² and the correction for continuity, whose far tails are heavier than the true ones: an error towards saying nothing.
pub(crate) fn two_sided_p(scores: &[u32], sum: i64) -> f64 {
    let far = sum.unsigned_abs();
    let p = if scores.len() > EXACT_SCORES_MAX { approximate(scores, far) } else { exact(scores, far) };
    p.min(1.0)
}

fn exact(scores: &[u32], far: u64) -> f64 {
    let all: u64 = scores.iter().map(|score| u64::from(*score)).sum();
    // The scores with a minus sum to (all − sum)/2, so the tail is that they sum to no more.
    2.0 * tail(scores, ((all - far) / 2) as usize)
}

fn approximate(scores: &[u32], far: u64) -> f64 {
    let variance: f64 = scores.iter().map(|score| f64::from(*score).powi(2)).sum();
    // Sums are two apart, so the bar over one reaches one to either side.
    2.0 * normal::cumulative((1.0 - far as f64) / variance.sqrt())
}

/// The probability that the scores that a coin picks sum to at most `most`: score by score, the picks with a given sum are those
/// without the score and those with it.
fn tail(scores: &[u32], most: usize) -> f64 {
    let mut picks = vec![0.0; most + 1];
    picks[0] = 1.0;
    let mut before = picks.clone();
    let mut reached = 0;
    for score in scores.iter().map(|score| *score as usize) {
        before[..=reached].copy_from_slice(&picks[..=reached]);
        reached = (reached + score).min(most);
        if score <= reached {
            let with = &before[..=reached - score];
            picks[score..=reached].iter_mut().zip(with).for_each(|(picks, with)| *picks += with);
        }
    }
    picks.iter().sum::<f64>() * 0.5_f64.powi(scores.len() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every pattern of signs.
    fn enumerated(scores: &[u32], sum: i64) -> f64 {
        let patterns = 1_u32 << scores.len();
        let of = |pattern: u32| -> i64 {
            let signed =
                |(place, score): (usize, &u32)| i64::from(*score) * if pattern >> place & 1 == 1 { 1 } else { -1 };
            scores.iter().enumerate().map(signed).sum()
        };
        (0..patterns).filter(|pattern| of(*pattern).abs() >= sum.abs()).count() as f64 / f64::from(patterns)
    }

    #[test]
    fn tails_are_those_of_all_patterns() {
        let scores = [1, 32, 17, 17, 3, 30, 1, 29, 32, 12];
        let all: i64 = scores.iter().map(|score| i64::from(*score)).sum();
        for sum in (-all..=all).step_by(2) {
            assert_eq!(two_sided_p(&scores, sum), enumerated(&scores, sum), "{sum}");
        }
    }

    #[test]
    fn ranks_are_scores() {
        // R: 2 * psignrank(52, 20)
        let ranks: Vec<u32> = (1..=20).collect();
        assert_eq!(two_sided_p(&ranks, 210 - 2 * 52), 2.0 * 0.02422046661376953);
    }

    #[test]
    fn the_approximation_errs_towards_silence_where_it_decides() {
        let scores: Vec<u32> = (0..EXACT_SCORES_MAX as u32).map(|place| 1 + place * 37 % 32).collect();
        let all: u64 = scores.iter().map(|score| u64::from(*score)).sum();
        for far in (0..all).step_by(2) {
            let (exact, approximate) = (exact(&scores, far), approximate(&scores, far));
            assert!(exact > 0.06 || exact <= approximate, "{far}: {exact} {approximate}");
            assert!(exact < 1e-3 || approximate / exact < 1.25, "{far}: {exact} {approximate}");
        }
    }
}
