//! Every rule that turns an estimate into a word, and what follows from the rule: what would have been found, and how many launches would
//! decide. Who stops a run and who reports it ask the same functions.

use stats::Interval;
use std::ops::RangeInclusive;

/// The ratios that count as the same: an interval must hold no others. What of two is divided by which makes no difference: where a ratio is among
/// them, its inverse is.
pub fn alike(margin: f64) -> RangeInclusive<f64> {
    1.0 / (1.0 + margin)..=1.0 + margin
}

/// What is established about a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It takes less time than the baseline.
    Faster,
    /// It takes more.
    Slower,
    /// The two are within the margin.
    Equivalent,
    /// Nothing, for a reason.
    Undecided(Why),
}

/// Why a comparison is undecided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// There are not enough launches to tell anything.
    TooFewLaunches,
    /// What was measured allows either answer.
    Open,
    /// The ratio depends on how many iterations a process has run.
    DependsOnCount,
    /// A clone of the baseline differs from it by as much.
    CloneDiffers,
    /// What sends the requests may have been the limit.
    GeneratorLimited,
    /// One of them has a single figure, as some other tools tell it: no interval follows from that.
    SingleFigure,
    /// The values of both are all equal, as some other tools round them: no interval follows from that either.
    NoSpread,
}

/// What takes back a claim about two variants, whatever their interval says.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Obstacles {
    /// The ratio changes with the number of iterations that a process has run.
    pub depends_on_count: bool,
    /// Why nothing at all can be established of them, where that is known beforehand.
    pub bar: Option<Why>,
    /// By how much a variant of the point was found to differ from its own clone, as a logarithm of a ratio; 0 where it was not. Nothing
    /// smaller would have been found.
    pub clone_differs_by: f64,
}

/// The verdict. `ratio` is the time of the candidate over that of the baseline, at the level at which the comparison was tested; `at_share` the same at its share of the
/// level, because that two are alike is no rejection of Holm's procedure. `is_rejected` tells whether a look rejected "no difference": an interval that its look left open
/// at both ends excludes nothing, whatever its place.
pub fn verdict(
    ratio: &Interval,
    at_share: &Interval,
    margin: f64,
    is_rejected: bool,
    obstacles: &Obstacles,
) -> Verdict {
    if let Some(why) = obstacles.bar {
        return Verdict::Undecided(why);
    }
    let alike = alike(margin);
    if at_share.low >= *alike.start() && at_share.high <= *alike.end() {
        return Verdict::Equivalent;
    }
    if obstacles.depends_on_count {
        return Verdict::Undecided(Why::DependsOnCount);
    }
    let claim = if ratio.high < 1.0 { Verdict::Faster } else { Verdict::Slower };
    match is_rejected && !ratio.contains(1.0) {
        true if ratio.point.ln().abs() <= obstacles.clone_differs_by => Verdict::Undecided(Why::CloneDiffers),
        true => claim,
        false if ratio.high.is_finite() || ratio.low > 0.0 => Verdict::Undecided(Why::Open),
        false => Verdict::Undecided(Why::TooFewLaunches),
    }
}

/// The relative difference that would have been told with a chance of 80 %, by the interval of the logarithm of the ratio at the last look.
/// Nothing smaller than `clone_differs_by` would be.
pub fn detectable(last: &Interval, clone_differs_by: f64) -> f64 {
    stats::mde80(last).max(clone_differs_by).exp_m1()
}

/// About how many launches more would decide what is open, were estimate and spread to stay as they are: a bound keeps its distance from the estimate but for the factor
/// √n / √n'. `None` where none are in sight, and where launches are not what is missing.
pub fn launches_missing(ratio: &Interval, launches: usize, margin: f64) -> Option<usize> {
    if !(ratio.high.is_finite() && ratio.level < 1.0 && ratio.contains(1.0)) {
        return None;
    }
    let (Interval { point, low, high, level }, margin) = (ratio.map(f64::ln), margin.ln_1p());
    // How many times too far from the point its bound is; negative or infinite is never.
    let too_far = |bound: f64, goal: f64| match (point - bound) / (point - goal) {
        factor if factor >= 0.0 => factor,
        _ => f64::INFINITY,
    };
    let apart = too_far(if point > 0.0 { low } else { high }, 0.0);
    let within = too_far(low, -margin).max(too_far(high, margin));
    // A hair above a whole number is rounding. More than an exact integer holds is never.
    let total = (launches as f64 * apart.min(within).powi(2) - 1e-6).ceil();
    let needed = stats::launches_needed(1.0 - level);
    (total < 2_f64.powi(53)).then(|| (total as usize).max(needed).saturating_sub(launches))
}

impl Verdict {
    /// Its key for programs.
    pub fn key(self) -> &'static str {
        match self {
            Verdict::Faster => "faster",
            Verdict::Slower => "slower",
            Verdict::Equivalent => "equivalent",
            Verdict::Undecided(_) => "undecided",
        }
    }

    /// Why nothing is established; `None` where something is.
    pub fn why(self) -> Option<Why> {
        if let Verdict::Undecided(why) = self { Some(why) } else { None }
    }

    /// The same with candidate and baseline exchanged, when `turned`.
    pub fn turned(self, turned: bool) -> Verdict {
        match (self, turned) {
            (Verdict::Faster, true) => Verdict::Slower,
            (Verdict::Slower, true) => Verdict::Faster,
            (other, _) => other,
        }
    }
}

