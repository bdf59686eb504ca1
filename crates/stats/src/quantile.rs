//! Quantiles of a sample.

use crate::preconditions::is_sample;

/// The median; `None` for an empty sample or one that is not all finite.
pub fn median(values: &[f64]) -> Option<f64> {
    quantile(values, 0.5)
}

/// The quantile at `q` by linear interpolation between order statistics, type 7 of Hyndman and Fan (1996), "Sample quantiles in statistical packages", The American
/// Statistician 50(4): the default of R and NumPy. `None` for an empty sample or one that is not all finite.
pub fn quantile(values: &[f64], q: f64) -> Option<f64> {
    assert!((0.0..=1.0).contains(&q), "a quantile lies in [0, 1], not at {q}");
    let mut values = is_sample(values).then(|| values.to_vec())?;
    let place = (values.len() - 1) as f64 * q;
    let (_, lower, above) = values.select_nth_unstable_by(place as usize, f64::total_cmp);
    let upper = above.iter().copied().reduce(f64::min).unwrap_or(*lower);
    Some(*lower + place.fract() * (upper - *lower))
}
