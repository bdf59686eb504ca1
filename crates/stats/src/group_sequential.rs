//! The bounds of a test that looks at its data several times: owns the numerical integration that turns what may be spent by a look into the level at that look. Knows the
//! test statistic only as a Brownian motion seen at times of its information; [`crate::deciding_looks()`] joins it to launches.

use crate::normal::{cumulative, density, two_sided_critical_value};
use crate::preconditions::assert_significance_level;

/// A moment at which the data are looked at, with the information seen by then as a fraction of
/// the planned. Neither the moment nor whether it is the last may be chosen by the effect seen: by the clock, by the number of launches or by the magnitudes of
/// what they found, without the signs, it may.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SequentialLook {
    /// More may follow: spends what the spending function allows by this fraction.
    Interim(f64),
    /// None follows: spends all that is left, also when the information is less than was planned (the budget ended) or more (launches under way still count).
    Last(f64),
}

/// The least information between two looks, as a fraction of the planned. A look closer to the one before spends nothing: it could tell nothing new, and to
/// integrate over so short a step is slow.
const STEP_MIN: f64 = 1e-4;

/// The symmetric two-sided bounds at the looks so far, each as a two-sided p-value: the chance of crossing one of them, when nothing is different, is what the two-sided
/// level `alpha` allows by then (α·t²). Looks are in order; one whose fraction is not above that of the look before, or not finite, spends nothing and cannot reject: its
/// level is zero. A bound once told stays.
///
/// The standardised estimate is close to a Brownian motion (Jennison and Turnbull 2000, "Group Sequential Methods with Applications to Clinical Trials", chapters 11 and
/// 19), whose paths are carried from look to look by the recursion of Armitage, McPherson and Rowe (1969), "Repeated significance tests on accumulating data", JRSS A 132,
/// with Gauss–Legendre quadrature.
pub fn nominal_levels(alpha: f64, looks: &[SequentialLook]) -> Vec<f64> {
    assert_significance_level(alpha);
    // The density at the look before the last one, on a grid made for the step that followed it; at first all paths are at zero. The mass is half of
    // them, because the grid stands for its mirror image as well.
    let mut before = Grid { time: 0.0, masses: vec![(0.0, 0.5)] };
    // Time and height of the last bound: the paths end between ± the height.
    let (mut last, mut spent): (Option<(f64, f64)>, f64) = (None, 0.0);
    let next_level = |look: &SequentialLook| {
        let (time, target) = match *look {
            SequentialLook::Interim(fraction) => (fraction, alpha * fraction.min(1.0).powi(2)),
            SequentialLook::Last(fraction) => (fraction, alpha),
        };
        let last_time = last.map_or(0.0, |(time, _)| time);
        if !(time.is_finite() && time - last_time >= STEP_MIN && target > spent) {
            return 0.0;
        }
        // The grid of the last look is made now that the next step is known.
        if let Some(last) = last {
            before = survivors(&before, last, time);
        }
        let height = before.height_crossed_with(target - spent, time);
        (last, spent) = (Some((time, height)), target);
        2.0 * cumulative(-height / time.sqrt())
    };
    looks.iter().map(next_level).collect()
}

/// The even sub-density of surviving paths: places above zero, and at each the quadrature weight
/// times the density.
struct Grid {
    time: f64,
    masses: Vec<(f64, f64)>,
}

impl Grid {
    /// The density of the paths at `place`, at a later time.
    fn density(&self, time: f64, place: f64) -> f64 {
        let deviation = (time - self.time).sqrt();
        let from = |&(start, mass): &(f64, f64)| {
            mass * (density((place - start) / deviation) + density((place + start) / deviation))
        };
        self.masses.iter().map(from).sum::<f64>() / deviation
    }

    /// The probability of a path outside ±`height` at a later time.
    fn outside(&self, time: f64, height: f64) -> f64 {
        let deviation = (time - self.time).sqrt();
        let from = |&(start, mass): &(f64, f64)| {
            mass * (cumulative((start - height) / deviation) + cumulative((-start - height) / deviation))
        };
        2.0 * self.masses.iter().map(from).sum::<f64>()
    }

    /// The height above which, or below minus which, so much of the surviving paths is at `time`.
    fn height_crossed_with(&self, probability: f64, time: f64) -> f64 {
        // Without the bounds before, more paths would be outside, so the root is below this. The
        // probability outside is log-concave in the height (Prékopa 1973, "On logarithmic concave
        // measures and functions"), so Newton's method on its logarithm comes down to the root and
        // never passes it.
        let mut height = two_sided_critical_value(probability) * time.sqrt();
        for _ in 0..NEWTON_STEPS_MAX {
            let outside = self.outside(time, height);
            let slope = 2.0 * self.density(time, height) / outside;
            let step = (probability / outside).ln() / slope;
            // Far out both are zero and their ratio is no number; the height is then as good as any.
            if !step.is_finite() || step.abs() < HEIGHT_TOLERANCE {
                break;
            }
            height = (height - step).max(0.0);
        }
        height
    }
}

const NEWTON_STEPS_MAX: usize = 100;
const HEIGHT_TOLERANCE: f64 = 1e-11;

/// Beyond so many standard deviations there are no paths.
const REACH: f64 = 9.0;

/// The density between the bounds of the last look, at a time and ± a height, on places close enough for the next step.
fn survivors(before: &Grid, (time, height): (f64, f64), next_time: f64) -> Grid {
    let shortest_step = (time - before.time).min(next_time - time);
    let end = height.min(REACH * time.sqrt());
    let panels = (end / (PANEL_DEVIATIONS * shortest_step.sqrt())).ceil().max(1.0);
    let half = end / panels / 2.0;
    let mass_at = |panel: usize, (abscissa, weight): (f64, f64)| {
        let place = half * ((2 * panel + 1) as f64 + abscissa);
        (place, half * weight * before.density(time, place))
    };
    let masses = (0..panels as usize).flat_map(|panel| LEGENDRE.map(|node| mass_at(panel, node))).collect();
    Grid { time, masses }
}

/// The width of a panel in standard deviations of the shorter of the two steps beside it.
const PANEL_DEVIATIONS: f64 = 3.0;

/// Nodes and weights of the eight-point Gauss–Legendre rule on [−1, 1]: Abramowitz and Stegun,
/// table 25.4.
const LEGENDRE: [(f64, f64); 8] = [
    (-0.960_289_856_497_536_3, 0.101_228_536_290_376_3),
    (-0.796_666_477_413_626_7, 0.222_381_034_453_374_5),
    (-0.525_532_409_916_329, 0.313_706_645_877_887_3),
    (-0.183_434_642_495_649_8, 0.362_683_783_378_362),
    (0.183_434_642_495_649_8, 0.362_683_783_378_362),
    (0.525_532_409_916_329, 0.313_706_645_877_887_3),
    (0.796_666_477_413_626_7, 0.222_381_034_453_374_5),
    (0.960_289_856_497_536_3, 0.101_228_536_290_376_3),
];
