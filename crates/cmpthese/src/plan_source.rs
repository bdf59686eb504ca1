//! From what was typed to the text of a plan.

use crate::arguments::{CheckArgument, Quick};
use crate::exit::Complaint;
use crate::experiments;
use model::{Check, Plan, Source};
use plan::quick::QuickSubjects;
use std::path::Path;

/// The text of a plan, with the published figures of an experiment.
pub struct PlanText {
    pub source: Source,
    pub published: Option<String>,
}

/// A file, or else a built-in experiment. A name with a slash or an ending in `.toml` that is no experiment is a file.
pub fn named(name: &str) -> Result<PlanText, Complaint> {
    let is_file = Path::new(name).exists();
    match experiments::find(name) {
        Some(experiment) if !is_file || Path::new(name).is_dir() => {
            Ok(PlanText { source: experiment.source, published: experiment.published })
        }
        _ if is_file || name.ends_with(".toml") => read(name),
        _ => Err(unknown(name)),
    }
}

fn read(path: &str) -> Result<PlanText, Complaint> {
    let bytes = std::fs::read(path).map_err(|error| {
        Complaint::usage(
            format!("the plan {} cannot be read: {error}", report::printable(path)),
            unreadable_help(&error),
        )
    })?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..place].iter().filter(|byte| **byte == b'\n').count() + 1;
        Complaint::usage(
            format!("the plan {} is not UTF-8: line {line} holds a byte that is none", report::printable(path)),
            Some("save it as UTF-8; TOML allows no other encoding".to_string()),
        )
    })?;
    Ok(PlanText { source: Source { name: path.to_string(), text }, published: None })
}

fn unreadable_help(error: &std::io::Error) -> Option<String> {
    match error.kind() {
        std::io::ErrorKind::NotFound => {
            Some("check the path; `cmpthese experiments` lists the built-in ones".to_string())
        }
        std::io::ErrorKind::PermissionDenied => Some("chmod +r it, or run as its owner".to_string()),
        std::io::ErrorKind::IsADirectory => Some("name a file in it".to_string()),
        _ => None,
    }
}

fn unknown(name: &str) -> Complaint {
    let names = experiments::names();
    let nearest = names
        .iter()
        .max_by(|left, right| strsim::jaro_winkler(left, name).total_cmp(&strsim::jaro_winkler(right, name)));
    let help = match nearest.filter(|nearest| strsim::jaro_winkler(nearest, name) > 0.8) {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None => format!("the experiments are: {}", names.join(", ")),
    };
    Complaint::usage(format!("there is no plan file and no experiment {}", report::printable(name)), Some(help))
}

/// The plan that the quick form stands for.
pub fn quick(typed: &Quick) -> Result<PlanText, Complaint> {
    let subjects = match (&typed.lang, typed.shell) {
        (Some(language), _) => QuickSubjects::Snippets { language: language.clone(), codes: typed.subjects.clone() },
        (None, true) => QuickSubjects::Shell(typed.subjects.clone()),
        (None, false) => QuickSubjects::Commands(typed.subjects.clone()),
    };
    check_language(typed)?;
    let quick = plan::quick::Quick {
        subjects,
        prelude: typed.prelude.clone(),
        setup: typed.setup.clone(),
        params: typed.params.clone(),
        baseline: typed.baseline.clone(),
        check: typed.check.map(|check| match check {
            CheckArgument::Exact => Check::Exact,
            CheckArgument::Lenient => Check::Lenient,
            CheckArgument::None => Check::None,
        }),
        stdin: typed.stdin.clone(),
        names: typed.names.clone(),
        exit: typed.exit,
        timeout: typed.timeout.clone(),
        margin: typed.margin.clone(),
        bytes: typed.bytes.clone(),
    };
    let source = plan::quick::source(&quick).map_err(|error| Complaint::usage(error.message, Some(error.help)))?;
    Ok(PlanText { source, published: None })
}

fn check_language(typed: &Quick) -> Result<(), Complaint> {
    let known = subjects::languages::names();
    match &typed.lang {
        Some(language) if !known.contains(&language.as_str()) => Err(Complaint::usage(
            format!("there is no language {}", report::printable(language)),
            Some(format!("the languages are: {}", known.join(", "))),
        )),
        _ => Ok(()),
    }
}

/// The plan that a text says, or its mistakes rendered.
pub fn parse(source: Source, color: bool) -> Result<Plan, Complaint> {
    plan::parse(source, &subjects::languages::names())
        .map_err(|mistakes| Complaint::usage(mistakes.render(color), None))
}
