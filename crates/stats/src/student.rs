//! Student's t distribution: the one function of it that is needed here.

use statrs::function::beta::beta_reg;

use crate::normal;

/// The distance from zero that a value of so many degrees of freedom exceeds on either side with
/// probability `alpha`: 2.262 at 0.05 and 9.
pub(crate) fn two_sided_critical_value(alpha: f64, freedom: f64) -> f64 {
    // Two-sided tails: I_x(ν/2, 1/2) with x = ν/(ν + t²), Abramowitz and Stegun 26.7.1. They fall
    // with t, so bisection over a bracket that doubles ends at the last bit that matters.
    let tails = |t: f64| beta_reg(freedom / 2.0, 0.5, freedom / (freedom + t * t));
    let mut low = normal::two_sided_critical_value(alpha);
    let mut high = 2.0 * low;
    while tails(high) > alpha {
        (low, high) = (high, 2.0 * high);
    }
    while high - low > 1e-14 * high {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        if tails(middle) > alpha { low = middle } else { high = middle }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_r() {
        // R: qt(c(.975, .995, .9995, .975), c(5, 29, 199, 1))
        let triples = [
            (0.05, 5.0, 2.570581835636314),
            (0.01, 29.0, 2.756385903670605),
            (0.001, 199.0, 3.340086556161463),
            (0.05, 1.0, 12.70620473617471),
        ];
        for (alpha, freedom, expected) in triples {
            let found = two_sided_critical_value(alpha, freedom);
            assert!((found / expected - 1.0).abs() < 1e-11, "{found} not {expected}");
        }
    }
}
