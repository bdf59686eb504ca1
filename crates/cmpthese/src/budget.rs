//! The budget of the command line.

use crate::arguments::RunOptions;
use crate::exit::Complaint;
use crate::plan_source;

/// In nanoseconds.
pub fn typed_ns(options: &RunOptions) -> Result<Option<u64>, Complaint> {
    options.budget.as_deref().map(|text| plan_source::duration_ns("--budget", text)).transpose()
}

/// The text of a plan that is printed, with the budget that was typed.
pub fn written(text: &str, options: &RunOptions) -> Result<String, Complaint> {
    typed_ns(options)?;
    let budget = options.budget.as_deref().map(plan_source::with_unit);
    Ok(budget.map_or(String::new(), |budget| format!("budget = \"{budget}\"\n")) + text)
}
