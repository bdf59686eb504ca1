//! Snippets in languages that are compiled: the compiler is called here, the host is given what it made.
//!
//! The host speaks the protocol like any other; only `prepare` is held up on its way until the library of the snippet is
//! there. [`source`] writes what is compiled, [`build`] calls the compiler and keeps what it made, [`diagnostics`] reads what
//! it says. Everything that is special to one language is in its `worker.toml`.

mod build;
mod diagnostics;
mod inputs;
mod known;
mod opened;
mod source;
mod toolchain;

use crate::languages::{Compiler, Language};
use crate::{Context, LaunchDraw, Loss, Worker, Workers, host};
use build::{BuildError, Built, Compilation};
pub use diagnostics::place_told;
pub use known::KnownCompilers;
use model::{Failure, FailureKind};
use protocol::{ErrorKind, Hello, Reply, Request, SnippetCase, WorkerCase, WorkerError};
use source::Files;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};
use toolchain::Toolchain;

/// How long building may take where nobody says, in nanoseconds.
const BUILD_LIMIT_NS: u64 = 60_000_000_000;

/// What the host has for its part of a preparation when the compiler has used up the time, in nanoseconds.
const HOST_NS_MIN: u64 = 1_000_000_000;

/// Starts the host of a language that is compiled, built before if it is not in the cache, for each launch.
pub fn start(language: Language, compiler: Compiler, launches: &[LaunchDraw], context: &Context) -> Workers {
    let builder = Rc::new(Builder::new(&language, &compiler, context)?);
    let path = builder.host(patience()).map_err(|error| {
        host_not_built(&builder.toolchain, &language, &format!(": {}", builder.explained(&error, &[]).message))
    })?;
    let processes = host::start(&language, &path, launches, context)?;
    let worker = |(process, launch): (Box<dyn Worker>, &LaunchDraw)| {
        Box::new(CompiledWorker { process, builder: Rc::clone(&builder), layout: launch.layout }) as Box<dyn Worker>
    };
    Ok(processes.into_iter().zip(launches).map(worker).collect())
}

/// Builds the host and the library of a snippet in so many layouts; the result is the path of the first. What goes wrong is
/// told when the worker is started and told to prepare.
pub fn build_ahead(
    language: &Language,
    compiler: &Compiler,
    case: &SnippetCase,
    layouts: usize,
    context: &Context,
) -> Option<String> {
    let builder = Builder::new(language, compiler, context).ok()?;
    builder.host(patience()).ok()?;
    let mut made = (0..layouts).map(|layout| builder.library(case, layout, patience()).ok());
    let first = made.next().flatten();
    made.take_while(Option::is_some).for_each(drop);
    first
}

/// The host of a language whose snippets are not compiled, built from C.
pub fn host_of_c(language: &Language, context: &Context) -> Result<PathBuf, Failure> {
    let toolchain = &context.compilers.toolchain("cc", || Toolchain::of_c(language))?;
    let files = &source::host_files(language, []);
    let from = format!("{} {:?} {files:?}", language.name, language.built);
    let made = context.compilers.built(from, || {
        let Context { cache, interrupt, beside, .. } = context;
        let steps = &language.built;
        let (flags, depends, found) = (&[], &[], &[]);
        let build = Compilation { toolchain, c: None, steps, files, flags, beside, depends, found, interrupt };
        build.made(cache, patience())
    });
    made.map(|directory| directory.join("host"))
        .map_err(|error| host_not_built(toolchain, language, &format!(" of {}: {error}", language.name)))
}

fn host_not_built(toolchain: &Toolchain, language: &Language, why: &str) -> Failure {
    let help = format!("see that it works, or install all of it: apt-get install {}", language.package);
    Failure::new(FailureKind::Missing, format!("{} cannot build the host{why}", toolchain.name()), Some(help))
}

fn patience() -> Instant {
    Instant::now() + Duration::from_nanos(BUILD_LIMIT_NS)
}

/// A host with the compiler before it.
struct CompiledWorker {
    process: Box<dyn Worker>,
    builder: Rc<Builder>,
    layout: usize,
}

impl Worker for CompiledWorker {
    fn greet(&mut self, limit_ns: u64) -> Result<Hello, Loss> {
        self.process.greet(limit_ns)
    }

    fn ask(&mut self, request: &Request, limit_ns: u64) -> Result<Reply, Loss> {
        match request {
            Request::Prepare { case: WorkerCase::Snippet(case) } => self.prepare(case, limit_ns),
            _ => self.process.ask(request, limit_ns),
        }
    }

