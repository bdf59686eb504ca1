//! The command: arguments, wiring, exit codes. What happens is in the stages; see `ARCHITECTURE.md`.

mod arguments;
mod completions;
mod exit;
mod experiments;
mod interrupt;
mod output;
mod past;
mod plan_source;
mod progress;
mod record;
mod run;
mod selftest;

use arguments::{Arguments, Command};
use clap::Parser;
use exit::{Complaint, Exit};
use std::process::ExitCode;

fn main() -> ExitCode {
    // The spawner is this program started again; it must stay small, so nothing else is set up for it.
    if std::env::args_os().nth(1).is_some_and(|word| word == record::SPAWNER_WORD) {
        return if subjects::spawner::serve().is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    if std::env::args_os().nth(1).is_some_and(|word| word == selftest::SPIN_WORD) {
        let steps = std::env::args().nth(2).and_then(|text| text.parse().ok());
        subjects::spin(steps.unwrap_or_default());
        return ExitCode::SUCCESS;
    }
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return exit::explain(&error),
    };
    let outcome = match arguments.command {
        Some(Command::Run { plan, params, options }) => run::plan(&plan, &params, &options),
        Some(Command::List { options }) => past::list(&options),
        Some(Command::Show { run, options }) => past::show(run, &options),
        Some(Command::History { run, options }) => past::history(run, &options),
        Some(Command::Resume { run, options }) => run::resume(run, &options),
        Some(Command::Experiments) => experiments::list(),
        Some(Command::Machine) => past::machine(),
        Some(Command::Selftest { budget, quiet }) => run::selftest(&budget, quiet),
        Some(Command::Completions { shell }) => completions::write(shell),
        None => run::quick(&arguments.quick, &arguments.options),
    };
    exit::code(outcome)
}

/// What a subcommand comes to.
type Outcome = Result<Exit, Complaint>;
