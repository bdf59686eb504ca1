//! A call of another program: with a time limit, and ended when this program ends.

use crate::scoreboard::parent_death;
use std::ffi::OsString;
use std::process::{Command, Output, Stdio};

/// A program with its arguments and what is added to its environment.
#[derive(Clone, Debug)]
pub struct Call {
    words: Vec<OsString>,
    variables: Vec<(String, OsString)>,
    limit_s: f64,
}

/// What a build may take at most, in seconds.
const BUILD_LIMIT_S: f64 = 900.0;

impl Call {
    /// A call of a program without arguments, with time for a build.
    pub fn new(program: impl Into<OsString>) -> Call {
        Call { words: vec![program.into()], variables: Vec::new(), limit_s: BUILD_LIMIT_S }
    }

    /// Adds an argument.
    pub fn word(mut self, word: impl Into<OsString>) -> Call {
        self.words.push(word.into());
        self
    }

    /// Adds arguments.
    pub fn words(mut self, words: impl IntoIterator<Item = impl Into<OsString>>) -> Call {
        self.words.extend(words.into_iter().map(Into::into));
        self
    }

    /// Adds a variable to the environment.
    pub fn variable(mut self, name: &str, value: impl Into<OsString>) -> Call {
        self.variables.push((name.into(), value.into()));
        self
    }

    /// Sets the limit for a call that has a budget: a tool that takes several times as long has gone wrong.
    pub fn within(mut self, budget_s: f64) -> Call {
        self.limit_s = 30.0 + 5.0 * budget_s;
        self
    }

    /// Runs it and returns what it printed, whatever its exit code: some tools tell of a difference with it.
    pub fn run(&self) -> Result<Output, String> {
        // timeout(1) is given the signal when this program ends, and passes it on; --foreground lets Ctrl-C reach the call.
        let mut command = Command::new("timeout");
        command.args(["--foreground", "--kill-after=2", &format!("{}", self.limit_s)]).args(&self.words);
        command.envs(self.variables.iter().map(|(name, value)| (name, value))).stdin(Stdio::null());
        let name = self.words[0].to_string_lossy().into_owned();
        let output = parent_death::ends_with_this(&mut command).output();
        let output = output.map_err(|error| format!("{name} cannot be started: {error}"))?;
        match output.status.code() {
            Some(124 | 137) => Err(format!("{name} took longer than {:.0} s", self.limit_s)),
            Some(125..=127) => Err(format!("{name} cannot be started: {}", last_line(&output.stderr))),
            None => Err(format!("{name} was ended: {}", output.status)),
            Some(_) => Ok(output),
        }
    }

    /// Runs it and returns its standard output; a failure is told with the last line of its standard error.
    pub fn succeed(&self) -> Result<String, String> {
        let output = self.run()?;
        if !output.status.success() {
            let name = self.words[0].to_string_lossy();
            return Err(format!("{name}: {}: {}", output.status, last_line(&output.stderr)));
        }
        String::from_utf8(output.stdout).map_err(|_| "it printed what is no text".into())
    }
}

/// The last line that says something.
pub fn last_line(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("no message").trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_tells_what_went_wrong() {
        let shell = |text: &str| Call::new("sh").words(["-c", text]).succeed();
        assert_eq!(shell("echo yes"), Ok("yes\n".into()));
        assert_eq!(shell("echo so >&2; exit 3"), Err("sh: exit status: 3: so".into()));
        let missing = Call::new("no-such-program-here").succeed().expect_err("there is none");
        assert!(missing.contains("cannot be started"), "{missing}");
    }
}
