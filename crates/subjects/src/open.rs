//! From a variant at a point to a worker that is ready for it.

use crate::http::RunningServers;
use crate::languages::Language;
use crate::{Context, LaunchDraw, Worker, Workers, command, compiled, dose, host, http, shared_spawner, sim, snippet};
use model::{Failure, FailureKind, Plan, Point, Subject, Variant};
use protocol::{SnippetCase, WorkerCase};

/// What a worker is told to prepare. `fixtures` are name and path of each, `running` what requests find. `None` for the simulator, which needs nothing.
pub fn case(
    plan: &Plan,
    variant: &Variant,
    point: &Point,
    fixtures: &[(String, String)],
    running: &RunningServers,
    context: &Context,
) -> Result<Option<WorkerCase>, Failure> {
    let scope = || variant.scope(point, fixtures);
    Ok(match &variant.subject {
        Subject::Snippet(subject) => {
            let dose = variant.dose.as_ref().map(|dose| dose::case(dose, &context.scratch)).transpose()?;
            let case = snippet::case(plan, variant, subject, point, fixtures);
            Some(WorkerCase::Snippet(SnippetCase { dose, ..case }))
        }
        Subject::Command(subject) => {
            Some(WorkerCase::Command(command::case(variant, subject, &scope(), &context.scratch)))
        }
        Subject::Http(subject) => Some(WorkerCase::Http(http::case(variant, subject, &plan.load, &scope(), running)?)),
        Subject::Sim(_) | Subject::Imported(_) => None,
    })
}

/// Compiles what a variant at a point needs, if anything, so that it is in the cache when the worker is started and told to
/// prepare. The result is the path of what was made; what goes wrong is told when it is prepared.
pub fn build_ahead(
    plan: &Plan,
    variant: &Variant,
    point: &Point,
    fixtures: &[(String, String)],
    context: &Context,
) -> Option<String> {
    let Subject::Snippet(subject) = &variant.subject else { return None };
    let language = language(plan, variant, point)?;
    let case = snippet::case(plan, variant, subject, point, fixtures);
    compiled::build_ahead(&language, language.compiler.as_ref()?, &case, plan.layouts(variant), context)
}

/// Whether a variant is code that a compiler has to see first.
pub fn is_compiled(variant: &Variant) -> bool {
    snippet::language(&variant.subject).is_some_and(|language| language.compiler.is_some())
}

/// A worker that was started, or why it could not be.
pub type Started = Result<Box<dyn Worker>, Failure>;

/// Starts the workers of variants at a point without waiting for them. Snippets of one language and one interpreter are started together, because
/// they may come from one process, and so are commands, which share one.
pub fn start(plan: &Plan, point: &Point, launches: &[(usize, LaunchDraw)], context: &Context) -> Vec<(usize, Started)> {
    let mut started: Vec<(usize, Started)> = Vec::new();
    for together in grouped(launches, |index| source(plan, &plan.variants[index], point)) {
        let (variants, launches): (Vec<usize>, Vec<LaunchDraw>) = together.into_iter().unzip();
        match start_group(plan, &plan.variants[variants[0]], point, &launches, context) {
            Ok(workers) => started.extend(variants.into_iter().zip(workers.into_iter().map(Ok))),
            Err(failure) => started.extend(variants.into_iter().map(|variant| (variant, Err(failure.clone())))),
        }
    }
    started
}

/// What starts workers: a language, or what all commands share, and an interpreter.
type Source = (String, Option<String>);

/// What starts a worker together with others; `None` of those that are started alone.
fn source(plan: &Plan, variant: &Variant, point: &Point) -> Option<Source> {
    match &variant.subject {
        Subject::Command(_) => Some(("command".to_string(), None)),
        _ => plan.host(variant, point),
    }
}

/// The same launches in groups of those that come from one process: who is started by itself loads without company.
pub fn by_process(plan: &Plan, point: &Point, launches: &[(usize, LaunchDraw)]) -> Vec<Vec<(usize, LaunchDraw)>> {
    grouped(launches, |index| {
        let variant = &plan.variants[index];
        let can_fork = snippet::language(&variant.subject).is_some_and(|language| language.can_fork());
        source(plan, variant, point).filter(|_| can_fork || matches!(variant.subject, Subject::Command(_)))
    })
}

/// The same launches in groups of those that have the same key; who has none is a group of its own.
fn grouped(launches: &[(usize, LaunchDraw)], key: impl Fn(usize) -> Option<Source>) -> Vec<Vec<(usize, LaunchDraw)>> {
    let mut groups: Vec<Vec<(usize, LaunchDraw)>> = Vec::new();
    for (index, launch) in launches {
        let own = key(*index);
        match groups.iter_mut().find(|together| own.is_some() && key(together[0].0) == own) {
            Some(together) => together.push((*index, launch.clone())),
            None => groups.push(vec![(*index, launch.clone())]),
        }
    }
    groups
}

/// The language of a snippet, with the interpreter or compiler that it has at a point; none where the plan brings the worker.
fn language(plan: &Plan, variant: &Variant, point: &Point) -> Option<Language> {
    let language = snippet::language(&variant.subject)?;
    Some(match plan.runtime(variant, point) {
        Some(runtime) => language.with_runtime(&runtime),
        None => language,
    })
}

/// Starts the workers of variants like one of them.
fn start_group(plan: &Plan, variant: &Variant, point: &Point, launches: &[LaunchDraw], context: &Context) -> Workers {
    match &variant.subject {
        Subject::Snippet(subject) => match language(plan, variant, point) {
            Some(language) => snippet::start(language, launches, context),
            None => {
                let argv = subject.worker.as_deref().unwrap_or_default();
                host::start_own(argv, launches, &context.confined, &context.interrupt)
            }
        },
        Subject::Command(_) => Ok(shared_spawner::share(command::start(context)?, launches.len())),
        Subject::Http(_) => Ok(vec![http::start(context)?]),
        Subject::Sim(subject) => Ok(vec![Box::new(sim::start(variant, subject, point, &launches[0], &context.clock))]),
        Subject::Imported(tool) => {
            let message = format!("its times come from {tool}, so there is nothing to run");
            let help = "show what was imported: cmpthese show".to_string();
            Err(Failure::new(FailureKind::Missing, message, Some(help)))
        }
    }
}
