//! What does not depend on units, order or which variant is called the baseline, and what bad input
//! gives: an answer that says so, never a panic and never a false certainty.

use cmpthese_stats::*;
use proptest::prelude::*;

/// Anything a clock and a subtraction can produce, and what they cannot.
fn anything() -> impl Strategy<Value = Vec<f64>> {
    prop_oneof![
        prop::collection::vec(any::<f64>(), 0..40),
        prop::collection::vec((-2..=4).prop_map(f64::from), 0..40),
        prop::collection::vec(prop_oneof![Just(f64::NAN), Just(f64::INFINITY), Just(0.0), 0.5..2.0], 0..40),
        (0..40_usize, any::<f64>()).prop_map(|(n, value)| vec![value; n]),
    ]
}

fn times(launches: std::ops::Range<usize>) -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec(0.5..2.0, launches)
}

fn pairs() -> impl Strategy<Value = (Vec<f64>, Vec<f64>)> {
    times(3..30).prop_flat_map(|baseline| {
        let n = baseline.len();
        (Just(baseline), times(n..n + 1))
    })
}

fn close(found: f64, expected: f64) -> bool {
    found == expected || (found - expected).abs() <= 1e-9 * expected.abs().max(1.0)
}

proptest! {
    #[test]
    fn nothing_panics_and_what_is_no_sample_has_no_answer(values in anything(), other in anything()) {
        let n = values.len().min(other.len());
        let is_sample = |values: &[f64]| values.iter().all(|value| value.is_finite());
        let ratio = ratio_of_means(&values[..n], &other[..n], 0.05);
        prop_assert!(ratio.is_none() || n >= 2 && is_sample(&values[..n]) && is_sample(&other[..n]));
        if let Some(found) = ratio.filter(|found| found.point > 0.0) {
            prop_assert!(found.contains(found.point), "{found:?}");
        }
        let is_times = |values: &[f64]| !values.is_empty() && values.iter().all(|value| value.is_finite() && *value > 0.0);
        let ratios = slice_ratios([(&values[..], &other[..])]);
        prop_assert_eq!(ratios.is_some(), is_times(&values) && is_times(&other));
        prop_assert!(ratios.is_none_or(|ratios| ratios.crowd.is_finite() && ratios.middle.is_finite()));
        let trend = trend(&values);
        prop_assert_eq!(trend.is_some(), values.len() >= TREND_LENGTH_MIN && is_sample(&values));
        prop_assert!(trend.is_none_or(|trend| (0.0..=1.0).contains(&trend.p)));
        let [values, other] = [values, other].map(|times| times.into_iter().map(|time| (time, 1)).collect::<Vec<_>>());
        let (candidate, baseline): (Vec<&Counted>, Vec<&Counted>) = values.chunks(5).zip(other.chunks(5)).unzip();
        for shift in quantile_shifts(&candidate, &baseline, &[0.0, 0.5, 1.0], 3).into_iter().flatten() {
            prop_assert!(shift.contains(shift.point));
        }
    }

    /// Equal values: the order and the spread say nothing.
    #[test]
    fn constant_samples_are_no_certainty(value in 0.1..10.0, n in 0..60_usize) {
        let constant = vec![value; n];
        prop_assert_eq!(ratio_of_means(&constant, &constant, 0.05), None);
        let still = Trend { change: 0.0, p: 1.0 };
        prop_assert!(trend(&constant).is_none_or(|trend| trend == still));
    }

    #[test]
    fn exchanging_the_variants_gives_the_reciprocal((baseline, candidate) in pairs()) {
        let forth = ratio_of_means(&candidate, &baseline, 0.05).expect("pairs with spread");
        let back = ratio_of_means(&baseline, &candidate, 0.05).expect("pairs with spread");
        prop_assert!(close(forth.point, 1.0 / back.point));
        let is_turned = close(forth.low, 1.0 / back.high) && close(forth.high, 1.0 / back.low);
        prop_assert!(is_turned, "{:?} {:?}", forth, back);
    }

    #[test]
    fn units_and_the_order_of_launches_do_not_matter_to_ratios((baseline, candidate) in pairs(), unit in 1e-9..1e9) {
        let scaled = |values: &[f64]| values.iter().rev().map(|value| value * unit).collect::<Vec<f64>>();
        let plain = ratio_of_means(&candidate, &baseline, 0.05).expect("pairs with spread");
        let turned = ratio_of_means(&scaled(&candidate), &scaled(&baseline), 0.05).expect("pairs with spread");
        prop_assert!(close(plain.point, turned.point));
        prop_assert!(close(plain.low, turned.low) && close(plain.high, turned.high), "{:?} {:?}", plain, turned);
    }

    #[test]
    fn exchanging_the_variants_turns_quantile_shifts_round(
        samples in prop::collection::vec((times(5..8), times(5..8)), 6..20),
        unit in 1e-3..1e3,
    ) {
        let scaled = |times: &[f64], unit: f64| times.iter().map(|time| (time * unit, 1)).collect::<Vec<(f64, u64)>>();
        let [one, other] = [1.0, unit].map(|unit| -> (Vec<_>, Vec<_>) {
            samples.iter().map(|(candidate, baseline)| (scaled(candidate, unit), scaled(baseline, unit))).unzip()
        });
        let shift = |candidate: &[Vec<(f64, u64)>], baseline: &[Vec<(f64, u64)>]| {
            let [candidate, baseline] = [candidate, baseline].map(|one| one.iter().map(Vec::as_slice).collect::<Vec<_>>());
            quantile_shifts(&candidate, &baseline, &[0.5], 5)[0]
        };
        let (forth, back) = (shift(&one.0, &one.1), shift(&other.1, &other.0));
        let (forth, back) = (forth.expect("samples enough"), back.expect("samples enough"));
        prop_assert!(close(forth.point, -back.point) && close(forth.low, -back.high) && close(forth.high, -back.low));
    }

    /// A neighbour slows down some slices of both.
    #[test]
    fn what_pairs_of_slices_say_turns_round_with_its_samples_and_grows_with_a_factor(
        own in prop::collection::vec((0.999..1.001, 0..10), 20..300),
        other in prop::collection::vec((0.999..1.001, 0..10), 20..300),
        factor in 0.01..100.0,
    ) {
        let times = |slices: &[(f64, i32)], factor: f64| -> Vec<f64> {
            slices.iter().map(|(time, state)| factor * time * if *state < 2 { 1.4 } else { 1.0 }).collect()
        };
        let (one, another) = (times(&other, factor), times(&own, 1.0));
        let [forth, back] = [[&one, &another], [&another, &one]]
            .map(|[one, another]| slice_ratios([(&one[..], &another[..])]).expect("times"));
        prop_assert!((forth.crowd + back.crowd).abs() < 1e-9 && (forth.middle + back.middle).abs() < 1e-9, "{:?} {:?}", forth, back);
        let quick = |slices: &[(f64, i32)]| slices.iter().filter(|(_, state)| *state >= 2).count() as f64 / slices.len() as f64;
        // Where chance slowed down most of one of them, the crowds are two states.
        prop_assume!(quick(&own) > 0.6 && quick(&other) > 0.6);
        prop_assert!((forth.crowd - factor.ln()).abs() < 0.002, "{:?}", forth);
    }

    #[test]
    fn a_trend_turns_with_its_values_and_grows_with_their_unit(values in times(10..60), unit in 1e-6..1e6_f64) {
        let turned: Vec<f64> = values.iter().map(|value: &f64| -(unit * value)).collect();
        let (plain, turned) = (trend(&values).expect("long enough"), trend(&turned).expect("long enough"));
        prop_assert!(close(plain.p, turned.p) && close(plain.change, -turned.change / unit));
    }

    /// With a single look that ends everything, the sequential procedure is Holm's.
    #[test]
    fn one_look_is_holm(p_values in prop::collection::vec(prop_oneof![0.0..0.05, 0.0..1.0, Just(f64::NAN)], 1..20)) {
        let round = (p_values.iter().enumerate())
            .map(|(hypothesis, &p)| Observation { hypothesis, look: SequentialLook::Last(1.0), p })
            .collect();
        let standings = sequential_holm(p_values.len(), 0.05, &[round], &mut BoundaryCache::default());
        let rejected: Vec<bool> = standings.iter().map(|standing| standing.rejected_at.is_some()).collect();
        let expected: Vec<bool> = holm(&p_values).iter().map(|p| *p <= 0.05).collect();
        prop_assert_eq!(rejected, expected);
    }

    /// Rounds only add rejections, whichever hypotheses were looked at in them.
    #[test]
    fn no_round_takes_a_rejection_back(
        rounds in prop::collection::vec(prop::collection::vec(prop_oneof![Just(None), (0.0..0.03).prop_map(Some)], 5), 1..6),
    ) {
        let rounds: Vec<Vec<Observation>> = (rounds.iter().enumerate())
            .map(|(round, looks)| {
                let look = SequentialLook::Interim((round + 1) as f64 / 6.0);
                let observe = |(hypothesis, &p): (usize, &Option<f64>)| p.map(|p| Observation { hypothesis, look, p });
                looks.iter().enumerate().filter_map(observe).collect()
            })
            .collect();
        let mut cache = BoundaryCache::default();
        let mut before = [None; 5];
        for end in 1..=rounds.len() {
            let standings = sequential_holm(5, 0.05, &rounds[..end], &mut cache);
            for (before, standing) in before.iter_mut().zip(standings) {
                prop_assert!(before.is_none() || *before == standing.rejected_at);
                *before = standing.rejected_at;
            }
        }
    }
}
