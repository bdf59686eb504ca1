//! A confidence interval as a value. How one is found stands in `score_test`, `student` and `fieller`.

/// What is told beside verdicts has an interval of its own of level 1 − `ALPHA`: it is of no family, and no rule stops for it.
pub const ALPHA: f64 = 0.05;

/// What is so improbable is not taken for chance where it stands beside verdicts: deviations from a form, a change within processes, phases, who has finished first.
pub const REJECTED: f64 = 0.001;

/// What is no more probable is doubted, which makes answers wider and none wrong: that costs are copies of each other or have no phases, that clones are alike.
pub const DOUBTED: f64 = 0.01;

/// A point estimate and the bounds that hold it, all in the unit of the sample.
///
/// A bound is infinite where the sample cannot support the level that was asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The estimate; inside the bounds.
    pub point: f64,
    /// Lower bound, part of the interval; may be −∞.
    pub low: f64,
    /// Upper bound, part of the interval; may be +∞.
    pub high: f64,
    /// The confidence level that the bounds attain, in (0, 1]: at least the one asked for.
    pub level: f64,
}

impl Interval {
    /// All that a sample can say at a level that it cannot support.
    pub fn unbounded(point: f64) -> Interval {
        Interval { point, low: f64::NEG_INFINITY, high: f64::INFINITY, level: 1.0 }
    }

    /// As far to either side of an estimate.
    pub fn around(point: f64, half: f64, level: f64) -> Interval {
        Interval { point, low: point - half, high: point + half, level }
    }

    /// Whether `value` lies in the interval; the bounds belong to it.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// The same with room for a value.
    pub fn holding(self, value: f64) -> Interval {
        Interval { low: self.low.min(value), high: self.high.max(value), ..self }
    }

    /// The same of what follows from the value, and never falls as it rises.
    pub fn map(self, of: impl Fn(f64) -> f64) -> Interval {
        Interval { point: of(self.point), low: of(self.low), high: of(self.high), level: self.level }
    }

    /// The same of the exponential: from the logarithm of a time or ratio to itself.
    pub fn exp(self) -> Interval {
        self.map(f64::exp)
    }

    /// The same of so many times as much; of a negative number the bounds change places.
    pub fn times(self, factor: f64) -> Interval {
        let [one, other] = [factor * self.low, factor * self.high];
        Interval { point: factor * self.point, low: one.min(other), high: one.max(other), level: self.level }
    }

    /// What follows from this one and another, bound by bound; at the level of this one.
    pub fn combined(self, other: Interval, of: impl Fn(f64, f64) -> f64) -> Interval {
        let Interval { point, low, high, .. } = other;
        Interval { point: of(self.point, point), low: of(self.low, low), high: of(self.high, high), ..self }
    }

    /// The sum of two: of each bound, so that it holds where both do.
    pub fn plus(self, other: Interval) -> Interval {
        Interval { level: self.level.min(other.level), ..self.combined(other, |one, other| one + other) }
    }

    /// Half the distance between the bounds; infinite when one of them is.
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}
