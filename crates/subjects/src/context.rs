//! What all workers of a run share.

use crate::{BuildCache, Caller, Clock, Confined, Interpreters, Interrupt, KnownCompilers};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// What all workers of a run share.
#[derive(Clone, Debug)]
pub struct Context {
    /// A directory of the run for hosts and fixtures.
    pub scratch: PathBuf,
    /// The directory where the plan lies, with the files that it is built from.
    pub beside: PathBuf,
    /// What was built in this run and in those before it.
    pub cache: BuildCache,
    /// What was found out about compilers in this run.
    pub compilers: KnownCompilers,
    /// What was found behind shims in this run.
    pub interpreters: Interpreters,
    /// The scheduler's clock.
    pub clock: Clock,
    /// The wish to stop.
    pub interrupt: Interrupt,
    /// What starts this program again as a spawner: program and arguments.
    pub spawner: Vec<String>,
    /// What starts this program again as the keeper of a server.
    pub keeper: Vec<String>,
    /// What starts this program again as a generator of load.
    pub generator: Vec<String>,
    /// The script that forks the workers of its language, where one started this program.
    pub caller: Option<Rc<Caller>>,
    /// The part of the machine that workers and servers may use.
    pub confined: Confined,
}

impl Context {
    /// That of a run whose files all lie in one directory. Nobody stops it, it may use the whole machine, and nothing starts
    /// this program again.
    pub fn in_directory(directory: &Path, clock: Clock) -> Context {
        Context {
            scratch: directory.to_path_buf(),
            beside: directory.to_path_buf(),
            cache: BuildCache::new(directory.join("cache")),
            compilers: KnownCompilers::default(),
            interpreters: Interpreters::default(),
            clock,
            interrupt: Interrupt::default(),
            spawner: Vec::new(),
            keeper: Vec::new(),
            generator: Vec::new(),
            caller: None,
            confined: Confined::default(),
        }
    }
}