impl Why {
    /// Its key in JSON.
    pub fn key(self) -> &'static str {
        match self {
            Why::TooFewLaunches => "too_few_launches",
            Why::Open => "open",
            Why::DependsOnCount => "depends_on_count",
            Why::CloneDiffers => "clone_differs",
            Why::GeneratorLimited => "generator_limited",
            Why::SingleFigure => "single_figure",
            Why::NoSpread => "no_spread",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of a ratio that is known to somewhat less than a hundredth, at the margin of a hundredth, rejected where it is not 1.
    fn of(point: f64, obstacles: Obstacles) -> Verdict {
        let ratio = Interval { point, low: point - 0.009, high: point + 0.009, level: 0.97 };
        verdict(&ratio, &ratio, 0.01, !ratio.contains(1.0), &obstacles)
    }

    #[test]
    fn intervals_decide() {
        let none = Obstacles::default();
        assert_eq!(of(1.05, none), Verdict::Slower);
        assert_eq!(of(0.95, none), Verdict::Faster);
        assert_eq!(of(1.0, none), Verdict::Equivalent);
        assert_eq!(of(1.005, none), Verdict::Undecided(Why::Open));
        let open = Interval { point: 2.0, low: 0.0, high: f64::INFINITY, level: 1.0 };
        assert_eq!(verdict(&open, &open, 0.01, false, &none), Verdict::Undecided(Why::TooFewLaunches));
    }

    #[test]
    fn what_is_equivalent_is_so_the_other_way_around() {
        let of = |low: f64, high: f64| {
            let ratio = Interval { point: (low * high).sqrt(), low, high, level: 0.97 };
            verdict(&ratio, &ratio, 0.01, false, &Obstacles::default())
        };
        for (bound, expected) in [(0.9902, Verdict::Equivalent), (0.990_05, Verdict::Undecided(Why::Open))] {
            assert_eq!([of(bound, 1.0), of(1.0, 1.0 / bound)], [expected; 2], "{bound}");
        }
    }

    /// At the level of one look, where whatever excludes 1 is rejected.
    fn of_logarithm(point: f64, half: f64) -> Verdict {
        let ratio = Interval::around(point, half, 0.95).exp();
        verdict(&ratio, &ratio, 0.01, true, &Obstacles::default())
    }

    #[test]
    fn what_would_be_found_is_told() {
        for half in [0.006, 0.02, 0.3] {
            let last = Interval { point: 0.0, low: -half, high: half, level: 0.95 };
            let found = detectable(&last, 0.0).ln_1p();
            assert_eq!(of_logarithm(found, half), Verdict::Slower, "{half}");
            assert_eq!(of_logarithm(-found, half), Verdict::Faster, "{half}");
        }
    }

    #[test]
    fn the_launches_that_are_missing_decide_and_no_fewer() {
        for point in [-0.03, -0.006, 0.002, 0.004, 0.006, 0.03] {
            let half = 0.04;
            assert_eq!(of_logarithm(point, half), Verdict::Undecided(Why::Open), "{point}");
            let ratio = Interval::around(point, half, 0.95).exp();
            let missing = launches_missing(&ratio, 20, 0.01).expect("it is in sight");
            let after = |launches: usize| of_logarithm(point, half * (20.0 / launches as f64).sqrt() * (1.0 - 1e-9));
            assert_ne!(after(20 + missing), Verdict::Undecided(Why::Open), "{point}");
            assert_eq!(after(20 + missing - 2), Verdict::Undecided(Why::Open), "{point}");
        }
    }

    #[test]
    fn half_the_width_takes_four_times_the_launches() {
        // Half a percent, give or take one: it takes half the width, so four times the launches.
        let ratio = Interval::around(0.005, 0.01, 0.95).exp();
        assert_eq!(launches_missing(&ratio, 20, 0.01_f64.exp_m1()), Some(4 * 20 - 20));
        assert_eq!(launches_missing(&Interval::unbounded(0.005).exp(), 2, 0.01), None);
    }

    #[test]
    fn obstacles_take_claims_back() {
        let of_clone = |clone_differs_by| Obstacles { clone_differs_by, ..Obstacles::default() };
        assert_eq!(of(1.05, of_clone(0.06)), Verdict::Undecided(Why::CloneDiffers));
        assert_eq!(of(1.05, of_clone(0.04)), Verdict::Slower);
        assert_eq!(of(1.0, of_clone(0.06)), Verdict::Equivalent, "that two are alike is no claim of a difference");
        assert_eq!(
            of(1.5, Obstacles { depends_on_count: true, ..of_clone(0.0) }),
            Verdict::Undecided(Why::DependsOnCount)
        );
        assert_eq!(
            of(1.0, Obstacles { bar: Some(Why::GeneratorLimited), ..of_clone(0.0) }),
            Verdict::Undecided(Why::GeneratorLimited)
        );
    }
}
