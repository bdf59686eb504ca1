//! How the difference between two ways of doing a job grows with the work that both share.

use statrs::distribution::{ContinuousCDF, FisherSnedecor};

use crate::bootstrap::{percentile_interval, resamples};
use crate::interval::Interval;
use crate::moments::{mean, variance};
use crate::weighted_line::weighted_line;

/// Of a level of fewer launches it is not known how sure its difference is: the percentile that stands for it is beyond all resamples.
const LAUNCHES_MIN: usize = 5;

/// One amount of shared work.
#[derive(Clone, Debug, PartialEq)]
pub struct WorkLevel {
    /// How much there is of it, in any unit.
    pub work: f64,
    /// For each launch the time of the baseline and that of the candidate.
    pub launches: Vec<(f64, f64)>,
}

/// The line difference = `fixed` + `share` · time of the baseline.
#[derive(Clone, Debug, PartialEq)]
pub struct Overhead {
    /// What is added whatever the work, in the unit of the times.
    pub fixed: Interval,
    /// What is added for each unit of the baseline's time.
    pub share: Interval,
    /// The probability of differences that lie as far from a line, if it is one; `None` with two levels, which a line always
    /// meets.
    pub p_of_line: Option<f64>,
    /// The work from which on the difference is below `threshold`, as long as it is a line: infinite where no amount of work makes
    /// it so, or more work takes it above that; the smallest amount where any does.
    pub below_from: Interval,
    /// The difference over the time of the baseline at the smallest amount of work.
    pub at_least_work: f64,
    /// The largest amount of work.
    pub most_work: f64,
    /// How many amounts of work the line goes through.
    pub levels: usize,
}

/// Fits the line, with percentile bootstrap intervals at 1 − [`ALPHA`](crate::ALPHA) over the launches of each level, which weighs by the inverse variance of its mean
/// difference. `threshold` is the part of the baseline's time below which a difference does not matter. `None` with fewer than two levels of five launches and more (others
/// are left out), or where all levels take the same time.
pub fn overhead(levels: &[WorkLevel], threshold: f64, seed: u64) -> Option<Overhead> {
    let levels: Vec<&WorkLevel> = levels.iter().filter(|level| level.launches.len() >= LAUNCHES_MIN).collect();
    let fewest = levels.iter().map(|level| level.launches.len()).min()?;
    let all = |level: &&WorkLevel| level.launches.iter().map(|(base, other)| (*base, other - base)).collect();
    let whole: Vec<Vec<(f64, f64)>> = levels.iter().map(all).collect();
    let weights: Vec<f64> = whole.iter().map(|launches| weight(launches)).collect::<Option<_>>()?;
    let summed: Vec<Summed> =
        levels.iter().zip(&whole).map(|(level, launches)| Summed::of(level.work, launches)).collect();
    let statistic = |summed: &[Summed]| {
        let points: Vec<(f64, f64)> = summed.iter().map(|level| (level.base, level.difference)).collect();
        let (fixed, share) = weighted_line(&points, &weights)?;
        Some([fixed, share, below_from((fixed, share), summed, threshold)])
    };
    let points = statistic(&summed)?;
    // The levels have launches of their own, so each is drawn by its own part of a long draw.
    let draw = |(place, launches): (usize, &Vec<(f64, f64)>)| {
        let drawn = |draws: &[u32]| Summed::drawn(levels[place].work, launches, draws);
        resamples(launches.len(), seed.wrapping_add(place as u64), drawn)
    };
    let drawn: Vec<Vec<Summed>> = whole.iter().enumerate().map(draw).collect();
    let replicate = |index: usize| statistic(&drawn.iter().map(|level| level[index]).collect::<Vec<_>>());
    let replicates: Vec<[f64; 3]> = (0..drawn[0].len()).map(replicate).collect::<Option<_>>()?;
    let [fixed, share, below_from] = [0, 1, 2].map(|which| {
        let replicates: Vec<f64> = replicates.iter().map(|values| values[which]).collect();
        let known = !points[which].is_nan() && replicates.iter().all(|value| !value.is_nan());
        if known { percentile_interval(points[which], replicates, fewest) } else { None }
    });
    let least = summed.iter().min_by(|left, right| left.work.total_cmp(&right.work))?;
    Some(Overhead {
        fixed: fixed?,
        share: share?,
        p_of_line: p_of_line((points[0], points[1]), &whole),
        below_from: below_from?,
        at_least_work: least.difference / least.base,
        most_work: levels.iter().map(|level| level.work).fold(f64::NEG_INFINITY, f64::max),
        levels: levels.len(),
    })
}

