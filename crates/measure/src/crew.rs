//! The workers of a point: started together, asked one at a time.

use crate::trouble;
use model::{Dose, Failure, Metric, Plan, Point, Subject, Variant};
use protocol::{Hello, Reply, Request, WorkerCase};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use subjects::http::RunningServers;
use subjects::{Context, LaunchDraw, Loss, Started, Worker, command};

/// How long a worker may take to start and to prepare, in nanoseconds.
const START_LIMIT_NS: u64 = 60_000_000_000;

/// What the scheduler waits beyond a time-out that the spawner itself keeps, in nanoseconds.
const GRACE_NS: u64 = 5_000_000_000;

/// Where the workers stand: a plan at a point with its fixtures.
#[derive(Clone, Copy)]
pub struct PointResources<'a> {
    pub plan: &'a Plan,
    pub point: &'a Point,
    pub fixtures: &'a [(String, String)],
    pub context: &'a Context,
}

/// Why a worker cannot go on.
pub enum Trouble {
    /// The variant failed.
    Failed(Failure),
    /// The run shall stop.
    Interrupted,
}

/// A variant whose worker has its case prepared.
pub struct PreparedWorker {
    link: Link,
    /// How its worker greeted.
    pub hello: Hello,
    /// What it took until it could run.
    pub opening: Opening,
    /// What batches took that belong to no block, in nanoseconds, since it was last taken.
    pub untimed_ns: u64,
}

/// What a worker took until it could run, in nanoseconds: of its own process where all were started one after the other.
#[derive(Clone, Copy, Default)]
pub struct Opening {
    /// From the start of the process that it comes from until the first worker of that greeted.
    pub start_ns: u64,
    /// From being told its case until it was ready for it.
    pub prepare_ns: u64,
}

/// In which order workers are started.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// All before any is waited for: they load in parallel.
    Together,
    /// One process after the other, each when the one before is ready: so that it is known how long each takes.
    InTurn,
}

/// How a variant reaches its worker.
enum Link {
    /// A worker of its own.
    Own(Box<dyn Worker>),
    /// The spawner that all commands of a point share, and the case that it is to be told again when another variant
    /// was its last.
    Shared(Rc<RefCell<SharedSpawner>>, WorkerCase),
}

/// One spawner for all commands. With one each, a spawner that happened to sit on the busier CPU made its variant slower for
/// the whole run: a command was called different from itself by up to 7 %.
struct SharedSpawner {
    worker: Box<dyn Worker>,
    prepared: Option<WorkerCase>,
}

/// Starts the workers of several variants, and makes each ready. The result holds every variant, with its trouble where it has one.
/// `running` is what requests find.
pub fn enlist(
    place: PointResources,
    launches: &[(usize, LaunchDraw)],
    running: &RunningServers,
    order: Order,
) -> BTreeMap<usize, Result<PreparedWorker, Trouble>> {
    let (commands, others): (Vec<_>, Vec<_>) =
        launches.iter().cloned().partition(|(index, _)| is_command(&place.plan.variants[*index]));
    // What is built for a start is given up when the run shall stop.
    let trouble = |failure| match place.context.interrupt.raised() {
        true => Trouble::Interrupted,
        false => Trouble::Failed(failure),
    };
    let processes = match order {
        Order::Together => vec![others],
        Order::InTurn => subjects::by_process(place.plan, place.point, &others),
    };
    let mut enlisted: BTreeMap<usize, Result<PreparedWorker, Trouble>> = BTreeMap::new();
    for process in processes {
        let mut greeting = FirstGreeting { begun_ns: place.context.clock.now_ns(), after_ns: None };
        let started = subjects::start(place.plan, place.point, &process, place.context);
        let prepared = |(index, started): (usize, Started)| {
            let ready = started.map_err(trouble);
            (index, ready.and_then(|worker| prepare_own(place, index, worker, running, &mut greeting)))
        };
        enlisted.extend(started.into_iter().map(prepared));
    }
    if let Some((first, _)) = commands.first() {
        let variant = &place.plan.variants[*first];
        let spawner = command::start(place.context).map_err(trouble).and_then(|mut worker| {
            let hello = worker.greet(START_LIMIT_NS).map_err(|loss| not_greeted(variant, &loss))?;
            Ok((Rc::new(RefCell::new(SharedSpawner { worker, prepared: None })), hello))
        });
        for (index, _) in &commands {
            let shared = spawner.as_ref().map_err(Trouble::same);
            enlisted.insert(*index, shared.and_then(|(spawner, hello)| prepare_shared(place, *index, spawner, hello)));
        }
    }
    enlisted
}

/// When the first of the workers that come from one process greeted.
struct FirstGreeting {
    begun_ns: u64,
    after_ns: Option<u64>,
}

fn prepare_own(
    place: PointResources,
    index: usize,
    mut worker: Box<dyn Worker>,
    running: &RunningServers,
    greeting: &mut FirstGreeting,
) -> Result<PreparedWorker, Trouble> {
    let variant = &place.plan.variants[index];
    let hello = worker.greet(START_LIMIT_NS).map_err(|loss| not_greeted(variant, &loss))?;
    let now_ns = || place.context.clock.now_ns();
    let greeted_ns = now_ns();
    let start_ns = *greeting.after_ns.get_or_insert(greeted_ns - greeting.begun_ns);
    let can_add = |dose: &&Dose| hello.doses.iter().any(|event| event == dose.event.key());
    if let Some(dose) = variant.dose.as_ref().filter(|dose| !can_add(dose)) {
        return Err(Trouble::Failed(trouble::no_dose(dose, &hello)));
    }
    let mut ready = PreparedWorker { link: Link::Own(worker), hello, opening: Opening::default(), untimed_ns: 0 };
    let case = subjects::case(place.plan, variant, place.point, place.fixtures, running, place.context);
    if let Some(case) = case.map_err(Trouble::Failed)? {
        ready.ask(place.plan, variant, &Request::Prepare { case }, START_LIMIT_NS)?;
    }
    ready.opening = Opening { start_ns, prepare_ns: now_ns() - greeted_ns };
    Ok(ready)
}

