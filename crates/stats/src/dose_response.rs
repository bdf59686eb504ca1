//! What an event takes in its place: two doses of it beside none, and beside a variant that has more of it.

use crate::between_sizes::halved;
use crate::interval::{ALPHA, Interval};
use crate::score_test::{score_estimate, score_interval};

/// By which part the second half of the doses may be dearer than the first, or cheaper, and still lie on a line with it. The slope is the middle of
/// both, so that they change what is made of it by half as much.
const BENT_MIN: f64 = 0.15;

/// One launch: what an iteration takes more than without a dose, in any unit of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DosedLaunch {
    /// With the dose.
    pub single: f64,
    /// With twice the dose.
    pub double: f64,
    /// The variant that has more of the event by itself.
    pub beside: f64,
}

/// What doses took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DoseResponse {
    /// One event: the slope of the line through none, the dose and twice the dose.
    pub each: Interval,
    /// The same between none and the dose, and between the dose and twice the dose.
    pub halves: [Interval; 2],
    /// Whether the halves lie on a line, as far as can be told.
    pub is_straight: bool,
    /// What the events that the other variant has more would take, as a part of what it takes more.
    pub share: Interval,
}

/// Estimates them with intervals at 1 − [`ALPHA`] over launches; `dose` and `more` are counts of events (docs/method.md, *Because*). `None` for an empty sample, one that
/// is not all finite, and where the variant beside is not established to be slower: there is no difference to have a share of.
pub fn dose_response(launches: &[DosedLaunch], dose: f64, more: f64) -> Option<DoseResponse> {
    let each = over(launches, |launch| launch.double / (2.0 * dose))?;
    let first = over(launches, |launch| launch.single / dose)?;
    let second = over(launches, |launch| (launch.double - launch.single) / dose)?;
    let bend = over(launches, |launch| (launch.double - 2.0 * launch.single) / dose)?;
    let difference = over(launches, |launch| launch.beside)?;
    let share = share(launches, more / (2.0 * dose), difference)?;
    let tolerance = BENT_MIN * each.point.abs();
    let is_straight = bend.low <= tolerance && bend.high >= -tolerance;
    Some(DoseResponse { each, halves: [first, second], is_straight, share })
}

/// The interval of a value of launches.
fn over(launches: &[DosedLaunch], value: impl Fn(&DosedLaunch) -> f64) -> Option<Interval> {
    score_interval(&launches.iter().map(value).collect::<Vec<f64>>(), ALPHA, 0.0)
}

/// What `part` of the double dose is of the difference beside it.
fn share(launches: &[DosedLaunch], part: f64, difference: Interval) -> Option<Interval> {
    let doses: Vec<f64> = launches.iter().map(|launch| part * launch.double).collect();
    let start = score_estimate(&doses)? / difference.point;
    if difference.low.is_infinite() {
        return Some(Interval::unbounded(start));
    }
    if difference.low <= 0.0 {
        return None;
    }
    let left = |share: f64| over(launches, |launch| part * launch.double - share * launch.beside);
    let at = |bound: fn(Interval) -> f64| root(start, |share| left(share).map(bound));
    Some(Interval {
        point: at(|left| left.point)?,
        low: at(|left| left.low)?,
        high: at(|left| left.high)?,
        level: difference.level,
    })
}

/// Where a function that falls is zero, near `start`; infinite where that is nowhere.
pub fn root(start: f64, value: impl Fn(f64) -> Option<f64>) -> Option<f64> {
    let falls = value(start)? > 0.0;
    let toward = if falls { 1.0 } else { -1.0 };
    let is_before = |place: f64| value(place).is_some_and(|value| (value > 0.0) == falls);
    let step = toward * start.abs().max(1.0) / 1024.0;
    let far = (0..60).map(|doublings| start + step * f64::from(doublings).exp2()).find(|place| !is_before(*place));
    Some(far.map_or(toward * f64::INFINITY, |far| halved(start, far, is_before)))
}
