//! What a framework's own program says when it is asked which benchmarks there are.

use crate::exit::Complaint;
use report::printable;
use std::io;
use std::path::Path;
use std::process::Command;

/// How much of what went wrong is told, in lines: compilers say the first mistake first.
const LINES_TOLD: usize = 30;

/// Starts a program and waits for it; the result is its standard output. `task` is what it was to do, `install` what brings it.
pub fn output(command: &mut Command, task: &str, install: &str) -> Result<String, Complaint> {
    let said = said(command, install)?;
    if said.succeeded { Ok(said.stdout) } else { Err(said.complaint(task)) }
}

/// What a program said.
pub struct Said {
    pub succeeded: bool,
    pub stdout: String,
    pub stderr: String,
    program: String,
}

/// The same, whether it succeeded or not.
pub fn said(command: &mut Command, install: &str) -> Result<Said, Complaint> {
    let program = Path::new(command.get_program()).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| {
        let help = if error.kind() == io::ErrorKind::NotFound { Some(install.to_string()) } else { None };
        Complaint::system(format!("{} cannot be started: {error}", printable(&program)), help)
    })?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    Ok(Said { succeeded: output.status.success(), stdout, stderr, program })
}

impl Said {
    /// Tells of it and goes on.
    pub fn warn(&self, what: &str) {
        let text = format!("{}\n{}", self.stdout, self.stderr);
        let line = model::what_happened(&text).map_or(String::new(), |line| format!(": {}", printable(line)));
        eprintln!("note: {} {what}{line}", printable(&self.program));
    }

    /// That it did not do what it was to do, with what it wrote.
    pub fn complaint(&self, task: &str) -> Complaint {
        let lines = self.stderr.lines().chain(self.stdout.lines()).take(LINES_TOLD);
        // Programs set out tables with tabs.
        let lines: Vec<String> = lines.map(|line| printable(&line.replace('\t', "    "))).collect();
        let help = format!("{} wrote:\n{}", printable(&self.program), lines.join("\n"));
        Complaint::usage(format!("{} could not {task}", printable(&self.program)), Some(help))
    }
}
