//! A plan of fixed size: no looks before the end, and no stopping for what was seen.

use model::{Gap, Run, StopRule};

/// Lets everything be measured that fits into the time. An estimate from such a run is not larger for having been looked at
/// until it was large.
pub struct FixedSize;

impl StopRule for FixedSize {
    fn looks(&mut self, _run: &Run, _launches: usize) -> Vec<usize> {
        Vec::new()
    }

    fn look(&mut self, _run: &Run) {}

    fn is_settled(&mut self, _run: &Run, _point: usize) -> bool {
        false
    }

    /// What was added to the plan is in the run from the beginning.
    fn gaps(&mut self, _run: &Run) -> Vec<Gap> {
        Vec::new()
    }
}
