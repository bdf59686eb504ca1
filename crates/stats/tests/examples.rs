//! One example of each function: what goes in, and what it says of that.

use cmpthese_stats::{
    BoundaryCache, CostShape, Counted, DosedLaunch, Form, Interval, LAW_TOLERANCE, Observation, Order, PairLevel,
    SequentialLook, SequentialP, SizeLevel, WorkLevel, crossings, cycles, deciding_looks, dose_response, far_apart,
    gaps_to_halve, holm, information_fraction, kinds, law, mde80, meeting_of_lines, overhead, quantile, quantiles,
    ratio_of_means, runs, sequential_holm, shapes_differ, slice_ratios, trend, variance, weighted_line, window,
};

#[test]
fn shapes_differ_where_rare_costs_do_and_not_where_the_order_of_launches_does() {
    let flat = |noise: f64| CostShape::of(&[1.0, 1.0 + noise, 1.01], 1.0).unwrap();
    let rare = |noise: f64| CostShape::of(&[1.0, 1.0 + noise, 9.0], 1.0).unwrap();
    let noises = [0.01, 0.03, 0.02, 0.04, 0.01, 0.02];
    let (flats, rares): (Vec<_>, Vec<_>) = noises.iter().map(|noise| (flat(*noise), rare(*noise))).unzip();
    let turned: Vec<_> = flats.iter().rev().copied().collect();
    assert!(shapes_differ(&rares, &flats) && !shapes_differ(&turned, &flats));
}

#[test]
fn slices_that_were_slowed_down_do_not_move_where_pairs_crowd() {
    // Five of ten were slowed down by half, in one sample; three of ten in the other.
    let times = |own: f64, slowed: usize| -> Vec<f64> {
        (0..10).map(|at| own * (1.0 + 1e-4 * at as f64) * if at < slowed { 1.5 } else { 1.0 }).collect()
    };
    let ratios = slice_ratios([(&times(1.01, 5)[..], &times(1.0, 3)[..])]).unwrap();
    assert!((ratios.crowd - 1.01_f64.ln()).abs() < 1e-3);
}

#[test]
fn a_window_rises_from_nothing_to_one() {
    assert_eq!(window(0, 1), 1.0);
    assert!(window(0, 24) < 0.005 && window(12, 24) > 0.99);
}

#[test]
fn an_effect_of_1_43_half_widths_is_found_in_four_of_five() {
    let interval = Interval { point: 0.0, low: -0.01, high: 0.01, level: 0.95 };
    assert!((mde80(&interval) - 0.0143).abs() < 1e-5);
}

#[test]
fn ten_times_as_long_is_far_apart_and_three_times_is_not() {
    let found = far_apart(&[10.2, 10.0, 9.9], &[1.0, 1.1, 1.0], 0.05).unwrap();
    assert!(found.low > 1.0 && found.low < 2.5 && found.high > 40.0, "{found:?}");
    assert_eq!(far_apart(&[3.2, 3.0, 2.9], &[1.0, 1.1, 1.0], 0.05), None);
}

#[test]
fn half_of_the_launches_have_a_little_less_than_half_of_the_information() {
    let half = information_fraction(20, 40);
    assert!((half - (20.0 * 41.0 / 21.0) / (40.0 * 81.0 / 41.0)).abs() < 1e-15);
    assert!(half < 0.5 && half > 0.49);
}

#[test]
fn looks_that_no_sign_pattern_can_decide_are_not_taken() {
    let fractions = [0.2, 0.4, 0.6, 0.8, 1.0];
    // Six launches reach p = 0.031, too much for the 0.002 of the first look.
    assert_eq!(deciding_looks(0.05, 30, &fractions), [12, 18, 24, 30]);
    assert_eq!(deciding_looks(0.05 / 45.0, 30, &fractions), [18, 24, 30]);
    assert!(deciding_looks(0.05 / 45.0, 9, &fractions).is_empty());
}

#[test]
fn the_level_of_a_rejected_hypothesis_goes_to_the_other() {
    let half = |hypothesis, p| Observation { hypothesis, look: SequentialLook::Interim(0.5), p };
    let rounds = [vec![half(0, 0.01), half(1, 0.001)]];
    let standings = sequential_holm(2, 0.05, &rounds, &mut BoundaryCache::default());
    // At half of the information 0.05/4 may be spent. 0.001 is rejected at half of that, which
    // leaves all of it to the other, and 0.01 is rejected as well.
    assert_eq!(standings.iter().map(|s| s.rejected_at).collect::<Vec<_>>(), [Some(0), Some(0)]);
    assert_eq!(standings[0].local_alpha, 0.05);
    assert_eq!(standings[1].local_alpha, 0.025);
}

