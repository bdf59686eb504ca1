//! The workers of a point: started together, asked one at a time.

use crate::trouble;
use model::{Failure, Plan, Point, Subject, Variant};
use protocol::{Hello, Reply, Request};
use std::collections::BTreeMap;
use subjects::{Context, Launch, Loss, Worker};

/// How long a worker may take to start and to prepare, in nanoseconds.
const START_LIMIT_NS: u64 = 60_000_000_000;

/// What the scheduler waits beyond a time-out that the spawner itself keeps, in nanoseconds.
const GRACE_NS: u64 = 5_000_000_000;

/// Where the workers stand: a plan at a point with its fixtures.
#[derive(Clone, Copy)]
pub struct Place<'a> {
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

/// A worker with its case prepared.
pub struct Ready {
    worker: Box<dyn Worker>,
    /// How it greeted.
    pub hello: Hello,
}

/// Whether a variant's worker is started afresh at every launch. A spawner is not: each execution of its command is a
/// fresh process already.
pub fn is_fresh_each_launch(variant: &Variant) -> bool {
    !matches!(variant.subject, Subject::Command(_))
}

/// Starts the workers of several variants, then makes each ready. Starting all before waiting for any lets them load in
/// parallel. The result holds every variant, with its trouble where it has one.
pub fn enlist(place: Place, launches: &[(usize, Launch)]) -> BTreeMap<usize, Result<Ready, Trouble>> {
    let started: Vec<_> = launches
        .iter()
        .map(|(index, launch)| {
            (*index, subjects::start(&place.plan.variants[*index], place.point, launch, place.context))
        })
        .collect();
    started
        .into_iter()
        .map(|(index, started)| {
            (index, started.map_err(Trouble::Failed).and_then(|worker| prepare(place, index, worker)))
        })
        .collect()
}

fn prepare(place: Place, index: usize, mut worker: Box<dyn Worker>) -> Result<Ready, Trouble> {
    let variant = &place.plan.variants[index];
    let hello = worker.greet(START_LIMIT_NS).map_err(|loss| lost(variant, loss, START_LIMIT_NS))?;
    let mut ready = Ready { worker, hello };
    if let Some(case) = subjects::case(place.plan, variant, place.point, place.fixtures) {
        ready.ask(place.plan, variant, &Request::Prepare { case }, START_LIMIT_NS)?;
    }
    Ok(ready)
}

impl Ready {
    /// Asks the worker; `limit_ns` is the time of the work itself. An error of the worker becomes the variant's failure.
    pub fn ask(&mut self, plan: &Plan, variant: &Variant, request: &Request, limit_ns: u64) -> Result<Reply, Trouble> {
        let keeps_time = matches!(variant.subject, Subject::Command(_));
        let limit_ns = if keeps_time { limit_ns.saturating_add(GRACE_NS) } else { limit_ns };
        match self.worker.ask(request, limit_ns) {
            Ok(Reply::Error(error)) => Err(Trouble::Failed(trouble::failure(plan, variant, &error))),
            Ok(reply) => Ok(reply),
            Err(loss) => Err(lost(variant, loss, limit_ns)),
        }
    }
}

fn lost(variant: &Variant, loss: Loss, limit_ns: u64) -> Trouble {
    match loss {
        Loss::Interrupted => Trouble::Interrupted,
        other => Trouble::Failed(trouble::loss(variant, &other, limit_ns)),
    }
}
