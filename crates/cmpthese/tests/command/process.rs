//! A process that runs a line, and everything that it started.

use crate::stage::{Outcome, Stage};
use std::fs::File;
use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::mpsc;
use std::time::Duration;

/// A line that is being run in a process group of its own. Whatever it starts holds the write end of a pipe (a file
/// descriptor that nobody closes), so that the end of the last of them can be waited for.
pub struct Process<'s> {
    stage: &'s Stage,
    line: String,
    /// `None` once it has been waited for.
    child: Option<Child>,
    id: u32,
    lifeline: Option<File>,
}

/// How long a process that must end may take before the test is given up.
const PATIENCE: Duration = Duration::from_secs(60);

impl Process<'_> {
    /// Starts a line. `exec` makes it the process itself instead of a child of sh.
    pub fn start<'s>(stage: &'s Stage, line: &str) -> Process<'s> {
        let fifo = lifeline(stage);
        let child = stage.shell(&format!("exec 9>'{}'; exec {line}", fifo.display())).process_group(0).spawn().unwrap();
        // Opening waits until the other side has opened too, so nobody is missed.
        let lifeline = File::open(&fifo).unwrap();
        std::fs::remove_file(fifo).unwrap();
        Process { stage, line: line.to_string(), id: child.id(), child: Some(child), lifeline: Some(lifeline) }
    }

    pub fn id(&self) -> u32 {
        self.id
    }

    /// Waits until a file has so many lines, which the process or what it starts is to write.
    pub fn wait_for_lines(&mut self, path: &Path, count: usize) {
        let lines = || std::fs::read_to_string(path).unwrap_or_default().lines().count();
        while lines() < count {
            let child = self.child.as_mut().expect("it has not been waited for");
            // What it wrote last may have come after the look.
            if child.try_wait().unwrap().is_some() && lines() < count {
                panic!("{} has ended after {} lines of {count} in {}", self.line, lines(), path.display());
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Sends a signal to the process group, as the terminal does when somebody types Ctrl-C.
    pub fn signal_group(&self, name: &str) {
        signal(name, &format!("-{}", self.id));
    }

    /// Sends a signal to the process alone.
    pub fn signal(&self, name: &str) {
        signal(name, &self.id.to_string());
    }

    /// Waits for the process to end by itself, and for everything that it started to be gone.
    pub fn end(mut self) -> Outcome {
        let output = self.child.take().expect("it is waited for once").wait_with_output().unwrap();
        self.wait_for_last_breath();
        self.stage.outcome(&self.line, output)
    }

    /// Kills the process and nothing else, and waits for everything that it started to be gone too. The result is
    /// whether it was still running.
    pub fn kill(mut self) -> bool {
        let mut child = self.child.take().expect("it is waited for once");
        let was_running = child.try_wait().unwrap().is_none();
        child.kill().unwrap();
        child.wait().unwrap();
        self.wait_for_last_breath();
        was_running
    }

    /// Reads until no process holds the other end of the pipe any more. Nobody writes to it.
    fn wait_for_last_breath(&mut self) {
        let mut lifeline = self.lifeline.take().expect("it is waited for once");
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || sender.send(lifeline.read_to_end(&mut Vec::new())));
        let end = receiver.recv_timeout(PATIENCE);
        end.unwrap_or_else(|_| panic!("a process outlives the one that started it: {}", self.line)).unwrap();
    }
}

/// A test that fails leaves nobody behind.
impl Drop for Process<'_> {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn lifeline(stage: &Stage) -> PathBuf {
    let fifo = stage.path("lifeline");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    fifo
}

fn signal(name: &str, target: &str) {
    let line = format!("kill -{name} {target}");
    assert!(Command::new("/bin/sh").args(["-c", &line]).status().unwrap().success(), "{line}");
}
