//! How long is waited for a batch.

use design::Case;
use model::Subject;
use protocol::Request;
use subjects::UNLIMITED_NS;

/// How many times longer than before the iterations of a batch may take before it is given up.
const PATIENCE: f64 = 20.0;

/// What is given up without a time-out in the plan takes longer than this, a start too, in nanoseconds.
pub const HANGS_NS: u64 = 60_000_000_000;

/// The longest time that what is asked may take, in nanoseconds, when an iteration has been seen to take `ns`; 0 when none has. The spawner keeps the time of every
/// execution itself, and the generator that of every request, so that it has the first word. Nobody knows how long a command, or code that has not run yet, shall take.
/// Code that has run before hangs when it takes many times as long, and more than a minute: within a batch one iteration may take the whole time, the others many times
/// what they took before.
pub fn limit_ns(case: Case, request: &Request, ns: f64) -> u64 {
    let iterations = match request {
        Request::Run { iterations, .. } => *iterations,
        Request::Answer { .. } => 1,
        Request::Prepare { .. } | Request::Bye => return HANGS_NS,
    };
    let variant = case.variant();
    let patience_ns = |iterations: u64| (PATIENCE * ns * iterations as f64) as u64;
    let of_others_ns = patience_ns(iterations.saturating_sub(1));
    let has_before_each = case.plan.has_before_each(variant);
    match (&variant.subject, variant.timeout_ns) {
        // What comes before has no limit, and the spawner keeps that of the execution.
        (Subject::Command(_), Some(timeout_ns)) if !has_before_each => timeout_ns.saturating_mul(iterations),
        (Subject::Command(_), _) => UNLIMITED_NS,
        (Subject::Snippet(_), None) if ns == 0.0 => UNLIMITED_NS,
        (Subject::Snippet(_) | Subject::Sim(_) | Subject::Imported(_), timeout_ns) => {
            let before_ns = if has_before_each { HANGS_NS } else { 0 };
            timeout_ns.unwrap_or(HANGS_NS.max(patience_ns(1))).saturating_add(of_others_ns).saturating_add(before_ns)
        }
        (Subject::Http(_), timeout_ns) => {
            let timeout_ns = timeout_ns.unwrap_or(subjects::http::TIMEOUT_DEFAULT_NS);
            // Of requests that nobody has seen yet, each may take that long that a connection sends after another.
            let in_turn = if ns == 0.0 { iterations.div_ceil(case.connections()) } else { 1 };
            // In an open loop the first, too, comes after a while.
            let planned_ns =
                case.planned_requests().map_or(0, |(_, gap_ns)| patience_ns(1).max((PATIENCE * gap_ns) as u64));
            // Besides, a round before those that count, and what is under way behind them.
            timeout_ns.saturating_mul(in_turn + 3).saturating_add(of_others_ns).saturating_add(planned_ns)
        }
    }
}
