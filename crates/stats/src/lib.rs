//! Inference for paired measurements: pure functions over slices of numbers.
//!
//! Owns the estimate, its interval, its test, the correction for families, and the split of
//! variance over levels of repetition. Refuses to know text, benchmarks, clocks and the other
//! crates: a value here is a number without a unit. Why these methods and not others stands in
//! the protocol, `STATISTICS.md`.
//!
//! Read [`signed_rank_interval`] first, then [`holm()`], then [`variance_components`].
//!
//! One rule for what cannot be computed: a sample that is empty, too small, or holds a value that
//! is not finite has no estimate, and its function returns `None`.

mod detectable_effect;
mod holm;
mod interval;
mod moments;
mod normal;
mod null_distribution;
mod preconditions;
mod quantile;
mod signed_rank;
pub mod variance_components;
mod walsh;

pub use detectable_effect::mde80;
pub use holm::{HolmStep, holm};
pub use interval::Interval;
pub use moments::{mean, variance};
pub use quantile::{median, quantile};
pub use signed_rank::{hodges_lehmann, launches_needed, signed_rank_interval, signed_rank_p, smallest_p};
