//! Numbers that R and SciPy print for the same samples. Each table names its call.

use cmpthese_stats::{event_count_interval, mean_interval, proportion_interval, student_tails, unpaired_log_ratio};
use cmpthese_stats::{holm, launches_needed, mean, median, quantile, smallest_p, variance, variance_components};
use cmpthese_stats::{quantile_shifts, ratio_of_means, trend};

#[test]
fn launches_needed_is_the_first_count_that_can_reach_alpha() {
    let found = [0.5, 0.05, 0.01, 0.005, 0.0005].map(launches_needed);
    assert_eq!(found, [2, 6, 8, 9, 12]);
    assert_eq!([0, 1, 2, 6, 11].map(smallest_p), [1.0, 1.0, 0.5, 1.0 / 32.0, 1.0 / 1024.0]);
}

#[test]
fn nothing_is_computed_from_what_is_not_a_sample() {
    for values in [&[][..], &[1.0, f64::NAN], &[1.0, f64::INFINITY]] {
        assert_eq!((mean(values), variance(values)), (None, None));
        assert_eq!((median(values), quantile(values, 0.9)), (None, None));
    }
    assert_eq!(variance(&[1.0]), None);
}

/// R: `p.adjust(p, method = "holm")`. The last family is the example of Benjamini and Hochberg
/// (1995).
#[test]
fn holm_adjusts_as_r_does() {
    let families: [(&[f64], &[f64]); 3] = [
        (&[0.01, 0.04, 0.03, 0.005, 0.2], &[0.040, 0.090, 0.090, 0.025, 0.200]),
        (&[0.02, 0.02, 0.02, 0.5, 0.011], &[0.080, 0.080, 0.080, 0.500, 0.055]),
        (
            &[
                0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528,
                0.7590, 1.0,
            ],
            &[0.0015, 0.0056, 0.0247, 0.1140, 0.2211, 0.2780, 0.2780, 0.2780, 0.3213, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0],
        ),
    ];
    for (p_values, adjusted) in families {
        assert_close("adjusted", &holm(p_values), adjusted, 1e-12);
    }
}

#[test]
fn holm_counts_in_the_family_what_could_not_be_tested() {
    assert_eq!(holm(&[f64::NAN, 0.001]), [1.0, 0.002]);
    assert!(holm(&[]).is_empty());
}

/// R: `quantile(x, q, type = 7)`, `mean(x)`, `var(x)`. NumPy: `numpy.quantile(x, q)`.
#[test]
fn quantiles_and_moments_are_those_of_r_and_numpy() {
    let x = [3.1, -2.0, 7.5, 0.4, 11.0, 5.25, 1e-3, 8.0];
    let places = [0.0, 0.1, 0.25, 0.5, 0.9, 0.99, 1.0];
    let found = places.map(|q| quantile(&x, q).expect("a sample"));
    assert_close("quantiles", &found, &[-2.0, -0.5993, 0.30025, 4.175, 8.9, 10.79, 11.0], 1e-13);
    assert_eq!(median(&x), Some(4.175));
    assert_close("mean", &[mean(&x).expect("a sample")], &[4.156375], 1e-13);
    assert_close("variance", &[variance(&x).expect("a sample")], &[20.6255536964286], 1e-13);
}

/// The check values of the protocol: three groups of four.
#[test]
fn variance_components_of_the_protocol() {
    let groups: [&[f64]; 3] = [&[9.0, 5.0, 8.0, 3.0], &[10.0, 6.0, 7.0, 11.0], &[1.0, 12.0, 2.0, 4.0]];
    let split = variance_components(&groups).expect("groups");
    assert_close("T²", &[split.within, split.between], &[12.7, 0.4], 0.05);
}

#[test]
fn variance_components_need_two_groups_of_two_finite_values() {
    let refused: [&[&[f64]]; 6] =
        [&[], &[&[1.0, 2.0]], &[&[1.0], &[2.0]], &[&[], &[]], &[&[1.0, 2.0], &[3.0]], &[&[1.0, f64::NAN], &[1.0, 2.0]]];
    for groups in refused {
        assert_eq!(variance_components(groups), None, "{groups:?}");
    }
}

