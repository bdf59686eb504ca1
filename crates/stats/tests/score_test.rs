//! The score test: what it must say of every sample, and what it says of some.

use cmpthese_stats::{holm, score_estimate, score_interval, score_p, smallest_p};
use proptest::prelude::*;

/// Samples on both sides of the change from exact to approximate: without ties, with many ties and zeros, with a middle and
/// outliers, and over a wide range of numbers.
fn samples() -> impl Strategy<Value = Vec<f64>> {
    let outlying = prop_oneof![4 => -1.0..1.0, 1 => -50.0..50.0];
    let wide = (-1e3..1e3, -200..200).prop_map(|(digits, exponent)| digits * 10_f64.powi(exponent));
    prop_oneof![
        prop::collection::vec(-1.0..2.0, 1..90),
        prop::collection::vec((-2..=4).prop_map(f64::from), 1..90),
        prop::collection::vec(outlying, 1..90),
        prop::collection::vec(wide, 1..90),
    ]
}

fn excludes_zero(values: &[f64], alpha: f64, tolerance: f64) -> bool {
    let interval = score_interval(values, alpha, tolerance).expect("finite and not empty");
    interval.low - tolerance > 0.0 || interval.high + tolerance < 0.0
}

proptest! {
    #[test]
    fn p_is_at_most_alpha_exactly_when_the_interval_excludes_zero(
        values in samples(),
        alpha in prop_oneof![0.0001..0.9999, Just(0.05), Just(0.01), Just(0.03125)],
        tolerance in prop_oneof![Just(0.0), 0.0..1.0],
    ) {
        prop_assert_eq!(score_p(&values, tolerance) <= alpha, excludes_zero(&values, alpha, tolerance));
    }

    #[test]
    fn the_interval_holds_its_point_at_the_level_asked_for(values in samples(), alpha in 0.0001..0.9999) {
        let interval = score_interval(&values, alpha, 0.0).expect("finite and not empty");
        prop_assert!(interval.contains(interval.point), "{:?}", interval);
        prop_assert!(interval.level >= 1.0 - alpha, "{:?}", interval);
        prop_assert_eq!(Some(interval.point), score_estimate(&values));
    }

    /// What makes a report consistent: each comparison's interval, at the level of the step that ended Holm's procedure,
    /// shows the verdict that it gave it.
    #[test]
    fn holm_rejects_exactly_where_the_interval_at_the_last_level_excludes_zero(
        family in prop::collection::vec(samples(), 1..8),
    ) {
        let p_values: Vec<f64> = family.iter().map(|values| score_p(values, 0.0)).collect();
        let rejected: Vec<bool> = holm(&p_values).iter().map(|p| *p <= 0.05).collect();
        let left = rejected.iter().filter(|is_rejected| !**is_rejected).count();
        for (values, is_rejected) in family.iter().zip(rejected) {
            prop_assert_eq!(is_rejected, excludes_zero(values, 0.05 / left.max(1) as f64, 0.0));
        }
    }

    /// Where values are tied, rounding decides which of two widths that tell as much is taken.
    #[test]
    fn turning_the_sample_round_turns_the_interval_round(values in prop::collection::vec(-1.0..2.0, 1..90)) {
        let turned: Vec<f64> = values.iter().map(|value: &f64| -value).collect();
        let interval = score_interval(&values, 0.05, 0.0).expect("finite and not empty");
        let opposite = score_interval(&turned, 0.05, 0.0).expect("finite and not empty");
        let scale = values.iter().fold(0.0, |scale: f64, value: &f64| scale.max(value.abs()));
        for (found, expected) in
            [(interval.point, -opposite.point), (interval.low, -opposite.high), (interval.high, -opposite.low)]
        {
            prop_assert!(found == expected || (found - expected).abs() <= 1e-9 * scale, "{} {}", found, expected);
        }
        prop_assert!((score_p(&values, 0.0) / score_p(&turned, 0.0) - 1.0).abs() < 1e-12);
    }

    /// Times in other units have the same verdict, and the interval goes with the values.
    #[test]
    fn the_unit_does_not_matter(values in prop::collection::vec(-1.0..2.0, 1..90)) {
        let doubled: Vec<f64> = values.iter().map(|value: &f64| 2.0 * value).collect();
        let of = |values: &[f64]| score_interval(values, 0.05, 0.0).expect("finite and not empty");
        let (once, twice) = (of(&values), of(&doubled));
        prop_assert_eq!((2.0 * once.point, 2.0 * once.low, 2.0 * once.high), (twice.point, twice.low, twice.high));
        prop_assert_eq!(score_p(&values, 0.0), score_p(&doubled, 0.0));
    }

    /// Whoever reads a launch more or less at the far end reads the same.
    #[test]
    fn how_far_out_an_outlier_lies_does_not_matter(values in prop::collection::vec(-1.0..1.0, 12..40), out in 1e5..1e9) {
        let with = |outlier: f64| {
            let values: Vec<f64> = values.iter().copied().chain([outlier]).collect();
            score_interval(&values, 0.05, 0.0).expect("finite and not empty")
        };
        let (near, far) = (with(1e5), with(out));
        let width = near.high - near.low;
        prop_assert!(width < 2.0, "{:?}", near);
        prop_assert!((near.low - far.low).abs() < 0.1 * width && (near.high - far.high).abs() < 0.1 * width);
    }
}

