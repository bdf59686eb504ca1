//! What was read as a plan and what happened: what the history keeps, and `analysis` reads.

use crate::case::Case;
use crate::events::{VALUES_MAX, events, is_shortened};
use crate::foreign::Foreign;
use crate::layout::{Layout, layout};
use crate::plan_text::plan_text;
use crate::problem::Problem;
use model::Event;

/// More variants than these at one point are no comparison: every one would be held against every other.
const VARIANTS_MAX: usize = 100;

/// More processes than these are not kept one by one.
const LAUNCHES_MAX: usize = 20_000;

/// A plan and its run.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The text of the plan.
    pub text: String,
    /// What happened, to its end.
    pub events: Vec<Event>,
}

/// Makes a run of what was read, under a title. The variant that others are compared with is the one that is named, or else the first.
///
/// # Errors
/// There is nothing to compare, or too much of it, or no such baseline.
pub fn experiment(foreign: Foreign, title: &str, baseline: Option<&str>) -> Result<Experiment, Problem> {
    let notes = notes(&foreign);
    let layout = layout(foreign.cases);
    let baseline = chosen(&layout, baseline)?;
    within_limits(&layout)?;
    Ok(Experiment { text: plan_text(title, &foreign.tool, &layout, &baseline), events: events(&layout, notes) })
}

fn notes(foreign: &Foreign) -> Vec<String> {
    let mut notes = foreign.notes.clone();
    if foreign.cases.iter().any(is_shortened) {
        notes.push(format!(
            "of processes with more than {VALUES_MAX} values those that follow each other were put together"
        ));
    }
    notes
}

fn chosen(layout: &Layout, named: Option<&str>) -> Result<String, Problem> {
    let Some(first) = layout.variants.first() else {
        return Err(Problem::whole("there is nothing to compare", "look whether --only names a benchmark of it"));
    };
    let Some(name) = named else { return Ok(first.clone()) };
    let by_number = || layout.variants.get(name.parse::<usize>().ok()?.checked_sub(1)?);
    let found = layout.variants.iter().find(|known| *known == name).or_else(by_number);
    let known = || layout.variants.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    found.cloned().ok_or_else(|| {
        Problem::whole(format!("no variant is called `{name}`"), format!("the variants are {}", known()))
    })
}

fn within_limits(layout: &Layout) -> Result<(), Problem> {
    let variants = layout.variants.len();
    if variants > VARIANTS_MAX {
        let message =
            format!("it has {variants} variants, and more than {VARIANTS_MAX} are not held against each other");
        return Err(Problem::whole(
            message,
            "choose those that do the same job: --only TEXT takes the ones with that in their name",
        ));
    }
    let longest = layout.placed.iter().map(|(.., case): &(usize, usize, Case)| case.launches.len()).max().unwrap_or(0);
    if longest > LAUNCHES_MAX {
        let message = format!("a variant has {longest} processes, and more than {LAUNCHES_MAX} cannot be taken in");
        return Err(Problem::whole(message, "measure it with fewer runs: they say as much"));
    }
    Ok(())
}
