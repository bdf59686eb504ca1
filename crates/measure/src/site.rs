//! What is done once a point, outside the workers: the plan's setup and teardown commands, the output that fills a fixture.

use model::{CommandLine, Scope};
use std::io;
use std::process::{Command, Stdio};

/// Runs commands one after the other; the first that fails ends it with a sentence.
pub fn run_all(lines: &[CommandLine], scope: &Scope, what: &str) -> Result<(), String> {
    for line in lines {
        capture(line, scope).map_err(|error| format!("the {what} command failed: {error}"))?;
    }
    Ok(())
}

/// Runs a command and returns what it printed.
pub fn capture(line: &CommandLine, scope: &Scope) -> io::Result<Vec<u8>> {
    let argv = subjects::command::argv(line, scope);
    let output = Command::new(&argv[0]).args(&argv[1..]).stdin(Stdio::null()).output();
    let output = output.map_err(|error| io::Error::other(format!("{}: {error}", argv[0])))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(io::Error::other(format!("{}: {}: {}", argv.join(" "), output.status, said.trim_end())))
}
