//! Where an import comes from, and what of it is less than it seems.

use crate::unpaired::by_process;
use model::Run;
use std::collections::BTreeSet;

/// What is known of how an import was measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// The tool that measured it.
    pub tool: String,
    /// How many values there are.
    pub values: usize,
    /// The variants, by name, whose interval rests on values of one process somewhere: these are not independent of each other.
    pub of_one_process: Vec<String>,
    /// Whether there is a variant with a single figure somewhere, which has no interval.
    pub has_single_figures: bool,
}

/// Where a run comes from; `None` for one that was measured side by side.
pub fn imported(run: &Run) -> Option<Imported> {
    let tool = run.plan.imported_from()?.to_string();
    let mut of_one_process: BTreeSet<usize> = BTreeSet::new();
    let (mut values, mut has_single_figures) = (0, false);
    for record in &run.points {
        for (variant, processes) in by_process(record) {
            let counts: Vec<usize> = processes.values().map(Vec::len).collect();
            values += counts.iter().sum::<usize>();
            match counts[..] {
                [1] => has_single_figures = true,
                [_] => drop(of_one_process.insert(variant)),
                _ => {}
            }
        }
    }
    let name = |variant: usize| run.plan.variants[variant].name.clone();
    Some(Imported { tool, values, of_one_process: of_one_process.into_iter().map(name).collect(), has_single_figures })
}
