//! What each launch says of a variant's time: for those who want the values and not the interval.

/// The mean time of an iteration in each launch, in nanoseconds, the floor taken off, in the order of launches; as measured, without what
/// the comparisons know beside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LaunchTimes(pub Vec<f64>);

impl LaunchTimes {
    /// Their mean, each launch counted once; `None` where there is none.
    pub fn mean(&self) -> Option<f64> {
        stats::mean(&self.0)
    }

    /// Their standard deviation; `None` below two.
    pub fn deviation(&self) -> Option<f64> {
        stats::variance(&self.0).map(f64::sqrt)
    }

    /// Their median.
    pub fn median(&self) -> Option<f64> {
        stats::median(&self.0)
    }

    /// The shortest and the longest.
    pub fn range(&self) -> Option<(f64, f64)> {
        let shortest = self.0.iter().copied().reduce(f64::min)?;
        Some((shortest, self.0.iter().copied().reduce(f64::max)?))
    }
}