    fn pid(&self) -> Option<i32> {
        self.process.pid()
    }

    fn said(&self) -> Option<String> {
        self.process.said()
    }
}

impl CompiledWorker {
    fn prepare(&mut self, case: &SnippetCase, limit_ns: u64) -> Result<Reply, Loss> {
        let deadline = Instant::now() + Duration::from_nanos(limit_ns);
        let (library, error) = match self.builder.library(case, self.layout, deadline) {
            Ok(library) => (Some(library), None),
            Err(BuildError::Interrupted) => return Err(Loss::Interrupted),
            // The host is told all the same: it forgets what it had prepared.
            Err(error) => (None, Some(self.builder.explained(&error, &case.needs))),
        };
        // The parts have done their service, and the host need not read them; flags may say where it finds classes.
        let case = SnippetCase { parts: BTreeMap::new(), library, ..case.clone() };
        let left_ns = deadline.saturating_duration_since(Instant::now()).as_nanos() as u64;
        let left_ns = left_ns.max(HOST_NS_MIN);
        let reply = self.process.ask(&Request::Prepare { case: WorkerCase::Snippet(case) }, left_ns)?;
        Ok(error.map_or(reply, Reply::Error))
    }
}

/// What calls the compiler of a language.
struct Builder {
    language: Language,
    compiler: Compiler,
    toolchain: Toolchain,
    /// The C compiler, where a part is built by it.
    c: Option<Toolchain>,
    context: Context,
}

impl Builder {
    /// Fails when there is no compiler, or none of C where a part is built by that.
    fn new(language: &Language, compiler: &Compiler, context: &Context) -> Result<Builder, Failure> {
        let toolchain = context.compilers.toolchain(&language.key(), || Toolchain::find(language, compiler))?;
        let mut steps = compiler.host.iter().chain(&compiler.snippet);
        let has_c = steps.any(|step| step.first().is_some_and(|word| word == Compilation::CC));
        let of_c = || context.compilers.toolchain("cc", || Toolchain::of_c(language));
        let c = has_c.then(of_c).transpose()?;
        Ok(Builder { language: language.clone(), compiler: compiler.clone(), toolchain, c, context: context.clone() })
    }

    /// The path of the host.
    fn host(&self, deadline: Instant) -> Built {
        let files = source::host_files(&self.language, &self.compiler.headers);
        let directory = self.made(&self.compiler.host, &files, &[], Vec::new, deadline)?;
        Ok(directory.join("host"))
    }

    /// The path of the library of a snippet.
    fn library(&self, case: &SnippetCase, layout: usize, deadline: Instant) -> Result<String, BuildError> {
        let files = source::snippet_files(&self.language, &self.compiler, case, layout);
        let found = || self.found(&case.flags);
        let directory = self.made(&self.compiler.snippet, &files, &case.flags, found, deadline)?;
        let library = directory.join(&self.compiler.library).into_os_string();
        library
            .into_string()
            .map_err(|path| BuildError::Io(std::io::Error::other(format!("{} is no UTF-8", path.to_string_lossy()))))
    }

    /// The directory of what is built from files, in this run or earlier.
    fn made(
        &self,
        steps: &[Vec<String>],
        files: &Files,
        flags: &[String],
        found: impl FnOnce() -> Vec<String>,
        deadline: Instant,
    ) -> Built {
        let Context { cache, interrupt, beside, compilers, .. } = &self.context;
        let from = format!("{} {steps:?} {files:?} {flags:?}", self.language.key());
        compilers.built(from, || {
            let (toolchain, c, depends) = (&self.toolchain, self.c.as_ref(), &self.compiler.depends);
            let build = Compilation { toolchain, c, steps, files, flags, beside, depends, found: &found(), interrupt };
            build.made(cache, deadline)
        })
    }

    /// What the compiler of a snippet finds and does not list.
    fn found(&self, flags: &[String]) -> Vec<String> {
        let Context { cache, compilers, scratch, .. } = &self.context;
        compilers.found(format!("{} {flags:?}", self.language.key()), || {
            let words: Vec<&String> = self.toolchain.words().chain(flags).collect();
            let directory = std::env::current_dir().unwrap_or_default();
            self.compiler.inputs.found(&words, &directory, &[cache.directory(), scratch])
        })
    }

    fn explained(&self, error: &BuildError, needs: &[String]) -> WorkerError {
        match error {
            BuildError::Said(said) => diagnostics::error(said, needs, &self.compiler.hints, &self.language.name),
            other => WorkerError::new(ErrorKind::Compile, other.to_string()),
        }
    }
}
