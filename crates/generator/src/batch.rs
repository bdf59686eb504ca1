//! The loop: a batch of requests over some connections.
//!
//! A place for a connection goes from free (`serve`) to in flight (`begin`, `transmit`, `receive`) and, through `complete` or
//! `fail`, back to free (`release`), where the next request is sent when all that arrived was read (`dispatch`). Nothing here waits except
//! `send_and_receive`.

use crate::clock;
use crate::connection::{Connection, State};
use crate::epoll::{Epoll, Event, Interest};
use crate::fault::{Fault, FaultKind};
use crate::load::Load;
use crate::outcome::{Lag, Outcome};
use crate::reader::{Nothing, Progress};
use crate::schedule::Schedule;
use crate::socket::Socket;
use crate::target::Target;
use crate::timer_slack::TimerSlack;
use std::collections::VecDeque;
use std::io;

/// A batch is given up after so many requests in a row that were sent and failed.
pub const FAULTS_IN_A_ROW_MAX: u64 = 100;

/// At least so many bytes of a body are dropped unread by the kernel; fewer are cheaper to read with what follows.
const DISCARD_MIN: u64 = 16 * 1024;

/// What a batch is made of.
pub(crate) struct Order<'a> {
    pub(crate) target: &'a Target,
    pub(crate) load: &'a Load,
    pub(crate) requests: u64,
    pub(crate) seed: u64,
    pub(crate) expected_status: u16,
}

/// Sends the requests and reads the responses. All connections are closed when it returns.
///
/// # Errors
/// The machine has no descriptors or no memory left.
pub(crate) fn run(order: &Order, epoll: &mut Epoll, buffer: &mut [u8]) -> io::Result<Outcome> {
    let mut batch = Batch::new(order, epoll, buffer);
    if order.load.keep_alive {
        batch.open_ahead()?;
    }
    let _slack = batch.schedule.is_open().then(TimerSlack::least);
    batch.start_ns = clock::monotonic_ns();
    let cpu_ns = clock::thread_cpu_ns();
    batch.send_and_receive()?;
    let cpu_ns = clock::thread_cpu_ns() - cpu_ns;
    Ok(batch.outcome(cpu_ns))
}

/// Times are in nanoseconds since `start_ns`.
struct Batch<'a> {
    order: &'a Order<'a>,
    timeout_ns: u64,
    epoll: &'a mut Epoll,
    buffer: &'a mut [u8],
    schedule: Schedule,
    /// Twice as many places as connections are allowed: the other half is for those that only wait for the server to close.
    connections: Vec<Connection>,
    /// Places where the next request can be sent. Who has waited longest comes first, so that all connections are used.
    free: VecDeque<usize>,
    vacant: Vec<usize>,
    start_ns: u64,
    /// The latest reading of the clock.
    now_ns: u64,
    /// No request in flight takes too long before this.
    deadline_ns: u64,
    /// Requests that were sent and failed since the last one that completed, and how many of those timed out.
    failed_in_a_row: u64,
    timed_out_in_a_row: u64,
    finished: u64,
    given_up: bool,
    lag: LagSum,
    outcome: Outcome,
}

/// How late requests were sent, in nanoseconds.
#[derive(Default)]
struct LagSum {
    max_ns: u64,
    sum_ns: u64,
    count: u64,
}

