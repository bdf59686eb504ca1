//! What the tests of workers share: a directory and the means to start workers in it, a worker that is asked and whose
//! reply is what the test expects, and a witness of the end of processes.
//!
//! Nothing here measures time. [`PATIENCE`] is the moment when a test that would hang fails instead.

mod actor;
mod cases;
mod witness;

pub use actor::Actor;
pub use cases::{command, parts, shell, snippet};
pub use witness::Witness;

use cmpthese_subjects::languages::Language;
use cmpthese_subjects::{BuildCache, Clock, Context, KnownCompilers, LaunchDraw, Worker, command, languages, snippet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

/// How long a test waits for what must happen.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// The program that stands in for the command; see `tests/programs/stand_in.rs`.
pub const STAND_IN: &str = env!("CARGO_BIN_EXE_cmpthese-stand-in");

/// A directory that is removed at the end, and what workers are started with.
pub struct Stage {
    directory: TempDir,
    /// What the workers share.
    pub context: Context,
}

impl Stage {
    pub fn new() -> Stage {
        Stage::with_clock(Clock::real())
    }

    pub fn with_clock(clock: Clock) -> Stage {
        let directory = tempfile::tempdir().expect("the temporary directory can be written");
        let context = Context {
            // What is found there was built from the same text by the same compiler, in whichever test.
            cache: BuildCache::new(Path::new(env!("CARGO_TARGET_TMPDIR")).join("built")),
            spawner: vec![STAND_IN.to_string(), "spawner".to_string()],
            keeper: vec![STAND_IN.to_string(), "keeper".to_string()],
            generator: vec![STAND_IN.to_string(), "generator".to_string()],
            ..Context::in_directory(directory.path(), clock)
        };
        Stage { directory, context }
    }

    pub fn directory(&self) -> &Path {
        self.directory.path()
    }

    /// The path of a file in the directory.
    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Writes a file and returns its path as text.
    pub fn write(&self, name: &str, content: &str) -> String {
        std::fs::write(self.path(name), content).expect("the temporary directory can be written");
        self.text(name)
    }

    /// The path of a file in the directory as text for a command line.
    pub fn text(&self, name: &str) -> String {
        self.path(name).to_str().expect("the temporary directory has a plain name").to_string()
    }

    /// Makes a named pipe and returns its path.
    pub fn named_pipe(&self, name: &str) -> String {
        let path = self.text(name);
        assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo can be started").success());
        path
    }

    /// A spawner that has greeted.
    pub fn spawner(&self) -> Actor {
        Actor::greeted(self.raw_spawner())
    }

    /// A spawner that has not greeted.
    pub fn raw_spawner(&self) -> Box<dyn Worker> {
        command::start(&self.context).expect("the spawner can be started")
    }

    /// The host of a language that has greeted.
    pub fn host(&self, language: &str) -> Actor {
        Actor::greeted(self.raw_host(languages::find(language)))
    }

    /// The host of a language that has not greeted, in a run of its own: it remembers nothing of those before.
    pub fn raw_host(&self, language: Language) -> Box<dyn Worker> {
        let context = Context { compilers: KnownCompilers::default(), ..self.context.clone() };
        snippet::start(language, &[LaunchDraw::default()], &context).expect("the host can be started").remove(0)
    }

    /// A shell script in the place of a host.
    pub fn impostor(&self, script: &str) -> Box<dyn Worker> {
        self.raw_host(Language { command: shell_words(script), ..languages::find("perl") })
    }

    /// A shell script in the place of a spawner.
    pub fn false_spawner(&self, script: &str) -> Box<dyn Worker> {
        command::start(&Context { spawner: shell_words(script), ..self.context.clone() }).expect("sh can be started")
    }
}

fn shell_words(script: &str) -> Vec<String> {
    ["sh", "-c", script].map(str::to_string).to_vec()
}
