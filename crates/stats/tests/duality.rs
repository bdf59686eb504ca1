//! The interval and the test say the same of every sample, ties and zeros included.

use cmpthese_stats::{holm, signed_rank_interval, signed_rank_p};
use proptest::prelude::*;

/// Samples on both sides of the change from exact to approximate: without ties, with many ties
/// and zeros, and over the whole range of numbers.
fn samples() -> impl Strategy<Value = Vec<f64>> {
    let finite = any::<f64>().prop_filter("finite", |value| value.is_finite());
    prop_oneof![
        prop::collection::vec(-1.0..2.0, 1..70),
        prop::collection::vec((-2..=4).prop_map(f64::from), 1..70),
        prop::collection::vec(finite, 1..70),
    ]
}

fn excludes_zero(values: &[f64], alpha: f64) -> bool {
    let interval = signed_rank_interval(values, alpha).expect("finite and not empty");
    !interval.contains(0.0)
}

proptest! {
    #[test]
    fn p_is_at_most_alpha_exactly_when_the_interval_excludes_zero(
        values in samples(),
        alpha in prop_oneof![0.0001..0.9999, Just(0.05), Just(0.01), Just(0.03125)],
    ) {
        prop_assert_eq!(signed_rank_p(&values) <= alpha, excludes_zero(&values, alpha));
    }

    /// At the edge: the p-value is itself the smallest level that excludes zero.
    #[test]
    fn p_is_the_smallest_alpha_whose_interval_excludes_zero(values in samples()) {
        let p = signed_rank_p(&values);
        prop_assert!(!excludes_zero(&values, p.next_down()));
        // There is no interval at an alpha of 1.
        prop_assert!(p == 1.0 || excludes_zero(&values, p));
    }

    #[test]
    fn the_interval_holds_its_point_at_the_level_asked_for(
        values in samples(),
        alpha in 0.0001..0.9999,
    ) {
        let interval = signed_rank_interval(&values, alpha).expect("finite and not empty");
        prop_assert!(interval.contains(interval.point), "{:?}", interval);
        prop_assert!(interval.level >= 1.0 - alpha, "{:?}", interval);
    }

    #[test]
    fn turning_the_sample_round_turns_the_interval_round(values in samples()) {
        let turned: Vec<f64> = values.iter().map(|value| -value).collect();
        let interval = signed_rank_interval(&values, 0.05).expect("finite and not empty");
        let opposite = signed_rank_interval(&turned, 0.05).expect("finite and not empty");
        prop_assert_eq!(
            (interval.point, interval.low, interval.high),
            (-opposite.point, -opposite.high, -opposite.low)
        );
        prop_assert_eq!(signed_rank_p(&values), signed_rank_p(&turned));
    }

    /// What makes a report consistent: each comparison's printed interval, at its own level,
    /// shows the verdict that Holm's procedure gave it.
    #[test]
    fn holm_rejects_exactly_where_the_interval_at_the_local_level_excludes_zero(
        family in prop::collection::vec(samples(), 1..8),
    ) {
        let p_values: Vec<f64> = family.iter().map(|values| signed_rank_p(values)).collect();
        for (values, step) in family.iter().zip(holm(&p_values, 0.05)) {
            prop_assert_eq!(step.rejected, excludes_zero(values, step.local_alpha));
        }
    }
}
