//! The ratio of two samples of times of one launch: where most of their pairs agree (the half-sample mode: Bickel & Frühwirth 2006, "On a fast, robust
//! estimator of the mode", Computational Statistics & Data Analysis 50), and in the middle of them (Hodges & Lehmann 1963, "Estimates of location based
//! on rank tests", Annals of Mathematical Statistics 34). docs/method.md, Model; why there are two, and of pairs of one block: docs/decisions/measuring.md.

use crate::preconditions::sorted_sample;

/// What is kept of the slices of a block: so many quantiles, because a mode is not known better for more of them.
const KEPT: usize = 24;

/// The part of the pairs that is not halved any more: with fewer of them their place is chance.
const PART_MIN: f64 = 0.1;

/// ln(candidate / baseline) of the typical slice of a launch, in two ways.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SliceRatios {
    /// Where most pairs of a block agree; of its blocks the middle one.
    pub crowd: f64,
    /// The median of the pairs of a block; of its blocks the centre, as [`crate::score_estimate`] has it.
    pub middle: f64,
    /// How far the blocks are from these, in the median.
    pub scatter: [f64; 2],
}

/// The typical ratio of blocks that hold slices of the one and of the other. `None` where no block has both, or a
/// time is not finite and above zero.
///
/// The times are in any one unit, and were taken in one launch. Exchanged, they have the same values with the other sign.
pub fn slice_ratios<'v>(blocks: impl IntoIterator<Item = (&'v [f64], &'v [f64])>) -> Option<SliceRatios> {
    let both = blocks.into_iter().filter(|(one, other)| !one.is_empty() && !other.is_empty());
    let pairs: Vec<Vec<f64>> = both.map(|(candidate, baseline)| pairs(candidate, baseline)).collect::<Option<_>>()?;
    let crowds: Vec<f64> = pairs.iter().map(|pairs| crate::mean(crowd(pairs))).collect::<Option<_>>()?;
    let middles: Vec<f64> = pairs.iter().map(|pairs| crate::median(pairs)).collect::<Option<_>>()?;
    let (crowd, middle) = (crate::median(&crowds)?, crate::score_estimate(&middles)?);
    let scatter = |values: &[f64], launch: f64| {
        crate::median(&values.iter().map(|value| (value - launch).abs()).collect::<Vec<f64>>())
    };
    Some(SliceRatios { crowd, middle, scatter: [scatter(&crowds, crowd)?, scatter(&middles, middle)?] })
}

/// What launches say in the way in which the blocks of each agree better (docs/method.md, Model).
pub fn typical_ratios(launches: &[SliceRatios]) -> Vec<f64> {
    let [crowd, middle] =
        [0, 1].map(|way| crate::median(&launches.iter().map(|launch| launch.scatter[way]).collect::<Vec<f64>>()));
    let is_middle = middle < crowd;
    launches.iter().map(|launch| if is_middle { launch.middle } else { launch.crowd }).collect()
}

/// The differences of all pairs of a block, ascending.
fn pairs(candidate: &[f64], baseline: &[f64]) -> Option<Vec<f64>> {
    let (candidate, baseline) = (logarithms(candidate)?, logarithms(baseline)?);
    let pairs: Vec<f64> = candidate.iter().flat_map(|one| baseline.iter().map(move |other| one - other)).collect();
    sorted_sample(&pairs)
}

/// Where pairs crowd: the shortest interval that holds half of them, the shortest half of those, and so on.
fn crowd(pairs: &[f64]) -> &[f64] {
    let least = ((pairs.len() as f64 * PART_MIN) as usize).max(1);
    let mut crowd = pairs;
    while crowd.len() > least {
        let half = shortest(crowd, crowd.len().div_ceil(2).max(least));
        if half.len() == crowd.len() {
            break;
        }
        crowd = half;
    }
    crowd
}

/// The quantiles that are kept, as logarithms, ascending.
fn logarithms(times: &[f64]) -> Option<Vec<f64>> {
    let logarithms: Vec<f64> = times.iter().map(|time| time.ln()).collect();
    let ascending = sorted_sample(&logarithms)?;
    let count = ascending.len();
    Some(match count > KEPT {
        true => (0..KEPT).map(|place| ascending[(2 * place + 1) * count / (2 * KEPT)]).collect(),
        false => ascending,
    })
}

/// The shortest run of so many values; of those that are equally short the two in the middle together, so that no side is preferred.
fn shortest(ascending: &[f64], held: usize) -> &[f64] {
    let lengths: Vec<f64> = ascending.windows(held).map(|window| window[held - 1] - window[0]).collect();
    let least = lengths.iter().copied().fold(f64::INFINITY, f64::min);
    let rounding = 1e-12 * (1.0 + least);
    let places: Vec<usize> = (0..lengths.len()).filter(|place| lengths[*place] <= least + rounding).collect();
    let (first, last) = (places[(places.len() - 1) / 2], places[places.len() / 2]);
    &ascending[first..last + held]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_of_nanoseconds_have_a_ratio_as_good_as_they_are() {
        let times = |own: f64| [own, own, own + 1.0, own, own + 200.0];
        let (candidate, baseline) = (times(24_000.0), times(20_000.0));
        assert!((slice_ratios([(&candidate[..], &baseline[..])]).unwrap().crowd - 1.2_f64.ln()).abs() < 1e-5);
    }

    #[test]
    fn what_is_no_sample_has_none() {
        assert_eq!(slice_ratios([(&[][..], &[1.0][..])]), None);
        assert_eq!(slice_ratios([(&[0.0][..], &[1.0][..])]), None);
    }
}
