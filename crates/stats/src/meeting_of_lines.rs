//! Where two lines through figures of unknown error meet.

use crate::fieller::possible_ratios;
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
    let [v_aa, v_ab, v_bb] = [0, 1, 2].map(|index| v_one[index] + v_other[index]);
    let base = b_other - b_one;
    let point = (a_one - a_other) / base;
    // Of what the difference of the fixed times is beyond that of the times for so many units.
    let of_residual = v_aa + 2.0 * point * v_ab + point * point * v_bb;
    let (low, high) = possible_ratios(point, base, t2, [of_residual, -v_ab - point * v_bb, v_bb]);
    high.is_finite().then_some(Interval { point, low, high, level: 1.0 - ALPHA })
}

/// A line through figures: its coefficients, and their variances and covariance.
fn line(figures: &[(f64, f64)]) -> Option<([f64; 2], [f64; 3])> {
    let means: Option<Vec<Measured>> = figures.iter().map(|(size, time)| Measured::of(*size, &[*time])).collect();
    let means = means.filter(|means| means.len() >= 4)?;
    let fit = fit(&means, Some(|size| size))?;
    let error = fit.squares(0.0) / (means.len() - 2) as f64;
    Some(fit.line(error))
}
