//! A candidate against a baseline.

use crate::by_count::{self, ByCount};
use crate::by_variant::ByVariant;
use crate::distribution::Distribution;
use crate::evidence::{Evidence, Quantity};
use crate::rare::{self, RareWork};
use crate::seldom::{Seldom, missed, seldom};
use crate::timed::Timed;
use crate::verdict::{Obstacles, Verdict, Why};
use stats::Interval;

/// A candidate against a baseline at one point.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Index of the variant that it is compared with.
    pub baseline: usize,
    /// Index of the variant.
    pub candidate: usize,
    /// Mean time of the candidate over that of the baseline, per iteration in the long run. The interval holds at all looks that were
    /// taken together, at the level at which this comparison was tested within its family, so that interval and verdict say the same.
    pub ratio: Interval,
    /// Which times that is known from.
    pub quantity: Quantity,
    /// The ratio of the means alone, at the level of `ratio` and one look.
    pub mean: Option<Interval>,
    /// The ratio of the typical iterations, likewise.
    pub typical: Option<Interval>,
    /// The iterations of a slice, or of a batch, of the baseline and of the candidate, of which several make what is typical: as many as rare work may hide among, unless it
    /// was seen to be rarer.
    pub units: [f64; 2],
    /// What is established.
    pub verdict: Verdict,
    /// How the ratio depends on the number of iterations that a process has run, where it does: then there may be no single one.
    pub by_count: Option<ByCount>,
    /// Rare work of the baseline and of the candidate that came too seldom for an interval over launches. Those of the ratio are without it, which is put back.
    pub seldom: [Option<Seldom>; 2],
    /// The rare work of the baseline and of the candidate.
    pub rare: [Option<RareWork>; 2],
    /// Two-sided p of "no difference", adjusted for the looks and for the family (Holm).
    pub p_adjusted: f64,
    /// The relative difference that would have been found with a chance of 80 %.
    pub detectable: f64,
    /// Launches with both variants.
    pub launches: usize,
    /// Launches with both variants at the look that decided; all of them while nothing is established.
    pub decided_after: usize,
    /// Blocks with both variants.
    pub blocks: usize,
    /// More about their times, where sentences are about it.
    pub distribution: Option<Distribution>,
    /// What takes back a claim about them.
    pub(crate) obstacles: Obstacles,
    /// What the launches say.
    pub(crate) evidence: Evidence,
}

impl Comparison {
    /// By what rare work that came seldom multiplies the ratio that launches without it have.
    pub(crate) fn factor(&self) -> Interval {
        let one = Interval { point: 1.0, low: 1.0, high: 1.0, level: 1.0 };
        let [base, own] = self.seldom.map(|found| found.map_or(one, |found| found.factor));
        own.combined(Interval { low: base.high, high: base.low, ..base }, |own, base| own / base)
    }

    /// The ratio of all work, of one that launches without what came seldom have.
    pub(crate) fn whole(&self, ratio: Interval) -> Interval {
        ratio.combined(self.factor(), |ratio, factor| ratio * factor)
    }

    /// Whether it is with a variant, if there is one.
    pub(crate) fn is_with(&self, variant: Option<usize>) -> bool {
        [self.baseline, self.candidate].map(Some).contains(&variant)
    }

    /// What each launch that has both says of the ratio, of the times that decide, with the index of the launch, in the order of time. Empty where nothing
    /// was measured side by side; a launch in which the mean of one is not above its floor says nothing. Work that came seldom has its share in each.
    pub fn launch_ratios(&self, turned: bool) -> Vec<(usize, f64)> {
        let (sign, factor) = (if turned { -1.0 } else { 1.0 }, self.factor().point.ln());
        let ratios = self.evidence.ratios(self.quantity).into_iter();
        let ratios = ratios.map(|(launch, ratio)| (launch, (sign * (ratio + factor)).exp()));
        ratios.filter(|(_, ratio)| !ratio.is_nan()).collect()
    }
}

/// That of two variants, whichever is the candidate, among all of a point in their order.
pub fn between(comparisons: &[Comparison], one: usize, other: usize) -> Option<&Comparison> {
    let in_order = |one: usize, other: usize| (one.min(other), one.max(other));
    let pair = |found: &Comparison| in_order(found.baseline, found.candidate);
    comparisons.binary_search_by_key(&in_order(one, other), pair).ok().map(|place| &comparisons[place])
}

/// A ratio with numerator and denominator exchanged, when `turned`.
pub fn turned_around(ratio: Interval, turned: bool) -> Interval {
    let Interval { point, low, high, level } = ratio;
    if turned { Interval { point: 1.0 / point, low: 1.0 / high, high: 1.0 / low, level } } else { ratio }
}

/// One pair of variants, not judged yet; `None` where no launch has both. `obstacles` are those that the point knows of.
pub fn pair(timed: &Timed, [baseline, candidate]: [usize; 2], obstacles: Obstacles) -> Option<Comparison> {
    let Timed { record, times, .. } = timed;
    let evidence = Evidence::of(times, baseline, candidate);
    let has_both = |times: &&ByVariant<f64>| [baseline, candidate].iter().all(|variant| times.get(variant).is_some());
    let launches = evidence.launches();
    let [of_candidate, of_baseline] = evidence.shapes.each_ref().map(Vec::as_slice);
    // Of requests the latencies tell more than batches of them.
    let are_requests = record.samples_of(candidate).next().is_some_and(|sample| sample.latencies.is_some());
    let rare_work = |pair, shapes| if are_requests { None } else { rare::rare_work(times, pair, shapes) };
    let rare = [
        rare_work([baseline, candidate], [of_baseline, of_candidate]),
        rare_work([candidate, baseline], [of_candidate, of_baseline]),
    ];
    let has_seldom = !are_requests && times.is_paired;
    let (seldom, without) = has_seldom.then(|| seldom(timed, [baseline, candidate])).flatten().unzip();
    let mut seldom = seldom.unwrap_or_default();
    for (found, variant) in seldom.iter_mut().zip([baseline, candidate]).filter(|_| has_seldom) {
        *found = found.or_else(|| missed(timed, variant));
    }
    let times = without.as_ref().unwrap_or(times);
    let evidence = if without.is_some() { Evidence::of(times, baseline, candidate) } else { evidence };
    let quantity = evidence.quantity();
    let by_count = by_count::by_count(timed, times, [baseline, candidate], quantity);
    (launches > 0).then(|| Comparison {
        baseline,
        candidate,
        ratio: Interval { point: 1.0, low: 0.0, high: f64::INFINITY, level: 1.0 },
        quantity,
        mean: None,
        typical: None,
        units: [baseline, candidate].map(|variant| times.iterations_of_unit(variant)),
        verdict: Verdict::Undecided(Why::TooFewLaunches),
        obstacles: Obstacles {
            depends_on_count: by_count.is_some_and(|found| found.is_several()),
            bar: obstacles.bar.or_else(|| evidence.why_no_interval()),
            ..obstacles
        },
        by_count,
        seldom,
        rare,
        p_adjusted: 1.0,
        detectable: f64::INFINITY,
        launches,
        decided_after: launches,
        blocks: times.net.values().flatten().filter(has_both).count(),
        distribution: None,
        evidence,
    })
}
