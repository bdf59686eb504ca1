//! Times without anything to find: advice comes up in less than one case of a thousand.

use crate::findings::invented::{Place, analyzed, findings, plan};
use crate::findings::source::Source;
use analysis::{Analysis, Finding};

const VARIANTS: usize = 4;

/// Debug builds are slow; a release build makes ten thousand runs in all.
const RUNS: usize = if cfg!(debug_assertions) { 25 } else { 600 };

/// Launches and blocks.
const SHAPES: [(usize, usize); 5] = [(8, 3), (12, 16), (30, 2), (40, 14), (100, 1)];

/// A noise with its name: a draw whose unit is about a standard deviation.
type Noise = (&'static str, fn(&mut Source) -> f64);

const NOISES: [Noise; 3] =
    [("normal", Source::normal), ("t3", Source::student_t3), ("normal with outliers", Source::with_outliers)];

/// How often each kind of advice came up, and among how many.
#[derive(Default)]
struct Counts {
    cases: usize,
    warm_up: usize,
    drift: usize,
    two_states: usize,
    between_launches: usize,
    ratio_drift: usize,
}

impl Counts {
    fn add(&mut self, analysis: &Analysis) {
        self.cases += VARIANTS;
        for (_, finding) in findings(analysis) {
            match finding {
                Finding::WarmUp(_) => self.warm_up += 1,
                Finding::Drift(_) => self.drift += 1,
                Finding::TwoStates(_) => self.two_states += 1,
                Finding::BetweenLaunches(_) => self.between_launches += 1,
                Finding::Constant => panic!("these times are not constant"),
            }
        }
        for point in &analysis.points {
            let distributions = point.comparisons.iter().filter_map(|pair| pair.distribution.as_ref());
            self.ratio_drift += distributions.filter(|one| one.ratio_drift.is_some()).count();
        }
    }

    fn kinds(&self) -> [(&'static str, usize); 5] {
        [
            ("warm-up", self.warm_up),
            ("drift", self.drift),
            ("two states", self.two_states),
            ("between launches", self.between_launches),
            ("drift of a ratio", self.ratio_drift),
        ]
    }

    /// Holds each kind to one in a thousand cases, and to what chance adds to that once in ten thousand tests.
    fn assert_rare(&self, label: &str) {
        let expected = self.cases as f64 / 1000.0;
        let most = expected + 4.0 * expected.sqrt() + 3.0;
        for (kind, count) in self.kinds() {
            println!("{label}: {kind} {count} of {}", self.cases);
            assert!(count as f64 <= most, "{label}: {kind} in {count} of {} cases", self.cases);
        }
    }
}

/// Independent blocks: nothing is to be found at all.
#[test]
fn independent_blocks_are_hardly_ever_advised_upon() {
    for (name, noise) in NOISES {
        for (launches, blocks) in SHAPES {
            let mut source = Source::seeded(71);
            let mut counts = Counts::default();
            for _ in 0..RUNS {
                let time = |_: Place| 1000.0 * (0.02 * noise(&mut source)).exp();
                counts.add(&analyzed(&plan(VARIANTS, 1), launches, blocks, time));
            }
            counts.assert_rare(&format!("{name}, {launches} launches of {blocks}"));
        }
    }
}

/// Launches with a level of their own, which all variants share in part: that most of the variance is between launches is true
/// and is left out here.
#[test]
fn launches_with_levels_of_their_own_are_hardly_ever_advised_upon() {
    for (name, noise) in NOISES {
        for (launches, blocks) in SHAPES {
            let mut source = Source::seeded(72);
            let mut counts = Counts::default();
            for _ in 0..RUNS {
                let shared: Vec<f64> = (0..launches).map(|_| 0.05 * source.normal()).collect();
                let own: Vec<f64> = (0..launches * VARIANTS).map(|_| 0.01 * noise(&mut source)).collect();
                let time = |place: Place| {
                    let level = shared[place.launch] + own[place.launch * VARIANTS + place.variant];
                    1000.0 * (level + 0.02 * source.normal()).exp()
                };
                counts.add(&analyzed(&plan(VARIANTS, 1), launches, blocks, time));
            }
            counts.between_launches = 0;
            counts.assert_rare(&format!("levels, {name}, {launches} launches of {blocks}"));
        }
    }
}
