//! The workers of a point: started together, asked one at a time.

use crate::limits::HANGS_NS;
use crate::trouble::{self, Trouble};
use design::Case;
use model::{Beginning, Dose, Failure, Metric, Plan, Point, Sample, Subject};
use protocol::{Hello, Reply, Request, WorkerCase};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use subjects::http::RunningServers;
use subjects::{Context, LaunchDraw, Loss, Started, Worker, command};

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

/// A variant whose worker has its case prepared.
pub struct PreparedWorker {
    link: Link,
    /// How its worker greeted.
    pub hello: Hello,
    /// What it took until it could run, of its own process where all were started one after the other; the rest of it is not known yet.
    pub beginning: Beginning,
    /// What batches took that belong to no block, in nanoseconds, since it was last taken.
    pub untimed_ns: u64,
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
    let is_command =
        |(index, _): &(usize, LaunchDraw)| matches!(place.case(*index).variant().subject, Subject::Command(_));
    let (commands, others): (Vec<_>, Vec<_>) = launches.iter().cloned().partition(is_command);
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
        let begun_ns = place.context.clock.now_ns();
        // That of the first of the workers that come from one process.
        let mut start_ns = None;
        let started = subjects::start(place.plan, place.point, &process, place.context);
        let prepared = |(index, started): (usize, Started)| {
            let ready = started.map_err(trouble);
            (index, ready.and_then(|worker| prepare_own(place, index, worker, running, begun_ns, &mut start_ns)))
        };
        enlisted.extend(started.into_iter().map(prepared));
    }
    if let Some((first, _)) = commands.first() {
        let spawner = command::start(place.context).map_err(trouble).and_then(|mut worker| {
            let hello = greeted(place.case(*first), &mut worker)?;
            Ok((Rc::new(RefCell::new(SharedSpawner { worker, prepared: None })), hello))
        });
        for (index, _) in &commands {
            let shared = spawner.as_ref().map_err(Trouble::clone);
            enlisted.insert(*index, shared.and_then(|(spawner, hello)| prepare_shared(place, *index, spawner, hello)));
        }
    }
    enlisted
}

fn prepare_own(
    place: PointResources,
    index: usize,
    mut worker: Box<dyn Worker>,
    running: &RunningServers,
    begun_ns: u64,
    start_ns: &mut Option<u64>,
) -> Result<PreparedWorker, Trouble> {
    let case = place.case(index);
    let variant = case.variant();
    let hello = greeted(case, &mut worker)?;
    let now_ns = || place.context.clock.now_ns();
    let greeted_ns = now_ns();
    let start_ns = *start_ns.get_or_insert(greeted_ns - begun_ns);
    let can_add = |dose: &&Dose| hello.doses.iter().any(|event| event == dose.event.key());
    if let Some(dose) = variant.dose.as_ref().filter(|dose| !can_add(dose)) {
        return Err(Trouble::Failed(trouble::no_dose(dose, &hello)));
    }
    let mut ready = PreparedWorker { link: Link::Own(worker), hello, beginning: Beginning::default(), untimed_ns: 0 };
    let told = subjects::case(place.plan, variant, place.point, place.fixtures, running, place.context);
    if let Some(told) = told.map_err(Trouble::Failed)? {
        ready.ask(case, &Request::Prepare { case: told }, HANGS_NS)?;
    }
    ready.beginning = Beginning { start_ns, prepare_ns: now_ns() - greeted_ns, ..Beginning::default() };
    Ok(ready)
}

fn prepare_shared(
    place: PointResources,
    index: usize,
    spawner: &Rc<RefCell<SharedSpawner>>,
    hello: &Hello,
) -> Result<PreparedWorker, Trouble> {
    let case = place.case(index);
    let (variant, running) = (case.variant(), RunningServers::default());
    let told = subjects::case(place.plan, variant, place.point, place.fixtures, &running, place.context);
    let told = told.map_err(Trouble::Failed)?.expect("a command has a case");
    spawner.borrow_mut().prepare(case, &told)?;
    let link = Link::Shared(Rc::clone(spawner), told);
    let mut hello = hello.clone();
    if variant.tells().is_some() {
        hello.absent.extend(command::untold());
    }
    Ok(PreparedWorker { link, hello, beginning: Beginning::default(), untimed_ns: 0 })
}

impl<'a> PointResources<'a> {
    fn case(self, index: usize) -> Case<'a> {
        Case { plan: self.plan, point: self.point, index }
    }
}

