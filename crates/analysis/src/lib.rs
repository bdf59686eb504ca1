//! From a run to what it says: times, comparisons, verdicts, what is wrong with the answers, then and now.
//!
//! Owns the meaning of the samples. Pure: the same run gives the same analysis. Refuses to know how it is shown.
//! Start with [`analyze()`].

mod advice;
mod analyze;
mod axis;
mod by_count;
mod comparison;
mod confirmation;
mod contest;
mod control;
mod crossovers;
mod distribution;
mod evidence;
mod excluded;
mod judge;
mod laws;
mod ledger;
mod outlook;
mod overhead;
mod paired;
mod point_analysis;
mod published;
mod published_laws;
mod queueing;
mod rare;
mod row;
mod shortage;
mod so_far;
mod then_and_now;
mod then_and_now_row;
mod traffic;
mod verdict;
mod voided;

pub use advice::{Conduct, Finding, TwoStates, WarmUp};
pub use analyze::{Analysis, analyze};
pub use axis::{Axis, AxisUnit, along};
pub use by_count::ByCount;
pub use comparison::{Comparison, turned_around};
pub use confirmation::{Confirmation, confirmation};
pub use control::Control;
pub use crossovers::Course;
pub use distribution::{Distribution, QuantileShift};
pub use evidence::Quantity;
pub use excluded::{Against, Excluded, Reason};
pub use judge::Judge;
pub use laws::VariantLaw;
pub use ledger::{Ledger, Term, ledger, ledgers};
pub use outlook::Outlook;
pub use overhead::{Cost, LITTLE, Overhead, Shape};
pub use point_analysis::PointAnalysis;
pub use published::parse as parse_published;
pub use published_laws::{PublishedCrossover, PublishedLaw};
pub use queueing::Queueing;
pub use rare::RareWork;
pub use row::{Less, NoRate, Row};
pub use shortage::LaunchShortage;
pub use so_far::so_far;
pub use stats::Law;
pub use stats::{Break, Crossing, Form, Interval, LAW_TOLERANCE, NoLaw, Order, PREDICTION_MAX, Region};
pub use then_and_now::ThenAndNow;
pub use then_and_now_row::ThenAndNowRow;
pub use traffic::{Hidden, LITTLE_TOLERANCE, Latency, Traffic};
pub use verdict::{Verdict, Why};
pub use voided::Voided;
