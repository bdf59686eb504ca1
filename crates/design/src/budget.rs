//! Wall time for a run: what it gets when nobody says, and how one is typed that would do.

use model::{Plan, Subject};

/// What people are used to wait for one benchmark, in nanoseconds: of a command (hyperfine takes three seconds) and of code, and of requests (wrk takes ten).
const VARIANT_NS: u64 = 3_000_000_000;
const REQUESTS_NS: u64 = 10_000_000_000;

/// Wall time for a plan that names no budget, in nanoseconds, for each variant at each point, those included that are likely to be added. Where iterations are so long that no verdict comes of it, a point takes
/// the launches that one needs.
pub fn budget_default_ns(plan: &Plan) -> u64 {
    let points = (plan.grid_size() + plan.further_points()) as u64;
    let contestants = plan.contestants().count() as u64;
    let sends = plan.variants.iter().any(|variant| matches!(variant.subject, Subject::Http(_)));
    points * contestants.max(2) * if sends { REQUESTS_NS } else { VARIANT_NS }
}

/// Nobody stops a run that takes less to give it more: its report tells the same.
pub const WORTH_A_WORD_NS: f64 = 10e9;

/// More than is needed, because a pilot does not tell exactly what launches take.
pub const MARGIN: f64 = 1.05;

/// Who gives a time does not wait for so many times as much: beyond, launches of as many iterations as were asked for are not begun, and that is told.
pub const PATIENCE: f64 = 10.0;

/// A time as one would type it, rounded up: in whole seconds, or minutes or hours where there are many.
pub fn typed(ns: f64) -> String {
    match ns / 1e9 {
        seconds if seconds < 1.0 => format!("{}ms", (ns / 1e8).ceil() * 100.0),
        seconds if seconds < 60.0 => format!("{}s", seconds.ceil()),
        seconds if seconds < 600.0 => format!("{}s", (seconds / 5.0).ceil() * 5.0),
        seconds if seconds < 36_000.0 => format!("{}min", (seconds / 60.0).ceil()),
        seconds => format!("{}h", (seconds / 3600.0).ceil()),
    }
}

/// How a budget is typed that brings so many launches to each of so many points, from what one of them takes; nothing where that is not known.
pub fn budget_for(launches: usize, points: usize, each_ns: f64) -> Option<String> {
    (each_ns > 0.0).then(|| typed(MARGIN * launches as f64 * points as f64 * each_ns))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_that_would_do_can_be_typed() {
        assert_eq!(
            [0.04, 0.41, 7.2, 61.0, 200.0, 3601.0, 35_999.0, 36_001.0, 9_512_520.0].map(|seconds| typed(seconds * 1e9)),
            ["100ms", "500ms", "8s", "65s", "200s", "61min", "600min", "11h", "2643h"]
        );
        for typed in ["500ms", "65s", "61min", "2643h"] {
            assert!(model::parse_duration(typed).is_some(), "{typed}");
        }
    }

    #[test]
    fn a_budget_for_launches_is_as_much_as_those_that_were_made_took() {
        assert_eq!(budget_for(7, 1, 200e6), Some("2s".to_string()));
        assert_eq!(budget_for(10, 3, 2e9), Some("65s".to_string()));
        assert_eq!(budget_for(7, 1, 0.0), None);
    }
}
