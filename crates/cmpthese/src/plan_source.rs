//! From what was typed to the text of a plan.

use crate::arguments::{Arguments, CheckArgument, Quick};
use crate::exit::Complaint;
use crate::experiments;
use crate::habits::{self, Habits};
use crate::plan_text::PlanText;
use clap::CommandFactory;
use model::{Check, Plan, Source, filled_duration, parse_duration};
use plan::quick::{QuickKind, QuickRuntimes};
use std::path::Path;

/// A file, or else a built-in experiment. What ends in `.toml` is a file, whether it is there or not.
pub fn named(name: &str) -> Result<PlanText, Complaint> {
    match experiments::meant(name) {
        Some(experiment) => Ok(experiment),
        None if Path::new(name).exists() || name.ends_with(".toml") => read(name),
        None => Err(unknown(name)),
    }
}

/// The same plan with other values for some of its parameters, and one along which crossovers are located.
pub fn with_params(text: PlanText, params: &[String], locate: Option<&str>) -> Result<PlanText, Complaint> {
    let source = plan::with_params(text.source, params, locate).map_err(Complaint::of)?;
    Ok(PlanText { source, ..text })
}

fn read(path: &str) -> Result<PlanText, Complaint> {
    let bytes = std::fs::read(path).map_err(|error| {
        Complaint::usage(
            format!("the plan `{}` cannot be read: {error}", report::printable(path)),
            unreadable_help(&error),
        )
    })?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..place].iter().filter(|byte| **byte == b'\n').count() + 1;
        Complaint::usage(
            format!("the plan `{}` is not UTF-8: line {line} holds a byte that is none", report::printable(path)),
            Some("save it as UTF-8; TOML allows no other encoding".to_string()),
        )
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text).to_string();
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
    let help = match plan::nearest(name, names.iter().map(String::as_str)) {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None => format!("the experiments are: {}", names.join(", ")),
    };
    Complaint::usage(format!("there is no plan file and no experiment `{}`", report::printable(name)), Some(help))
}

/// The plan that the quick form stands for.
pub fn quick(typed: &Quick, habits: &Habits, locate: Option<&str>) -> Result<PlanText, Complaint> {
    check_commands(typed, habits)?;
    let kind = match &typed.lang {
        Some(language) => QuickKind::Snippets { language: language.clone() },
        None if typed.shell.is_none() && are_addresses(&typed.subjects)? => QuickKind::Requests,
        None => QuickKind::Commands,
    };
    check_language(typed)?;
    typed.timeout.as_deref().map(|text| duration_ns("--timeout", text)).transpose()?;
    typed.margin.as_deref().map(check_margin).transpose()?;
    let mut quick = plan::quick::Quick {
        kind,
        subjects: typed.subjects.clone(),
        shell: None,
        prelude: typed.prelude.clone(),
        setup: typed.setup.clone(),
        teardown: typed.teardown.clone(),
        before_each: typed.before_each.clone(),
        runtimes: QuickRuntimes {
            programs: typed.runtimes.iter().flat_map(|text| habits::listed(text)).collect(),
            compile: is_compiled(typed),
        },
        params: typed.params.clone(),
        locate: locate.map(str::to_string),
        baseline: typed.baseline.clone(),
        check: typed.check.map(|check| match check {
            CheckArgument::Exact => Check::Exact,
            CheckArgument::Lenient => Check::Lenient,
            CheckArgument::None => Check::None,
        }),
        stdin: typed.stdin.clone(),
        stdout: typed.stdout.clone(),
        names: typed.names.clone(),
        exit: typed.exit.clone(),
        timeout: typed.timeout.as_deref().map(with_unit),
        iterations: typed.iterations.clone(),
        margin: typed.margin.clone(),
        bytes: typed.bytes.clone(),
        connections: typed.connections.clone(),
        rate: typed.rate.clone(),
        allow_remote: typed.allow_remote,
        bound: Vec::new(),
    };
    if let Some(shell) = &typed.shell {
        habits::check_shell_word()?;
        quick.run_in(shell).map_err(Complaint::of)?;
    }
    let quick = habits.applied(quick)?;
    Ok(PlanText { source: plan::quick::source(&quick).map_err(Complaint::of)?, published: None })
}

/// Whether servers are asked. No program has such a name.
fn are_addresses(subjects: &[String]) -> Result<bool, Complaint> {
    let is_address =
        |one: &&String| ["http://", "https://"].iter().any(|scheme| plan::after_scheme(one, scheme).is_some());
    match subjects.iter().find(is_address) {
        Some(address) if !subjects.iter().all(|one| is_address(&one)) => {
            let message = format!("`{}` is an address, and others are commands", report::printable(address));
            let help = "compare addresses with each other, or let a command ask: 'curl -s ADDRESS'".to_string();
            Err(Complaint::usage(message, Some(help)))
        }
        Some(_) => Ok(true),
        None => match subjects.iter().find(|one| is_bare_address(one)) {
            Some(bare) => {
                let bare = report::printable(bare);
                let help = format!("did you mean `http://{bare}`?");
                Err(Complaint::usage(format!("`{bare}` is an address without http://"), Some(help)))
            }
            None => Ok(false),
        },
    }
}

