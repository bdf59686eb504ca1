//! The scoreboard: this program against others that answer the same question. See `bench/README.md`.

mod call;
pub mod design;
mod library;
mod machine;
mod options;
pub mod pair;
mod parent_death;
pub mod place;
mod plot;
pub mod record;
mod rows;
mod score;
mod session;
mod table;
pub mod tools;
mod two_samples;
mod varying;

use std::path::PathBuf;
use std::process::ExitCode;

/// Measures as the arguments say, and makes the report.
pub fn scoreboard() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let options = match options::parse(&arguments) {
        Ok(options) => options,
        Err(error) => {
            eprintln!("{error}\n\n{}", options::USAGE);
            return ExitCode::from(2);
        }
    };
    let measured = if options.is_report_only { Ok(()) } else { session::measure(&options, &arguments, &record_path()) };
    // What was measured before something failed is shown as well.
    let outcome = report().and(measured);
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Table and plot of all that is recorded.
fn report() -> Result<(), String> {
    let (sessions, experiments) = record::read(&record_path())?;
    let rows = rows::rows(&experiments);
    let known = crate::truth::of_tools(&here("results/truth-by-tools.jsonl"));
    let table = table::markdown(&rows, &experiments, &sessions, known.as_deref());
    for (name, text) in [("SCOREBOARD.md", table), ("scoreboard.svg", plot::svg(&rows))] {
        std::fs::write(here(name), text).map_err(|error| format!("{name}: {error}"))?;
    }
    println!("bench/SCOREBOARD.md and bench/scoreboard.svg are written");
    Ok(())
}

fn record_path() -> PathBuf {
    here("results/scoreboard.jsonl")
}

/// A file beside this package's manifest.
fn here(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}