fn prepare_shared(
    place: PointResources,
    index: usize,
    spawner: &Rc<RefCell<SharedSpawner>>,
    hello: &Hello,
) -> Result<PreparedWorker, Trouble> {
    let variant = &place.plan.variants[index];
    let case =
        subjects::case(place.plan, variant, place.point, place.fixtures, &RunningServers::default(), place.context);
    let case = case.map_err(Trouble::Failed)?.expect("a command has a case");
    spawner.borrow_mut().prepare(place.plan, variant, &case)?;
    let link = Link::Shared(Rc::clone(spawner), case);
    let mut hello = hello.clone();
    if variant.tells().is_some() {
        hello.absent.extend(command::untold());
    }
    Ok(PreparedWorker { link, hello, opening: Opening::default(), untimed_ns: 0 })
}

impl PreparedWorker {
    /// What batches took that belong to no block, in nanoseconds.
    pub fn take_untimed_ns(&mut self) -> u64 {
        std::mem::take(&mut self.untimed_ns)
    }

    /// Binds the worker, and what it starts from now on, to a CPU.
    pub fn bind(&mut self, cpu: usize) {
        match &mut self.link {
            Link::Own(worker) => worker.bind(cpu),
            Link::Shared(spawner, _) => spawner.borrow_mut().worker.bind(cpu),
        }
    }

    /// Whether [`PreparedWorker::bind`] moves all that runs for the variant.
    pub fn is_one_thread(&self) -> bool {
        matches!(&self.link, Link::Own(worker) if worker.is_one_thread())
    }

    /// Asks the worker; `limit_ns` is the time of the work itself. An error of the worker becomes the variant's failure.
    pub fn ask(&mut self, plan: &Plan, variant: &Variant, request: &Request, limit_ns: u64) -> Result<Reply, Trouble> {
        match &mut self.link {
            Link::Own(worker) => understood(plan, variant, request, worker.ask(request, limit_ns), limit_ns),
            Link::Shared(spawner, case) => {
                let mut spawner = spawner.borrow_mut();
                spawner.prepare(plan, variant, case)?;
                let limit_ns = limit_ns.saturating_add(GRACE_NS);
                understood(plan, variant, request, spawner.worker.ask(request, limit_ns), limit_ns)
            }
        }
    }
}

impl SharedSpawner {
    /// Makes a case the one that is run next.
    fn prepare(&mut self, plan: &Plan, variant: &Variant, case: &WorkerCase) -> Result<(), Trouble> {
        if self.prepared.as_ref() != Some(case) {
            let request = Request::Prepare { case: case.clone() };
            let reply = self.worker.ask(&request, START_LIMIT_NS);
            self.prepared = None;
            understood(plan, variant, &request, reply, START_LIMIT_NS)?;
            self.prepared = Some(case.clone());
        }
        Ok(())
    }
}

impl Trouble {
    /// The same trouble, for another variant that shares the worker.
    pub fn same(&self) -> Trouble {
        match self {
            Trouble::Failed(failure) => Trouble::Failed(failure.clone()),
            Trouble::Interrupted => Trouble::Interrupted,
        }
    }
}

fn is_command(variant: &Variant) -> bool {
    matches!(variant.subject, Subject::Command(_))
}

/// A reply to what was asked, or the trouble. What is measured runs in the process that replies, and may write to its pipe.
fn understood(
    plan: &Plan,
    variant: &Variant,
    request: &Request,
    reply: Result<Reply, Loss>,
    limit_ns: u64,
) -> Result<Reply, Trouble> {
    match reply {
        Ok(Reply::Error(error)) => Err(Trouble::Failed(trouble::failure(plan, variant, &error))),
        Ok(reply) if !reply.is_to(request) => {
            Err(lost(variant, Loss::Garbled("it replies to something else than was asked".to_string()), limit_ns))
        }
        // Of the time that it takes itself, the counters of its process say nothing; how many iterations there were is for it to say.
        Ok(Reply::Sample { iterations, readings, slices_ns, latencies, notes }) if variant.tells().is_some() => {
            let readings = readings.iter().filter(|(metric, _)| *metric == Metric::Wall).collect();
            Ok(Reply::Sample { iterations, readings, slices_ns, latencies, notes })
        }
        Ok(reply) => match reply.contradiction(request) {
            Some(why) => Err(lost(variant, Loss::Garbled(why), limit_ns)),
            None => Ok(reply),
        },
        Err(loss) => Err(lost(variant, loss, limit_ns)),
    }
}

fn not_greeted(variant: &Variant, loss: &Loss) -> Trouble {
    match loss {
        Loss::Interrupted => Trouble::Interrupted,
        other => Trouble::Failed(trouble::no_greeting(variant, other, START_LIMIT_NS)),
    }
}

fn lost(variant: &Variant, loss: Loss, limit_ns: u64) -> Trouble {
    match loss {
        Loss::Interrupted => Trouble::Interrupted,
        other => Trouble::Failed(trouble::loss(variant, &other, limit_ns)),
    }
}
