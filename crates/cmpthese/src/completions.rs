//! Completions for shells.

use crate::Outcome;
use crate::arguments::Arguments;
use crate::exit::Exit;
use clap::CommandFactory;
use clap_complete::Shell;

/// Prints the completions.
pub fn write(shell: Shell) -> Outcome {
    clap_complete::generate(shell, &mut Arguments::command(), "cmpthese", &mut std::io::stdout());
    Ok(Exit::Success)
}
