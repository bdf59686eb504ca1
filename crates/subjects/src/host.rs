//! The processes of the host of a language.

use crate::counters::Of;
use crate::languages::Language;
use crate::process::{HOST_FAREWELL_NS, Program, WorkerProcess};
use crate::{Caller, Context, LaunchDraw};
use model::{Failure, FailureKind};
use std::io;
use std::path::Path;
use std::rc::Rc;

/// The most workers that are forked from one process, which holds three descriptors for each.
const FORKED_MAX: usize = 32;

/// Has a script fork itself for each launch. All that chance decides about its memory is that of the script.
pub fn fork(
    script: &Rc<Caller>,
    host: &Path,
    launches: &[LaunchDraw],
    context: &Context,
) -> Result<Vec<WorkerProcess>, Failure> {
    let fork = |launch: &LaunchDraw| WorkerProcess::of_script(script, host, launch.cpu, context.interrupt.clone());
    launches.iter().map(fork).collect::<io::Result<_>>().map_err(|error| Failure {
        kind: FailureKind::WorkerLost,
        message: format!("the script forks no workers: {error}"),
        line: None,
        help: None,
    })
}

/// Starts a host that is there, for each launch.
pub fn start(
    language: &Language,
    host: &Path,
    launches: &[LaunchDraw],
    context: &Context,
) -> Result<Vec<WorkerProcess>, Failure> {
    let argv: Vec<String> =
        language.command.iter().map(|word| word.replace("{host}", &host.to_string_lossy())).collect();
    let program = |launch: &LaunchDraw| Program {
        argv: argv.clone(),
        padding: launch.padding,
        cpu: launch.cpu,
        layout: Some(launch.pages),
        confined: context.confined.clone(),
        counted: Of::Worker,
        farewell_ns: HOST_FAREWELL_NS,
    };
    let start = |launches: &[LaunchDraw]| match launches {
        [first, _, ..] => WorkerProcess::fork(&program(first), launches.len(), &context.interrupt),
        _ => launches.iter().map(|launch| WorkerProcess::start(&program(launch), context.interrupt.clone())).collect(),
    };
    let at_once = if language.can_fork() { FORKED_MAX } else { 1 };
    let started: io::Result<Vec<Vec<WorkerProcess>>> = launches.chunks(at_once).map(start).collect();
    let started = started.map(|groups| groups.into_iter().flatten().collect());
    started.map_err(|error| Failure {
        kind: FailureKind::Missing,
        message: format!("{} cannot be started: {error}", argv[0]),
        line: None,
        help: Some(format!("install it: apt-get install {}", language.package)),
    })
}