impl<'a> Batch<'a> {
    fn new(order: &'a Order, epoll: &'a mut Epoll, buffer: &'a mut [u8]) -> Batch<'a> {
        let allowed = usize::try_from(order.requests).unwrap_or(usize::MAX).min(order.load.connections);
        let mut connections: Vec<Connection> =
            (0..2 * allowed).map(|index| Connection::new(index, order.target.head_only)).collect();
        connections[..allowed].iter_mut().for_each(|connection| connection.state = State::Free);
        Batch {
            order,
            timeout_ns: order.load.timeout_ns(),
            epoll,
            buffer,
            schedule: Schedule::new(order.load.pace, order.requests, order.seed),
            connections,
            free: (0..allowed).collect(),
            vacant: (allowed..2 * allowed).collect(),
            start_ns: 0,
            now_ns: 0,
            deadline_ns: u64::MAX,
            failed_in_a_row: 0,
            timed_out_in_a_row: 0,
            finished: 0,
            given_up: false,
            lag: LagSum::default(),
            outcome: Outcome::nothing(),
        }
    }

    /// Opens the connections one after another. What cannot be opened now is tried again by the request that needs it.
    fn open_ahead(&mut self) -> io::Result<()> {
        for index in 0..self.free.len() {
            match Socket::open(&self.order.target.address, self.order.load.timeout) {
                Ok(socket) => {
                    let connection = &mut self.connections[index];
                    connection.install(socket);
                    connection.established = true;
                    connection.watch(self.epoll, Interest::Read)?;
                    self.outcome.connections_opened += 1;
                }
                Err(_) => {
                    self.outcome.connections_failed += 1;
                    break;
                }
            }
        }
        Ok(())
    }

    fn send_and_receive(&mut self) -> io::Result<()> {
        self.dispatch()?;
        while self.finished < self.order.requests && !self.given_up {
            let wait_ns = self.wait_ns();
            let count = self.epoll.wait(if self.order.load.awake { 0 } else { wait_ns })?;
            if count == 0 {
                self.look_at_clock();
            }
            for index in 0..count {
                let event = self.epoll.event(index);
                self.handle(event)?;
            }
            self.expire()?;
            self.dispatch()?;
        }
        Ok(())
    }

    fn look_at_clock(&mut self) {
        self.now_ns = clock::monotonic_ns() - self.start_ns;
    }

    /// How long nothing is to be done unless a socket demands it.
    fn wait_ns(&mut self) -> u64 {
        let mut wake_ns = self.deadline_ns;
        if let Some(planned_ns) = self.schedule.planned_ns() {
            let waits_for_connection = self.free.is_empty();
            let next_ns = if waits_for_connection { planned_ns.saturating_add(self.timeout_ns) } else { planned_ns };
            wake_ns = wake_ns.min(next_ns);
            self.look_at_clock();
        }
        wake_ns.saturating_sub(self.now_ns)
    }

    /// Sends what is due where a connection is free.
    fn dispatch(&mut self) -> io::Result<()> {
        while self.schedule.is_due(self.now_ns)
            && let Some(index) = self.free.pop_front()
        {
            self.look_at_clock();
            self.serve(index)?;
        }
        Ok(())
    }

    /// A connection is free from now on. Its next request is sent once everything that has arrived was read, together with those of
    /// others: a server that is sent several finds them in one look, and is not woken for each.
    fn release(&mut self, index: usize) {
        let connection = &mut self.connections[index];
        connection.free_since_ns = self.now_ns;
        connection.state = State::Free;
        self.free.push_back(index);
    }

    /// Sends the next request on a free connection, or lets it wait if none is due.
    fn serve(&mut self, index: usize) -> io::Result<()> {
        loop {
            self.drop_expired();
            let Some(due_ns) = self.schedule.take(self.now_ns) else {
                self.connections[index].state = State::Free;
                self.free.push_back(index);
                return Ok(());
            };
            if self.begin(index, due_ns)? {
                return Ok(());
            }
            self.look_at_clock();
        }
    }

    /// Requests that have waited for a connection for too long. They were not sent, so they say nothing about whether the
    /// server lives.
    fn drop_expired(&mut self) {
        while self.schedule.planned_ns().is_some_and(|at_ns| at_ns.saturating_add(self.timeout_ns) <= self.now_ns) {
            let due_ns = self.schedule.take(self.now_ns).expect("it is due for as long as the time-out");
            self.outcome.planned_ns = due_ns;
            self.end_request(&Fault::TimedOut { timeout_ns: self.timeout_ns });
        }
    }

    /// Sends a request on a free connection. Returns whether it is in flight; if not, it has failed.
    fn begin(&mut self, index: usize, due_ns: u64) -> io::Result<bool> {
        let connection = &mut self.connections[index];
        let deadline_ns = due_ns.saturating_add(self.timeout_ns);
        connection.begin(due_ns, self.now_ns, deadline_ns);
        self.deadline_ns = self.deadline_ns.min(deadline_ns);
        if self.schedule.is_open() {
            self.lag.add(self.now_ns - due_ns.max(connection.free_since_ns));
            self.outcome.planned_ns = due_ns;
        }
        if std::mem::take(&mut connection.surplus) {
            self.fail(index, Fault::Surplus);
            return Ok(false);
        }
        self.transmit(index)
    }

    /// Sends the request that is on a connection, which is opened if it is not. Returns whether it is in flight; if not, it
    /// has failed.
    fn transmit(&mut self, index: usize) -> io::Result<bool> {
        loop {
            let connection = &mut self.connections[index];
            if connection.socket.is_none()
                && let Err(fault) = connection.open(&self.order.target.address)?
            {
                self.fail(index, fault);
                return Ok(false);
            }
            if connection.served > 0 {
                self.outcome.connections_reused += 1;
            }
            match self.send(index)? {
                Ok(()) => return Ok(true),
                Err(_) if self.connections[index].may_resend() => self.renew(index),
                Err(fault) => {
                    self.fail(index, fault);
                    return Ok(false);
                }
            }
        }
    }

    /// Sends as much as fits of what is left of the request.
    ///
    /// # Errors
    /// The outer error is the machine's, the inner one the request's.
    fn send(&mut self, index: usize) -> io::Result<Result<(), Fault>> {
        let connection = &mut self.connections[index];
        let rest = &self.order.target.request[connection.request.sent..];
        let interest = match connection.open_socket().send(rest) {
            Ok(length) => {
                if !connection.established {
                    connection.established = true;
                    self.outcome.connections_opened += 1;
                }
                connection.request.sent += length;
                self.outcome.bytes_sent += length as u64;
                if length == rest.len() { Interest::Read } else { Interest::ReadAndWrite }
            }
            Err(error) if is_transient(&error) => Interest::ReadAndWrite,
            Err(error) => return Ok(Err(error.into())),
        };
        connection.watch(self.epoll, interest)?;
        Ok(Ok(()))
    }

    /// The server has closed a connection between two requests: the request goes to a new one.
    fn renew(&mut self, index: usize) {
        self.outcome.resent += 1;
        self.outcome.connections_reused -= 1;
        let connection = &mut self.connections[index];
        connection.socket = None;
        connection.request.resent = true;
        connection.request.sent = 0;
    }

    fn handle(&mut self, event: Event) -> io::Result<()> {
        let index = Connection::index_of(event.token);
        let connection = &self.connections[index];
        if !connection.is_meant(event.token) {
            return Ok(());
        }
        match connection.state {
            State::Vacant => unreachable!("a vacant place has no socket"),
            State::Free => self.hear_unasked(index),
            State::InFlight => self.go_on(index, event)?,
            State::Farewell => self.part(index, event.ended()),
        }
        Ok(())
    }

    /// Something happened at a connection that a request is on.
    fn go_on(&mut self, index: usize, event: Event) -> io::Result<()> {
        if event.writable()
            && self.connections[index].request.sent < self.order.target.request.len()
            && let Err(fault) = self.send(index)?
        {
            // A server may answer and close before it has read everything, so look for the answer first.
            self.connections[index].request.broken = Some(fault);
            return self.receive(index, true);
        }
        if event.readable() { self.receive(index, event.ended()) } else { Ok(()) }
    }

    /// Reads what has come. `ended` tells whether the server will send nothing more.
    fn receive(&mut self, index: usize, ended: bool) -> io::Result<()> {
        let connection = &mut self.connections[index];
        let discardable = connection.reader.discardable();
        let discards = discardable >= DISCARD_MIN;
        let received = if discards {
            connection.open_socket().discard(usize::try_from(discardable).unwrap_or(usize::MAX).min(1 << 30))
        } else {
            connection.open_socket().receive(self.buffer)
        };
        self.look_at_clock();
        let connection = &mut self.connections[index];
        let length = match received {
            Ok(0) => return self.meet_end(index),
            Ok(length) => length,
            Err(error) if is_transient(&error) && connection.request.broken.is_none() => return Ok(()),
            Err(error) => return self.lose(index, error.into()),
        };
        self.outcome.bytes_received += length as u64;
        connection.request.answered = true;
        let progress = if discards {
            Ok(connection.reader.discarded(length))
        } else {
            connection.reader.read(&self.buffer[..length], &mut Nothing)
        };
        match progress {
            Ok(Progress::Incomplete) => Ok(()),
            Ok(Progress::Complete { used }) if used == length => self.complete(index, ended),
            Ok(Progress::Complete { .. }) => self.fail_and_release(index, Fault::Surplus),
            Err(fault) => self.fail_and_release(index, fault),
        }
    }

    /// The server has closed a connection that a request is on.
    fn meet_end(&mut self, index: usize) -> io::Result<()> {
        match self.connections[index].reader.end() {
            Ok(()) => self.complete(index, true),
            Err(fault) => self.lose(index, fault),
        }
    }

    /// The connection is lost that a request is on. If it was lost in sending, that is the cause.
    fn lose(&mut self, index: usize, fault: Fault) -> io::Result<()> {
        let connection = &mut self.connections[index];
        let cause = connection.request.broken.take().unwrap_or(fault);
        if !connection.may_resend() {
            return self.fail_and_release(index, cause);
        }
        self.renew(index);
        if !self.transmit(index)? {
            self.release(index);
        }
        Ok(())
    }

    /// The response is whole.
    fn complete(&mut self, index: usize, ended: bool) -> io::Result<()> {
        let connection = &mut self.connections[index];
        connection.served += 1;
        let status = connection.reader.status();
        self.outcome.busy_ns += self.now_ns - connection.request.begun_ns;
        if status == self.order.expected_status {
            self.outcome.latencies.saturating_record(self.now_ns - connection.request.due_ns);
            self.outcome.completed += 1;
            self.finished += 1;
            self.failed_in_a_row = 0;
            self.timed_out_in_a_row = 0;
        } else {
            *self.outcome.statuses.entry(status).or_default() += 1;
            let fault = Fault::UnexpectedStatus { status, expected: self.order.expected_status };
            self.end_request(&fault);
            self.lose_heart(&fault);
        }
        let next = self.settle(index, ended);
        self.release(next);
        Ok(())
    }

    /// Decides what becomes of a connection that has brought a whole response. Returns the place where the next request can
    /// be sent.
    fn settle(&mut self, index: usize, ended: bool) -> usize {
        let connection = &mut self.connections[index];
        let announced = !connection.reader.keep_alive();
        let all_sent = connection.request.sent == self.order.target.request.len();
        if ended {
            connection.socket = None;
        } else if announced && all_sent {
            connection.state = State::Farewell;
            return self.vacant_place();
        } else if !self.order.load.keep_alive || !all_sent {
            self.reset(index);
        }
        index
    }

    /// A place for another connection. If all are taken, a server that announced to close and does not is left.
    fn vacant_place(&mut self) -> usize {
        self.vacant.pop().unwrap_or_else(|| {
            let leaving = self.connections.iter().position(|connection| connection.state == State::Farewell);
            let index = leaving.expect("half of the places are allowed to be used");
            self.reset(index);
            index
        })
    }

    /// The server has closed, as announced, or has sent more instead.
    fn part(&mut self, index: usize, ended: bool) {
        if ended {
            self.connections[index].socket = None;
        } else {
            self.reset(index);
        }
        self.connections[index].state = State::Vacant;
        self.vacant.push(index);
    }

    /// Something happened at a connection that no request is on: the server closes it, or sends what nobody asked for, which
    /// the next request pays for.
    fn hear_unasked(&mut self, index: usize) {
        let connection = &mut self.connections[index];
        match connection.open_socket().receive(self.buffer) {
            Ok(length @ 1..) => {
                self.outcome.bytes_received += length as u64;
                connection.surplus = true;
                self.reset(index);
            }
            Err(error) if is_transient(&error) => {}
            Ok(0) | Err(_) => connection.socket = None,
        }
    }

    fn fail_and_release(&mut self, index: usize, fault: Fault) -> io::Result<()> {
        self.fail(index, fault);
        self.release(index);
        Ok(())
    }

    /// The request on a connection has failed.
    fn fail(&mut self, index: usize, fault: Fault) {
        self.outcome.busy_ns += self.now_ns - self.connections[index].request.begun_ns;
        if !self.connections[index].established {
            self.outcome.connections_failed += 1;
        }
        self.reset(index);
        self.end_request(&fault);
        self.lose_heart(&fault);
    }

    fn end_request(&mut self, fault: &Fault) {
        self.finished += 1;
        self.outcome.count_fault(fault);
    }

    /// Gives up when every request fails. Time-outs are waited for, so fewer must do.
    fn lose_heart(&mut self, fault: &Fault) {
        self.failed_in_a_row += 1;
        if fault.kind() == FaultKind::TimedOut {
            self.timed_out_in_a_row += 1;
        }
        let timed_out_max = (2 * self.order.load.connections as u64).clamp(3, FAULTS_IN_A_ROW_MAX);
        if self.failed_in_a_row >= FAULTS_IN_A_ROW_MAX || self.timed_out_in_a_row >= timed_out_max {
            self.given_up = true;
            self.schedule.stop();
        }
    }

    fn reset(&mut self, index: usize) {
        if let Some(socket) = self.connections[index].socket.take() {
            socket.reset();
        }
    }

    /// Ends requests that take too long. In between only the earliest deadline is known, so this looks at every connection
    /// about once in a time-out.
    fn expire(&mut self) -> io::Result<()> {
        self.drop_expired();
        if self.now_ns < self.deadline_ns {
            return Ok(());
        }
        self.deadline_ns = u64::MAX;
        for index in 0..self.connections.len() {
            let connection = &self.connections[index];
            if connection.state != State::InFlight {
                continue;
            }
            if connection.request.deadline_ns <= self.now_ns {
                self.fail_and_release(index, Fault::TimedOut { timeout_ns: self.timeout_ns })?;
            } else {
                self.deadline_ns = self.deadline_ns.min(connection.request.deadline_ns);
            }
        }
        Ok(())
    }

    /// What it came to. Closes the connections; those with a request on them are reset.
    fn outcome(mut self, cpu_ns: u64) -> Outcome {
        for connection in &mut self.connections {
            if connection.state == State::InFlight
                && let Some(socket) = connection.socket.take()
            {
                socket.reset();
            }
        }
        let mut outcome = self.outcome;
        outcome.wall_ns = self.now_ns;
        outcome.cpu_ns = cpu_ns;
        outcome.lag = self.lag.lag();
        outcome.abandoned = self.order.requests - self.finished;
        if outcome.completed > 0 {
            *outcome.statuses.entry(self.order.expected_status).or_default() += outcome.completed;
        }
        outcome
    }
}

impl LagSum {
    fn add(&mut self, lag_ns: u64) {
        self.max_ns = self.max_ns.max(lag_ns);
        self.sum_ns += lag_ns;
        self.count += 1;
    }

    fn lag(&self) -> Lag {
        Lag { max_ns: self.max_ns, mean_ns: self.sum_ns.checked_div(self.count).unwrap_or(0) }
    }
}

/// Whether trying again later may help.
fn is_transient(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}