/// The means of a level: the time of the baseline and what the candidate takes more.
#[derive(Clone, Copy)]
struct Summed {
    work: f64,
    base: f64,
    difference: f64,
}

impl Summed {
    fn of(work: f64, launches: &[(f64, f64)]) -> Summed {
        Summed::drawn(work, launches, &vec![1; launches.len()])
    }

    fn drawn(work: f64, launches: &[(f64, f64)], draws: &[u32]) -> Summed {
        let total: f64 = draws.iter().map(|times| f64::from(*times)).sum();
        let sum = |value: fn(&(f64, f64)) -> f64| {
            launches.iter().zip(draws).map(|(launch, times)| value(launch) * f64::from(*times)).sum::<f64>() / total
        };
        Summed { work, base: sum(|launch| launch.0), difference: sum(|launch| launch.1) }
    }
}

/// The inverse variance of the mean difference of a level. One without any spread is as sure as one with a millionth of it.
fn weight(launches: &[(f64, f64)]) -> Option<f64> {
    let differences: Vec<f64> = launches.iter().map(|(_, difference)| *difference).collect();
    let scale = mean(&launches.iter().map(|(base, _)| *base).collect::<Vec<_>>())?.abs();
    let least = (scale * 1e-6).powi(2).max(f64::MIN_POSITIVE);
    Some(launches.len() as f64 / variance(&differences)?.max(least))
}

/// The amount of work at which the difference is the part `threshold` of the baseline's time.
fn below_from((fixed, share): (f64, f64), levels: &[Summed], threshold: f64) -> f64 {
    let base = fixed / (threshold - share);
    // Between two levels the baseline's time is interpolated; beyond them it goes on as between the last two.
    let mut sorted = levels.to_vec();
    sorted.sort_unstable_by(|left, right| left.base.total_cmp(&right.base));
    let [first, .., last] = sorted.as_slice() else { return f64::NAN };
    let is_below = |level: &Summed| fixed + share * level.base <= threshold * level.base;
    if is_below(first) && is_below(last) {
        return first.work; // below it from the beginning
    }
    if fixed <= 0.0 || share >= threshold {
        return f64::INFINITY;
    }
    let next = sorted.iter().position(|level| level.base >= base).unwrap_or(sorted.len() - 1).max(1);
    let (before, after) = (sorted[next - 1], sorted[next]);
    before.work + (base - before.base) * (after.work - before.work) / (after.base - before.base)
}

/// How far the levels are from the line, in units of what their launches are: an F test with as many degrees of freedom below as
/// the level with the fewest launches has. χ², which takes variances for known, finds twice as many lines to be none.
fn p_of_line((fixed, share): (f64, f64), levels: &[Vec<(f64, f64)>]) -> Option<f64> {
    let freedom = levels.len().checked_sub(2).filter(|freedom| *freedom > 0)?;
    let fewest = levels.iter().map(Vec::len).min()?;
    let distances = levels.iter().map(|launches| {
        // The time of the baseline is uncertain as well: the more so, the steeper the line.
        let apart = |(base, difference): &(f64, f64)| (*base, difference - fixed - share * base);
        let apart: Vec<(f64, f64)> = launches.iter().map(apart).collect();
        Some(Summed::of(0.0, &apart).difference.powi(2) * weight(&apart)?)
    });
    let statistic: f64 = distances.sum::<Option<f64>>()?;
    let law = FisherSnedecor::new(freedom as f64, (fewest - 1) as f64).ok()?;
    Some(1.0 - law.cdf(statistic / freedom as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From one amount of work on, of baselines that take as long as it is much, what takes a fixed part and a proportion more is below a twentieth.
    fn below_from(fixed: f64, share: f64) -> f64 {
        let launch = |work: f64| (work, work * (1.0 + share) + fixed);
        let level = |work: f64| WorkLevel { work, launches: vec![launch(work); 6] };
        let found = overhead(&[level(100.0), level(1000.0), level(10_000.0)], 0.05, 1).expect("it is a line");
        assert_eq!(found.below_from.point, found.below_from.high, "it has no spread");
        found.below_from.point
    }

    /// 10 % more, less 8: 2 % at the least work and 9.9 % at the most.
    #[test]
    fn what_grows_above_the_threshold_is_not_below_it_from_the_least_work_on() {
        assert_eq!(below_from(-8.0, 0.1), f64::INFINITY);
        assert_eq!(below_from(-8.0, 0.04), 100.0);
        assert_eq!(below_from(2.0, 0.01), 100.0);
        assert!((below_from(20.0, 0.01) - 500.0).abs() < 1e-6);
    }
}
