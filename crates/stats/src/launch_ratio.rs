//! What a launch says of an effect: a value, and how much speaks for each other one.

/// One of the independent values that a test is made of.
pub trait Launch {
    /// What it says most of all.
    fn value(&self) -> f64;

    /// How much of what it says speaks for which place: places with weights that sum to 1. Empty where its value is all that is known.
    fn places(&self) -> &[(f64, f64)];
}

impl Launch for f64 {
    fn value(&self) -> f64 {
        *self
    }

    fn places(&self) -> &[(f64, f64)] {
        &[]
    }
}

/// ln(time / time of the baseline) in a launch.
#[derive(Clone, Debug, PartialEq)]
pub struct LaunchRatio {
    value: f64,
    places: Vec<(f64, f64)>,
}

impl LaunchRatio {
    /// A ratio of which a logarithm is all that is known.
    pub fn exactly(value: f64) -> LaunchRatio {
        LaunchRatio { value, places: Vec::new() }
    }

    /// One with what else speaks for which place: weights of any sum above 0.
    pub(crate) fn spread(value: f64, places: Vec<(f64, f64)>) -> LaunchRatio {
        let all: f64 = places.iter().map(|(_, weight)| weight).sum();
        LaunchRatio { value, places: places.into_iter().map(|(place, weight)| (place, weight / all)).collect() }
    }

    /// The same on another scale, which has the same order and the same zero; `None` where the value has no place on it. Places that have none
    /// are left out.
    ///
    /// ```
    /// let ratio = cmpthese_stats::LaunchRatio::exactly(0.5);
    /// assert_eq!(ratio.map(|logarithm| Some(2.0 * logarithm)), Some(cmpthese_stats::LaunchRatio::exactly(1.0)));
    /// assert_eq!(ratio.map(|_| None), None);
    /// ```
    pub fn map(&self, scale: impl Fn(f64) -> Option<f64>) -> Option<LaunchRatio> {
        let places = self.places.iter().filter_map(|(place, weight)| Some((scale(*place)?, *weight))).collect();
        Some(LaunchRatio::spread(scale(self.value)?, places))
    }
}

impl Launch for LaunchRatio {
    fn value(&self) -> f64 {
        self.value
    }

    fn places(&self) -> &[(f64, f64)] {
        &self.places
    }
}
