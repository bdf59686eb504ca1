//! What the launches say of a pair: the ratio of its mean times, which is what is asked for, and that of its typical ones, which may speak for
//! it (docs/method.md, Two estimates of one ratio).

use crate::paired::Times;
use crate::verdict::Why;
use model::{ERROR_LEVEL, Plan};
use stats::{CostShape, Interval};

/// Which part of a difference typical times leave open: what is beside an iteration does not grow as it does (docs/method.md, Two estimates of one ratio).
pub const OPEN_PART: f64 = 0.01;

/// Of which time a ratio is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// The mean: total time over iterations.
    Mean,
    /// The typical iteration, where it may speak for the mean.
    Typical,
}

impl Quantity {
    /// Its key for programs.
    pub fn key(self) -> &'static str {
        match self {
            Quantity::Mean => "mean",
            Quantity::Typical => "typical",
        }
    }
}

/// What the launches of a pair say, in their order.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    launches: Vec<usize>,
    /// ln(candidate / baseline) of typical times: in the way in which blocks agree better.
    typical: Vec<f64>,
    /// Mean times in nanoseconds; of what was not measured side by side all values, and nothing else is known.
    candidate: Vec<f64>,
    baseline: Vec<f64>,
    /// How costs of candidate and baseline lie about the typical one, in the launches that have both.
    pub shapes: [Vec<CostShape>; 2],
    /// How well a typical ratio can be known however often it is measured, as a part of it.
    resolution: f64,
    /// Whether the launches were measured side by side.
    is_paired: bool,
}

impl Evidence {
    /// Of the launches that have both variants.
    pub fn of(times: &Times, baseline: usize, candidate: usize) -> Evidence {
        let mut evidence = Evidence { resolution: times.resolution, is_paired: times.is_paired, ..Evidence::default() };
        if !times.is_paired {
            (evidence.candidate, evidence.baseline) = (times.means_of(candidate), times.means_of(baseline));
            return evidence;
        }
        let mut typical = Vec::new();
        for (launch, means) in &times.means {
            let ratios = times.slice_ratios(*launch, baseline, candidate);
            let (Some(ratios), Some(own), Some(base)) = (ratios, means.get(&candidate), means.get(&baseline)) else {
                continue;
            };
            evidence.launches.push(*launch);
            typical.push(ratios);
            evidence.candidate.push(*own);
            evidence.baseline.push(*base);
            let shape = |variant| times.shapes.get(&variant).and_then(|known| known.get(launch));
            if let [Some(of_candidate), Some(of_baseline)] = [candidate, baseline].map(shape) {
                evidence.shapes[0].push(*of_candidate);
                evidence.shapes[1].push(*of_baseline);
            }
        }
        evidence.typical = stats::typical_ratios(&typical);
        evidence
    }

    /// How many launches have both; of those that were not measured side by side, how many values the one with fewer has.
    pub fn launches(&self) -> usize {
        self.candidate.len().min(self.baseline.len())
    }

    /// Why no interval follows from them, where that is so: one has a single figure, or neither varies, though there are several values: how far equal ones can be
    /// believed is not to be told from them. Not of what was measured side by side.
    pub fn why_no_interval(&self) -> Option<Why> {
        let are_equal = |values: &[f64]| values.iter().all(|value| *value == values[0]);
        match self.is_paired {
            true => None,
            false if self.launches() < 2 => Some(Why::SingleFigure),
            false => (are_equal(&self.candidate) && are_equal(&self.baseline)).then_some(Why::NoSpread),
        }
    }

    /// The index of each launch, with its ln(candidate / baseline); NaN where the mean of one is below its floor.
    pub fn ratios(&self, quantity: Quantity) -> Vec<(usize, f64)> {
        let means = self.candidate.iter().zip(&self.baseline);
        let ratios: Vec<f64> = match quantity {
            Quantity::Mean => means.map(|(candidate, baseline)| (candidate / baseline).ln()).collect(),
            Quantity::Typical => self.typical.clone(),
        };
        self.launches.iter().copied().zip(ratios).collect()
    }

    /// How many of them came before a launch.
    pub fn launches_before(&self, launch: usize) -> usize {
        self.launches.partition_point(|one| *one < launch)
    }

