//! From a variant at a point to a worker that is ready for it.

use crate::http::RunningServers;
use crate::languages::Language;
use crate::{Context, LaunchDraw, Worker, command, dose, http, sim, snippet};
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
    snippet::build_ahead(&language, &case, plan.layouts(variant), context)
}

/// Whether a variant is code that a compiler has to see first.
pub fn is_compiled(variant: &Variant) -> bool {
    snippet::language(&variant.subject).is_some_and(|language| language.compiler.is_some())
}

/// A worker that was started, or why it could not be.
pub type Started = Result<Box<dyn Worker>, Failure>;

/// Starts the workers of variants at a point without waiting for them. Snippets of one language and one interpreter are started together, because
/// they may come from one process.
pub fn start(plan: &Plan, point: &Point, launches: &[(usize, LaunchDraw)], context: &Context) -> Vec<(usize, Started)> {
    let host = |variant: usize| plan.host(&plan.variants[variant], point);
    let mut started: Vec<(usize, Started)> = Vec::new();
    for (variant, launch) in launches {
        if started.iter().any(|(earlier, _)| earlier == variant) {
            continue;
        }
        let Subject::Snippet(subject) = &plan.variants[*variant].subject else {
            started.push((*variant, start_alone(&plan.variants[*variant], point, launch, context)));
            continue;
        };
        let (variants, launches): (Vec<usize>, Vec<LaunchDraw>) =
            launches.iter().filter(|(other, _)| host(*other) == host(*variant)).cloned().unzip();
        let workers = match language(plan, &plan.variants[*variant], point) {
            Some(language) => snippet::start(language, &launches, context),
            None => snippet::start_own(subject.worker.as_deref().unwrap_or_default(), &launches, context),
        };
        let workers = workers.map_or_else(
            |failure| vec![failure; launches.len()].into_iter().map(Err).collect(),
            |workers| workers.into_iter().map(Ok).collect::<Vec<Started>>(),
        );
        started.extend(variants.into_iter().zip(workers));
    }
    started
}

/// The same launches in groups of those that come from one process: who is started by itself loads without company.
pub fn by_process(plan: &Plan, point: &Point, launches: &[(usize, LaunchDraw)]) -> Vec<Vec<(usize, LaunchDraw)>> {
    let forked_from = |index: usize| {
        let variant = &plan.variants[index];
        plan.host(variant, point).filter(|_| snippet::can_fork(&variant.subject))
    };
    let mut processes: Vec<Vec<(usize, LaunchDraw)>> = Vec::new();
    for (index, launch) in launches {
        let own = forked_from(*index);
        match processes.iter_mut().find(|together| own.is_some() && forked_from(together[0].0) == own) {
            Some(together) => together.push((*index, launch.clone())),
            None => processes.push(vec![(*index, launch.clone())]),
        }
    }
    processes
}

/// The language of a snippet, with the interpreter or compiler that it has at a point; none where the plan brings the worker.
fn language(plan: &Plan, variant: &Variant, point: &Point) -> Option<Language> {
    let language = snippet::language(&variant.subject)?;
    Some(match plan.runtime(variant, point) {
        Some(runtime) => language.with_runtime(&runtime),
        None => language,
    })
}

fn start_alone(variant: &Variant, point: &Point, launch: &LaunchDraw, context: &Context) -> Started {
    match &variant.subject {
        Subject::Snippet(_) => unreachable!("snippets are started by language"),
        Subject::Command(_) => command::start(context),
        Subject::Http(_) => http::start(context),
        Subject::Sim(subject) => Ok(Box::new(sim::start(variant, subject, point, launch, &context.clock))),
        Subject::Imported(tool) => {
            let message = format!("its times come from {tool}, so there is nothing to run");
            let help = "show what was imported: cmpthese show".to_string();
            Err(Failure::new(FailureKind::Missing, message, Some(help)))
        }
    }
}
