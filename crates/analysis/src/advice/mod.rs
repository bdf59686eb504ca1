//! What a variant's own times say beside its comparisons: that they drift, have two states, warm up, or vary from launch to launch (docs/decisions/verdicts.md, *What is
//! said beside a verdict*).
//!
//! Owns when such a thing is worth a sentence. Refuses to touch a verdict: pairs are compared whatever is found here. Start with [`conduct()`].

mod drift;
mod launch_share;
mod own_times;
mod two_states;
mod warm_up;

use crate::paired::Times;
use own_times::{LAUNCHES_MIN, OwnTimes};
pub use two_states::TwoStates;
pub use warm_up::WarmUp;

/// How the times of a variant behaved at a point, apart from how long they were.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Conduct {
    /// The share of the variance of a block's time, as a logarithm, that is between launches, in 0..=1. `None` where there
    /// are too few launches of several blocks, or no variance.
    pub launch_share: Option<f64>,
    /// What is worth a sentence.
    pub findings: Vec<Finding>,
}

/// Something about a variant's own times that is worth a sentence.
#[derive(Clone, Debug, PartialEq)]
pub enum Finding {
    /// The first blocks of the launches differ from the rest.
    WarmUp(WarmUp),
    /// From the first launch to the last, the time changed by this part of it.
    Drift(f64),
    /// The launches fall into two groups.
    TwoStates(TwoStates),
    /// Most of the variance is between launches: this share of it.
    BetweenLaunches(f64),
    /// All launches took the same time to the last digit.
    Constant,
}

/// What the times of a variant say of themselves.
pub fn conduct(times: &Times, variant: usize) -> Conduct {
    let own = OwnTimes::of(&times.net, variant);
    let launch_share = launch_share::launch_share(&own);
    let middles = own.middles();
    let drift = drift::drift(&middles).map(Finding::Drift);
    let two_states = two_states::two_states(&middles).map(Finding::TwoStates);
    // A drift, and a second state, are differences between launches that have been told already.
    let is_news = drift.is_none() && two_states.is_none();
    let between_launches = launch_share.filter(|(_, is_most)| *is_most && is_news);
    let findings = [
        warm_up::warm_up(&own).map(Finding::WarmUp),
        drift,
        two_states,
        between_launches.map(|(share, _)| Finding::BetweenLaunches(share)),
        (middles.len() >= LAUNCHES_MIN && middles.iter().all(|one| *one == middles[0])).then_some(Finding::Constant),
    ];
    Conduct { launch_share: launch_share.map(|(share, _)| share), findings: findings.into_iter().flatten().collect() }
}

/// By which part of it the ratio of two variants changed in the course of the run, where that is worth a sentence.
pub fn ratio_drift(times: &Times, baseline: usize, candidate: usize) -> Option<f64> {
    drift::drift(&OwnTimes::of(&times.net, candidate).ratios_to(&OwnTimes::of(&times.net, baseline)))
}
