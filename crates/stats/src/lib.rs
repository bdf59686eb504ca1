//! Inference for paired measurements: pure functions over slices of numbers.
//!
//! Refuses to know text, benchmarks, clocks and the other crates: a value here is a number without
//! a unit. Why these methods and not others stands in `docs/method.md`.
//!
//! The verdict, in reading order: `fieller`, `window`, `slice_ratios`, `score_test` (`sign_flips`), `cost_shape`, `holm`, `group_sequential`,
//! `deciding_looks` (`fewest_launches`, `far_apart`), `sequential_holm`, `sequential_p`, `detectable_effect`, `welch`. The head of a file says what it does.
//!
//! One rule for what cannot be computed: a sample that is empty, too small, or holds a value that
//! is not finite has no estimate, and its function returns `None`. A level outside (0, 1), pairs of unequal length, or quantiles that do not ascend
//! are mistakes of the caller, and panic.

mod between_sizes;
mod bootstrap;
mod cost_shape;
mod counts;
mod crossover;
mod cycles;
mod deciding_looks;
mod detectable_effect;
mod dose_response;
mod drift;
mod far_apart;
mod fewest_launches;
mod fieller;
mod group_sequential;
mod holm;
mod interval;
mod kinds;
mod law;
mod law_candidate;
mod least_squares;
mod locating;
mod meeting_of_lines;
mod moments;
mod normal;
mod overhead;
mod preconditions;
mod quantile;
mod quantile_shift;
mod runs;
mod score_test;
mod sequential_holm;
mod sequential_p;
mod sign_flips;
mod slice_ratios;
mod student;
mod variance_components;
mod weighted_line;
mod welch;
mod window;

pub use between_sizes::halved;
pub use cost_shape::{CostShape, excess_of_outliers, shapes_differ};
pub use counts::{event_count_interval, proportion_interval};
pub use crossover::{Crossing, Loss, Order, PairLevel, Region, crossings, regions};
pub use cycles::cycles;
pub use deciding_looks::{deciding_looks, information_fraction};
pub use detectable_effect::mde80;
pub use dose_response::{DoseResponse, DosedLaunch, dose_response, root};
pub use drift::{TREND_LENGTH_MIN, Trend, trend};
pub use far_apart::{UNSEEN_MAX, far_apart, p_of_far_apart};
pub use fewest_launches::{launches_needed, smallest_p};
pub use fieller::ratio_of_means;
pub use group_sequential::{SequentialLook, nominal_levels};
pub use holm::holm;
pub use interval::{ALPHA, DOUBTED, Interval, REJECTED};
pub use kinds::{Kind, kinds};
pub use law::{LAW_TOLERANCE, NoLaw, PREDICTION_MAX, SizeLevel, law};
pub use law_candidate::{Break, Form, Law, SIZES_MIN};
pub use locating::gaps_to_halve;
pub use meeting_of_lines::meeting_of_lines;
pub use moments::{mean, variance};
pub use normal::two_sided_critical_value;
pub use overhead::{Overhead, WorkLevel, overhead};
pub use quantile::{median, quantile};
pub use quantile_shift::{Counted, quantile_shifts, quantiles};
pub use runs::{above, runs};
pub use score_test::{score_estimate, score_interval, score_p};
pub use sequential_holm::{BoundaryCache, Observation, Standing, sequential_holm};
pub use sequential_p::SequentialP;
pub use slice_ratios::{SliceRatios, slice_ratios, typical_ratios};
pub use student::{mean_interval, p_of_no_mean, student_tails};
pub use variance_components::variance_components;
pub use weighted_line::weighted_line;
pub use welch::{unpaired_log_ratio, unpaired_log_ratio_p};
pub use window::window;
