//! The interface: a target, a load, and batches of requests.

use crate::answer;
use crate::batch;
use crate::counting::LeadIn;
use crate::epoll::Epoll;
use crate::fault::Fault;
use crate::keeper::Keeper;
use crate::load::{Load, Pace};
use crate::order::Order;
use crate::outcome::LoadOutcome;
use crate::target::Target;
use std::io;

/// How much is read at once, in bytes.
const BUFFER_BYTES: usize = 64 * 1024;

/// Sends a request to a server, over and over. It does its work on the thread that calls it, and between calls it has no
/// connection open.
pub struct Generator {
    target: Target,
    load: Load,
    epoll: Epoll,
    buffer: Vec<u8>,
    /// How many requests the batch before sent while it waited for its longest answer.
    sent_in_longest: u64,
    /// The median there, in nanoseconds: requests that run out of time are not much of it.
    usual_ns: u64,
}

impl Generator {
    /// A generator for one target and one load. Nothing is sent yet.
    ///
    /// # Errors
    /// `InvalidInput` for an empty request, no connections, a time-out of zero, or a rate that is not more than zero; or the
    /// system has no descriptor for an epoll instance.
    pub fn new(target: Target, load: Load) -> io::Result<Generator> {
        if target.request.is_empty() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "a request needs at least its first line"));
        }
        load.check()?;
        Ok(Generator {
            target,
            load,
            epoll: Epoll::new()?,
            buffer: vec![0; BUFFER_BYTES],
            sent_in_longest: 0,
            usual_ns: 0,
        })
    }

    /// Sends one request on a fresh connection, and hands on all of the response, whatever its status. Takes no longer than
    /// about the load's time-out.
    ///
    /// # Errors
    /// Why there is no whole response.
    pub fn answer(&mut self, keeper: &mut impl Keeper) -> Result<(), Fault> {
        answer::answer(&self.target, &self.load, &mut self.buffer, keeper)
    }

    /// Sends so many requests, and returns when each has ended. A whole response of another status than expected, or where none is than the first one from 200 to 399, is a fault,
    /// but its connection is used on. The seed decides the planned times of [`Pace::Poisson`], and in [`Generator::run_sustained`] how many come before those that count.
    ///
    /// With [`Load::keep_alive`] connections are opened before the clock starts. All are closed after it has stopped, so that
    /// between batches none occupies a worker of the server.
    ///
    /// When nothing but faults comes, the batch is given up: after [`FAULTS_IN_A_ROW_MAX`](crate::FAULTS_IN_A_ROW_MAX)
    /// requests that were sent and failed in a row, or twice as many time-outs in a row as there are connections, but no
    /// fewer than three. An open loop far above what the server can do ends like this as well.
    ///
    /// # Errors
    /// The machine has no descriptors or no memory left.
    pub fn run(
        &mut self,
        requests: u64,
        seed: u64,
        expected_status: impl Into<Option<u16>>,
    ) -> io::Result<LoadOutcome> {
        self.batch(requests, None, seed, expected_status.into())
    }

    /// The same of a load that goes on: of a closed loop over several connections, requests come before those that count, and others follow them until the last of
    /// them has ended ([`LoadOutcome::sustained_ns`]). Else fewer and fewer connections are busy at the end of a batch, and maybe one with a slow answer. Those before are once to twice as
    /// many as the batch before sent in the time of its longest answer, by chance, because until then fewer slow ones are under way than later; and go on until each connection has had an answer, but for
    /// that no longer than those that count will take by the median of the batch before. Over one connection all count: it has nothing else under way where a batch begins or ends.
    ///
    /// # Errors
    /// As of [`Generator::run`].
    pub fn run_sustained(
        &mut self,
        requests: u64,
        seed: u64,
        expected_status: impl Into<Option<u16>>,
    ) -> io::Result<LoadOutcome> {
        let connections = self.load.connections as u64;
        let patience_ns = (self.usual_ns as f64 * requests as f64 / connections as f64) as u64;
        let lead_in = match (self.load.pace, connections) {
            (Pace::Closed, 2..) => Some(LeadIn::at_random(connections, self.sent_in_longest, patience_ns, seed)),
            _ => None,
        };
        self.batch(requests, lead_in, seed, expected_status.into())
    }

    fn batch(
        &mut self,
        requests: u64,
        lead_in: Option<LeadIn>,
        seed: u64,
        expected_status: Option<u16>,
    ) -> io::Result<LoadOutcome> {
        let order = Order { target: &self.target, load: &self.load, requests, lead_in, seed, expected_status };
        let outcome = batch::run(&order, &mut self.epoll, &mut self.buffer)?;
        let part = outcome.served_ns as f64 / outcome.sent_ns.max(1) as f64;
        // What is sent over all connections at once tells no pace.
        let is_paced = outcome.sent() > self.load.connections as u64;
        self.sent_in_longest = if is_paced { (part * outcome.sent() as f64) as u64 } else { outcome.sent() };
        self.usual_ns = outcome.latencies.value_at_quantile(0.5);
        Ok(outcome)
    }
}
