//! Lines of a difference along shared work: how often their intervals miss, and how often a line is called none.

use super::binomial::Frequency;
use super::source::Source;
use cmpthese_stats::{Overhead, WorkLevel, overhead};

const TRIALS: u64 = 300;
const LAUNCHES: usize = 20;

/// Times of the baseline: a thousand at most are shared by all.
const BASES: [f64; 4] = [20.0, 30.0, 120.0, 1020.0];

/// The spread of a launch, of either variant for itself.
const NOISE: f64 = 0.02;

/// What is found of candidates that take longer by `fixed` + `share` of the baseline's time.
fn found(fixed: f64, share: f64) -> Vec<Overhead> {
    let mut source = Source::seeded(31);
    let mut level = |base: f64| {
        let mut noisy = |time: f64| time * (1.0 + NOISE * source.normal());
        let launches = (0..LAUNCHES).map(|_| (noisy(base), noisy(base + fixed + share * base))).collect();
        WorkLevel { work: base, launches }
    };
    let mut one = |seed| overhead(&BASES.map(&mut level), 0.05, seed).expect("four levels that differ");
    (0..TRIALS).map(&mut one).collect()
}

/// With a share of nine the candidate takes ten times as long: the time of the baseline, which is uncertain too, then counts
/// nine times in what lies beside the line.
#[test]
fn overheads_are_in_their_intervals_and_lines_are_found_to_be_lines() {
    for (fixed, share) in [(5.0, 0.1), (2.0, 9.0)] {
        let found = found(fixed, share);
        let counted = |is_hit: &dyn Fn(&Overhead) -> bool| {
            let count = found.iter().filter(|one| is_hit(one)).count();
            Frequency { count: count as u64, trials: TRIALS }
        };
        let label = format!("{fixed} and {share} of the baseline");
        assert!(counted(&|one| one.fixed.contains(fixed)).share() >= 0.93, "fixed, {label}");
        assert!(counted(&|one| one.share.contains(share)).share() >= 0.93, "share, {label}");
        let no_line = |alpha: f64| counted(&move |one| one.p_of_line.is_some_and(|p| p < alpha));
        no_line(0.05).assert_is(&format!("no line, {label}"), 0.05);
        no_line(0.001).assert_is(&format!("surely no line, {label}"), 0.001);
    }
}

/// A candidate whose difference grows with the square root is seen to be no line.
#[test]
fn what_is_no_line_is_seen() {
    let mut source = Source::seeded(32);
    let levels = BASES.map(|base| {
        let mut noisy = |time: f64| time * (1.0 + NOISE * source.normal());
        let launches = (0..LAUNCHES).map(|_| (noisy(base), noisy(base + 3.0 * base.sqrt()))).collect();
        WorkLevel { work: base, launches }
    });
    let found = overhead(&levels, 0.05, 1).expect("four levels that differ");
    assert!(found.p_of_line.is_some_and(|p| p < 0.001), "{found:?}");
}