impl PreparedWorker {
    /// Binds the worker, and what it starts from now on, to a CPU.
    pub fn bind(&mut self, cpu: usize) {
        match &mut self.link {
            Link::Own(worker) => worker.bind(cpu),
            Link::Shared(spawner, _) => spawner.borrow_mut().worker.bind(cpu),
        }
    }

    /// The line that tells what happened, of what its own worker wrote to its standard error since it was told its case.
    pub fn said(&self) -> Option<String> {
        if let Link::Own(worker) = &self.link { worker.said() } else { None }
    }

    /// Whether [`PreparedWorker::bind`] moves all that runs for the variant.
    pub fn is_one_thread(&self) -> bool {
        matches!(&self.link, Link::Own(worker) if worker.is_one_thread())
    }

    /// Whether its worker has one thread, and ran in that.
    pub fn ran_in_one_thread(&self) -> bool {
        matches!(&self.link, Link::Own(worker) if worker.is_one_thread() && worker.ran_in_one_thread())
    }

    /// Asks the worker; `limit_ns` is the time of the work itself. An error of the worker becomes the variant's failure.
    pub fn ask(&mut self, case: Case, request: &Request, limit_ns: u64) -> Result<Reply, Trouble> {
        match &mut self.link {
            Link::Own(worker) => understood(case, request, worker.ask(request, limit_ns), limit_ns),
            Link::Shared(spawner, told) => {
                let mut spawner = spawner.borrow_mut();
                spawner.prepare(case, told)?;
                let limit_ns = limit_ns.saturating_add(GRACE_NS);
                understood(case, request, spawner.worker.ask(request, limit_ns), limit_ns)
            }
        }
    }

    /// Asks for a batch: the sample, and remarks.
    pub fn run(&mut self, case: Case, request: &Request, limit_ns: u64) -> Result<(Sample, Vec<String>), Trouble> {
        match self.ask(case, request, limit_ns)? {
            Reply::Sample { iterations, readings, slices_ns, latencies, notes } => {
                let latencies = latencies.map(Box::new);
                Ok((Sample { variant: case.index, iterations, readings, slices_ns, latencies }, notes))
            }
            other => unreachable!("{other:?} in reply to run: the crew lets nothing else through"),
        }
    }
}

impl SharedSpawner {
    /// Makes a case the one that is run next.
    fn prepare(&mut self, case: Case, told: &WorkerCase) -> Result<(), Trouble> {
        if self.prepared.as_ref() != Some(told) {
            let request = Request::Prepare { case: told.clone() };
            let reply = self.worker.ask(&request, HANGS_NS);
            self.prepared = None;
            understood(case, &request, reply, HANGS_NS)?;
            self.prepared = Some(told.clone());
        }
        Ok(())
    }
}

/// A reply to what was asked, or the trouble. What is measured runs in the process that replies, and may write to its pipe.
fn understood(case: Case, request: &Request, reply: Result<Reply, Loss>, limit_ns: u64) -> Result<Reply, Trouble> {
    let variant = case.variant();
    let loss = match reply {
        Ok(Reply::Error(error)) => return Err(Trouble::Failed(trouble::failure(case.plan, variant, &error))),
        Ok(reply) if !reply.is_to(request) => Loss::Garbled("it replies to something else than was asked".to_string()),
        // Of the time that it takes itself, the counters of its process say nothing; how many iterations there were is for it to say.
        Ok(Reply::Sample { iterations, readings, slices_ns, latencies, notes }) if variant.tells().is_some() => {
            let readings = readings.iter().filter(|(metric, _)| *metric == Metric::Wall).collect();
            return Ok(Reply::Sample { iterations, readings, slices_ns, latencies, notes });
        }
        Ok(reply) => match reply.contradiction(request) {
            Some(why) => Loss::Garbled(why),
            None => return Ok(reply),
        },
        Err(Loss::Interrupted) => return Err(Trouble::Interrupted),
        Err(loss) => loss,
    };
    let line = trouble::line_of_loss(case.plan, variant, &loss);
    Err(Trouble::Failed(Failure { line, ..trouble::loss(variant, &loss, limit_ns) }))
}

fn greeted(case: Case, worker: &mut Box<dyn Worker>) -> Result<Hello, Trouble> {
    worker.greet(HANGS_NS).map_err(|loss| match loss {
        Loss::Interrupted => Trouble::Interrupted,
        other => Trouble::Failed(trouble::no_greeting(case.variant(), &other, HANGS_NS)),
    })
}
