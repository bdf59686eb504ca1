//! What is done once a point, outside the workers: the plan's setup and teardown commands, the output that fills a fixture.

use crate::trouble::Unprepared;
use model::{CommandLine, Scope};
use std::fs::File;
use std::io::{self, Read, Seek};
use std::process::{Command, Stdio};
use subjects::errand::{self, ErrandEnd};
use subjects::{Context, Interrupt};

/// Runs the setup commands one after the other; the first that fails is the last.
pub fn set_up(lines: &[CommandLine], scope: &Scope, context: &Context) -> Result<(), Unprepared> {
    let outcome = lines.iter().try_for_each(|line| Errand::new(line, scope, context)?.capture(context).map(drop));
    outcome.map_err(|error| error.map(|why| format!("the setup command failed: {why}")))
}

/// Runs the teardown commands one after the other; the first that fails is the last. The wish to stop does not keep them
/// from being run to their end, but a second Ctrl-C ends them.
pub fn tear_down(lines: &[CommandLine], scope: &Scope, context: &Context) -> Result<(), String> {
    let run = |command: &mut Command| {
        let ended = errand::run_until(command, &Interrupt::default(), || Ok(context.interrupt.is_urgent()))?;
        Ok(if ended == ErrandEnd::Enough { ErrandEnd::Interrupted } else { ended })
    };
    let outcome = lines.iter().try_for_each(|line| Errand::new(line, scope, context)?.finish(run).map(drop));
    match outcome {
        Err(Unprepared::Failed(why)) => Err(format!("the teardown command failed: {why}")),
        Ok(()) | Err(Unprepared::Interrupted) => Ok(()),
    }
}

/// A command that prints into files instead of pipes, so that it is over when its process is, even if it left a server
/// running that holds its output open.
pub struct Errand {
    words: String,
    pub(crate) command: Command,
    stdout: File,
    stderr: File,
}

impl Errand {
    /// A command line that is completed.
    pub fn new(line: &CommandLine, scope: &Scope, context: &Context) -> io::Result<Errand> {
        let argv = subjects::command::argv(line, scope);
        let [stdout, stderr] = [tempfile::tempfile_in(&context.scratch)?, tempfile::tempfile_in(&context.scratch)?];
        let mut command = Command::new(&argv[0]);
        command.args(&argv[1..]).stdin(Stdio::null());
        command.stdout(stdout.try_clone()?).stderr(stderr.try_clone()?);
        let words = match line {
            CommandLine::Argv(_) => argv.join(" "),
            CommandLine::Shell(_) => argv[argv.len() - 1].clone(),
        };
        Ok(Errand { words, command, stdout, stderr })
    }

    /// Runs it and returns what it printed.
    pub fn capture(self, context: &Context) -> Result<Vec<u8>, Unprepared> {
        self.finish(|command| errand::run(command, &context.interrupt, None))
    }

    /// Runs it until it has printed so much, and returns that: it may go on for ever.
    pub fn capture_at_most(self, size: u64, context: &Context) -> Result<Vec<u8>, Unprepared> {
        let printed = self.stdout.try_clone()?;
        let is_enough = || Ok(printed.metadata()?.len() >= size);
        let mut all = self.finish(|command| errand::run_until(command, &context.interrupt, is_enough))?;
        all.truncate(size as usize);
        Ok(all)
    }

    /// Runs it. The result is what it printed, unless it failed or was stopped.
    fn finish(mut self, run: impl Fn(&mut Command) -> io::Result<ErrandEnd>) -> Result<Vec<u8>, Unprepared> {
        match run(&mut self.command).map_err(|error| Unprepared::Failed(format!("{}: {error}", self.words)))? {
            ErrandEnd::WithStatus(status) if !status.success() => {
                return Err(Unprepared::Failed(format!("{}: {status}{}", self.words, errand::said(&self.stderr)?)));
            }
            ErrandEnd::Interrupted | ErrandEnd::TimedOut => return Err(Unprepared::Interrupted),
            ErrandEnd::WithStatus(_) | ErrandEnd::Enough => {}
        }
        let mut printed = Vec::new();
        self.stdout.rewind()?;
        self.stdout.read_to_end(&mut printed)?;
        Ok(printed)
    }
}
