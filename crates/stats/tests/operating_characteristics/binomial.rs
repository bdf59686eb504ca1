//! What a procedure with known error rate does in so many trials.

use std::ops::RangeInclusive;

use statrs::distribution::{Binomial, DiscreteCDF};

/// The probability with which a correct procedure would fall outside the bounds on either side,
/// were its seed drawn anew.
const TAIL: f64 = 1e-4;

/// How often something happened in so many trials.
#[derive(Clone, Copy)]
pub struct Frequency {
    pub count: u64,
    pub trials: u64,
}

impl Frequency {
    /// Counts the trials, numbered from 0, that are hits.
    pub fn of(trials: u64, mut is_hit: impl FnMut() -> bool) -> Self {
        let count = (0..trials).filter(|_| is_hit()).count() as u64;
        Self { count, trials }
    }

    /// Asserts that the frequency is what an event of this probability shows.
    #[track_caller]
    pub fn assert_is(self, label: &str, probability: f64) {
        self.assert_between(label, probability, probability);
    }

    /// Asserts that the frequency is what an event between these probabilities shows.
    #[track_caller]
    pub fn assert_between(self, label: &str, least: f64, most: f64) {
        let bounds = *self.bounds(least).start()..=*self.bounds(most).end();
        let figures = self.describe(label, &bounds);
        assert!(bounds.contains(&self.count), "{figures}");
    }

    /// Asserts that no event of this probability or less shows the frequency.
    #[track_caller]
    pub fn assert_exceeds(self, label: &str, probability: f64) {
        let bounds = self.bounds(probability);
        let figures = self.describe(label, &bounds);
        assert!(self.count > *bounds.end(), "{figures}, should be above");
    }

    /// The share of the trials.
    pub fn share(self) -> f64 {
        self.count as f64 / self.trials as f64
    }

    /// Asserts that the upper bound of 95 % (Clopper and Pearson 1934) is at most `most`: that a
    /// probability of `most` would have shown more, in all but a twentieth of simulations.
    #[track_caller]
    pub fn assert_at_most(self, label: &str, most: f64) {
        let as_few = Binomial::new(most, self.trials).expect("a probability").cdf(self.count);
        assert!(as_few <= 0.05, "{label}: {} of {}, which {most} shows with {as_few}", self.count, self.trials);
    }

    fn bounds(self, probability: f64) -> RangeInclusive<u64> {
        let binomial = Binomial::new(probability, self.trials).expect("a probability");
        binomial.inverse_cdf(TAIL)..=binomial.inverse_cdf(1.0 - TAIL)
    }

    /// Also prints, so that `--nocapture` shows every figure.
    fn describe(self, label: &str, bounds: &RangeInclusive<u64>) -> String {
        let share = 100.0 * self.count as f64 / self.trials as f64;
        let figures = format!("{label}: {} of {} ({share:.2} %), bounds {bounds:?}", self.count, self.trials);
        println!("{figures}");
        figures
    }
}
