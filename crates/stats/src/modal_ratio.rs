//! The ratio at which one sample of times lies best upon another.
//!
//! A quantile of a sample is known as well as the sample is dense there. What disturbs a machine makes the densest place wander: now most
//! slices are quick, now a neighbour slows nine of ten of them down, and the crowd stands half as high again. Wherever it stands, it
//! stands there for both samples alike. So the two are laid upon each other: of all pairs, one of each sample, the logarithms of
//! the ratios crowd together where crowd meets crowd, and their mode is the ratio. It is the maximum of the cross-correlation of two
//! kernel density estimates, found as the fixed point of the mean shift of a flat kernel (Fukunaga & Hostetler 1975; Cheng 1995), from wide
//! to narrow, so that no small crowd is taken for the large one.

use crate::launch_ratio::LaunchRatio;
use crate::preconditions::sorted_sample;

/// What is kept of a sample: so many values that stand for equal parts of it.
const KEPT: usize = 256;

/// The part of a sample that is its crowd, where it is densest, and how many values it is at least: the gap between two neighbours may be
/// nothing by chance.
const CROWD: f64 = 0.125;
const CROWD_MIN: usize = 4;

/// Half the width of the kernel at last, as a multiple of the crowd's: for normal samples about one standard deviation of one, which is wide
/// against the gaps between some hundred values and narrow against what two states of a machine differ by.
const KERNEL: f64 = 3.3;

/// Bounds of the same: clocks tell no less, and what is farther apart is another state of the machine.
const KERNEL_MIN: f64 = 2e-4;
const KERNEL_MAX: f64 = 0.03;

/// The width of the bins in which the crowd of all pairs is looked for at first, and of how many around it one consists. So many values of
/// each sample are enough for it.
const BIN: f64 = 0.005;
const BINS_OF_CROWD: usize = 9;
const KEPT_FOR_BINS: usize = 64;

/// Half the width of the kernel at first: each next one is half as wide.
const KERNEL_FIRST: f64 = 0.04;

/// Steps of one width: each goes a good part of the rest of the way.
const STEPS_MAX: usize = 30;

/// The deviation of the normal kernel of the density of all pairs, as a multiple of the crowd's width, and its bounds. Narrower than the
/// kernel of the mode, because what it takes for a crowd by chance has a weight and not the last word.
const KERNEL_OF_PLACES: f64 = 0.66;
const WIDTH_MIN: f64 = 1e-3;
const WIDTH_MAX: f64 = 0.02;
const DEVIATIONS_OF_KERNEL: usize = 4;

/// Places are so many to a deviation, so many deviations to each side of the mode, and told by so many values of each sample at most.
const BINS_OF_WIDTH: usize = 2;
const REACH_OF_PLACES: usize = 32;
const KEPT_FOR_PLACES: usize = 128;

/// The power of the density that is the weight of a place: a crowd half as high has a sixtieth. Of 3 to 12 all are about as good.
const SHARPENED: i32 = 6;

/// Less than this part of the greatest weight is none.
const WEIGHT_MIN: f64 = 1e-3;

/// What is farther apart than this is never laid upon each other bin by bin: factors of a million, whose mode is the middle.
const RANGE_MAX: f64 = 14.0;

/// A sample of times, as far as the ratio to another needs it.
#[derive(Clone, Debug)]
pub struct Outline {
    /// Logarithms, ascending.
    kept: Vec<f64>,
    /// The width of the crowd.
    crowd: f64,
}

impl Outline {
    /// Of times in any unit. `None` for an empty sample or one that is not all finite and above 0.
    pub fn of(times: &[f64]) -> Option<Outline> {
        let logarithms: Vec<f64> = times.iter().map(|time| time.ln()).collect();
        let ascending = sorted_sample(&logarithms)?;
        let kept = thinned(&ascending, KEPT);
        let crowd = shortest_crowd(&kept);
        Some(Outline { kept, crowd })
    }

    fn middle(&self) -> f64 {
        let last = self.kept.len() - 1;
        (self.kept[last / 2] + self.kept[last.div_ceil(2)]) / 2.0
    }
}

/// So many values of an ascending sample that each stands for as many of it; all where there are no more.
fn thinned(ascending: &[f64], kept: usize) -> Vec<f64> {
    let count = ascending.len();
    match count > kept {
        true => (0..kept).map(|place| ascending[(2 * place + 1) * count / (2 * kept)]).collect(),
        false => ascending.to_vec(),
    }
}

/// The length of the shortest interval that holds as much of an ascending sample as is a crowd.
fn shortest_crowd(ascending: &[f64]) -> f64 {
    let held = ((ascending.len() as f64 * CROWD).ceil() as usize).max(CROWD_MIN).min(ascending.len());
    let lengths = ascending.windows(held).map(|window| window[held - 1] - window[0]);
    lengths.min_by(f64::total_cmp).unwrap_or(0.0)
}

