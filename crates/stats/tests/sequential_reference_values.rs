//! Bounds of group-sequential designs as other programs compute them. Each table names its call.

use cmpthese_stats::{SequentialLook, nominal_levels, two_sided_critical_value};

/// The level, the looks, and their critical values.
type Design = (f64, &'static [f64], &'static [f64]);

/// R: `rpact::getDesignGroupSequential(typeOfDesign = "asKD", gammaA = 2, alpha = alpha / 2, sided = 1,
/// informationRates = looks, tolerance = 1e-10)$criticalValues`.
///
/// One-sided at half of the level, which counts the paths that cross both bounds twice; two-sided
/// ones are below by less than the tolerance.
#[rustfmt::skip]
const RPACT: &[Design] = &[
    (0.05, &[0.2, 0.4, 0.6, 0.8, 1.0], &[3.09023231, 2.71411157, 2.47277721, 2.27986340, 2.11402836]),
    (0.05, &[0.13, 0.37, 0.41, 0.9, 1.0], &[3.33761745, 2.73731727, 2.80495839, 2.10280704, 2.12551157]),
    (0.05, &[0.5, 1.0], &[2.49770547, 2.01831025]),
    (0.05, &[0.05, 0.1, 0.3, 1.0], &[3.83610693, 3.54179503, 2.87131421, 1.98521722]),
    (0.05 / 45.0, &[0.2, 0.4, 0.6, 0.8, 1.0], &[4.08307096, 3.80855923, 3.64956944, 3.52841784, 3.42816912]),
    (0.05 / 190.0, &[0.2, 0.4, 0.6, 0.8, 1.0], &[4.40606959, 4.15365730, 4.01135210, 3.90395701, 3.81562036]),
    (0.05 / 10.0, &[0.2, 0.4, 0.6, 0.8, 1.0], &[3.71901649, 3.41426729, 3.23176350, 3.09084149, 2.97314644]),
    (0.05, &[0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1.0],
     &[3.83610693, 3.54179503, 3.36749714, 3.23353095, 3.12202156, 3.02531793, 2.93926518, 2.86130387, 2.78972687, 2.72333051,
       2.66123031, 2.60275506, 2.54738210, 2.49469561, 2.44435882, 2.39609476, 2.34967262, 2.30489778, 2.26160444, 2.21965004]),
];

#[test]
fn critical_values_are_those_of_rpact() {
    for &(alpha, looks, expected) in RPACT {
        let looks: Vec<SequentialLook> = looks.iter().copied().map(SequentialLook::Interim).collect();
        assert_critical_values(&nominal_levels(alpha, &looks), expected, 1e-4);
    }
}

/// R: the same with `typeOfDesign = "asUser"`, `userAlphaSpending = .025 * c(.25, .5, sqrt(1))^2` and
/// `informationRates = c(.25, .5, .7) / .7`, and with 1.1 for .7 after four looks. Critical values do
/// not change when all information is divided by the same number.
#[test]
fn the_last_look_spends_the_rest_whatever_the_information() {
    let short = [SequentialLook::Interim(0.25), SequentialLook::Interim(0.5), SequentialLook::Last(0.7)];
    let long = [
        SequentialLook::Interim(0.2),
        SequentialLook::Interim(0.4),
        SequentialLook::Interim(0.6),
        SequentialLook::Interim(0.8),
        SequentialLook::Last(1.1),
    ];
    assert_critical_values(&nominal_levels(0.05, &short), &[2.95516685, 2.55935016, 1.99419559], 1e-5);
    assert_critical_values(
        &nominal_levels(0.05, &long),
        &[3.09023231, 2.71411157, 2.47277721, 2.27986339, 2.14644564],
        1e-5,
    );
}

