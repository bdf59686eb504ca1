//! How much of the error is spent by when.

use crate::preconditions::assert_significance_level;

/// A spending function of Kim and DeMets (1987), "Design and analysis of group sequential tests
/// based on the type I error spending rate function", Biometrika 74: of the two-sided level α, a
/// comparison that has seen the fraction t of its information may have spent α·t^ρ.
///
/// A large power ρ saves the level for the end. The protocol takes ρ = 2: early looks can still
/// end what is obvious, and the last one is nearly as sharp as that of a test without looks.
///
/// The fraction of information is [`crate::information_fraction`] of launches done and planned. The looks may fall where
/// they like and their number is open (Lan and DeMets 1983, "Discrete sequential boundaries for
/// clinical trials", Biometrika 70), but **when** to look must not depend on the effect seen: a
/// look taken because the difference seems about to be established spends more than it says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spending {
    alpha: f64,
    power: f64,
}

impl Spending {
    /// The protocol's: α·t².
    ///
    /// # Panics
    ///
    /// When `alpha` is not between 0 and 1.
    pub fn squared(alpha: f64) -> Self {
        Self::with_power(alpha, 2.0)
    }

    /// α·t^`power`.
    ///
    /// # Panics
    ///
    /// When `alpha` is not between 0 and 1, or `power` is not positive and finite.
    pub fn with_power(alpha: f64, power: f64) -> Self {
        assert_significance_level(alpha);
        assert!(power > 0.0 && power.is_finite(), "a spending function has a positive power, not {power}");
        Self { alpha, power }
    }

    /// The same function for a share of the level: `spending.shared_by(m)` is what one of m
    /// hypotheses of equal weight may spend.
    ///
    /// # Panics
    ///
    /// When `shares` is zero.
    pub fn shared_by(self, shares: usize) -> Self {
        Self::with_power(self.alpha / shares as f64, self.power)
    }

    /// The whole level, two-sided.
    pub fn alpha(&self) -> f64 {
        self.alpha
    }

    /// What may be spent, in total, by the information fraction `fraction`: nothing before the
    /// first observation, everything from 1 on.
    ///
    /// ```
    /// let spending = cmpthese_stats::Spending::squared(0.05);
    /// assert!((spending.spent_by(0.2) - 0.002).abs() < 1e-15);
    /// assert_eq!(spending.spent_by(1.1), 0.05);
    /// ```
    pub fn spent_by(&self, fraction: f64) -> f64 {
        // A fraction that is no number has seen nothing.
        if fraction > 0.0 { self.alpha * fraction.min(1.0).powf(self.power) } else { 0.0 }
    }
}
