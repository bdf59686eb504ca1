//! From which iteration on a variant runs steadily.

use std::ops::Range;

use crate::autoregression::{Autoregression, squared_deviation};
use crate::changepoint::segments;
use crate::moments::mean;
use crate::preconditions::is_sample;
use crate::quantile::median;
use crate::score_test::score_p;

/// How a variant's times develop within a launch, in the words of Barrett et al. 2017, "Virtual
/// machine warmup blows hot and cold", OOPSLA.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Development {
    /// The same from the first iteration on.
    Flat,
    /// Steady from this iteration on: so many are to be cut from the front of every launch.
    SteadyAfter(usize),
    /// The last quarter still changes.
    NoSteadyState,
}

/// Finds the prefix to cut from all launches of a variant.
///
/// `launches` hold the times of the iterations of one launch each, in order and in any one unit; the
/// same place is the same iteration. Longer launches are read as far as the shortest one goes. Parts
/// whose logarithms differ by at most `negligible` count as one: 0.002 for two parts in a thousand.
/// `None` for fewer than [`WARM_UP_LAUNCHES_MIN`] launches or [`WARM_UP_ITERATIONS_MIN`] iterations, or a time that is
/// not positive and finite.
///
/// The launches are put on a common level and their median is taken at each iteration, which
/// removes outliers unless they come at the same iteration, and then they belong to it: a slow first
/// iteration is the commonest warm-up. Barrett et al. replace outliers within each launch instead,
/// and would replace that one. What outliers are left, where they met at an iteration, stand out from
/// the medians on both sides and are levelled. The rest is cut into [`segments`]. Two
/// parts are different when their medians differ by more than `negligible` and the score test over the
/// launches agrees: launches are independent where iterations are not.
///
/// A launch that changes its pace at an iteration of its own does not show here; it is spread
/// between launches.
///
/// ```
/// use cmpthese_stats::{Development, steady_state};
/// let times = |launch: usize| -> Vec<f64> {
///     let warm = |i: usize| if i < 3 { 1.3 } else { 1.0 };
///     (0..40).map(|i| warm(i) * (1.0 + 0.01 * ((i * i + 7 * launch) as f64).sin())).collect()
/// };
/// let launches: Vec<Vec<f64>> = (0..9).map(times).collect();
/// let launches: Vec<&[f64]> = launches.iter().map(Vec::as_slice).collect();
/// assert_eq!(steady_state(&launches, 0.002), Some(Development::SteadyAfter(3)));
/// ```
///
/// # Panics
///
/// When `negligible` is negative or NaN.
pub fn steady_state(launches: &[&[f64]], negligible: f64) -> Option<Development> {
    assert!(negligible >= 0.0, "a negligible difference is not negative, nor {negligible}");
    let iterations = launches.iter().map(|times| times.len()).min()?;
    if launches.len() < WARM_UP_LAUNCHES_MIN || iterations < WARM_UP_ITERATIONS_MIN {
        return None;
    }
    let levelled: Vec<Vec<f64>> = launches.iter().map(|times| levelled(&times[..iterations])).collect::<Option<_>>()?;
    let at = |iteration: usize| median(&levelled.iter().map(|times| times[iteration]).collect::<Vec<_>>());
    let medians: Vec<f64> = (0..iterations).map(at).collect::<Option<_>>()?;
    let segments = segments(&without_peaks(&medians), noise_of_medians(&levelled, &medians));
    let course = Course { levelled, medians, negligible };
    Some(match course.cut(&segments) {
        0 => Development::Flat,
        cut if cut > latest_cut(iterations) => Development::NoSteadyState,
        cut => Development::SteadyAfter(cut),
    })
}

/// Two parts differ when the score test over the launches says so at this level.
const LEVEL: f64 = 0.02;

/// Below it no two parts can differ at the level that is asked for.
pub const WARM_UP_LAUNCHES_MIN: usize = 7;

