//! From a variant at a point to a worker that is ready for it.

use crate::http::Scene;
use crate::{BuildCache, Clock, Confined, Interrupt, Memory, Worker, command, http, languages, sim, snippet};
use model::{Failure, Plan, Point, Subject, Variant};
use protocol::WorkerCase;
use std::path::PathBuf;

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
    pub memory: Memory,
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
    /// The part of the machine that workers and servers may use.
    pub confined: Confined,
}

/// What is random about a launch.
#[derive(Clone, Debug, Default)]
pub struct Launch {
    /// The CPU that the worker is bound to; any when `None`.
    pub cpu: Option<usize>,
    /// Bytes by which the worker's environment is lengthened, so that no result rests on one layout of the stack
    /// (Mytkowicz et al. 2009, "Producing wrong data without doing anything obviously wrong").
    pub padding: usize,
    /// By how many pages the libraries of the worker are moved.
    pub pages: u64,
    /// Which of the layouts of its code a compiled snippet has.
    pub layout: usize,
    /// For workers that draw random numbers.
    pub seed: u64,
}

/// What a worker is told to prepare. `fixtures` are name and path of each, `scene` what requests find. `None` for the simulator, which needs nothing.
pub fn case(
    plan: &Plan,
    variant: &Variant,
    point: &Point,
    fixtures: &[(String, String)],
    scene: &Scene,
    context: &Context,
) -> Result<Option<WorkerCase>, Failure> {
    let scope = || variant.scope(point, fixtures);
    Ok(match &variant.subject {
        Subject::Snippet(subject) => Some(WorkerCase::Snippet(snippet::case(plan, variant, subject, point, fixtures))),
        Subject::Command(subject) => {
            Some(WorkerCase::Command(command::case(variant, subject, &scope(), &context.scratch)))
        }
        Subject::Http(subject) => Some(WorkerCase::Http(http::case(variant, subject, &plan.load, &scope(), scene)?)),
        Subject::Sim(_) => None,
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
    let case = snippet::case(plan, variant, subject, point, fixtures);
    snippet::build_ahead(&languages::find(&subject.language), &case, plan.layouts(variant), context)
}

/// Whether a variant is code that a compiler has to see first.
pub fn is_compiled(variant: &Variant) -> bool {
    match &variant.subject {
        Subject::Snippet(subject) => languages::find(&subject.language).compiler.is_some(),
        Subject::Command(_) | Subject::Http(_) | Subject::Sim(_) => false,
    }
}

/// A worker that was started, or why it could not be.
pub type Started = Result<Box<dyn Worker>, Failure>;

/// Starts the workers of variants at a point without waiting for them. Snippets of one language are started together, because they
/// may come from one process.
pub fn start(plan: &Plan, point: &Point, launches: &[(usize, Launch)], context: &Context) -> Vec<(usize, Started)> {
    let language = |variant: usize| match &plan.variants[variant].subject {
        Subject::Snippet(subject) => Some(subject.language.as_str()),
        Subject::Command(_) | Subject::Http(_) | Subject::Sim(_) => None,
    };
    let mut started: Vec<(usize, Started)> = Vec::new();
    for (variant, launch) in launches {
        if started.iter().any(|(earlier, _)| earlier == variant) {
            continue;
        }
        let Some(name) = language(*variant) else {
            started.push((*variant, start_alone(&plan.variants[*variant], point, launch, context)));
            continue;
        };
        let (variants, launches): (Vec<usize>, Vec<Launch>) =
            launches.iter().filter(|(other, _)| language(*other) == Some(name)).cloned().unzip();
        let workers = snippet::start(languages::find(name), &launches, context);
        let workers = workers.map_or_else(
            |failure| vec![failure; launches.len()].into_iter().map(Err).collect(),
            |workers| workers.into_iter().map(Ok).collect::<Vec<Started>>(),
        );
        started.extend(variants.into_iter().zip(workers));
    }
    started
}

fn start_alone(variant: &Variant, point: &Point, launch: &Launch, context: &Context) -> Started {
    match &variant.subject {
        Subject::Snippet(_) => unreachable!("snippets are started by language"),
        Subject::Command(_) => command::start(context),
        Subject::Http(_) => http::start(context),
        Subject::Sim(subject) => Ok(Box::new(sim::start(variant, subject, point, launch, &context.clock))),
    }
}
