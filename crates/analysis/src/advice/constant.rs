//! Times without any spread.

/// Launches from which on equal times are no accident of a clock's steps.
const LAUNCHES_MIN: usize = 6;

/// Whether all launches took the same time to the last digit.
pub fn is_constant(logarithms: &[f64]) -> bool {
    logarithms.len() >= LAUNCHES_MIN && logarithms.iter().all(|logarithm| *logarithm == logarithms[0])
}