#[test]
fn a_sample_on_one_side_is_as_improbable_as_its_signs() {
    for n in 1..=40 {
        let values: Vec<f64> = (1..=n).map(|place| f64::from(place * place)).collect();
        assert_eq!(score_p(&values, 0.0), smallest_p(n as usize), "{n}");
    }
}

#[test]
fn without_spread_the_interval_is_the_value() {
    for value in [0.25, 0.0, -1e9] {
        let interval = score_interval(&[value; 20], 0.05, 0.0).expect("a sample");
        assert_eq!(interval.point, value);
        assert!(interval.half_width() <= value.abs() * f64::EPSILON + f64::MIN_POSITIVE, "{interval:?}");
    }
    assert_eq!(score_p(&[0.0; 20], 0.0), 1.0);
}

#[test]
fn what_is_no_sample_has_no_estimate() {
    for values in [&[][..], &[1.0, f64::NAN], &[f64::INFINITY, 1.0]] {
        assert_eq!(score_estimate(values), None);
        assert_eq!(score_interval(values, 0.05, 0.0), None);
    }
    assert_eq!(score_p(&[], 0.0), 1.0);
    assert!(score_p(&[1.0, f64::NAN], 0.0).is_nan());
    let unbounded = score_interval(&[1.0, 2.0, 3.0], 0.05, 0.0).expect("a sample");
    assert_eq!((unbounded.low, unbounded.high, unbounded.level), (f64::NEG_INFINITY, f64::INFINITY, 1.0));
}

#[test]
fn the_centre_is_close_to_the_mean_and_with_an_outlier_to_the_others() {
    // Without outliers it is close to the mean, with one it is close to the others.
    let centre = score_estimate(&[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
    assert!((centre - 3.0).abs() < 1e-9);
    let centre = score_estimate(&[1.0, 2.0, 3.0, 4.0, 500.0]).unwrap();
    assert!((centre - 2.5).abs() < 0.3);
}

#[test]
fn an_outlier_does_not_widen_the_interval() {
    let values = [0.9, 1.1, 1.0, 1.2, 0.8, 1.05, 0.95, 1.02, 0.98, 14.0];
    let interval = score_interval(&values, 0.05, 0.0).unwrap();
    assert!(0.8 < interval.low && interval.high < 1.3, "{interval:?}");
}

#[test]
fn p_is_that_of_the_effect_within_the_tolerance_that_fits_best() {
    // Six values of one sign: two of the 64 sign patterns are as extreme.
    assert_eq!(score_p(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 0.0), 2.0 / 64.0);
    assert_eq!(score_p(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 4.0), 1.0);
}
