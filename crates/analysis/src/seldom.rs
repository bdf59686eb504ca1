//! Rare work that came in the long launch and so seldom that the others, which are short, hardly have it: then how launches vary does not say how often it comes.

use crate::paired::Times;
use crate::rare::excess;
use stats::Kind;

/// What more launches have, an interval over launches knows.
const LAUNCHES_MAX: usize = 2;

/// What came once in the long launch may have been a disturbance.
const COUNT_MIN: f64 = 2.0;

/// Where as many are due in the others, and hardly one has any, it was a disturbance of a moment (the rule of three: none of three comes by chance in one case of twenty).
const DUE_MAX: f64 = 3.0;

/// What adds less than this part of the time is left to chance: the margin within which two count as the same unless another is asked for.
const PART_MIN: f64 = 0.01;

/// Rare work of one of a pair, and what follows for their ratio.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seldom {
    /// Index of the variant.
    pub variant: usize,
    /// In how many of its slices or executions it came.
    pub count: f64,
    /// The part of all its time that it took.
    pub share: f64,
    /// The ratios of the means between which that of the long run may be: as many of them may be due there as do not contradict this count.
    pub ratios: [f64; 2],
}

/// What the mean of a variant may be because of such work.
struct Bounds {
    count: f64,
    share: f64,
    mean_ns: [f64; 2],
}

/// That of the one of a pair that has more of it; `None` where neither has any.
pub fn seldom(times: &Times, [baseline, candidate]: [usize; 2]) -> Option<Seldom> {
    let (of_baseline, of_candidate) = (bounds(times, [baseline, candidate]), bounds(times, [candidate, baseline]));
    let mean_ns = |variant: usize, found: &Option<Bounds>| match found {
        Some(found) => Some(found.mean_ns),
        None => stats::mean(&times.means_of(variant)).map(|mean| [mean; 2]),
    };
    let ([base_low, base_high], [low, high]) = (mean_ns(baseline, &of_baseline)?, mean_ns(candidate, &of_candidate)?);
    let found = [(baseline, of_baseline), (candidate, of_candidate)].into_iter();
    let (variant, Bounds { count, share, .. }) = found
        .filter_map(|(variant, found)| Some((variant, found?)))
        .reduce(|one, other| if other.1.share > one.1.share { other } else { one })?;
    Some(Seldom { variant, count, share, ratios: [low / base_high, high / base_low] })
}

/// Those of the first of two variants; `None` where it has no such work, or the other has as much. This is asked of every pair at every look, and of most the first
/// question is answered by the shapes of launches.
fn bounds(times: &Times, [variant, other]: [usize; 2]) -> Option<Bounds> {
    let mut shapes = times.shapes.get(&variant)?.values();
    if shapes.all(|shape| shape.outliers < PART_MIN / 2.0) {
        return None;
    }
    let launches = excesses(times, variant);
    let own = launches.concat();
    let all = own.len() as f64 + own.iter().sum::<f64>();
    let long = launches.iter().max_by_key(|launch| launch.len())?;
    let of_kind = |kind: Kind| {
        let having = launches.iter().filter(|launch| launch.iter().any(|excess| kind.holds(*excess))).count();
        let ([count, excess], [in_long, _]) = (kind.among(&own), kind.among(long));
        let due_in_others = in_long * (own.len() - long.len()) as f64 / long.len() as f64;
        let is_seldom = having <= LAUNCHES_MAX && in_long >= COUNT_MIN && due_in_others < DUE_MAX;
        let is_own = || 2.0 * kind.among(&excesses(times, other).concat())[0] < count;
        if !is_seldom || excess < PART_MIN * all || !is_own() {
            return None;
        }
        let (low, high) = stats::event_count_interval(count as u64);
        let (share, mean_ns) = (excess / all, times.mean_of_all(variant)?);
        Some(Bounds { count, share, mean_ns: [low, high].map(|due| mean_ns * (1.0 + share * (due / count - 1.0))) })
    };
    stats::kinds(&own).find_map(of_kind)
}

/// What each slice, or batch, that is an outlier takes beyond a typical one, in units of it, launch by launch; 0 of the others.
fn excesses(times: &Times, variant: usize) -> Vec<Vec<f64>> {
    times.relative_units(variant).iter().map(|units| units.iter().map(excess).collect()).collect()
}
