//! The standard normal distribution: the functions of it that are needed here.

use std::f64::consts::{SQRT_2, TAU};

use statrs::function::erf::{erfc, erfc_inv};

/// The probability of a value of at most `z`, with its digits kept in the far lower tail.
pub(crate) fn cumulative(z: f64) -> f64 {
    erfc(-z / SQRT_2) / 2.0
}

pub(crate) fn density(z: f64) -> f64 {
    (-z * z / 2.0).exp() / TAU.sqrt()
}

/// The distance from zero that a value exceeds on either side with probability `alpha`: 1.96 at
/// 0.05.
pub fn two_sided_critical_value(alpha: f64) -> f64 {
    SQRT_2 * erfc_inv(alpha)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_r() {
        // R: pnorm(c(-1, -3.3, -8)); qnorm(c(.975, .995))
        let pairs = [
            (cumulative(-1.0), 1.5865525393145705e-01),
            (cumulative(-3.3), 4.8342414238377744e-04),
            (cumulative(-8.0), 6.220960574271785e-16),
            (two_sided_critical_value(0.05), 1.9599639845400536),
            (two_sided_critical_value(0.01), 2.5758293035489),
        ];
        for (found, expected) in pairs {
            assert!((found / expected - 1.0).abs() < 1e-9, "{found} not {expected}");
        }
    }
}