/// Asserts equality to within `tolerance`, relative for what is larger than 1.
/// R: for `i = 1:n`, `x = 10 + sin(i^2)` and `y = 11 + sin(i^2) + .5 * cos(3 * i^2)`, the roots of
/// `function(r) t.test(y - r * x)$p.value - alpha` by `uniroot(tol = 1e-14)` on either side of
/// `mean(y) / mean(x)`: what Fieller's interval is, without his formula. `mratios` has no pairs.
const FIELLER: [(usize, f64, [f64; 3]); 6] = [
    (5, 0.05, [1.09828286034007, 1.04198387635131, 1.1616636952154]),
    (5, 0.01, [1.09828286034007, 1.00805786166423, 1.20818827306053]),
    (12, 0.05, [1.09368699669314, 1.07138714180266, 1.11709536069212]),
    (12, 0.01, [1.09368699669314, 1.06249812331129, 1.12708808038383]),
    (40, 0.05, [1.10081051655978, 1.08849244236864, 1.11330507334758]),
    (40, 0.01, [1.10081051655978, 1.0843558143387, 1.11758165841521]),
];

#[test]
fn ratios_of_means_are_those_that_a_t_test_does_not_reject() {
    let squares = |n: usize| (1..=n).map(|i| (i * i) as f64);
    for (n, alpha, expected) in FIELLER {
        let baseline: Vec<f64> = squares(n).map(|square| 10.0 + square.sin()).collect();
        let candidate: Vec<f64> = squares(n).map(|square| 11.0 + square.sin() + 0.5 * (3.0 * square).cos()).collect();
        let found = ratio_of_means(&candidate, &baseline, alpha).expect("pairs with spread");
        assert_close("Fieller", &[found.point, found.low, found.high], &expected, 1e-11);
    }
    // The same with x = .3 + sin(i^2) and y = 2 + cos(i^2): p > .05 outside the two roots.
    let baseline: Vec<f64> = squares(8).map(|square| 0.3 + square.sin()).collect();
    let candidate: Vec<f64> = squares(8).map(|square| 2.0 + square.cos()).collect();
    let found = ratio_of_means(&candidate, &baseline, 0.05).expect("pairs with spread");
    // The lower root is -3.75650020584554.
    assert_close("Fieller", &[found.low], &[2.37019113677938], 1e-11);
    assert_eq!(found.high, f64::INFINITY);
    // With x = sin(i^2) and y = cos(2 * i^2), p is at least .649 everywhere.
    let baseline: Vec<f64> = squares(8).map(f64::sin).collect();
    let candidate: Vec<f64> = squares(8).map(|square| (2.0 * square).cos()).collect();
    let found = ratio_of_means(&candidate, &baseline, 0.05).expect("pairs with spread");
    assert_eq!((found.low, found.high), (0.0, f64::INFINITY));
}

/// SciPy: `scipy.stats.bootstrap((np.arange(40),), f, n_resamples=100000, confidence_level=level,
/// method='percentile')` with f the log ratio of `np.quantile(c[idx].ravel(), q, method='inverted_cdf')` and
/// the same of b, and level = 0.9594849 from
/// `1 - 2 * norm.cdf(-t.ppf(.975, 39) * sqrt(40 / 39))`. For 40 launches i of 10 samples j, from 0,
/// b = 100 + 10 sin((i + 1)²) + 5 sin((10i + j + 1)²) and c = 1.02 b + 3 cos((3(10i + j) + 2)²).
/// Last, the standard deviation of the replicates.
const BOOTSTRAP: [(f64, [f64; 3], f64); 3] = [
    (0.5, [0.025298002809477922, 0.01629123256882654, 0.03315020907536376], 0.00397),
    (0.9, [0.02179350733405468, 0.01299734471331569, 0.034081612989575266], 0.00516),
    (0.95, [0.01774470892965558, 0.009703972034740877, 0.03018097390044466], 0.00475),
];

#[test]
fn quantile_shifts_are_those_of_scipy_within_their_simulation() {
    let square = |n: usize| (n * n) as f64;
    let times = |of: &dyn Fn(usize, usize) -> f64| -> Vec<Vec<(f64, u64)>> {
        (0..40).map(|launch| (0..10).map(|sample| (of(launch, sample), 1)).collect()).collect()
    };
    let base = |i: usize, j: usize| 100.0 + 10.0 * square(i + 1).sin() + 5.0 * square(10 * i + j + 1).sin();
    let baseline = times(&base);
    let candidate = times(&|i, j| 1.02 * base(i, j) + 3.0 * square(3 * (10 * i + j) + 2).cos());
    let [candidate, baseline] =
        [&candidate, &baseline].map(|times| times.iter().map(Vec::as_slice).collect::<Vec<_>>());
    let shifts = quantile_shifts(&candidate, &baseline, &BOOTSTRAP.map(|row| row.0), 7);
    assert_eq!(shifts, quantile_shifts(&candidate, &baseline, &BOOTSTRAP.map(|row| row.0), 7));
    for ((_, expected, deviation), shift) in BOOTSTRAP.into_iter().zip(shifts) {
        let shift = shift.expect("samples enough");
        assert_close("point", &[shift.point], &[expected[0]], 1e-12);
        // A percentile near 2 % of 1999 replicates varies by about a tenth of their deviation, and in
        // steps where samples are sparse.
        assert_close("bounds", &[shift.low, shift.high], &expected[1..], 0.4 * deviation);
    }
}

