//! Completions for shells.

use crate::arguments::Arguments;
use crate::exit::Outcome;
use crate::output;
use clap::CommandFactory;
use clap_complete::Shell;

/// Prints the completions.
pub fn write(shell: Shell) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "cmpthese", &mut script);
    output::printed(&String::from_utf8_lossy(&script))
}
