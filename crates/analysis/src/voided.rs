//! Blocks that do not count.

use model::Run;

/// How many blocks were disturbed from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Voided {
    /// The blocks that do not count.
    pub blocks: usize,
    /// All blocks, these included.
    pub of: usize,
    /// What disturbed the first of them, as it was recorded.
    pub first: String,
}

/// The blocks of a run that do not count; `None` where all do.
pub fn voided(run: &Run) -> Option<Voided> {
    let (_, first) = run.points.iter().flat_map(|record| &record.voided).next()?;
    let blocks: usize = run.points.iter().map(|record| record.voided.len()).sum();
    let counted: usize = run.points.iter().map(|record| record.blocks.len()).sum();
    Some(Voided { blocks, of: blocks + counted, first: first.clone() })
}
