//! The workers of a point: started together, asked one at a time.

use crate::fixture::Fixtures;
use crate::limits::{HANGS_NS, limit_ns};
use crate::trouble::{self, Trouble};
use design::Case;
use model::{Beginning, Dose, Failure, Metric, Sample};
use protocol::{Hello, Reply, Request};
use std::collections::BTreeMap;
use subjects::http::RunningServers;
use subjects::{LaunchDraw, Loss, Started, Worker, command};

/// A variant whose worker has its case prepared.
pub struct PreparedWorker<'a> {
    pub case: Case<'a>,
    pub(crate) worker: Box<dyn Worker>,
    pub hello: Hello,
    /// What it took until it could run, of its own process where all were started one after the other; the rest of it is not known yet.
    pub beginning: Beginning,
    /// What its answer took, in nanoseconds; 0 where it has not answered.
    pub answer_ns: f64,
    /// What batches took that belong to no block, in nanoseconds, since it was last taken.
    pub untimed_ns: u64,
    /// The iterations of all batches that belong to no block.
    pub untimed: u64,
    /// Remarks on those batches.
    pub notes: Vec<String>,
}

/// In which order workers are started.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// All before any is waited for: they load in parallel.
    Together,
    /// One process after the other, each when the one before is ready: so that it is known how long each takes.
    InTurn,
}

/// Starts the workers of several variants at a point, and makes each ready. The result holds every variant, with its trouble where it has one.
/// `running` is what requests find.
pub fn enlist<'a>(
    site: &Fixtures<'a>,
    launches: Vec<(usize, LaunchDraw)>,
    running: &RunningServers,
    order: Order,
) -> BTreeMap<usize, Result<PreparedWorker<'a>, Trouble>> {
    // What is built for a start is given up when the run shall stop.
    let trouble = |failure| match site.context.interrupt.raised() {
        true => Trouble::Interrupted,
        false => Trouble::Failed(failure),
    };
    let processes = match order {
        Order::Together => vec![launches],
        Order::InTurn => subjects::by_process(site.plan, site.point, &launches),
    };
    let mut enlisted = BTreeMap::new();
    for process in processes {
        let begun_ns = site.context.clock.now_ns();
        // That of the first of the workers that come from one process.
        let mut start_ns = None;
        let started = subjects::start(site.plan, site.point, &process, site.context);
        let prepared = |(index, started): (usize, Started)| {
            let ready = started.map_err(trouble);
            (index, ready.and_then(|worker| prepare(site, index, worker, running, begun_ns, &mut start_ns)))
        };
        enlisted.extend(started.into_iter().map(prepared));
    }
    enlisted
}

fn prepare<'a>(
    site: &Fixtures<'a>,
    index: usize,
    mut worker: Box<dyn Worker>,
    running: &RunningServers,
    begun_ns: u64,
    start_ns: &mut Option<u64>,
) -> Result<PreparedWorker<'a>, Trouble> {
    let case = Case { plan: site.plan, point: site.point, index };
    let variant = case.variant();
    let mut hello = worker.greet(HANGS_NS).map_err(|loss| trouble::no_greeting(variant, &loss, HANGS_NS))?;
    let now_ns = || site.context.clock.now_ns();
    let greeted_ns = now_ns();
    let start_ns = *start_ns.get_or_insert(greeted_ns - begun_ns);
    let can_add = |dose: &&Dose| hello.doses.iter().any(|event| event == dose.event.key());
    if let Some(dose) = variant.dose.as_ref().filter(|dose| !can_add(dose)) {
        return Err(Trouble::Failed(trouble::no_dose(dose, &hello)));
    }
    if variant.tells().is_some() {
        hello.absent.extend(command::untold());
    }
    let mut ready = PreparedWorker {
        case,
        worker,
        hello,
        beginning: Beginning::default(),
        answer_ns: 0.0,
        untimed_ns: 0,
        untimed: 0,
        notes: Vec::new(),
    };
    let told = subjects::case(site.plan, variant, site.point, &site.paths(), running, site.context);
    if let Some(told) = told.map_err(Trouble::Failed)? {
        ready.ask(&Request::Prepare { case: told }, 0.0)?;
    }
    ready.beginning = Beginning { start_ns, prepare_ns: now_ns() - greeted_ns, ..Beginning::default() };
    Ok(ready)
}

impl PreparedWorker<'_> {
    /// Asks the worker, of whose iterations one was seen to take `ns`; 0 where none was. An error of the worker becomes the variant's failure. What is measured runs in the process
    /// that replies, and may write to its pipe.
    pub fn ask(&mut self, request: &Request, ns: f64) -> Result<Reply, Trouble> {
        let (case, limit_ns) = (self.case, limit_ns(self.case, request, ns));
        let variant = case.variant();
        let loss = match self.worker.ask(request, limit_ns) {
            Ok(Reply::Error(error)) => return Err(Trouble::Failed(trouble::failure(case.plan, variant, &error))),
            Ok(reply) if !reply.is_to(request) => {
                Loss::Garbled("it replies to something else than was asked".to_string())
            }
            // Of the time that it takes itself, the counters of its process say nothing; how many iterations there were is for it to say.
            Ok(Reply::Sample { iterations, readings, slices_ns, latencies, notes }) if variant.tells().is_some() => {
                let readings = readings.iter().filter(|(metric, _)| *metric == Metric::Wall).collect();
                return Ok(Reply::Sample { iterations, readings, slices_ns, latencies, notes });
            }
            Ok(reply) => match reply.contradiction(request) {
                Some(why) => Loss::Garbled(why),
                None => return Ok(reply),
            },
            Err(loss) => loss,
        };
        let line = trouble::line_of_loss(case.plan, variant, &loss);
        Err(trouble::loss(variant, &loss, limit_ns).map(|failure| Failure { line, ..failure }))
    }

    /// Asks for a batch: the sample, and remarks.
    pub fn run(&mut self, request: &Request, ns: f64) -> Result<(Sample, Vec<String>), Trouble> {
        match self.ask(request, ns)? {
            Reply::Sample { iterations, readings, slices_ns, latencies, notes } => {
                let latencies = latencies.map(Box::new);
                Ok((Sample { variant: self.case.index, iterations, readings, slices_ns, latencies }, notes))
            }
            other => unreachable!("{other:?} in reply to run: the crew lets nothing else through"),
        }
    }

    /// Asks for a batch that belongs to no block, in so many slices, of iterations that were seen to take so many nanoseconds; counters are read around it
    /// unless it is `bare`. The result has how many iterations there were: a command that times itself may decide that.
    pub fn run_outside_blocks(&mut self, wanted: u64, slices: u64, bare: bool, ns: f64) -> Result<Sample, Trouble> {
        let (sample, notes) = self.run(&Request::Run { iterations: wanted, padding: 0, slices, bare }, ns)?;
        self.notes.extend(notes);
        self.untimed_ns = self.untimed_ns.saturating_add(sample.readings.total(Metric::Wall));
        self.untimed += sample.iterations;
        Ok(sample)
    }
}
