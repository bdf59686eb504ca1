//! Quantiles of a sample.

use crate::preconditions::is_sample;

/// The median; `None` for an empty sample or one that is not all finite.
pub fn median(values: &[f64]) -> Option<f64> {
    quantile(values, 0.5)
}

/// The quantile at `q` by linear interpolation between order statistics, type 7 of Hyndman and
/// Fan (1996), "Sample quantiles in statistical packages", The American Statistician 50(4): the
/// default of R and NumPy.
///
/// The sorted sample stands at the places 0 … n − 1, and the quantile is read at (n − 1)·q.
/// `None` for an empty sample or one that is not all finite.
///
/// ```
/// // Place (5 − 1)·0.9 = 3.6, so six tenths of the way from 4 to 10.
/// let p90 = cmpthese_stats::quantile(&[1.0, 2.0, 3.0, 4.0, 10.0], 0.9).unwrap();
/// assert!((p90 - 7.6).abs() < 1e-12);
/// ```
///
/// # Panics
///
/// When `q` is outside [0, 1].
pub fn quantile(values: &[f64], q: f64) -> Option<f64> {
    assert!((0.0..=1.0).contains(&q), "a quantile lies in [0, 1], not at {q}");
    if !is_sample(values) {
        return None;
    }
    let (mut values, place) = (values.to_vec(), (values.len() - 1) as f64 * q);
    let (_, lower, above) = values.select_nth_unstable_by(place as usize, f64::total_cmp);
    let upper = above.iter().copied().reduce(f64::min).unwrap_or(*lower);
    Some(*lower + place.fract() * (upper - *lower))
}

/// The value for which those that are at least as large have a part of the sum. With half of it that is N50, as of the pieces of a genome (Lander et al. 2001,
/// "Initial sequencing and analysis of the human genome", Nature 409, box 1): neither many small values nor a single large one move it. Values count that are
/// above zero; `None` where there are none, or one is not finite.
///
/// ```
/// let many_small_and_one_large = [[8.0; 20].as_slice(), &[0.1; 99], &[40.0]].concat();
/// assert_eq!(cmpthese_stats::n_statistic(&many_small_and_one_large, 0.5), Some(8.0));
/// assert_eq!(cmpthese_stats::n_statistic(&many_small_and_one_large, 0.1), Some(40.0));
/// ```
pub fn n_statistic(values: &[f64], part: f64) -> Option<f64> {
    if !is_sample(values) {
        return None;
    }
    let mut from_largest: Vec<f64> = values.iter().copied().filter(|value| *value > 0.0).collect();
    from_largest.sort_by(|one, other| other.total_cmp(one));
    let enough = part * from_largest.iter().sum::<f64>();
    let mut sum = 0.0;
    from_largest.into_iter().find(|value| {
        sum += value;
        sum >= enough
    })
}