/// R: `cor.test(1:n, x, method = "kendall", exact = FALSE, continuity = TRUE)$p.value` and, with
/// `s = outer(x, x, "-") / outer(1:n, 1:n, "-")`, `median(s[lower.tri(s)]) * (n - 1)`, for
/// `x = sin(i^2) + i / n` and for `x = i^2 %% 5 + (i > n / 2)`.
const KENDALL: [(usize, [f64; 2], [f64; 2]); 3] = [
    (12, [0.303673214899419, 1.02058462416041], [0.394166404447896, 1.1]),
    (30, [0.0223919929803152, 1.05242610015335], [0.173856078496977, 0.0]),
    (100, [1.65299945330021e-06, 1.21042175332152], [0.00180528863077785, 0.0]),
];

#[test]
fn trends_are_those_of_r() {
    for (n, plain, tied) in KENDALL {
        let climb: Vec<f64> = (1..=n).map(|i| ((i * i) as f64).sin() + i as f64 / n as f64).collect();
        let steps: Vec<f64> = (1..=n).map(|i| (i * i % 5) as f64 + if 2 * i > n { 1.0 } else { 0.0 }).collect();
        for (values, [p, change]) in [(climb, plain), (steps, tied)] {
            let found = trend(&values).expect("long enough");
            assert!((found.p / p - 1.0).abs() < 1e-10 && (found.change - change).abs() < 1e-12, "{n}: {found:?}");
        }
    }
}

#[track_caller]
fn assert_close(label: &str, found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len(), "{label}");
    for (found_one, expected_one) in found.iter().zip(expected) {
        let error = (found_one - expected_one).abs() / expected_one.abs().max(1.0);
        assert!(error <= tolerance, "{label}: {found:?} not {expected:?}");
    }
}

#[test]
fn expected_numbers_that_a_count_leaves_possible_are_those_of_r() {
    // R: poisson.test(2)$conf.int
    let found = event_count_interval(2);
    assert!((found.low - 0.2422093).abs() < 1e-6 && (found.high - 7.2246877).abs() < 1e-6);
    assert_eq!(event_count_interval(0).low, 0.0);
}

#[test]
fn probabilities_that_a_count_leaves_possible_are_those_of_r() {
    // R: binom.test(1, 20)$conf.int
    let (low, high) = proportion_interval(1, 20);
    assert!((low - 0.001265089).abs() < 1e-6 && (high - 0.2487328).abs() < 1e-6);
    assert_eq!(proportion_interval(0, 20).0, 0.0);
}

#[test]
fn tails_of_student_are_those_of_r() {
    // R: 2 * pt(-2.5, 6)
    assert!((student_tails(2.5, 6.0) - 0.0465).abs() < 1e-4);
}

#[test]
fn intervals_of_a_mean_are_those_of_r() {
    // R: t.test(c(1, 2, 3, 4, 5.5))
    let interval = mean_interval(&[1.0, 2.0, 3.0, 4.0, 5.5], 0.05).unwrap();
    assert!((interval.low - 0.931527).abs() < 1e-4 && (interval.high - 5.268473).abs() < 1e-4, "{interval:?}");
}

#[test]
fn variance_components_are_those_of_r() {
    // R: summary(aov(y ~ g)) with y = c(1, 3, 6, 8) and g = factor(c(1, 1, 2, 2)): F = 12.5 at 1 and 2.
    let split = variance_components(&[&[1.0, 3.0], &[6.0, 8.0]]).unwrap();
    assert_eq!((split.within, split.between), (2.0, 12.5 - 2.0 / 2.0));
    assert!((split.p_of_none - 0.0715).abs() < 1e-4);
}

#[test]
fn the_ratio_of_unpaired_means_has_the_interval_of_welch() {
    let (candidate, baseline) = ([11.0, 12.0, 13.0, 12.0], [10.0, 10.5, 9.5]);
    let found = unpaired_log_ratio(&candidate, &baseline, 0.05).unwrap();
    // ln 1.2; standard error (0.0340² + 0.0289²)^½; 4.99 degrees of freedom
    assert!((found.point - 0.18232).abs() < 1e-5);
    assert!((found.low - 0.06758).abs() < 1e-4 && (found.high - 0.29706).abs() < 1e-4, "{found:?}");
}