/// SciPy: the recursion written out, two-sided, with 3000 Gauss–Legendre nodes a look
/// (`numpy.polynomial.legendre.leggauss(3000)`), `scipy.stats.norm` and `scipy.optimize.brentq`. R's `ldbounds` and
/// `rpact` agree with it to three decimals for the short steps, where their fixed grids are coarse.
#[test]
fn critical_values_are_those_of_dense_quadrature() {
    let designs: [Design; 4] = [
        (0.05, &[0.2, 0.4, 0.6, 0.8, 1.0], &[3.0902323061, 2.7141115755, 2.4727772019, 2.2798632693, 2.1140274230]),
        (0.2, &[0.2, 0.4, 0.6, 0.8, 1.0], &[2.6520698079, 2.2042491241, 1.8981860659, 1.6427352985, 1.4135356165]),
        (0.05, &[0.11, 0.29, 0.83], &[3.4293629008, 2.9001070185, 2.1481961724]),
        (0.05, &[0.5, 0.501, 0.502, 1.0], &[2.4977054744, 2.5615275578, 2.5870240803, 2.0189304596]),
    ];
    for (alpha, looks, expected) in designs {
        let looks: Vec<SequentialLook> = looks.iter().copied().map(SequentialLook::Interim).collect();
        assert_critical_values(&nominal_levels(alpha, &looks), expected, 1e-8);
    }
}

#[test]
fn a_look_without_new_information_spends_nothing_and_moves_no_other() {
    let plain = nominal_levels(0.05, &[SequentialLook::Interim(0.4), SequentialLook::Last(1.0)]);
    for idle in [0.0, 0.3, 0.4, 0.4 + 1e-6, -1.0, f64::NAN, f64::INFINITY] {
        let found = nominal_levels(
            0.05,
            &[SequentialLook::Interim(0.4), SequentialLook::Interim(idle), SequentialLook::Last(1.0)],
        );
        assert_eq!(found, [plain[0], 0.0, plain[1]], "{idle}");
    }
    // Everything is spent at 1, so nothing is left for a look after it.
    let late = nominal_levels(0.05, &[SequentialLook::Interim(1.0), SequentialLook::Last(1.3)]);
    assert_eq!(late[1], 0.0);
}

/// Steps from very short to the whole: the sum of what is crossed is what was spent, so the last
/// bound of ever more looks comes from above and stays above the one without looks.
#[test]
fn bounds_of_many_and_of_uneven_looks_are_finite_and_between_those_of_one_and_bonferroni() {
    for step in [0.0011, 0.01, 0.09, 0.33] {
        let mut looks: Vec<SequentialLook> =
            (1..).map(|i| f64::from(i) * step).take_while(|&t| t < 0.999).map(SequentialLook::Interim).collect();
        looks.push(SequentialLook::Last(1.0));
        let mut before = 0.0;
        for (level, look) in nominal_levels(0.05, &looks).into_iter().zip(looks) {
            let (SequentialLook::Interim(fraction) | SequentialLook::Last(fraction)) = look;
            let spent = 0.05 * fraction.powi(2);
            assert!(level < spent + 1e-12, "{step}: {level} of {spent}");
            assert!(level > 0.99 * (spent - before), "{step}: {level} of {spent}");
            before = spent;
        }
    }
}

/// What the shortcut of sequential Holm rests on.
#[test]
fn nominal_levels_grow_with_the_level() {
    let sequences: [&[f64]; 4] = [
        &[0.2, 0.4, 0.6, 0.8, 1.0],
        &[0.5, 0.501, 0.502, 1.0],
        &[0.01, 0.9, 0.95, 1.0],
        &[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0],
    ];
    for fractions in sequences {
        let looks: Vec<SequentialLook> = fractions.iter().copied().map(SequentialLook::Interim).collect();
        let mut before = vec![0.0; looks.len()];
        for shares in [1000, 999, 300, 191, 190, 100, 46, 45, 44, 20, 11, 10, 9, 5, 4, 3, 2, 1] {
            let levels = nominal_levels(0.05 / f64::from(shares), &looks);
            assert!(levels.iter().zip(&before).all(|(now, before)| now > before), "{fractions:?} {shares}");
            before = levels;
        }
    }
}

#[track_caller]
fn assert_critical_values(levels: &[f64], expected: &[f64], tolerance: f64) {
    let found: Vec<f64> = levels.iter().copied().map(two_sided_critical_value).collect();
    assert_eq!(found.len(), expected.len());
    let close = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < tolerance);
    assert!(close, "{found:?} not {expected:?}");
}
