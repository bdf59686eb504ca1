//! The program under trial, and what it is compared with.

use serde_json::Value;
use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Where the program and the helpers of the trials are.
pub struct Program {
    path: PathBuf,
    scratch: tempfile::TempDir,
}

impl Program {
    /// The `cmpthese` that was built into the same directory as this program.
    pub fn beside_this_one() -> Program {
        let own = std::env::current_exe().expect("this program has a path");
        let path = own.with_file_name("cmpthese");
        assert!(path.exists(), "{} is missing: cargo build --release", path.display());
        Program { path, scratch: tempfile::tempdir().expect("there is room for scratch files") }
    }

    /// The program with arguments, recording nothing.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.path);
        command.args(arguments).stdin(Stdio::null());
        command
    }

    /// The same on one CPU.
    pub fn command_on(&self, cpu: &str, arguments: &[&str]) -> Command {
        let mut command = on_cpu(cpu, &self.path);
        command.args(arguments).stdin(Stdio::null());
        command
    }

    /// Runs a comparison and returns its JSON report.
    pub fn report(&self, arguments: &[&str]) -> Value {
        self.report_if_any(arguments).expect("it prints JSON")
    }

    /// The same, of a run that may end without a report.
    pub fn report_if_any(&self, arguments: &[&str]) -> Option<Value> {
        let mut command = self.command(arguments);
        command.args(["--no-history", "--quiet", "--json", "-"]);
        let output = command.stderr(Stdio::inherit()).output().expect("it can be started");
        serde_json::from_slice(&output.stdout).ok()
    }

    /// Writes a plan to a file and returns its path.
    pub fn plan(&self, text: &str) -> String {
        let path = self.scratch.path().join("plan.toml");
        std::fs::write(&path, text).expect("there is room for a plan");
        path.to_string_lossy().into_owned()
    }

    /// Compiles one of the C programs beside this crate and returns its path.
    pub fn compile(&self, name: &str) -> String {
        let source = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name).with_extension("c");
        let target = self.scratch.path().join(name);
        let status = Command::new("cc").arg("-O2").arg("-o").arg(&target).arg(&source).status();
        assert!(status.is_ok_and(|status| status.success()), "cc cannot compile {}", source.display());
        target.to_string_lossy().into_owned()
    }
}

/// A program on one CPU.
pub fn on_cpu(cpu: &str, program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new("taskset");
    command.args(["--cpu-list", cpu]).arg(program);
    command
}

/// The comparison of a candidate with a baseline at a point of a report.
pub fn comparison<'a>(point: &'a Value, baseline: &str, candidate: &str) -> Option<&'a Value> {
    let names = |one: &Value| {
        (one["baseline"] == baseline && one["candidate"] == candidate)
            || (one["baseline"] == candidate && one["candidate"] == baseline)
    };
    point["comparisons"].as_array()?.iter().find(|one| names(one))
}

/// Whether a comparison claims a difference.
pub fn is_different(comparison: &Value) -> bool {
    comparison["verdict"] == "faster" || comparison["verdict"] == "slower"
}