/// Below it there is no telling steady from not.
pub const WARM_UP_ITERATIONS_MIN: usize = 12;

/// The last quarter must be steady.
fn latest_cut(iterations: usize) -> usize {
    iterations - iterations / 4
}

/// The long-run variance of the medians over launches.
///
/// The persistence comes from all launches, because one short series says little about it. The
/// variance is the larger of that of the medians themselves and of what noise of independent launches
/// leaves in them: the former is more where all launches do the same odd thing, the latter is the
/// better estimate elsewhere.
fn noise_of_medians(levelled: &[Vec<f64>], medians: &[f64]) -> f64 {
    let of_launches = Autoregression::of(levelled);
    // The variance of the median of S normal values, exact at three.
    let share = std::f64::consts::FRAC_PI_2 / (levelled.len() as f64 + 0.5);
    let from_launches = share * of_launches.long_run_variance();
    let of_medians = of_launches.with_variance_of(medians).long_run_variance();
    // A trace of rounding is no level.
    from_launches.max(of_medians).max(f64::EPSILON.powi(2))
}

/// The series with every lone peak or pit taken down to the nearer of its neighbours: a value that
/// stands out from both, in the same direction, by more than differences of neighbours do by chance.
/// The first and the last value have one neighbour and stay.
fn without_peaks(values: &[f64]) -> Vec<f64> {
    let limit = PEAK * squared_deviation(&[values.to_vec()], 1).sqrt();
    let mut levelled = values.to_vec();
    for (place, window) in values.windows(3).enumerate() {
        let [before, here, after] = [window[0], window[1], window[2]];
        let (low, high) = (before.min(after), before.max(after));
        if here > high + limit {
            levelled[place + 1] = high;
        } else if here < low - limit {
            levelled[place + 1] = low;
        }
    }
    levelled
}

/// In standard deviations of differences.
const PEAK: f64 = 2.5;

/// Logarithms of times, less the median of their second half.
fn levelled(times: &[f64]) -> Option<Vec<f64>> {
    let logarithms: Vec<f64> = times.iter().map(|time| time.ln()).collect();
    let level = is_sample(&logarithms).then(|| median(&logarithms[times.len() / 2..])).flatten()?;
    Some(logarithms.into_iter().map(|logarithm| logarithm - level).collect())
}

/// How a variant's times develop, over all its launches.
struct Course {
    /// The logarithms of each launch, on a common level.
    levelled: Vec<Vec<f64>>,
    /// Their median at each iteration.
    medians: Vec<f64>,
    negligible: f64,
}

impl Course {
    /// Where the steady part begins: after the last segment that differs from the last one, and then
    /// on, a quarter of the rest at a time, while its two halves differ. Such a slope is what segments
    /// leave of a slow approach, and of a climb without an end.
    fn cut(&self, segments: &[Range<usize>]) -> usize {
        let iterations = self.medians.len();
        let last = segments.last().cloned().unwrap_or_default();
        let unsteady = segments.iter().rfind(|segment| self.differ((*segment).clone(), last.clone()));
        let mut cut = unsteady.map_or(0, |segment| segment.end);
        let halves_differ = |cut: usize| {
            let middle = usize::midpoint(cut, iterations);
            self.differ(cut..middle, middle..iterations)
        };
        while cut <= latest_cut(iterations) && halves_differ(cut) {
            cut += (iterations - cut).div_ceil(4);
        }
        cut
    }

    fn differ(&self, one: Range<usize>, other: Range<usize>) -> bool {
        let level = |part: &Range<usize>| mean(&self.medians[part.clone()]).unwrap_or(0.0);
        if (level(&one) - level(&other)).abs() <= self.negligible {
            return false;
        }
        let shift = |times: &Vec<f64>| Some(mean(&times[one.clone()])? - mean(&times[other.clone()])?);
        let shifts: Vec<f64> = self.levelled.iter().filter_map(shift).collect();
        score_p(&shifts, 0.0) <= LEVEL
    }
}
