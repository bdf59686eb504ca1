//! One spawner for all commands of a point. With one each, a spawner that happened to sit on the busier CPU made its variant slower for
//! the whole run: a command was called different from itself by up to 7 %.

use crate::{Loss, Worker};
use protocol::{Hello, Reply, Request, WorkerCase};
use std::cell::RefCell;
use std::rc::Rc;

/// What is waited beyond a time-out that the spawner itself keeps, in nanoseconds.
const GRACE_NS: u64 = 5_000_000_000;

/// A spawner, and what its commands have asked of it.
struct Spawner {
    worker: Box<dyn Worker>,
    /// Its greeting, once anybody has waited for it.
    hello: Option<Result<Hello, Loss>>,
    /// The case that it would run.
    prepared: Option<WorkerCase>,
}

/// The worker of one of the commands.
struct OneOfSeveral {
    spawner: Rc<RefCell<Spawner>>,
    /// The case of its own, which the spawner is told again when another command was its last.
    case: Option<WorkerCase>,
}

/// So many workers that share a spawner.
pub fn share(worker: Box<dyn Worker>, count: usize) -> Vec<Box<dyn Worker>> {
    let spawner = Rc::new(RefCell::new(Spawner { worker, hello: None, prepared: None }));
    let own = || Box::new(OneOfSeveral { spawner: Rc::clone(&spawner), case: None }) as Box<dyn Worker>;
    std::iter::repeat_with(own).take(count).collect()
}

impl Worker for OneOfSeveral {
    fn greet(&mut self, limit_ns: u64) -> Result<Hello, Loss> {
        let Spawner { worker, hello, .. } = &mut *self.spawner.borrow_mut();
        hello.get_or_insert_with(|| worker.greet(limit_ns)).clone()
    }

    fn ask(&mut self, request: &Request, limit_ns: u64) -> Result<Reply, Loss> {
        let limit_ns = limit_ns.saturating_add(GRACE_NS);
        let mut spawner = self.spawner.borrow_mut();
        if let Request::Prepare { case } = request {
            self.case = Some(case.clone());
            return spawner.prepare(case, limit_ns);
        }
        if let Some(case) = self.case.as_ref().filter(|case| spawner.prepared.as_ref() != Some(case)) {
            let reply = spawner.prepare(case, limit_ns)?;
            if spawner.prepared.is_none() {
                return Ok(reply);
            }
        }
        spawner.worker.ask(request, limit_ns)
    }

    fn bind(&mut self, cpu: usize) {
        self.spawner.borrow_mut().worker.bind(cpu);
    }
}

impl Spawner {
    /// Makes a case the one that is run next.
    fn prepare(&mut self, case: &WorkerCase, limit_ns: u64) -> Result<Reply, Loss> {
        self.prepared = None;
        let reply = self.worker.ask(&Request::Prepare { case: case.clone() }, limit_ns)?;
        if matches!(reply, Reply::Prepared) {
            self.prepared = Some(case.clone());
        }
        Ok(reply)
    }
}
