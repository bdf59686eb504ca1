//! The processes of the host of a language.

use crate::counters::Of;
use crate::languages::Language;
use crate::process::{HOST_FAREWELL_NS, WorkerProcess};
use crate::shim::Interpreter;
use crate::worker_program::Program;
use crate::{Caller, Confined, Context, Interrupt, LaunchDraw, Worker, Workers};
use model::{Failure, FailureKind};
use std::io;
use std::path::Path;
use std::rc::Rc;

/// The most workers that are forked from one process, which holds three descriptors for each.
const FORKED_MAX: usize = 32;

/// Starts a worker of somebody's own for each launch.
pub fn start_own(argv: &[String], launches: &[LaunchDraw], confined: &Confined, interrupt: &Interrupt) -> Workers {
    let start = |launch| WorkerProcess::start(&program(argv, launch, confined), interrupt.clone());
    launches.iter().map(start).collect::<io::Result<_>>().map(boxed).map_err(|error| {
        let message = format!("the worker {} cannot be started: {error}", argv.first().map_or("", String::as_str));
        let help = "check its path, which counts from here, and whether it may be executed".to_string();
        not_started(&error, message, help)
    })
}

fn program(argv: &[String], launch: &LaunchDraw, confined: &Confined) -> Program {
    Program {
        argv: argv.to_vec(),
        environment: None,
        padding: launch.padding,
        cpu: launch.cpu,
        layout: Some(launch.pages),
        confined: confined.clone(),
        counted: Of::Worker,
        farewell_ns: HOST_FAREWELL_NS,
    }
}

/// Has a script fork itself for each launch. All that chance decides about its memory is that of the script.
pub fn fork(script: &Rc<Caller>, host: &Path, launches: &[LaunchDraw], context: &Context) -> Workers {
    let fork = |launch: &LaunchDraw| WorkerProcess::of_script(script, host, launch.cpu, context.interrupt.clone());
    let forked = launches.iter().map(fork).collect::<io::Result<_>>().map(boxed);
    forked.map_err(|error| Failure::new(FailureKind::WorkerLost, format!("the script forks no workers: {error}"), None))
}

/// Starts a command for each launch, many from one process where it can fork itself.
fn start_all(
    argv: &[String],
    can_fork: bool,
    launches: &[LaunchDraw],
    context: &Context,
) -> io::Result<Vec<WorkerProcess>> {
    let (confined, interrupt) = (&context.confined, &context.interrupt);
    let trial = || WorkerProcess::start(&program(argv, &LaunchDraw::default(), confined), interrupt.clone());
    let (argv, environment) = match context.interpreters.behind(argv, trial)? {
        Some(Interpreter { argv, environment }) => (argv, Some(environment)),
        None => (argv.to_vec(), None),
    };
    let program =
        |launch: &LaunchDraw| Program { environment: environment.clone(), ..program(&argv, launch, confined) };
    let start = |launches: &[LaunchDraw]| match launches {
        [first, _, ..] => WorkerProcess::fork(&program(first), launches.len(), interrupt),
        _ => launches.iter().map(|launch| WorkerProcess::start(&program(launch), interrupt.clone())).collect(),
    };
    let at_once = if can_fork { FORKED_MAX } else { 1 };
    let started: io::Result<Vec<Vec<WorkerProcess>>> = launches.chunks(at_once).map(start).collect();
    Ok(started?.into_iter().flatten().collect())
}

/// Starts a host that is there, for each launch.
pub fn start(language: &Language, host: &Path, launches: &[LaunchDraw], context: &Context) -> Workers {
    let argv: Vec<String> =
        language.command.iter().map(|word| word.replace("{host}", &host.to_string_lossy())).collect();
    start_all(&argv, language.can_fork(), launches, context).map(boxed).map_err(|error| {
        not_started(&error, format!("{} cannot be started: {error}", argv[0]), language.help_missing())
    })
}

fn boxed(processes: Vec<WorkerProcess>) -> Vec<Box<dyn Worker>> {
    processes.into_iter().map(|process| Box::new(process) as Box<dyn Worker>).collect()
}

/// That a worker is not there, unless what is not there is a descriptor for it.
fn not_started(error: &io::Error, message: String, help: String) -> Failure {
    match error.raw_os_error() {
        Some(libc::EMFILE) => {
            let help = "each snippet takes some: raise the limit (ulimit -n), or compare fewer at a point".to_string();
            Failure::new(FailureKind::WorkerLost, message, Some(help))
        }
        _ => Failure::new(FailureKind::Missing, message, Some(help)),
    }
}
