//! `cmpthese explain`: what goes with the differences of a run, priced with what events cost on this machine.

use crate::arguments::PastOptions;
use crate::exit::{Complaint, Exit, Outcome};
use crate::{output, past, this_machine};
use analysis::analyze;
use history::RunId;
use model::Machine;

/// Explains each established difference of a run, or that of two variants.
pub fn explain(id: Option<RunId>, names: &[String], options: &PastOptions) -> Outcome {
    let history = past::open(options)?;
    let id = past::chosen(&history, id)?;
    let analysis = analyze(&past::load(&history, id)?);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    if let Some(unknown) = report::unknown_variant(&analysis, &names) {
        let message = format!("run {id} measured no variant {}", report::printable(unknown));
        return Err(Complaint::usage(message, Some(format!("it has {}", report::known_variants(&analysis)))));
    }
    let here = machine::fingerprint(subjects::allowed_cpus().len());
    if !is_same(analysis.machine(), &here) {
        let message = format!("run {id} was made on another machine or kernel, where events have other costs");
        return Err(Complaint::usage(message, Some("explain it there".to_string())));
    }
    let costs = this_machine::costs(&here, false);
    let pair = names.first().zip(names.get(1)).map(|(one, other)| (*one, *other));
    output::print(&report::explanations(&analysis, &costs, pair))?;
    Ok(Exit::Success)
}

/// What decides the costs of events.
fn is_same(then: &Machine, now: &Machine) -> bool {
    then.cpu == now.cpu && then.kernel == now.kernel && then.architecture == now.architecture
}
