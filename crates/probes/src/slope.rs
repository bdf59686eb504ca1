//! The cost of one more: least squares through doses and times.

/// The slope of the straight line that fits best, by least squares: what one more costs, in the unit of the times. What a dose costs once is
/// the other coefficient and falls out.
///
/// ```
/// // 50 once, and 3 for each.
/// assert!((cmpthese_probes::slope(&[1.0, 2.0, 4.0], &[53.0, 56.0, 62.0]) - 3.0).abs() < 1e-9);
/// ```
///
/// # Panics
///
/// Where there are not as many times as doses.
pub fn slope(doses: &[f64], times: &[f64]) -> f64 {
    assert_eq!(doses.len(), times.len(), "a time for each dose");
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (dose, time) = (mean(doses), mean(times));
    let products = doses.iter().zip(times).map(|(d, t)| (d - dose) * (t - time));
    products.sum::<f64>() / doses.iter().map(|d| (d - dose) * (d - dose)).sum::<f64>()
}
