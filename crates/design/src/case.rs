//! A variant at a point: what a batch of it aims at, and what the plan says of its requests.

use model::{LoadAt, Plan, Point, Role, Subject, Variant};

/// What a batch of snippet iterations aims at: long against the messages about it, which take a few tenths of a millisecond, and short
/// against a launch, which is cut off between blocks.
pub(crate) const SNIPPET_BATCH_NS: f64 = 18e6;

/// A batch of invented times has no slices, and its noise does not depend on its length.
const SIM_BATCH_NS: f64 = 2e6;

/// What a command that times itself is asked for at least (how much longer it is where its start is longer: `Calibration::target_ns`); requests of a closed
/// loop, against what its beginning and its end cost; and where a quota makes a process wait for its next period, which are of 10 ms, of which a batch must
/// see many. In nanoseconds.
const LONG_BATCH_NS: f64 = 100e6;

/// Requests of an open loop: its tails need many of them.
const OPEN_BATCH_NS: f64 = 1e9;

/// A variant at a point.
#[derive(Clone, Copy)]
pub struct Case<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// The point.
    pub point: &'a Point,
    /// Index of the variant.
    pub index: usize,
}

impl<'a> Case<'a> {
    /// Short commands run several times in a batch, because the first start after a message finds cold caches: for `/bin/true`
    /// that start takes a tenth longer than those that follow. A command that takes longer than this runs once.
    pub(crate) const COMMAND_BATCH_NS: f64 = 20e6;

    /// The empty loop is only taken off, and a few times a launch: a short batch of short slices gives it the precision that it needs.
    pub const EMPTY_PART: f64 = 0.05;

    /// The variant.
    pub fn variant(self) -> &'a Variant {
        &self.plan.variants[self.index]
    }

    /// What a batch aims at, in nanoseconds.
    pub fn batch_target_ns(self) -> f64 {
        let target_ns = match (&self.variant().subject, self.variant().role) {
            (_, Role::EmptyLoop) => SNIPPET_BATCH_NS * Case::EMPTY_PART,
            (Subject::Command(_), _) if self.variant().tells().is_some() => LONG_BATCH_NS,
            (Subject::Command(_), _) => Case::COMMAND_BATCH_NS,
            (Subject::Http(_), _) => self.plan.load.slice_ns.map_or(LONG_BATCH_NS, |slice| slice as f64),
            (Subject::Snippet(_), _) => SNIPPET_BATCH_NS,
            (Subject::Sim(_) | Subject::Imported(_), _) => SIM_BATCH_NS,
        };
        if is_confined(self.plan, self.point) { target_ns.max(LONG_BATCH_NS) } else { target_ns }
    }

    /// The requests of a batch in an open loop, where it follows from the plan what it holds, and the time from one to the next, in
    /// nanoseconds; `None` elsewhere.
    pub fn planned_requests(self) -> Option<(f64, f64)> {
        let per_second = self.load()?.per_second?;
        let slice_ns = self.plan.load.slice_ns.map_or(OPEN_BATCH_NS, |slice| slice as f64);
        Some((per_second * slice_ns / 1e9, 1e9 / per_second))
    }

    /// The connections of a closed loop; 1 for everything else.
    pub fn connections(self) -> u64 {
        self.load().filter(|load| load.per_second.is_none()).map_or(1, |load| load.connections)
    }

    /// Whether it sends one request after the other.
    pub(crate) fn asks_in_turn(self) -> bool {
        self.load().is_some_and(|load| load.per_second.is_none() && load.connections == 1)
    }

    /// How its requests are sent; `None` where it sends none.
    fn load(self) -> Option<LoadAt> {
        let Subject::Http(_) = self.variant().subject else { return None };
        let load = self.plan.load.at(&self.variant().scope(self.point, &[]));
        Some(load.expect("the plan read it at every point"))
    }
}

/// Whether a quota makes processes wait.
pub(crate) fn is_confined(plan: &Plan, point: &Point) -> bool {
    plan.environment(point).is_some_and(|environment| environment.cpus.is_some())
}