/// ln(time / time of `baseline`) at the mode of all pairs.
///
/// Where both are disturbed alike, however that is, it is what lies between the two. It takes two that were measured in turns: of one that was
/// slowed down most of the time and another that seldom was, the crowds are two states of the machine. Turned over it is the same with the other
/// sign.
///
/// ```
/// use cmpthese_stats::{Outline, modal_log_ratio};
/// // Seven of ten were slowed down by half, and five of ten.
/// let times = |own: f64, slowed: usize| -> Vec<f64> {
///     (0..10).map(|at| own * (1.0 + 1e-4 * at as f64) * if at < slowed { 1.5 } else { 1.0 }).collect()
/// };
/// let (baseline, candidate) = (Outline::of(&times(1.0, 7)).unwrap(), Outline::of(&times(1.01, 5)).unwrap());
/// assert!((modal_log_ratio(&candidate, &baseline) - 1.01_f64.ln()).abs() < 5e-4);
/// ```
pub fn modal_log_ratio(candidate: &Outline, baseline: &Outline) -> f64 {
    let width = (KERNEL * (candidate.crowd + baseline.crowd) / 2.0).clamp(KERNEL_MIN, KERNEL_MAX);
    let pairs = Pairs::new(&candidate.kept, &baseline.kept);
    let middle = candidate.middle() - baseline.middle();
    let mut centre = middle + crowd(&candidate.kept, &baseline.kept, middle).unwrap_or(0.0);
    let mut kernel = KERNEL_FIRST;
    loop {
        for _ in 0..STEPS_MAX {
            let Some(mean) = pairs.mean_within(centre, kernel) else { break };
            let step = mean - centre;
            centre = mean;
            if step.abs() < 1e-3 * kernel {
                break;
            }
        }
        if kernel <= width {
            return centre;
        }
        kernel = (kernel / 2.0).max(width);
    }
}

/// The same with how much speaks for each place: the density of the ratios of all pairs, sharpened.
///
/// A density of so many pairs says more than its values do, because pairs share their members; but its heights are relative, and the crowd
/// of a sample that stands sharply is many times as high as what is beside it. Its power tells one from the other.
///
/// ```
/// use cmpthese_stats::{Launch, Outline, modal_ratio};
/// let times = |own: f64| Outline::of(&(0..20).map(|at| own * (1.0 + 1e-4 * at as f64)).collect::<Vec<f64>>()).unwrap();
/// let ratio = modal_ratio(&times(1.01), &times(1.0));
/// let near: f64 = ratio.places().iter().filter(|(place, _)| (place - 1.01_f64.ln()).abs() < 0.002).map(|(_, weight)| weight).sum();
/// assert!(near > 0.9);
/// ```
pub fn modal_ratio(candidate: &Outline, baseline: &Outline) -> LaunchRatio {
    let value = modal_log_ratio(candidate, baseline);
    let width = (KERNEL_OF_PLACES * (candidate.crowd + baseline.crowd) / 2.0).clamp(WIDTH_MIN, WIDTH_MAX);
    let bin = width / BINS_OF_WIDTH as f64;
    let reach = (REACH_OF_PLACES * BINS_OF_WIDTH) as i64;
    let mut pairs = vec![0.0; 2 * reach as usize + 1];
    let (candidate, baseline) = (thinned(&candidate.kept, KEPT_FOR_PLACES), thinned(&baseline.kept, KEPT_FOR_PLACES));
    // Less than half a bin beyond the last, so that none is rounded to one that is not there.
    let farthest = (reach as f64 + 0.4) * bin;
    for other in &baseline {
        let (least, most) = (other + value - farthest, other + value + farthest);
        let begin = candidate.partition_point(|one| *one < least);
        for one in candidate[begin..].iter().take_while(|one| **one <= most) {
            let place = ((one - other - value) / bin).round() as i64;
            pairs[(place + reach) as usize] += 1.0;
        }
    }
    let density = smoothed(&pairs);
    let most = density.iter().copied().fold(0.0, f64::max);
    if most == 0.0 {
        return LaunchRatio::exactly(value);
    }
    let weights = density.iter().map(|height| (height / most).powi(SHARPENED));
    let places = (-reach..=reach).map(|place| value + bin * place as f64).zip(weights);
    LaunchRatio::spread(value, places.filter(|(_, weight)| *weight > WEIGHT_MIN).collect())
}

/// With a normal kernel whose deviation is a width.
fn smoothed(pairs: &[f64]) -> Vec<f64> {
    let half = DEVIATIONS_OF_KERNEL * BINS_OF_WIDTH;
    let kernel: Vec<f64> =
        (0..=2 * half).map(|bin| (-0.5 * ((bin as f64 - half as f64) / BINS_OF_WIDTH as f64).powi(2)).exp()).collect();
    let mut density = vec![0.0; pairs.len()];
    for (place, count) in pairs.iter().enumerate().filter(|(_, count)| **count > 0.0) {
        let first = place.saturating_sub(half);
        let last = (place + half).min(pairs.len() - 1);
        for at in first..=last {
            density[at] += count * kernel[at + half - place];
        }
    }
    density
}

