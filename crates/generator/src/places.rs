//! The places for the connections of a batch: which are free for a request, which are vacant.

use crate::connection::{Connection, ConnectionState};
use crate::epoll::{Epoll, Interest};
use crate::order::Order;
use crate::outcome::LoadOutcome;
use crate::socket::Socket;
use std::collections::VecDeque;
use std::io;
use std::time::{Duration, Instant};

/// How long opening connections may take before the clock starts, or twice what the first took for each. Over loopback one takes some 30 µs; whoever has a full queue of them takes none for
/// a second, when the kernel asks again.
const OPENING_MAX: Duration = Duration::from_millis(200);

/// Twice as many places as connections are allowed: the other half is for those that only wait for the server to close.
pub(crate) struct Places {
    pub(crate) connections: Vec<Connection>,
    /// Where the next request can be sent. Who has waited longest comes first, so that all connections are used.
    free: VecDeque<usize>,
    vacant: Vec<usize>,
}

impl Places {
    /// Places for so many connections that bring responses to a request that is a HEAD, or is not.
    pub(crate) fn new(allowed: usize, head_only: bool) -> Places {
        let mut connections: Vec<Connection> =
            (0..2 * allowed).map(|index| Connection::new(index, head_only)).collect();
        connections[..allowed].iter_mut().for_each(|connection| connection.state = ConnectionState::Free);
        Places { connections, free: (0..allowed).collect(), vacant: (allowed..2 * allowed).collect() }
    }

    /// Opens the connections one after another. What cannot be opened now is tried again by the request that needs it: a server that accepts no connection
    /// before it has served another makes whoever waits for it wait for ever.
    pub(crate) fn open_ahead(&mut self, order: &Order, epoll: &Epoll, outcome: &mut LoadOutcome) -> io::Result<()> {
        let begun = Instant::now();
        let mut until = begun + order.load.timeout;
        let allowed = self.free.len();
        for (index, connection) in self.connections[..allowed].iter_mut().enumerate() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            match Socket::open(&order.target.address, left) {
                Ok(socket) => {
                    if index == 0 {
                        // Another machine is farther away.
                        until = begun + order.load.timeout.min(OPENING_MAX.max(2 * allowed as u32 * begun.elapsed()));
                    }
                    connection.install(socket);
                    connection.established = true;
                    connection.watch(epoll, Interest::Read)?;
                    outcome.connections_opened += 1;
                }
                Err(_) => {
                    outcome.connections_failed += 1;
                    break;
                }
            }
        }
        Ok(())
    }

    pub(crate) fn any_free(&self) -> bool {
        !self.free.is_empty()
    }

    /// The place that has been free for the longest time.
    pub(crate) fn take_free(&mut self) -> Option<usize> {
        self.free.pop_front()
    }

    /// The next request can be sent there.
    pub(crate) fn set_free(&mut self, index: usize) {
        self.connections[index].state = ConnectionState::Free;
        self.free.push_back(index);
    }

    /// Decides what becomes of a connection that has brought a whole response, to a request that may not have been sent to its end. Returns the place where the
    /// next request can be sent.
    pub(crate) fn settle(&mut self, index: usize, ended: bool, all_sent: bool, keep_alive: bool) -> usize {
        let connection = &mut self.connections[index];
        let announced = !connection.reader.keep_alive();
        if ended {
            connection.socket = None;
        } else if announced && all_sent {
            connection.state = ConnectionState::Farewell;
            return self.take_vacant();
        } else if !keep_alive || !all_sent {
            connection.reset();
        }
        index
    }

    /// The server has closed, as announced, or has sent more instead.
    pub(crate) fn part(&mut self, index: usize, ended: bool) {
        if ended {
            self.connections[index].socket = None;
        } else {
            self.connections[index].reset();
        }
        self.set_vacant(index);
    }

    /// A place for another connection. If all are taken, a server that announced to close and does not is left.
    fn take_vacant(&mut self) -> usize {
        self.vacant.pop().unwrap_or_else(|| {
            let leaving = self.connections.iter().position(|connection| connection.state == ConnectionState::Farewell);
            let index = leaving.expect("half of the places are allowed to be used");
            self.connections[index].reset();
            index
        })
    }

    /// Nothing is there any more.
    fn set_vacant(&mut self, index: usize) {
        self.connections[index].state = ConnectionState::Vacant;
        self.vacant.push(index);
    }

    /// Where a request waits for a connection that nobody has taken.
    pub(crate) fn unopened(&self) -> Vec<usize> {
        let is_unopened = |one: &Connection| one.state == ConnectionState::InFlight && !one.established;
        (0..self.connections.len()).filter(|index| is_unopened(&self.connections[*index])).collect()
    }

    /// Resets the connections that a request is on, or `all`: those that are closed keep their ports for a minute, of which another machine is reached by some thirty thousand.
    pub(crate) fn close(&mut self, all: bool) {
        let is_on = |connection: &&mut Connection| all || connection.state == ConnectionState::InFlight;
        self.connections.iter_mut().filter(is_on).for_each(Connection::reset);
    }
}
