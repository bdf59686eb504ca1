//! What a framework's own program says when it is asked which benchmarks there are.

use crate::exit::Complaint;
use crate::remark::remark;
use report::printable;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How much of what went wrong is told, in lines: compilers say the first mistake first.
const LINES_TOLD: usize = 30;

/// How often it is looked whether a program has ended that has so much time and no more.
const LOOK: Duration = Duration::from_millis(5);

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
    let program = name(command);
    let output = command.output().map_err(|error| not_started(&program, &error, Some(install)))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    Ok(Said { succeeded: output.status.success(), stdout, stderr, program })
}

/// The same of a program that is there; `None` of one that took longer, and was ended.
pub fn said_within(command: &mut Command, limit: Duration) -> Result<Option<Said>, Complaint> {
    let program = name(command);
    let trouble = |error: io::Error| not_started(&program, &error, None);
    // Into files: what waits for a pipe does not look at the clock.
    let (mut stdout, mut stderr) = (tempfile::tempfile().map_err(trouble)?, tempfile::tempfile().map_err(trouble)?);
    command.stdin(Stdio::null()).stdout(stdout.try_clone().map_err(trouble)?);
    let mut child = command.stderr(stderr.try_clone().map_err(trouble)?).spawn().map_err(trouble)?;
    let deadline = Instant::now() + limit;
    let status = loop {
        if let Some(status) = child.try_wait().map_err(trouble)? {
            break status;
        }
        if Instant::now() > deadline {
            return child.kill().and_then(|()| child.wait()).map(|_| None).map_err(trouble);
        }
        std::thread::sleep(LOOK);
    };
    let text = |file: &mut File| {
        let mut bytes = Vec::new();
        file.rewind().and_then(|()| file.read_to_end(&mut bytes)).map_err(trouble)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    };
    let (stdout, stderr) = (text(&mut stdout)?, text(&mut stderr)?);
    Ok(Some(Said { succeeded: status.success(), stdout, stderr, program }))
}

fn name(command: &Command) -> String {
    Path::new(command.get_program()).file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn not_started(program: &str, error: &io::Error, install: Option<&str>) -> Complaint {
    let help = install.filter(|_| error.kind() == io::ErrorKind::NotFound).map(str::to_string);
    Complaint::system(format!("{} cannot be started: {error}", printable(program)), help)
}

impl Said {
    /// Tells of it and goes on.
    pub fn warn(&self, what: &str) {
        let text = format!("{}\n{}", self.stdout, self.stderr);
        let line = model::what_happened(&text).map_or(String::new(), |line| format!(": {}", printable(line)));
        remark(&format!("note: {} {what}{line}", printable(&self.program)));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_takes_too_long_is_ended() {
        let shell = |line: &str| {
            let mut shell = Command::new("sh");
            shell.args(["-c", line]);
            shell
        };
        let said = said_within(&mut shell("echo out; echo err >&2"), Duration::from_secs(60)).ok().flatten();
        let said = said.expect("it ends");
        assert_eq!((said.succeeded, said.stdout.as_str(), said.stderr.as_str()), (true, "out\n", "err\n"));
        let late = said_within(&mut shell("exec sleep 1000"), Duration::from_millis(1));
        assert!(late.is_ok_and(|said| said.is_none()));
    }
}