#[test]
fn an_early_look_makes_p_four_times_as_large_and_a_late_one_a_little() {
    let looks = [SequentialLook::Interim(0.5), SequentialLook::Last(1.0)];
    let table = SequentialP::of(&looks);
    // At half of the information a quarter of the level may be spent.
    assert!((table.p_value(&[0.001, 1.0]) - 0.004).abs() < 1e-6);
    // What the last look finds costs a little more than it would without the first.
    let late = table.p_value(&[1.0, 0.03]);
    assert!(0.03 < late && late < 0.04, "{late}");
}

#[test]
fn quantiles_of_histograms_are_their_times() {
    let launch: &Counted = &[(1.0, 980), (50.0, 20)];
    let quantiles = quantiles(&[launch; 8], &[0.5, 0.99], 1);
    assert_eq!(quantiles[0].unwrap().point, 0.0);
    assert!((quantiles[1].unwrap().high.exp() - 50.0).abs() < 1e-9);
}

#[test]
fn a_crossover_lies_between_the_sizes_around_it() {
    // 100 + 2 n against 400 + n.
    let levels = [16.0, 64.0, 256.0, 1024.0, 4096.0].map(|size: f64| {
        let (first, second) = (100.0 + 2.0 * size, 400.0 + size);
        let point = (second / first).ln();
        PairLevel {
            size,
            time: (first * second).sqrt(),
            difference: Interval { point, low: point - 0.01, high: point + 0.01, level: 0.95 },
            order: if point > 0.0 { Order::FirstFaster } else { Order::SecondFaster },
        }
    });
    let found = crossings(&levels);
    assert!(found.len() == 1 && found[0].at.contains(300.0) && found[0].before == Order::FirstFaster, "{found:?}");
    // At 600 it takes 1300 with the first, and 1000 with the second.
    let [_, twice] = found[0].loss;
    assert!(twice.is_some_and(|loss| (loss.time - 300.0).abs() < 40.0), "{found:?}");
}

#[test]
fn the_gap_with_the_crossover_is_worth_halving() {
    // One is faster up to 300 and no more, by a tenth each time.
    let level = |size: f64| {
        let point: f64 = if size <= 300.0 { 0.1 } else { -0.1 };
        let order = if point > 0.0 { Order::FirstFaster } else { Order::SecondFaster };
        let difference = Interval { point, low: point - 0.01, high: point + 0.01, level: 0.95 };
        PairLevel { size, time: size, difference, order }
    };
    assert_eq!(gaps_to_halve(&[16.0, 64.0, 256.0, 1024.0].map(level)), [(256.0, 1024.0)]);
    assert_eq!(gaps_to_halve(&[16.0, 64.0, 256.0].map(level)), []);
}

#[test]
fn lines_through_figures_meet_where_they_are_equal() {
    let figures = |fixed: f64, per: f64| {
        [1.0, 2.0, 4.0, 8.0, 16.0].map(|n: f64| (n, (fixed + per * n) * (1.0 + 0.001 * (5.0 * n).sin())))
    };
    let found = meeting_of_lines(&figures(10.0, 2.0), &figures(4.0, 3.0)).unwrap();
    assert!(found.contains(6.0) && found.half_width() < 0.2, "{found:?}");
}

#[test]
fn a_fixed_cost_and_one_for_each_unit_are_a_linear_law() {
    let noise = [0.995, 1.0, 1.005, 1.002, 0.998];
    let level = |size: f64| SizeLevel { size, launches: noise.map(|noise| noise * (500.0 + 2.0 * size)).to_vec() };
    let found = law(&[16.0, 64.0, 256.0, 1024.0, 4096.0].map(level), LAW_TOLERANCE).unwrap();
    assert_eq!(found.form, Form::Linear);
    assert!(found.fixed.contains(500.0) && found.per_unit.unwrap().contains(2.0));
}

#[test]
fn a_line_through_points_has_their_intercept_and_slope() {
    // 50 once, and 3 for each.
    let (fixed, each) = weighted_line(&[(1.0, 53.0), (2.0, 56.0), (4.0, 62.0)], &[1.0; 3]).unwrap();
    assert!((fixed - 50.0).abs() < 1e-9 && (each - 3.0).abs() < 1e-9);
}

