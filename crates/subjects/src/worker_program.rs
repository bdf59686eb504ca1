//! How the process of a worker is started.

use crate::confinement::Confined;
use crate::counters::Of;
use crate::left_behind;
use crate::system::child::Child;
use crate::system::worker_setup;
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::fd::RawFd;
use std::process::{Command, Stdio};

/// How a worker is started.
#[derive(Clone)]
pub struct Program {
    /// Program and arguments.
    pub argv: Vec<String>,
    /// Its environment, where that is not ours.
    pub environment: Option<Vec<(OsString, OsString)>>,
    /// Bytes added to the environment.
    pub padding: usize,
    /// The CPU that it is bound to.
    pub cpu: Option<usize>,
    /// By how many pages its libraries are moved from where they would lie; chance decides when `None`.
    pub layout: Option<u64>,
    /// The part of the machine that it may use.
    pub confined: Confined,
    /// Whose events are counted.
    pub counted: Of,
    /// How long it may take to end once its pipe is closed, in nanoseconds; then it is killed.
    pub farewell_ns: u64,
}

impl Program {
    /// Starts it, with more arguments, and with descriptors of ours in places of its own.
    pub fn spawn(&self, more: &[String], places: Vec<(RawFd, RawFd)>) -> io::Result<Child> {
        let mut command = Command::new(&self.argv[0]);
        command.args(&self.argv[1..]).args(more);
        // Some programs that a snippet calls do less work when they see /dev/null: grep ends at the first match.
        let nowhere = File::options().write(true).open("/dev/zero").map_or_else(|_| Stdio::null(), Stdio::from);
        command.stdin(Stdio::null()).stdout(nowhere);
        if let Some(environment) = &self.environment {
            command.env_clear().envs(environment.iter().cloned());
        }
        command.env("CMPTHESE_PADDING", "x".repeat(self.padding));
        if self.counted == Of::Worker {
            command.env(left_behind::VARIABLE, left_behind::mark());
        }
        worker_setup::before_exec(&mut command, places, self.cpu, self.layout, self.confined.clone());
        let mut started = command.spawn()?;
        // Where it cannot be watched, as there is no descriptor left, nobody would end it.
        Child::of_number(started.id() as i32).inspect_err(|_| drop(started.kill().and_then(|()| started.wait())))
    }
}
