//! Wall time for a run: what it gets when nobody says, and what to say of one that is too small.

use model::{Plan, Role, format_duration};

/// Wall time for a plan that names no budget, in nanoseconds: what people are used to wait for one benchmark (hyperfine
/// takes three seconds a command), for each variant at each point, those included that are likely to be added. Where iterations are so long that no verdict comes of it, a point takes
/// the launches that one needs.
pub fn budget_default_ns(plan: &Plan) -> u64 {
    let points = (plan.grid_size() + plan.further_points()) as u64;
    let contestants = plan.variants.iter().filter(|variant| variant.role == Role::Contestant).count() as u64;
    points * contestants.max(2) * 3_000_000_000
}

/// Nobody stops a run that takes less to give it more: its report tells the same.
pub const WORTH_A_WORD_NS: f64 = 10e9;

/// A budget that somebody gave, and what would be needed.
pub struct BudgetShortage {
    /// What was given, in nanoseconds.
    pub budget_ns: f64,
    /// How many points share it.
    pub points: usize,
    /// What a launch takes, in nanoseconds.
    pub launch_ns: f64,
    /// How many launches fit into what is left of it.
    pub fitting: usize,
    /// How many a verdict needs.
    pub needed: usize,
    /// What all of them take, with what comes before.
    pub enough_ns: f64,
}

/// More than is needed, because a pilot does not tell exactly what launches take.
const MARGIN: f64 = 1.05;

/// The sentence about it.
pub fn too_small(shortage: &BudgetShortage) -> String {
    let BudgetShortage { budget_ns, points, launch_ns, fitting, needed, enough_ns } = *shortage;
    let (launch, budget) = (format_duration(launch_ns), format_duration(budget_ns));
    let fit = match fitting {
        0 => format!("no launch of {launch} fits"),
        1 => format!("1 launch of {launch} fits"),
        several => format!("{several} launches of {launch} fit"),
    };
    let left = match points {
        1 => format!("of the budget of {budget}"),
        points => format!("of a point's share of the budget, which is {budget} for {points} points"),
    };
    let enough = typed(MARGIN * enough_ns);
    format!("{fit} into what the pilot left {left}, and a verdict needs {needed}: --budget {enough} would do")
}

/// A time as one would type it, rounded up: in whole seconds, or minutes where there are many.
fn typed(ns: f64) -> String {
    match ns / 1e9 {
        seconds if seconds < 1.0 => format!("{}ms", (ns / 1e8).ceil() * 100.0),
        seconds if seconds < 60.0 => format!("{}s", seconds.ceil()),
        seconds if seconds < 600.0 => format!("{}s", (seconds / 5.0).ceil() * 5.0),
        seconds => format!("{}min", (seconds / 60.0).ceil()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_that_would_do_can_be_typed() {
        assert_eq!(
            [0.04, 0.41, 7.2, 61.0, 200.0, 3601.0].map(|seconds| typed(seconds * 1e9)),
            ["100ms", "500ms", "8s", "65s", "200s", "61min"]
        );
    }
}