#[test]
fn a_fixed_overhead_matters_little_from_some_work_on_and_a_level_that_was_cut_short_is_left_out() {
    let level = |work: f64| WorkLevel {
        work,
        launches: (0..20).map(|i| (100.0 + work, 150.0 + work + f64::from(i % 3))).collect(),
    };
    let found = overhead(&[level(0.0), level(1000.0), level(9000.0)], 0.05, 1).unwrap();
    assert!((found.fixed.point - 50.95).abs() < 0.1);
    assert!(found.share.low <= 0.0 && found.share.high >= 0.0);
    // 51 of 1020 is five per cent.
    assert!((found.below_from.point - 920.0).abs() < 20.0);
    // A run that was ended in the first launches of a level knows what it knew before.
    let cut_short = WorkLevel { work: 99_000.0, launches: vec![(99_100.0, 99_150.0); 4] };
    assert_eq!(overhead(&[level(0.0), level(1000.0), level(9000.0), cut_short], 0.05, 1), Some(found));
}

#[test]
fn doses_tell_what_an_event_takes_and_its_share_of_a_difference() {
    // Events of 2 each; the other has 30 more of them, and takes 20 more besides.
    let launch = |i: i32| {
        let noise = f64::from(i % 3 - 1);
        DosedLaunch { single: 20.0 + noise, double: 40.0 - noise, beside: 80.0 + noise }
    };
    let launches: Vec<DosedLaunch> = (0..30).map(launch).collect();
    let found = dose_response(&launches, 10.0, 30.0).unwrap();
    assert!(found.is_straight && found.each.contains(2.0) && found.share.contains(0.75), "{found:?}");
    assert!(found.share.low > 0.73 && found.share.high < 0.77, "{found:?}");
}

#[test]
fn one_large_value_is_a_kind_beside_many_small_ones() {
    let values = [[1.0; 50].as_slice(), &[50.0], &[0.1; 9]].concat();
    let [usual, rarer, rarest] = kinds(&values).collect::<Vec<_>>()[..] else { panic!("three parts") };
    assert_eq!((usual.usual, rarer.usual, rarest.usual), (1.0, 50.0, 50.0));
    assert_eq!((usual.among(&values), rarer.among(&values)), ([51.0, 100.0], [1.0, 50.0]));
}

#[test]
fn phases_are_fewer_runs_than_chance_makes_and_turns_are_not() {
    let phases: Vec<bool> = (0..40).map(|i| i / 10 % 2 == 1).collect();
    let found = runs(&phases).unwrap();
    assert!(found.count == 4 && found.p_fewer < 1e-6);
    let turns: Vec<bool> = (0..40).map(|i| i % 2 == 1).collect();
    assert!(runs(&turns).unwrap().p_fewer > 0.999);
}

#[test]
fn four_turns_are_four_cycles() {
    let turns: Vec<f64> = (0..21).map(|i| if i % 5 < 2 { 2.0 } else { 1.0 }).collect();
    let found = cycles(&turns).unwrap();
    assert!((found.count - 4.0).abs() <= 0.5 && found.p < 0.01, "{found:?}");
}

#[test]
fn the_first_p_that_is_too_large_ends_the_procedure_of_holm() {
    // At 0.05, 0.01 ≤ 0.05/3 is rejected; 0.03 > 0.05/2 ends the procedure.
    assert_eq!(holm(&[0.04, 0.01, 0.03]), [0.06, 0.03, 0.06]);
}

#[test]
fn a_quantile_lies_between_order_statistics() {
    // Place (5 − 1)·0.9 = 3.6, so six tenths of the way from 4 to 10.
    let p90 = quantile(&[1.0, 2.0, 3.0, 4.0, 10.0], 0.9).unwrap();
    assert!((p90 - 7.6).abs() < 1e-12);
    assert_eq!(variance(&[9.0, 5.0]), Some(8.0));
}

#[test]
fn a_trend_counts_the_pairs_that_fall() {
    let trend = trend(&[1.0, 2.0, 4.0, 3.0, 5.0, 6.0, 7.0, 9.0, 8.0, 10.0]).unwrap();
    // Two of 45 pairs fall: S = 41, and z = 40/√125.
    assert!((trend.p - 0.00034662).abs() < 1e-8);
    assert_eq!(trend.change, 9.0);
}

#[test]
fn little_is_left_open_of_a_ratio_whose_residuals_are_small() {
    let found = ratio_of_means(&[11.0, 12.0, 13.0], &[10.0, 11.0, 12.0], 0.05).unwrap();
    assert!((found.point - 12.0 / 11.0).abs() < 1e-15);
    // The residuals from r·baseline are 1/11, 0, −1/11: little is left between the two.
    assert!((found.low - 1.074161).abs() < 1e-6 && (found.high - 1.117428).abs() < 1e-6, "{found:?}");
}
