//! Rare work: iterations, executions or slices of a variant that cost much more than the others, and are its own.
//!
//! What disturbs the machine hits both of a pair alike, so what those of the other variant show is taken off.

use crate::paired::Times;
use stats::{CostShape, Kind};

/// More dear ones than this part are not rare.
const RARE_MAX: f64 = 0.3;

/// The others are alike if they take no more and no less than a typical one by this part of it: else the dearest units are those with many dear iterations.
const ALIKE: f64 = 0.2;

/// What comes as often tells how often it comes; fewer are an anecdote. What they cost together, in multiples of the usual one.
pub(crate) const SEEN_MIN: f64 = 3.0;

/// What adds less than this part of the time is not worth a sentence.
const SHARE_MIN: f64 = 0.05;

/// The rare work of a variant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RareWork {
    /// One of so many iterations.
    pub one_of: f64,
    /// What it costs on average, as a multiple of the others.
    pub times: f64,
    /// Its part of all the time: all that it takes, and not only what it takes beyond the others.
    pub share: f64,
}

/// The rare work of the first of two variants, as far as the other does not have it: of the usual kind, or of a rarer one where that is not rare; `None` where
/// there is none worth a sentence. `shapes` are theirs, in the launches that have both.
pub fn rare_work(times: &Times, [variant, other]: [usize; 2], shapes: [&[CostShape]; 2]) -> Option<RareWork> {
    if !has_more(shapes) {
        return None;
    }
    let (own, other) = (Outliers::of(times, variant)?, Outliers::of(times, other)?);
    if own.alike < (1.0 - RARE_MAX) * own.units {
        return None;
    }
    let [events, usual] = stats::kinds(&own.excesses).find_map(|kind| of_kind(kind, &own, &other))?;
    let iterations_of_unit = times.iterations_of_unit(variant);
    let (iterations, times) = (own.units * iterations_of_unit, 1.0 + usual * iterations_of_unit);
    let share = events * times / (own.time() * iterations_of_unit);
    Some(RareWork { one_of: iterations / events, times, share })
}

/// One kind of it: how often it came, and what it took each time beyond a typical unit, as a multiple of that.
fn of_kind(kind: Kind, own: &Outliers, other: &Outliers) -> Option<[f64; 2]> {
    let ([count, excess], [count_of_other, _]) = (kind.among(&own.excesses), kind.among(&other.excesses));
    let (events, usual) = (count - count_of_other * own.units / other.units, excess / count);
    let adds = events * usual / own.time();
    let is_told = events >= SEEN_MIN && count <= RARE_MAX * own.units && adds >= SHARE_MIN;
    is_told.then_some([events, usual])
}

/// Whether most launches hold more of it in the first than in the second, time that others took aside (sign test).
fn has_more([own, other]: [&[CostShape]; 2]) -> bool {
    let pairs = || own.iter().zip(other).map(|(own, other)| (own.outliers, other.outliers));
    let more = pairs().filter(|(own, other)| own > other).count() as u64;
    let fewer = pairs().filter(|(own, other)| own < other).count() as u64;
    more > fewer && stats::proportion_interval(more, more + fewer).0 > 0.5
}

/// The units of a launch without those of its beginning, if several are outliers from the first on: they come once a process, and never again.
fn begun(units: &[f64]) -> &[f64] {
    let beginning = units.iter().take_while(|unit| **unit > CostShape::OUTLIER).count();
    if beginning > 1 { &units[beginning..] } else { units }
}

/// What a unit, relative to the typical one of its launch, takes beyond that if it is an outlier; else 0.
pub(crate) fn excess(unit: &f64) -> f64 {
    if *unit > CostShape::OUTLIER { *unit - 1.0 } else { 0.0 }
}

/// Units that are outliers, as [`CostShape`] counts them.
struct Outliers {
    /// All units but those of beginnings, outliers or not.
    units: f64,
    /// How many of them take about what a typical one takes.
    alike: f64,
    /// What each outlier took beyond the typical unit, as a multiple of it.
    excesses: Vec<f64>,
}

impl Outliers {
    fn of(times: &Times, variant: usize) -> Option<Outliers> {
        let launches = times.relative_units(variant);
        let relative: Vec<f64> = launches.iter().flat_map(|units| begun(units)).copied().collect();
        let excesses = relative.iter().map(excess).filter(|excess| *excess > 0.0).collect();
        let alike = relative.iter().filter(|unit| (*unit - 1.0).abs() <= ALIKE).count() as f64;
        (!relative.is_empty()).then_some(Outliers { units: relative.len() as f64, alike, excesses })
    }

    /// The time of all these units, in typical ones.
    fn time(&self) -> f64 {
        self.units + self.excesses.iter().sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use super::begun;

    #[test]
    fn what_is_dear_from_the_first_on_is_a_beginning() {
        assert_eq!(begun(&[5.0, 4.0, 1.0, 9.0, 1.0]), [1.0, 9.0, 1.0]);
        // One may be rare work that comes again.
        assert_eq!(begun(&[5.0, 1.0, 9.0]), [5.0, 1.0, 9.0]);
    }
}
