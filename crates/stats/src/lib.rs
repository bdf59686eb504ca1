//! Inference for paired measurements: pure functions over slices of numbers.
//!
//! Refuses to know text, benchmarks, clocks and the other crates: a value here is a number without
//! a unit. Why these methods and not others stands in `docs/method.md`.
//!
//! The verdict, in reading order:
//!
//! - `fieller`: the ratio of two means of paired samples, what is asked for, and `window`: how much a block counts in the mean of a launch;
//! - `slice_ratios`: the ratio of typical costs in a launch, and `score_test`: its estimate over launches, interval and test, with
//!   `sign_flips`;
//! - `cost_shape`: whether the typical costs may speak for the means;
//! - `holm`: the correction for a family that is looked at once;
//! - `group_sequential`: the bounds of a test that looks at its data several times;
//! - `deciding_looks`: which looks can decide anything with so few launches, with `fewest_launches`; `far_apart`: what fewer can say;
//! - `sequential_holm`: the correction for a family that is looked at several times, with
//!   `boundary_cache`;
//! - `sequential_p`: the p-value of what was looked at several times;
//! - `detectable_effect`: the smallest effect that would have been found;
//! - `launches_missing`: how much longer an undecided comparison has to run;
//! - `welch`: the ratio of two means that were not measured in pairs.
//!
//! Beside the verdict:
//!
//! - `quantile_shift`: quantiles, and how the tails differ between two variants;
//! - `variance_components`: how much of the variance is between launches;
//! - `drift`: whether a variant became slower or faster in the course of a run;
//! - `overhead`: how a difference grows with the work that both share;
//! - `law`: how a time grows with a size, with `law_candidate` and `least_squares`;
//! - `crossover`: at which size two change places, with `between_sizes`, and `meeting_of_lines` for figures
//!   without launches, and `locating`: between which sizes another would tell more of it;
//! - `dose_response`: what an event takes where more of it is added;
//! - `proportion`: what a count tells of a probability, and `event_count`: of how many are to be expected;
//! - `kinds`: kinds among values of which few are large and many small;
//! - `runs`: whether what comes one after the other comes in phases, and `cycles`: in some that are shorter;
//! - `weighted_line`: a straight line through points.
//!
//! What they share: `bootstrap`, `interval`, `moments`, `quantile`, `normal`, `student`, `preconditions`.
//!
//! One rule for what cannot be computed: a sample that is empty, too small, or holds a value that
//! is not finite has no estimate, and its function returns `None`.

mod between_sizes;
mod bootstrap;
mod boundary_cache;
mod cost_shape;
mod crossover;
mod cycles;
mod deciding_looks;
mod detectable_effect;
mod dose_response;
mod drift;
mod event_count;
mod far_apart;
mod fewest_launches;
mod fieller;
mod group_sequential;
mod holm;
mod interval;
mod kinds;
mod launches_missing;
mod law;
mod law_candidate;
mod least_squares;
mod locating;
mod meeting_of_lines;
mod moments;
mod normal;
mod overhead;
mod preconditions;
mod proportion;
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
pub use boundary_cache::BoundaryCache;
pub use cost_shape::{CostShape, excess_of_outliers, shapes_differ};
pub use crossover::{Crossing, Loss, Order, PairLevel, Region, crossings, regions};
pub use cycles::{Cycles, cycles};
pub use deciding_looks::{deciding_looks, information_fraction};
pub use detectable_effect::mde80;
pub use dose_response::{DoseResponse, DosedLaunch, dose_response};
pub use drift::{TREND_LENGTH_MIN, Trend, trend};
pub use event_count::event_count_interval;
pub use far_apart::{UNSEEN_MAX, far_apart, p_of_far_apart};
pub use fewest_launches::{launches_needed, smallest_p};
pub use fieller::ratio_of_means;
pub use group_sequential::{SequentialLook, nominal_levels};
pub use holm::holm;
pub use interval::{ALPHA, Interval, REJECTED};
pub use kinds::{Kind, kinds};
pub use launches_missing::launches_missing;
pub use law::{LAW_TOLERANCE, NoLaw, PREDICTION_MAX, SizeLevel, law};
pub use law_candidate::{Break, Form, Law, SIZES_MIN};
pub use locating::gaps_to_halve;
pub use meeting_of_lines::meeting_of_lines;
pub use moments::{mean, variance};
pub use normal::two_sided_critical_value;
pub use overhead::{Overhead, WorkLevel, overhead};
pub use proportion::proportion_interval;
pub use quantile::{median, quantile};
pub use quantile_shift::{Counted, quantile_shifts, quantiles};
pub use runs::{Runs, above, runs};
pub use score_test::{score_estimate, score_interval, score_p};
pub use sequential_holm::{Observation, Standing, sequential_holm};
pub use sequential_p::SequentialP;
pub use slice_ratios::{SliceRatios, slice_ratios, typical_ratios};
pub use student::{mean_interval, p_of_no_mean, student_tails};
pub use variance_components::{VarianceComponents, variance_components};
pub use weighted_line::weighted_line;
pub use welch::{unpaired_log_ratio, unpaired_log_ratio_p};
pub use window::window;
