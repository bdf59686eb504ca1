//! The whole procedure on simulated data: launches in random order, paired log ratios, score tests
//! at the levels of sequential Holm.

use cmpthese_stats::score_interval;
use cmpthese_stats::{
    BoundaryCache, Interval, Observation, SequentialLook, Standing, deciding_looks, information_fraction, score_p,
    sequential_holm,
};

use crate::source::Source;

/// What a run may err at, as the program judges: less than the 5 % that it promises (`model::ERROR_LEVEL`).
pub const LEVEL: f64 = 0.03;

/// What is run: `points` independent points with the same variants.
pub struct Design<'a> {
    pub points: usize,
    /// One a variant, the logarithm of its time.
    pub effects: &'a [f64],
    pub launches: usize,
}

/// A comparison at the end.
pub struct Outcome {
    pub truth: f64,
    pub rejected: bool,
    /// Launches when it was rejected, or all.
    pub launches: usize,
    /// The nominal levels of that look and of the last one.
    levels: [f64; 2],
    values: Vec<f64>,
}

impl Outcome {
    pub fn false_alarm(&self) -> bool {
        self.rejected && self.truth == 0.0
    }

    /// The repeated interval of the look that rejected it, or of the last look.
    pub fn at_verdict(&self) -> Interval {
        let interval = repeated_interval(self.levels[0], &self.values[..self.launches]);
        assert_eq!(self.rejected, !interval.contains(0.0), "verdict and interval agree");
        interval
    }

    /// The repeated interval of the last look.
    pub fn at_end(&self) -> Interval {
        repeated_interval(self.levels[1], &self.values)
    }
}

/// The interval of a look at its nominal level, which holds at all looks (Jennison and Turnbull 1989, JRSS B 51).
fn repeated_interval(level: f64, values: &[f64]) -> Interval {
    score_interval(values, level, 0.0).expect("a sample")
}

impl Design<'_> {
    pub fn family(&self) -> usize {
        self.points * self.effects.len() * (self.effects.len() - 1) / 2
    }

    /// One run. `levels` is what the machine does at the moments of one point.
    pub fn run(
        &self,
        source: &mut Source,
        cache: &mut BoundaryCache,
        levels: impl Fn(&mut Source, usize, usize) -> Vec<f64>,
    ) -> Vec<Outcome> {
        let comparisons: Vec<Comparison> = (0..self.points).flat_map(|_| self.point(source, &levels)).collect();
        judge(comparisons, self.launches, cache)
    }

    /// Every pair of the variants of a point.
    fn point(&self, source: &mut Source, levels: &impl Fn(&mut Source, usize, usize) -> Vec<f64>) -> Vec<Comparison> {
        let variants = self.effects.len();
        let levels = levels(source, self.launches, variants);
        let times: Vec<Vec<f64>> = (levels.chunks_exact(variants))
            .map(|levels| {
                let order = source.permutation(variants);
                (0..variants).map(|variant| self.effects[variant] + levels[order[variant]]).collect()
            })
            .collect();
        let pairs = (0..variants).flat_map(|first| (first + 1..variants).map(move |second| (first, second)));
        let comparison = |(first, second): (usize, usize)| Comparison {
            truth: self.effects[second] - self.effects[first],
            values: times.iter().map(|launch| launch[second] - launch[first]).collect(),
        };
        pairs.map(comparison).collect()
    }
}

/// One comparison with its value for every launch that was planned.
pub struct Comparison {
    pub truth: f64,
    pub values: Vec<f64>,
}

const FRACTIONS: [f64; 5] = [0.2, 0.4, 0.6, 0.8, 1.0];

/// Looks at all comparisons at the same launches, after every look as the program would.
pub fn judge(comparisons: Vec<Comparison>, planned: usize, cache: &mut BoundaryCache) -> Vec<Outcome> {
    let family = comparisons.len();
    let counts = deciding_looks(LEVEL / family as f64, planned, &FRACTIONS);
    let mut rounds: Vec<Vec<Observation>> = Vec::new();
    let mut looks: Vec<SequentialLook> = Vec::new();
    let mut verdicts: Vec<Option<(usize, f64)>> = vec![None; family];
    let mut standings: Vec<Standing> = sequential_holm(family, LEVEL, &rounds, cache);
    for &launches in &counts {
        let fraction = information_fraction(launches, planned);
        let look = if launches == planned { SequentialLook::Last(fraction) } else { SequentialLook::Interim(fraction) };
        let observe = |(hypothesis, comparison): (usize, &Comparison)| Observation {
            hypothesis,
            look,
            p: score_p(&comparison.values[..launches], 0.0),
        };
        rounds.push(comparisons.iter().enumerate().map(observe).collect());
        looks.push(look);
        let before = standings;
        standings = sequential_holm(family, LEVEL, &rounds, cache);
        for ((verdict, standing), before) in verdicts.iter_mut().zip(&standings).zip(before) {
            assert!(
                before.rejected_at.is_none() || standing.rejected_at == before.rejected_at,
                "a rejection is for good"
            );
            if verdict.is_none() && standing.rejected_at.is_some() {
                *verdict = Some((launches, level(standing, &looks, cache)));
            }
        }
    }
    let outcome = |(place, comparison): (usize, Comparison)| {
        let last = level(&standings[place], &looks, cache);
        let (launches, at_verdict) = verdicts[place].unwrap_or((planned, last));
        let rejected = verdicts[place].is_some();
        let levels = [at_verdict, last];
        Outcome { truth: comparison.truth, rejected, launches, levels, values: comparison.values }
    };
    comparisons.into_iter().enumerate().map(outcome).collect()
}

/// The nominal level of a hypothesis at the last of its looks.
fn level(standing: &Standing, looks: &[SequentialLook], cache: &mut BoundaryCache) -> f64 {
    cache.last_level(standing.local_alpha, looks)
}
