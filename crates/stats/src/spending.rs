//! How much of the error is spent by when.

/// What a comparison that has seen the fraction t of its information may have spent, in total, of the two-sided level α: α·t², a spending
/// function of Kim and DeMets (1987), "Design and analysis of group sequential tests based on the type I error spending rate function",
/// Biometrika 74. Nothing before the first observation, everything from 1 on.
///
/// A large power saves the level for the end. With the square early looks can still end what is obvious, and the last one is nearly as sharp as
/// that of a test without looks.
///
/// The fraction of information is [`crate::information_fraction`] of launches done and planned. The looks may fall where
/// they like and their number is open (Lan and DeMets 1983, "Discrete sequential boundaries for
/// clinical trials", Biometrika 70), but **when** to look must not depend on the effect seen: a
/// look taken because the difference seems about to be established spends more than it says.
pub(crate) fn spent_by(alpha: f64, fraction: f64) -> f64 {
    // A fraction that is no number has seen nothing.
    if fraction > 0.0 { alpha * fraction.min(1.0).powi(2) } else { 0.0 }
}
