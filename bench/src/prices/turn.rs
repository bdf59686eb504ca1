//! A turn.

use super::teller::Costs;

/// What each of the three says, in one turn.
#[derive(Default)]
pub struct Turn {
    pub probes: Costs,
    pub loops: Costs,
    pub perf: Costs,
}
