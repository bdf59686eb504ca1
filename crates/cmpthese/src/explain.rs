//! `cmpthese explain`: what goes with the differences of a run, priced with what events cost on this machine.

use crate::arguments::PastOptions;
use crate::exit::{Complaint, Exit, Outcome};
use crate::explain_typed::Proving;
use crate::told::Told;
use crate::{past, profile, prove, selection, this_machine};
use analysis::{analyze, explained};
use history::RunId;

/// Explains each established difference of a run, or that of two variants, whose cause may be tried as well.
pub fn explain(id: Option<RunId>, names: &[String], told: &Told, proving: &Proving, options: &PastOptions) -> Outcome {
    let history = past::open(options)?;
    let id = past::chosen(&history, id)?;
    let run = past::load(&history, id)?;
    let analysis = analyze(&run);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let known = || Some(format!("it has {}", report::known_variants(&analysis)));
    if let Some(unknown) = report::unknown_variant(&analysis, &names) {
        let message = format!("run {id} measured no variant {}", report::printable(unknown));
        return Err(Complaint::usage(message, known()));
    }
    let pair = names.first().copied().zip(names.get(1).copied());
    if pair.is_some_and(|(one, other)| one == other) {
        return Err(Complaint::usage("the two variants are one", known()));
    }
    if pair.is_some_and(|pair| !selection::is_anywhere(&analysis, pair)) {
        return Err(Complaint::usage("the two were measured together at no point", known()));
    }
    if analysis.imported.is_some() {
        let message = format!("run {id} was imported, and nothing that happens in its variants was counted");
        return Err(Complaint::usage(message, Some("measure them here, then explain that run".to_string())));
    }
    let here = this_machine::here();
    if !analysis.machine().is_like(&here) {
        let message = format!("run {id} was made on another machine or kernel, where events have other costs");
        return Err(Complaint::usage(message, Some("explain it there".to_string())));
    }
    if !analysis.machine().has_costs_of(&here) {
        let message = match analysis.machine().boot {
            Some(_) => format!("run {id} was made before this machine was last started, when events had other costs"),
            None => {
                format!("run {id} does not say since which start of the machine it was made, and costs change then")
            }
        };
        return Err(Complaint::usage(message, Some("run it again, then explain that run".to_string())));
    }
    told.check()?;
    if proving.prove {
        drop(history); // the run with doses opens it for itself
        return prove::prove(
            &run,
            &analysis,
            pair,
            || this_machine::costs(&here, false, proving.quiet),
            told,
            proving,
            options,
        );
    }
    if proving.profile {
        return profile::profile(&run, &analysis, pair, told, proving, options);
    }
    let explained = explained(&analysis, || this_machine::costs(&here, false, proving.quiet), pair);
    told.print(&report::explanations(&analysis, &explained))?;
    told.finish(&analysis, &explained, None, None)?;
    Ok(Exit::Success)
}
