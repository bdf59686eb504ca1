//! The interface: a target, a load, and batches of requests.

use crate::answer;
use crate::batch;
use crate::epoll::Epoll;
use crate::fault::Fault;
use crate::keeper::Keeper;
use crate::load::Load;
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
        Ok(Generator { target, load, epoll: Epoll::new()?, buffer: vec![0; BUFFER_BYTES] })
    }

    /// Sends one request on a fresh connection, and hands on all of the response, whatever its status. Takes no longer than
    /// about the load's time-out.
    ///
    /// # Errors
    /// Why there is no whole response.
    pub fn answer(&mut self, keeper: &mut impl Keeper) -> Result<(), Fault> {
        answer::answer(&self.target, &self.load, &mut self.buffer, keeper)
    }

    /// Sends so many requests, and returns when each has ended. A whole response of another status than expected is a fault,
    /// but its connection is used on. The seed decides the planned times of [`Pace::Poisson`](crate::Pace::Poisson).
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
    pub fn run(&mut self, requests: u64, seed: u64, expected_status: u16) -> io::Result<LoadOutcome> {
        let order = Order { target: &self.target, load: &self.load, requests, seed, expected_status };
        batch::run(&order, &mut self.epoll, &mut self.buffer)
    }
}