    /// Which ratio decides: the typical one where it is known better, and nothing shows that it is not that of the means.
    pub fn quantity(&self) -> Quantity {
        if !self.is_paired {
            return Quantity::Mean;
        }
        let of = |quantity| self.interval(quantity, ERROR_LEVEL, self.launches());
        let Some(mean) = of(Quantity::Mean) else { return Quantity::Typical };
        let is_wider = |typical: Interval| typical.half_width() > mean.half_width();
        let decides = self.costs_vary() || of(Quantity::Typical).is_some_and(is_wider);
        if decides { Quantity::Mean } else { Quantity::Typical }
    }

    /// Whether the costs of one vary from call to call, or from launch to launch, otherwise than those of the other.
    fn costs_vary(&self) -> bool {
        let [candidate, baseline] = &self.shapes;
        let of_launches = stats::mean(&self.typical).zip(stats::score_estimate(&self.typical));
        let excess_of_launches = of_launches.map_or(0.0, |(mean, centre)| mean - centre);
        // By half of the margin the mean decides over one launch of fifteen that has bad luck, and then finds no half percent.
        stats::shapes_differ(candidate, baseline)
            || stats::excess_of_outliers(candidate, baseline).abs() > Plan::MARGIN / 2.0
            || excess_of_launches.abs() > Plan::MARGIN
    }

    /// What of a typical ratio is open beside chance, as a logarithm.
    fn tolerance(&self, launches: usize) -> f64 {
        let centre = stats::score_estimate(&self.typical[..launches]).unwrap_or(0.0);
        self.resolution + OPEN_PART * centre.abs()
    }

    /// The interval of ln(candidate / baseline) at a level from the first so many launches; `None` where there is none. Where so few signs could reject
    /// nothing it is unbounded, unless the means are far apart.
    pub fn interval(&self, quantity: Quantity, alpha: f64, launches: usize) -> Option<Interval> {
        let (candidate, baseline) = self.first(launches);
        let found = match quantity {
            _ if self.is_paired && stats::smallest_p(launches) > alpha => {
                stats::far_apart(candidate, baseline, alpha).map(|found| found.map(f64::ln))
            }
            Quantity::Typical if !self.is_paired => return None,
            Quantity::Typical => {
                let open = self.tolerance(launches);
                let found = stats::score_interval(&self.typical[..launches], alpha, open)?;
                Some(Interval { low: found.low - open, high: found.high + open, ..found })
            }
            Quantity::Mean if !self.is_paired => stats::unpaired_log_ratio(&self.candidate, &self.baseline, alpha),
            Quantity::Mean => {
                let found = stats::ratio_of_means(candidate, baseline, alpha)?;
                let is_bounded = found.low > 0.0 || found.high.is_finite();
                (found.point > 0.0 && is_bounded).then(|| found.map(f64::ln))
            }
        };
        Some(found.unwrap_or_else(|| self.unbounded(quantity, launches)))
    }

    /// The estimate where a look says nothing else.
    pub fn unbounded(&self, quantity: Quantity, launches: usize) -> Interval {
        let mean = |values: &[f64]| stats::mean(if self.is_paired { &values[..launches] } else { values });
        let point = match quantity {
            Quantity::Typical => stats::score_estimate(&self.typical[..launches]),
            Quantity::Mean => mean(&self.candidate).zip(mean(&self.baseline)).map(|(one, other)| (one / other).ln()),
        };
        Interval::unbounded(point.filter(|point| point.is_finite()).unwrap_or(0.0))
    }

    /// The two-sided p-value of "no difference", from the first so many launches.
    pub fn p(&self, quantity: Quantity, launches: usize) -> f64 {
        if !self.is_paired {
            return stats::unpaired_log_ratio_p(&self.candidate, &self.baseline).unwrap_or(1.0);
        }
        let (candidate, baseline) = self.first(launches);
        let p = match quantity {
            Quantity::Typical => stats::score_p(&self.typical[..launches], self.tolerance(launches)),
            Quantity::Mean => {
                let pairs = candidate.iter().zip(baseline);
                let differences: Vec<f64> = pairs.map(|(candidate, baseline)| candidate - baseline).collect();
                stats::p_of_no_mean(&differences).unwrap_or(1.0)
            }
        };
        // No signs say more than all of them on one side; what is far apart does.
        let (of_signs, far_apart) = (stats::smallest_p(launches), stats::p_of_far_apart(candidate, baseline));
        if far_apart < of_signs { far_apart } else { p.max(of_signs) }
    }

    /// The means of the first so many launches, of candidate and baseline.
    fn first(&self, launches: usize) -> (&[f64], &[f64]) {
        (&self.candidate[..launches], &self.baseline[..launches])
    }
}
