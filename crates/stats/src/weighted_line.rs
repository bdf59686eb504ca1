//! A straight line through points.

/// Intercept and slope of the line with the least sum of weighted squares; `None` without two different abscissas.
pub fn weighted_line(points: &[(f64, f64)], weights: &[f64]) -> Option<(f64, f64)> {
    assert_eq!(points.len(), weights.len(), "a weight for each point");
    let total: f64 = weights.iter().sum();
    let sum = |value: &dyn Fn((f64, f64)) -> f64| -> f64 {
        points.iter().zip(weights).map(|(point, weight)| value(*point) * weight).sum::<f64>() / total
    };
    let (x, y) = (sum(&|point| point.0), sum(&|point| point.1));
    let spread = sum(&|point| (point.0 - x).powi(2));
    if spread.is_nan() || spread <= 1e-12 * x * x {
        return None;
    }
    let slope = sum(&|point| (point.0 - x) * (point.1 - y)) / spread;
    Some((y - slope * x, slope))
}
