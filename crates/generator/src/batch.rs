//! The loop: a batch of requests over some connections.
//!
//! A place for a connection goes from free (`dispatch`) to in flight (`begin`, `transmit`, `receive`) and, through `complete` or
//! `fail`, back to free (`release`), where the next request is sent when all that arrived was read. Nothing here waits except
//! `send_and_receive`.

use crate::clock;
use crate::connection::{Connection, ConnectionState, Request, is_transient};
use crate::counting::{Counting, Part};
use crate::epoll::{Epoll, Event};
use crate::fault::Fault;
use crate::lag::LagSum;
use crate::order::Order;
use crate::outcome::LoadOutcome;
use crate::patience::Patience;
use crate::places::Places;
use crate::reader::Progress;
use crate::schedule::SendSchedule;
use crate::timer_slack::TimerSlack;
use std::io;

/// Sends the requests and reads the responses. All connections are closed when it returns.
///
/// # Errors
/// The machine has no descriptors or no memory left.
pub(crate) fn run(order: &Order, epoll: &mut Epoll, buffer: &mut [u8]) -> io::Result<LoadOutcome> {
    let mut batch = Batch::new(order, epoll, buffer);
    if order.load.keep_alive {
        batch.places.open_ahead(order, batch.epoll, &mut batch.outcome)?;
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
    schedule: SendSchedule,
    places: Places,
    start_ns: u64,
    /// The latest reading of the clock.
    now_ns: u64,
    /// No request in flight takes too long before this.
    deadline_ns: u64,
    patience: Patience,
    counting: Counting,
    /// How long connections were there for the requests that count, from the end of the one before on each.
    connected_ns: u64,
    given_up: bool,
    lag: LagSum,
    outcome: LoadOutcome,
}

impl<'a> Batch<'a> {
    fn new(order: &'a Order, epoll: &'a mut Epoll, buffer: &'a mut [u8]) -> Batch<'a> {
        let counting = Counting::new(order.requests, order.lead_in);
        let allowed = usize::try_from(counting.to_send()).unwrap_or(usize::MAX).min(order.load.connections);
        Batch {
            order,
            timeout_ns: order.load.timeout_ns(),
            epoll,
            buffer,
            schedule: SendSchedule::new(order.load.pace, counting.to_send(), order.seed),
            places: Places::new(allowed, order.target.head_only),
            start_ns: 0,
            now_ns: 0,
            deadline_ns: u64::MAX,
            patience: Patience::new(order.load.connections),
            counting,
            connected_ns: 0,
            given_up: false,
            lag: LagSum::default(),
            outcome: LoadOutcome { status: order.expected_status, ..LoadOutcome::nothing() },
        }
    }

    fn send_and_receive(&mut self) -> io::Result<()> {
        self.dispatch()?;
        while !self.counting.is_over() && !self.given_up {
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
            if self.counting.is_enough() {
                self.leave_unopened();
            }
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
            let waits_ns = if self.places.any_free() { 0 } else { self.timeout_ns };
            wake_ns = wake_ns.min(planned_ns.saturating_add(waits_ns));
            self.look_at_clock();
        }
        wake_ns.saturating_sub(self.now_ns)
    }

    /// Sends what is due where a connection is free.
    fn dispatch(&mut self) -> io::Result<()> {
        while self.schedule.is_due(self.now_ns)
            && let Some(index) = self.places.take_free()
        {
            self.look_at_clock();
            self.drop_expired();
            let is_in_flight = match self.schedule.take(self.now_ns) {
                Some(due_ns) => self.begin(index, due_ns)?,
                None => false,
            };
            if !is_in_flight {
                self.places.set_free(index);
            }
        }
        Ok(())
    }

    /// A connection is free from now on. Its next request is sent once everything that has arrived was read, together with those of
    /// others: a server that is sent several finds them in one look, and is not woken for each.
    fn release(&mut self, index: usize) {
        self.places.connections[index].free_since_ns = self.now_ns;
        self.places.set_free(index);
    }

    /// Requests that have waited for a connection for too long. They were not sent, so they say nothing about whether the
    /// server lives.
    fn drop_expired(&mut self) {
        while self.schedule.planned_ns().is_some_and(|at_ns| at_ns.saturating_add(self.timeout_ns) <= self.now_ns) {
            let due_ns = self.schedule.take(self.now_ns).expect("it is due for as long as the time-out");
            self.outcome.planned_ns = due_ns;
            let part = self.counting.send(self.now_ns);
            self.end_request(part, &Fault::TimedOut { timeout_ns: self.timeout_ns }, self.timeout_ns);
        }
    }

    /// Sends a request on a free connection. Returns whether it is in flight; if not, it has failed.
    fn begin(&mut self, index: usize, due_ns: u64) -> io::Result<bool> {
        let connection = &mut self.places.connections[index];
        let deadline_ns = due_ns.saturating_add(self.timeout_ns);
        connection.begin(self.counting.send(self.now_ns), due_ns, self.now_ns, deadline_ns);
        self.deadline_ns = self.deadline_ns.min(deadline_ns);
        self.outcome.sent_ns = self.now_ns;
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
            let connection = &mut self.places.connections[index];
            if connection.socket.is_none()
                && let Err(fault) = connection.open(&self.order.target.address, self.now_ns)?
            {
                self.fail(index, fault);
                return Ok(false);
            }
            self.outcome.connections_reused += u64::from(connection.served > 0);
            match connection.send(&self.order.target.request, self.epoll, &mut self.outcome)? {
                Ok(()) => return Ok(true),
                Err(_) if self.places.connections[index].may_resend() => self.renew(index),
                Err(fault) => {
                    self.fail(index, fault);
                    return Ok(false);
                }
            }
        }
    }

    /// The server has closed a connection between two requests: the request goes to a new one.
    fn renew(&mut self, index: usize) {
        self.outcome.connections_reused -= 1;
        self.places.connections[index].renew();
    }

    fn handle(&mut self, event: Event) -> io::Result<()> {
        let index = Connection::index_of(event.token);
        let connection = &mut self.places.connections[index];
        if !connection.is_meant(event.token) {
            return Ok(());
        }
        match connection.state {
            ConnectionState::Vacant => unreachable!("a vacant place has no socket"),
            ConnectionState::Free => self.outcome.bytes_received += connection.hear_unasked(self.buffer) as u64,
            ConnectionState::InFlight => self.go_on(index, event)?,
            ConnectionState::Farewell => self.places.part(index, event.ended()),
        }
        Ok(())
    }

    /// Something happened at a connection that a request is on.
    fn go_on(&mut self, index: usize, event: Event) -> io::Result<()> {
        let connection = &mut self.places.connections[index];
        let is_new = !connection.established;
        if event.writable()
            && connection.request.sent < self.order.target.request.len()
            && let Err(fault) = connection.send(&self.order.target.request, self.epoll, &mut self.outcome)?
        {
            // A server may answer and close before it has read everything, so look for the answer first.
            connection.request.broken = Some(fault);
            return self.receive(index, true);
        }
        if is_new && self.places.connections[index].established {
            self.look_at_clock();
            self.outcome.connections_late += u64::from(self.places.connections[index].note_if_late(self.now_ns));
        }
        if event.readable() { self.receive(index, event.ended()) } else { Ok(()) }
    }

    /// Reads what has come. `ended` tells whether the server will send nothing more.
    fn receive(&mut self, index: usize, ended: bool) -> io::Result<()> {
        let received = self.places.connections[index].receive(self.buffer);
        self.look_at_clock();
        let connection = &mut self.places.connections[index];
        let length = match received {
            Ok(0) => return self.meet_end(index),
            Ok(length) => length,
            Err(error) if is_transient(&error) && connection.request.broken.is_none() => return Ok(()),
            Err(error) => return self.lose(index, error.into()),
        };
        self.outcome.bytes_received += length as u64;
        connection.request.answered = true;
        match connection.read(self.buffer, length) {
            Ok(Progress::Incomplete) => Ok(()),
            Ok(Progress::Complete { used }) if used == length => self.complete(index, ended),
            Ok(Progress::Complete { .. }) => self.fail_and_release(index, Fault::Surplus),
            Err(fault) => self.fail_and_release(index, fault),
        }
    }

    /// The server has closed a connection that a request is on.
    fn meet_end(&mut self, index: usize) -> io::Result<()> {
        match self.places.connections[index].reader.end() {
            Ok(()) => self.complete(index, true),
            Err(fault) => self.lose(index, fault),
        }
    }

    /// The connection is lost that a request is on. If it was lost in sending, that is the cause.
    fn lose(&mut self, index: usize, fault: Fault) -> io::Result<()> {
        let connection = &mut self.places.connections[index];
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
        let connection = &mut self.places.connections[index];
        connection.served += 1;
        let (status, knocked_ns) = (connection.reader.status(), connection.request.knocked_ns);
        let (part, waited_ns) = self.take_its_time(index);
        self.outcome.longest_ns = self.outcome.longest_ns.max(waited_ns);
        self.outcome.served_ns = self.outcome.served_ns.max(waited_ns.saturating_sub(knocked_ns));
        let is_usable = (200..400).contains(&status);
        self.outcome.status = self.outcome.status.or(is_usable.then_some(status));
        if self.outcome.status == Some(status) {
            if part == Part::Counts {
                self.outcome.latencies.saturating_record(waited_ns);
                self.outcome.completed += 1;
            }
            self.finish_one(part, true);
            self.patience.restore();
        } else {
            let fault = Fault::UnexpectedStatus { status, expected: self.outcome.status.unwrap_or(200) };
            self.end_request(part, &fault, waited_ns);
            self.lose_heart(&fault);
        }
        let all_sent = self.places.connections[index].request.sent == self.order.target.request.len();
        let next = self.places.settle(index, ended, all_sent, self.order.load.keep_alive);
        self.release(next);
        Ok(())
    }

    fn fail_and_release(&mut self, index: usize, fault: Fault) -> io::Result<()> {
        self.fail(index, fault);
        self.release(index);
        Ok(())
    }

    /// The request on a connection has failed.
    fn fail(&mut self, index: usize, fault: Fault) {
        let (part, waited_ns) = self.take_its_time(index);
        self.outcome.connections_failed += u64::from(!self.places.connections[index].established);
        self.places.connections[index].reset();
        self.end_request(part, &fault, waited_ns);
        self.lose_heart(&fault);
    }

    /// What the request that ends on a connection took. Returns where it stands in the batch, and how long was waited for it.
    fn take_its_time(&mut self, index: usize) -> (Part, u64) {
        let connection = &mut self.places.connections[index];
        let since_ns = std::mem::replace(&mut connection.free_since_ns, self.now_ns);
        let Request { part, due_ns, begun_ns, .. } = connection.request;
        if part == Part::Counts {
            self.outcome.busy_ns += self.now_ns - begun_ns;
            self.connected_ns += self.now_ns - since_ns;
        }
        (part, self.now_ns - due_ns)
    }

    fn end_request(&mut self, part: Part, fault: &Fault, waited_ns: u64) {
        self.finish_one(part, !matches!(fault, Fault::TimedOut { .. }));
        self.outcome.count_fault(fault, (part == Part::Counts).then_some(waited_ns));
    }

    fn finish_one(&mut self, part: Part, in_time: bool) {
        self.counting.end(part, in_time);
        if self.counting.is_enough() {
            self.schedule.stop();
        }
    }

    /// Gives up when every request fails.
    fn lose_heart(&mut self, fault: &Fault) {
        if self.patience.is_lost_by(fault) {
            self.given_up = true;
            self.schedule.stop();
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
        for index in 0..self.places.connections.len() {
            let Connection { state, request: Request { deadline_ns, .. }, .. } = self.places.connections[index];
            match state {
                ConnectionState::InFlight if deadline_ns <= self.now_ns => {
                    self.fail_and_release(index, Fault::TimedOut { timeout_ns: self.timeout_ns })?;
                }
                ConnectionState::InFlight => self.deadline_ns = self.deadline_ns.min(deadline_ns),
                _ => {}
            }
        }
        Ok(())
    }

    /// Whoever knocks still when all that count have ended is not waited for: the server knows nothing of it.
    fn leave_unopened(&mut self) {
        for index in self.places.unopened() {
            let connection = &mut self.places.connections[index];
            self.outcome.connections_late += u64::from(connection.note_if_late(self.now_ns));
            self.counting.end(connection.request.part, false);
            connection.reset();
            self.places.set_free(index);
        }
    }

    /// What it came to. Closes the connections; those with a request on them, and all to another machine, are reset.
    fn outcome(mut self, cpu_ns: u64) -> LoadOutcome {
        self.places.close(!self.order.target.address.ip().is_loopback());
        let mut outcome = self.outcome;
        outcome.wall_ns = self.now_ns;
        outcome.sustained_ns = self.connected_ns.checked_div(self.counting.taking_part()).unwrap_or(self.now_ns);
        outcome.requests = self.order.requests;
        outcome.uncounted = self.counting.uncounted();
        outcome.cpu_ns = cpu_ns;
        outcome.lag_ns = self.lag.mean_ns();
        outcome.abandoned = self.counting.left();
        outcome
    }
}
