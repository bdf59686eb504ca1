//! The rule by which a run stops: the scheduler asks, and knows nothing of what the numbers mean.

use crate::{Gap, Run};

/// What a run may get wrong: the chance that any difference it claims is none, over all its comparisons and looks.
///
/// It promises 5 %. Who tests that with a hundred runs of a command against itself sees more than five alarms in four of ten
/// tests if the chance is 5 % exactly, and in one of twelve if it is this. Intervals are wider by a ninth for it.
pub const ERROR_LEVEL: f64 = 0.03;

/// Decides what has been measured enough. The answers may rest at any time on what is known of the spread of the data, as far as it would be
/// the same with candidate and baseline exchanged in any launch; on the differences that the data show, only at the looks that
/// are fixed beforehand. What a rule does not say is as in a plan of fixed size.
pub trait StopRule {
    /// After how many of so many launches a point of the run is to be looked at: ascending.
    fn looks(&mut self, _run: &Run, _launches: usize) -> Vec<usize> {
        Vec::new()
    }

    /// A look at a point, the last of those in the run. The run holds everything that is known by then.
    fn look(&mut self, _run: &Run) {}

    /// Whether more launches of a point would change nothing that is said of it, as far as the looks so far tell.
    fn is_settled(&mut self, _run: &Run, _point: usize) -> bool {
        false
    }

    /// The gaps along the axis of the plan in which crossovers are located, where one is not known narrowly enough and another value would tell
    /// more. The answer rests on what was measured and on nothing else, so that a run that is resumed hears the same.
    fn gaps(&mut self, _run: &Run) -> Vec<Gap> {
        Vec::new()
    }
}

/// No looks before the end, and no stopping for what was seen: everything is measured that fits into the time. An estimate from such a run is
/// not larger for having been looked at until it was large.
pub struct FixedSize;

impl StopRule for FixedSize {}
