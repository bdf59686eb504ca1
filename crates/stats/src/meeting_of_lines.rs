//! Where two lines through figures of unknown error meet.

use crate::interval::{ALPHA, Interval};
use crate::least_squares::{Measured, fit};
use crate::student;

/// The size at which two ways take as long, if both take a fixed time and one for each unit: figures are size and time. The error of a figure is
/// what the figures are beside their line, as a part of the time; the interval is Fieller's, of the sizes at which the lines may meet.
///
/// `None` with fewer than four figures of either, or where the lines may be parallel.
pub fn meeting_of_lines(first: &[(f64, f64)], second: &[(f64, f64)]) -> Option<Interval> {
    let ([a_one, b_one], v_one) = line(first)?;
    let ([a_other, b_other], v_other) = line(second)?;
    let freedom = (first.len() + second.len() - 4) as f64;
    let t2 = student::two_sided_critical_value(ALPHA, freedom).powi(2);
    let (a, b) = (a_other - a_one, b_other - b_one);
    let [v_aa, v_ab, v_bb] = [0, 1, 2].map(|index| v_one[index] + v_other[index]);
    // (a + b·n)² ≤ t²·(v_aa + 2·n·v_ab + n²·v_bb), solved for n.
    let (square, half, constant) = (b * b - t2 * v_bb, a * b - t2 * v_ab, a * a - t2 * v_aa);
    let quarter = half * half - square * constant;
    if square <= 0.0 || quarter.is_nan() || quarter < 0.0 {
        return None;
    }
    let root = |sign: f64| (-half + sign * quarter.sqrt()) / square;
    Some(Interval { point: -a / b, low: root(-1.0), high: root(1.0), level: 1.0 - ALPHA })
}

/// A line through figures: its coefficients, and their variances and covariance.
fn line(figures: &[(f64, f64)]) -> Option<([f64; 2], [f64; 3])> {
    let means: Option<Vec<Measured>> = figures.iter().map(|(size, time)| Measured::of(*size, &[*time])).collect();
    let means = means.filter(|means| means.len() >= 4)?;
    let fit = fit(&means, Some(|size| size))?;
    let error = fit.squares(0.0) / (means.len() - 2) as f64;
    Some(fit.line(error))
}
