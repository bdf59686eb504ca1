//! The command: arguments, wiring, exit codes. What happens is in the stages; see `ARCHITECTURE.md`.

mod arguments;
mod benchmarks;
mod benchmarks_typed;
mod budget;
mod cache;
mod called;
mod completions;
mod conformance;
mod destinations;
mod exit;
mod experiments;
mod explain;
mod explain_typed;
mod foreign_files;
mod habits;
mod import;
mod interrupt;
mod man;
mod output;
mod own_path;
mod past;
mod perl;
mod plan_notes;
mod plan_source;
mod plan_text;
mod profile;
mod progress;
mod prove;
mod record;
mod remark;
mod run;
mod samples;
mod selection;
mod selftest;
mod serve;
mod spectator;
mod this_machine;
mod told;

use arguments::{Arguments, Command};
use clap::Parser;
use std::process::ExitCode;
use told::Told;

fn main() -> ExitCode {
    if let Some(code) = worker() {
        return code;
    }
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return exit::explain(&error),
    };
    let outcome = match arguments.command {
        Some(Command::Run { plan, params, options }) => run::plan(&plan, &params, &options),
        Some(Command::List { all, options }) => past::list(all, &options),
        Some(Command::Show { runs, points, options }) => past::show(&runs, &points, &options),
        Some(Command::Explain { run, variants, json, proving, options }) => {
            explain::explain(run, &variants, &Told::to(json), &proving, &options)
        }
        Some(Command::History { run, options }) => past::history(run, &options),
        Some(Command::Serve { port, options }) => serve::serve(port, &options),
        Some(Command::Import { files, how, options }) => import::import(&files, &how, &options),
        Some(Command::Resume { run, options }) => run::resume(run, &options),
        Some(Command::Experiments) => experiments::list(),
        Some(Command::Machine { again }) => this_machine::show(again),
        Some(Command::Selftest { budget, quiet }) => selftest::selftest(&budget, quiet),
        Some(Command::Perl { options, words }) => perl::script(&options, &words),
        Some(Command::Go { options, which }) => benchmarks::go(&which, &options),
        Some(Command::Criterion { options, which }) => benchmarks::criterion(&which, &options),
        Some(Command::Pytest { options, which }) => benchmarks::pytest(&which, &options),
        Some(Command::Called { of_script, options }) => called::called(&of_script, options),
        Some(Command::Conformance { snippets, worker }) => conformance::conformance(snippets.as_deref(), &worker),
        Some(Command::Completions { shell }) => completions::write(shell),
        Some(Command::Man) => man::write(),
        None => run::quick(&arguments.quick, &arguments.habits, arguments.options),
    };
    exit::code(outcome)
}

/// What this program does as a worker of its own, started again: it must stay small, so nothing else is set up for that.
fn worker() -> Option<ExitCode> {
    let mut words = std::env::args_os().skip(1);
    let served = |outcome: std::io::Result<()>| if outcome.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    match words.next()?.to_str()? {
        record::SPAWNER_WORD => Some(served(subjects::spawner::serve())),
        record::GENERATOR_WORD => Some(served(subjects::generator::serve())),
        record::KEEPER_WORD => {
            let code = subjects::keeper::keep(words).unwrap_or_else(|error| {
                eprintln!("{error}");
                subjects::keeper::NOT_STARTED
            });
            Some(ExitCode::from(u8::try_from(code).unwrap_or(u8::MAX)))
        }
        selftest::SPIN_WORD => {
            let steps = words.next().and_then(|text| text.to_str()?.parse().ok());
            subjects::spin(steps.unwrap_or_default());
            Some(ExitCode::SUCCESS)
        }
        _ => None,
    }
}
