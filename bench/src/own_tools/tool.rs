//! A tool as a value: how it is installed, what of it is written and built for a case, how it is called, and how it is read.
//! Nothing of the program under trial is in it.

use super::case::Case;
use super::code::Code;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A tool of a language. In all words `{tool}` is its own directory, and `@code@` the code of the case; commands are run in the
/// directory of the case, which is below.
pub struct Tool {
    pub language: &'static str,
    /// What is measured of it.
    pub code: Code,
    pub name: &'static str,
    /// What brings it: a package, of which registry, or a program.
    pub package: &'static str,
    /// Prints its version; fails when it is not there.
    pub version: &'static [&'static str],
    /// Files in its own directory, and commands there that make it be there: what is not Debian's.
    pub install: (&'static [File], &'static [&'static [&'static str]]),
    /// Files of a case.
    pub files: &'static [File],
    /// Commands that make a program of them.
    pub build: &'static [&'static [&'static str]],
    /// The command that measures.
    pub run: &'static [&'static str],
    /// How many processes of it there are; together they measure for some three seconds, and their mean counts: where a process has its
    /// code and its data in memory is luck.
    pub processes: usize,
    pub output: Output,
    /// Finds nanoseconds per iteration in what it wrote.
    pub read: fn(&str) -> Option<f64>,
    /// How it is called, which of its numbers is taken, and what is in that: a sentence or two for the table.
    pub reading: &'static str,
}

/// Name and text of a file.
pub type File = (&'static str, &'static str);

/// Where it writes.
pub enum Output {
    Standard,
    /// A file in the directory of the case.
    File(&'static str),
}

/// A tool that is ready to measure a case.
pub struct Bench {
    tool: &'static Tool,
    version: String,
    words: Vec<String>,
    folder: PathBuf,
}

impl Tool {
    /// Its version, once it is there.
    pub fn prepare(&self, home: &Path) -> Result<String, String> {
        std::fs::create_dir_all(home).map_err(|error| format!("{}: {error}", home.display()))?;
        let version = || run(&filled(self.version, home, ""), home);
        let version = version().or_else(|why| {
            let (files, commands) = self.install;
            if commands.is_empty() {
                return Err(why);
            }
            write(files, home, "")?;
            commands.iter().try_for_each(|words| run(&filled(words, home, ""), home).map(drop))?;
            version()
        })?;
        Ok(version.trim().to_string())
    }

    /// Writes and builds what a case needs.
    pub fn build(&'static self, case: &Case, home: &Path, version: String) -> Result<Bench, String> {
        let folder = home.join(&case.name);
        write(self.files, &folder, &case.code)?;
        for words in self.build {
            run(&filled(words, home, &case.code), &folder)?;
        }
        Ok(Bench { tool: self, version, words: filled(self.run, home, &case.code), folder })
    }
}

impl Bench {
    /// The tool and its version.
    pub fn title(&self) -> String {
        format!("{} {}", self.tool.name, self.version)
    }

    /// What it says that an iteration takes, in nanoseconds.
    pub fn mean_ns(&self) -> Result<f64, String> {
        let of_each: Vec<f64> = (0..self.tool.processes).map(|_| self.of_a_process()).collect::<Result<_, _>>()?;
        stats::mean(&of_each).ok_or("it is not asked".into())
    }

    fn of_a_process(&self) -> Result<f64, String> {
        let file = match self.tool.output {
            Output::Standard => None,
            Output::File(name) => Some(self.folder.join(name)),
        };
        // Some add to a file that is there, and some refuse to.
        file.as_ref().map(std::fs::remove_file);
        let printed = run(&self.words, &self.folder)?;
        let text = match file {
            None => printed,
            Some(path) => std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?,
        };
        let is_time = |ns: &f64| ns.is_finite() && *ns > 0.0;
        (self.tool.read)(&text).filter(is_time).ok_or(format!("{} says no time: {text}", self.tool.name))
    }
}

fn filled(words: &[&str], home: &Path, code: &str) -> Vec<String> {
    words.iter().map(|word| word.replace("{tool}", &home.to_string_lossy()).replace("@code@", code)).collect()
}

fn write(files: &[File], folder: &Path, code: &str) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for (name, text) in files {
        let path = folder.join(name);
        let made = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        let written = made.and_then(|()| std::fs::write(&path, text.replace("@code@", code)));
        written.map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

/// What a command prints; when it fails, what it says last.
fn run(words: &[String], folder: &Path) -> Result<String, String> {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).current_dir(folder).stdin(Stdio::null());
    let output = command.output().map_err(|error| format!("{} cannot be started: {error}", words[0]))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let last = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("no message");
        return Err(format!("{}: {}: {}", words[0], output.status, last.trim()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ECHO: Tool = Tool {
        language: "none",
        code: Code { looped: "", rounds: 0, texts: "" },
        name: "echo",
        package: "none",
        version: &["test", "-e", "here"],
        install: (&[("here", "")], &[&["true"]]),
        files: &[("below/file", "<@code@>")],
        build: &[&["cp", "below/file", "built"]],
        run: &["cat", "built"],
        processes: 2,
        output: Output::Standard,
        read: |text| text.trim_matches(['<', '>']).parse().ok(),
        reading: "",
    };

    #[test]
    fn a_tool_is_installed_built_and_read() {
        let home = tempfile::tempdir().expect("there is room");
        let case = |code: &str| Case { name: "case".into(), language: "none", code: code.into() };
        static TOOL: Tool = ECHO;
        let said = |code: &str| {
            let version = TOOL.prepare(home.path())?;
            TOOL.build(&case(code), home.path(), version)?.mean_ns()
        };
        assert_eq!(said("12.5"), Ok(12.5));
        assert_eq!(said("x"), Err("echo says no time: <x>".into()));
        assert_eq!(said("0"), Err("echo says no time: <0>".into()));
    }

    #[test]
    fn what_is_missing_is_told() {
        let home = tempfile::tempdir().expect("there is room");
        let tool = Tool { version: &["no-such-program-here"], install: (&[], &[]), ..ECHO };
        let why = tool.prepare(home.path()).expect_err("there is none");
        assert!(why.starts_with("no-such-program-here cannot be started"), "{why}");
        let tool = Tool { version: &["sh", "-c", "echo so >&2; exit 3"], install: (&[], &[]), ..ECHO };
        assert_eq!(tool.prepare(home.path()), Err("sh: exit status: 3: so".into()));
    }
}
