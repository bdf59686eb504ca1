//! Where the command runs: a directory of its own with a history, a scratch directory and nothing of the caller's
//! environment. A test writes files, then runs lines as they would be typed into sh.

use crate::transcript;
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A directory in which `cmpthese` is on the `PATH`.
pub struct Stage {
    directory: TempDir,
}

/// What a line came to.
#[derive(Debug)]
pub struct Outcome {
    /// The line as it was typed.
    pub line: String,
    /// What it wrote to standard output.
    pub stdout: String,
    /// What it wrote to standard error.
    pub stderr: String,
    /// Its exit code; 128 and the signal's number when a signal ended it, as sh has it.
    pub code: i32,
}

impl Stage {
    pub fn new() -> Stage {
        let stage = Stage { directory: TempDir::new().unwrap() };
        for directory in ["bin", "tmp"] {
            fs::create_dir(stage.path(directory)).unwrap();
        }
        symlink(env!("CARGO_BIN_EXE_cmpthese"), stage.path("bin/cmpthese")).unwrap();
        stage
    }

    /// A stage with a file on it.
    pub fn with(name: &str, content: impl AsRef<[u8]>) -> Stage {
        let stage = Stage::new();
        stage.write(name, content);
        stage
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).unwrap();
    }

    /// Puts a script on the `PATH`; `/stage` in it is this directory.
    pub fn program(&self, name: &str, script: &str) {
        let path = self.path("bin").join(name);
        fs::write(&path, script.replace("/stage", &self.directory.path().to_string_lossy())).unwrap();
        fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// The history that is used when a line names no other.
    pub fn history(&self) -> PathBuf {
        self.path("data/cmpthese/history.db")
    }

    /// What was left in the scratch directory.
    pub fn scratch(&self) -> Vec<PathBuf> {
        fs::read_dir(self.path("tmp")).unwrap().map(|entry| entry.unwrap().path()).collect()
    }

    /// A process of sh that runs a line, not yet started.
    pub fn shell(&self, line: &str) -> Command {
        // As in a terminal, also where the tests run under nohup(1).
        let mut shell = Command::new("/usr/bin/env");
        shell.args(["--default-signal=HUP", "/bin/sh", "-c", line]).current_dir(self.directory.path()).env_clear();
        let path = format!("{}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", self.path("bin").display());
        shell.env("PATH", path).env("HOME", self.directory.path());
        shell.env("XDG_DATA_HOME", self.path("data")).env("TMPDIR", self.path("tmp"));
        shell.env("TZ", "UTC").env("LANG", "C.UTF-8");
        shell.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        shell
    }

    /// The line as somebody types it who may not do everything. Root may read and write anywhere, so it becomes `nobody`,
    /// with a copy of the program in case the directory of the build is closed to others.
    pub fn unprivileged(&self, line: &str) -> String {
        if self.directory.path().metadata().unwrap().uid() != 0 {
            return line.to_string();
        }
        fs::set_permissions(self.directory.path(), Permissions::from_mode(0o755)).unwrap();
        fs::set_permissions(self.path("tmp"), Permissions::from_mode(0o777)).unwrap();
        fs::remove_file(self.path("bin/cmpthese")).unwrap();
        fs::copy(env!("CARGO_BIN_EXE_cmpthese"), self.path("bin/cmpthese")).unwrap();
        format!("setpriv --reuid=65534 --regid=65534 --clear-groups {line}")
    }

    /// Runs a line to its end.
    pub fn run(&self, line: &str) -> Outcome {
        self.outcome(line, self.shell(line).output().unwrap())
    }

    /// What a finished process came to.
    pub fn outcome(&self, line: &str, output: Output) -> Outcome {
        Outcome::of(line, output, self.directory.path())
    }

    /// Runs lines one after the other; the result is what a terminal would show of it all.
    pub fn session(&self, lines: &[&str]) -> String {
        lines.iter().map(|line| self.run(line).transcript()).collect::<Vec<_>>().join("\n")
    }

    /// As [`Stage::session`], for processes that are measured: what differs from run to run is left out.
    pub fn measured_session(&self, lines: &[&str]) -> String {
        transcript::without_measurements(&self.session(lines))
    }
}

impl Outcome {
    /// What a finished process wrote, with the directory of the stage called `/stage`.
    fn of(line: &str, output: Output, directory: &Path) -> Outcome {
        let text = |bytes: Vec<u8>| {
            let text = String::from_utf8(bytes).expect("what it writes is UTF-8");
            text.replace(&*directory.to_string_lossy(), "/stage")
        };
        let code = output.status.code().or_else(|| Some(128 + output.status.signal()?));
        Outcome {
            line: line.to_string(),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
            code: code.expect("it has ended"),
        }
    }

    /// The line, what it wrote and how it ended, as text that is the same on every machine.
    pub fn transcript(&self) -> String {
        transcript::of(self)
    }
}
