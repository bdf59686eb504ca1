//! The rows of the table: the experiments of each tool in each cell, and pooled over the works of a class.

use crate::scoreboard::design::{Cell, Class, Condition, Work};
use crate::scoreboard::record::Experiment;
use crate::scoreboard::score::{Score, score};
use crate::scoreboard::tools::{TOOLS, Tool};
use std::collections::BTreeMap;

/// What a row is about, without the tool. Without a work it is about all works of the class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Heading {
    /// What was compared.
    pub class: Class,
    /// The wall time that a tool was to take, in seconds.
    pub budget_s: u32,
    /// What else the machine did.
    pub condition: Condition,
    /// What the time was spent on.
    pub work: Option<Work>,
}

/// A tool with what it scored.
pub type Row = (String, Score);

/// The rows of each heading, the tools in their order. Pooled headings come before their parts. What varies has other effects,
/// and a table of its own.
pub fn rows(experiments: &[Experiment]) -> BTreeMap<Heading, Vec<Row>> {
    let mut headings: BTreeMap<Heading, Vec<&Experiment>> = BTreeMap::new();
    for one in experiments.iter().filter(|one| one.cell.work != Work::Varying) {
        let Cell { class, work, condition, budget_s, .. } = one.cell;
        for work in [None, Some(work)] {
            let heading = Heading { class, budget_s, condition, work };
            headings.entry(heading).or_default().push(one);
        }
    }
    let rows_of = |all: Vec<&Experiment>| -> Vec<Row> {
        let of = |tool: &Tool| {
            let own: Vec<&Experiment> = all.iter().copied().filter(|one| one.tool == tool.name).collect();
            (!own.is_empty()).then(|| (tool.name.to_string(), score(&own)))
        };
        TOOLS.iter().filter_map(of).collect()
    };
    headings.into_iter().map(|(heading, all)| (heading, rows_of(all))).collect()
}