/// Whether something is a machine with a port, and maybe a path.
fn is_bare_address(subject: &str) -> bool {
    let authority = subject.split(['/', '?', '#']).next().unwrap_or_default();
    let is_one = |(host, port): (&str, &str)| !host.is_empty() && port.parse::<u16>().is_ok();
    let is_there = Path::new(subject).exists();
    !is_there && !subject.contains(char::is_whitespace) && authority.rsplit_once(':').is_some_and(is_one)
}

/// A subcommand with a typing error looks like a command that is to be measured, and so do a plan without `run`, and the words of a command without quotes.
fn check_commands(typed: &Quick, habits: &Habits) -> Result<(), Complaint> {
    if let Some(place) = typed.stdout.iter().find(|place| ["inherit", "-"].contains(&place.as_str())) {
        let message = format!("`--stdout {place}` is not here: what a command prints is its answer, which is compared");
        let help = format!("--stdout ./{place} is a file of that name");
        return Err(Complaint::usage(message, Some(help)));
    }
    let (None, None, Some(first), false) = (&typed.lang, &typed.shell, typed.subjects.first(), habits.name_a_shell())
    else {
        return Ok(());
    };
    let is_program = |name: &str| subjects::program::find(name, None).is_ok();
    let may_start = |command: &String| {
        let name = command.split_whitespace().next().unwrap_or_default();
        name.contains(['{', '\'', '"', '\\', ':']) || is_program(name)
    };
    if let Some(option) = typed.subjects.iter().skip(1).find(|word| word.starts_with('-') && !is_program(word)) {
        let message = format!("`{}` is no command", report::printable(option));
        let help = "each command is one argument, in quotes: cmpthese 'ls -l' 'ls -lU'";
        return Err(Complaint::usage(message, Some(help.to_string())));
    }
    let is_command = is_program(first);
    if first.contains(char::is_whitespace) || is_command && typed.subjects.iter().skip(1).all(may_start) {
        return Ok(());
    }
    let known = Arguments::command();
    // Some subcommands are called as the programs that they run: what stands behind them is no command then.
    if is_command && !known.get_subcommands().any(|one| one.get_name() == first) {
        return Ok(());
    }
    if experiments::meant(first).is_some() || first.ends_with(".toml") && !first.contains("://") {
        let name = report::printable(first);
        let help = format!("did you mean `cmpthese run {name}`?");
        return Err(Complaint::usage(format!("`{name}` is no program, but a plan"), Some(help)));
    }
    let Some(nearest) = plan::nearest(first, known.get_subcommands().map(clap::Command::get_name)) else {
        let message = format!("there is no program and no subcommand `{}`", report::printable(first));
        let help = "look for a typing error; `cmpthese --help` lists the subcommands".to_string();
        let is_any = typed.subjects.iter().any(may_start);
        return if is_any { Ok(()) } else { Err(Complaint::usage(message, Some(help))) };
    };
    let (message, help) = match nearest == *first {
        true => (
            format!("the subcommand `{nearest}` stands behind an option, where a program is meant"),
            format!("options of a subcommand follow it: `cmpthese {nearest} …`"),
        ),
        false => (
            format!("there is no subcommand and no program `{}`", report::printable(first)),
            format!("did you mean `cmpthese {nearest}`?"),
        ),
    };
    Err(Complaint::usage(message, Some(help)))
}

/// Whether snippets are compiled; the language is known.
fn is_compiled(typed: &Quick) -> bool {
    typed.lang.as_deref().is_some_and(|language| subjects::languages::find(language).compiler.is_some())
}

fn check_language(typed: &Quick) -> Result<(), Complaint> {
    let known = subjects::languages::names();
    match &typed.lang {
        Some(language) if !known.contains(&language.as_str()) => Err(Complaint::usage(
            format!("there is no language `{}`", report::printable(language)),
            Some(format!("the languages are: {}", known.join(", "))),
        )),
        _ => Ok(()),
    }
}

/// The nanoseconds of an option that is a duration; a bare number is seconds.
pub fn duration_ns(option: &str, text: &str) -> Result<u64, Complaint> {
    filled_duration(text).filter(|nanos| *nanos > 0).ok_or_else(|| {
        Complaint::usage(
            format!("{option} `{}` is no time", report::printable(text)),
            Some("write a number with a unit, such as 500ms, 10s or 2min".to_string()),
        )
    })
}

fn check_margin(text: &str) -> Result<(), Complaint> {
    let complaint = || {
        Complaint::usage(
            format!("--margin `{}` is no percentage from 0% to below 100%", report::printable(text)),
            Some("write a number and a percent sign, such as 1%".to_string()),
        )
    };
    model::parse_percent(text).map(drop).ok_or_else(complaint)
}

/// A duration for a plan, where bare numbers are refused.
pub fn with_unit(text: &str) -> String {
    if parse_duration(text).is_some() { text.to_string() } else { format!("{text} s") }
}

/// The plan that a text says, or its mistakes rendered.
pub fn parse(source: Source, color: bool) -> Result<Plan, Complaint> {
    plan::parse(source, &subjects::languages::traits())
        .map_err(|mistakes| Complaint::usage(mistakes.render(color), None))
}