/// Where most differences are, give or take a bin, counted from `middle`. Of several such places it is the one that is nearest to it, and it
/// is in the middle of two that are as near, so that no side is preferred. `None` where bins would be too many.
fn crowd(candidate: &[f64], baseline: &[f64], middle: f64) -> Option<f64> {
    let farthest = (candidate.last()? - baseline.first()? - middle)
        .abs()
        .max((candidate.first()? - baseline.last()? - middle).abs());
    if farthest > RANGE_MAX {
        return None;
    }
    // Bins are counted from the middle in both directions, with room for half a crowd beyond the last.
    let half = BINS_OF_CROWD / 2;
    let reach = (farthest / BIN).round() as i64 + half as i64;
    let mut bins = vec![0_u32; 2 * reach as usize + 1];
    let (candidate, baseline) = (thinned(candidate, KEPT_FOR_BINS), thinned(baseline, KEPT_FOR_BINS));
    for one in &candidate {
        for other in &baseline {
            let place = ((one - other - middle) / BIN).round() as i64;
            bins[(place + reach) as usize] += 1;
        }
    }
    let crowds: Vec<u32> = bins.windows(BINS_OF_CROWD).map(|window| window.iter().sum()).collect();
    let most = crowds.iter().max()?;
    let places = || crowds.iter().enumerate().filter(|(_, crowd)| *crowd == most);
    let of_middle = |place: usize| (place + half) as i64 - reach;
    let nearest = places().map(|(place, _)| of_middle(place).abs()).min()?;
    let nearest: Vec<i64> =
        places().map(|(place, _)| of_middle(place)).filter(|place| place.abs() == nearest).collect();
    Some(nearest.iter().sum::<i64>() as f64 / nearest.len() as f64 * BIN)
}

/// The differences of all pairs of two ascending samples.
struct Pairs<'v> {
    candidate: &'v [f64],
    baseline: &'v [f64],
    /// The sums of the first 0, 1, 2, … values of the candidate.
    sums: Vec<f64>,
}

impl Pairs<'_> {
    fn new<'v>(candidate: &'v [f64], baseline: &'v [f64]) -> Pairs<'v> {
        let mut sums = vec![0.0];
        sums.extend(candidate.iter().scan(0.0, |sum, value| {
            *sum += value;
            Some(*sum)
        }));
        Pairs { candidate, baseline, sums }
    }

    /// The mean of the differences within `kernel` of `centre`; `None` where there are none.
    fn mean_within(&self, centre: f64, kernel: f64) -> Option<f64> {
        let (mut begin, mut end) = (0, 0);
        let (mut sum, mut count) = (0.0, 0);
        for other in self.baseline {
            while begin < self.candidate.len() && self.candidate[begin] - other < centre - kernel {
                begin += 1;
            }
            while end < self.candidate.len() && self.candidate[end] - other <= centre + kernel {
                end += 1;
            }
            let held = end.saturating_sub(begin);
            if held > 0 {
                sum += self.sums[end] - self.sums[begin] - held as f64 * other;
                count += held;
            }
        }
        (count > 0).then(|| sum / count as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_of_nanoseconds_have_a_ratio_as_good_as_they_are() {
        let outline = |own: f64| Outline::of(&[own, own, own + 1.0, own, own + 200.0]).unwrap();
        assert!((modal_log_ratio(&outline(24_000.0), &outline(20_000.0)) - 1.2_f64.ln()).abs() < 1e-5);
        assert!(modal_log_ratio(&outline(20_000.0), &outline(20_000.0)).abs() < 1e-12);
    }

    /// As few and as scattered as slices get: where they crowd is chance.
    #[test]
    fn no_side_is_preferred() {
        let mut state = 1_u64;
        let mut uniform = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as f64 / (1_u64 << 31) as f64
        };
        let mut above = 0;
        for _ in 0..1000 {
            let mut outline = || Outline::of(&[0.0; 8].map(|_: f64| (0.8 * uniform()).exp())).unwrap();
            let (one, other) = (outline(), outline());
            let (forth, back) = (modal_log_ratio(&one, &other), modal_log_ratio(&other, &one));
            assert!((forth + back).abs() < 1e-9, "{forth} {back}");
            above += usize::from(forth > 0.0);
        }
        // Within four standard deviations of the half of them.
        assert!((437..=563).contains(&above), "{above}");
    }

    #[test]
    fn what_is_a_world_apart_has_a_ratio_too() {
        let outline = |own: f64| Outline::of(&[own, own * 1.01, own * 1.02]).unwrap();
        assert!((modal_log_ratio(&outline(1e12), &outline(1.0)) - 1e12_f64.ln()).abs() < 1e-6);
    }
}
