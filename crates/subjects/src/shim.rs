//! Interpreters behind a shim. Version managers (pyenv, rbenv, nodenv, asdf, mise) put a program for each interpreter into a directory `shims`, which
//! chooses the version and becomes it. That takes longer than the interpreter takes to start (pyenv 80 ms, Python 20), and each launch would
//! pay for it; so it is asked once in a run, and what it became is started.

use crate::Worker;
use crate::process::WorkerProcess;
use crate::program;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Where version managers have what stands in the place of interpreters.
const DIRECTORY: &str = "shims";

/// How long the shim and its interpreter may take to greet, in nanoseconds. Who takes longer is started as it is.
const LIMIT_NS: u64 = 10_000_000_000;

/// What a shim became: the words of its command line, and the environment that it was given.
#[derive(Clone, Debug, PartialEq)]
pub struct Interpreter {
    /// Program and arguments, those of the host among them.
    pub argv: Vec<String>,
    /// Name and value of each variable.
    pub environment: Vec<(OsString, OsString)>,
}

/// What was found behind shims in this run. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Interpreters(Rc<RefCell<Found>>);

#[derive(Debug, Default)]
struct Found {
    /// By what was started.
    interpreters: BTreeMap<Vec<String>, Option<Interpreter>>,
    search: Duration,
}

impl Interpreters {
    /// What a command becomes whose program is a shim; `start` starts it the first time.
    pub fn behind(
        &self,
        argv: &[String],
        start: impl FnOnce() -> io::Result<WorkerProcess>,
    ) -> io::Result<Option<Interpreter>> {
        if shim(&argv[0], None).is_none() {
            return Ok(None);
        }
        if let Some(known) = self.0.borrow().interpreters.get(argv) {
            return Ok(known.clone());
        }
        let begun = Instant::now();
        let mut worker = start()?;
        let greets = worker.greet(LIMIT_NS).is_ok();
        let found = worker.pid().filter(|_| greets).and_then(|pid| of_process(pid, &argv[1..]));
        drop(worker);
        let mut all = self.0.borrow_mut();
        all.interpreters.insert(argv.to_vec(), found.clone());
        all.search += begun.elapsed();
        Ok(found)
    }

    /// How long it took to find them, in nanoseconds: once in a run, and no launch will pay for it again.
    pub fn search_ns(&self) -> u64 {
        self.0.borrow().search.as_nanos() as u64
    }
}

/// The path of a program that is a shim; relative ones count from `cwd`.
pub fn shim(name: &str, cwd: Option<&str>) -> Option<PathBuf> {
    let is_shim = |path: &PathBuf| path.parent().and_then(Path::file_name) == Some(OsStr::new(DIRECTORY));
    program::find(name, cwd).ok().filter(is_shim)
}

/// What runs in a process, if its program has a path and its last arguments are these: else it is no interpreter that a shim became.
fn of_process(pid: i32, arguments: &[String]) -> Option<Interpreter> {
    let read = |name: &str| std::fs::read(format!("/proc/{pid}/{name}")).ok();
    let argv = words(&read("cmdline")?).map(|word| word.to_string_lossy().into_owned()).collect::<Vec<String>>();
    let environment = words(&read("environ")?).filter_map(variable).collect();
    let own = argv.strip_suffix(arguments)?;
    // One that starts its interpreter and waits for it has its own name among the words.
    let is_interpreter = own.first()?.starts_with('/') && own.iter().all(|word| shim(word, None).is_none());
    is_interpreter.then_some(Interpreter { argv, environment })
}

/// The texts between bytes that are zero.
fn words(text: &[u8]) -> impl Iterator<Item = &OsStr> {
    text.strip_suffix(&[0]).unwrap_or(text).split(|byte| *byte == 0).map(OsStr::from_bytes)
}

fn variable(word: &OsStr) -> Option<(OsString, OsString)> {
    let bytes = word.as_bytes();
    let at = bytes.iter().position(|byte| *byte == b'=').filter(|at| *at > 0)?;
    Some((OsStr::from_bytes(&bytes[..at]).to_os_string(), OsStr::from_bytes(&bytes[at + 1..]).to_os_string()))
}
