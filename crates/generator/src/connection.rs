//! A connection, and the request that is on it.

use crate::counting::Part;
use crate::epoll::{Epoll, Interest};
use crate::fault::Fault;
use crate::keeper::Nothing;
use crate::outcome::{LATE_NS, LoadOutcome};
use crate::reader::{Progress, Reader};
use crate::socket::Socket;
use std::io;
use std::net::SocketAddr;
use std::os::fd::AsRawFd;

/// At least so many bytes of a body are dropped unread by the kernel; fewer are cheaper to read with what follows.
const DISCARD_MIN: u64 = 16 * 1024;

/// What came of doing something for a request: an outer error is the machine's, an inner one the request's.
type Attempt = io::Result<Result<(), Fault>>;

/// A place for a connection. Times are in nanoseconds since the batch began.
pub(crate) struct Connection {
    index: u32,
    /// Counts the sockets that were here: an event for an earlier one is none for this.
    generation: u32,
    pub(crate) state: ConnectionState,
    /// `None` until the next request opens it.
    pub(crate) socket: Option<Socket>,
    interest: Option<Interest>,
    pub(crate) established: bool,
    /// When the one that a request needed was begun to be opened.
    pub(crate) opened_ns: u64,
    /// How many responses this socket has brought.
    pub(crate) served: u64,
    /// Bytes came that nobody had asked for.
    pub(crate) surplus: bool,
    pub(crate) reader: Reader,
    /// Since when the connection has waited for a request.
    pub(crate) free_since_ns: u64,
    pub(crate) request: Request,
}

/// What a place is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConnectionState {
    /// Nothing.
    Vacant,
    /// The next request can be sent here.
    Free,
    /// A request is.
    InFlight,
    /// The response is complete, and the server has said that it will close.
    Farewell,
}

/// The request that is on a connection.
#[derive(Default)]
pub(crate) struct Request {
    pub(crate) part: Part,
    /// From when its latency counts.
    pub(crate) due_ns: u64,
    /// When it was sent.
    pub(crate) begun_ns: u64,
    /// When it will have taken too long.
    pub(crate) deadline_ns: u64,
    /// How long nobody heard that its connection was asked for, where the kernel had to ask again.
    pub(crate) knocked_ns: u64,
    /// How many of its bytes were sent.
    pub(crate) sent: usize,
    /// Whether bytes of the response have come.
    pub(crate) answered: bool,
    /// Whether this is the second attempt.
    pub(crate) resent: bool,
    /// Why the rest of it cannot be sent; the response may have been.
    pub(crate) broken: Option<Fault>,
}

impl Connection {
    pub(crate) fn new(index: usize, head_only: bool) -> Connection {
        Connection {
            index: index as u32,
            generation: 0,
            state: ConnectionState::Vacant,
            socket: None,
            interest: None,
            established: false,
            opened_ns: 0,
            served: 0,
            surplus: false,
            reader: Reader::new(head_only),
            free_since_ns: 0,
            request: Request::default(),
        }
    }

    /// The index of the place that an event is for.
    pub(crate) fn index_of(token: u64) -> usize {
        (token & u64::from(u32::MAX)) as usize
    }

    fn token(&self) -> u64 {
        u64::from(self.generation) << 32 | u64::from(self.index)
    }

    /// Whether an event is for the socket that is here now.
    pub(crate) fn is_meant(&self, token: u64) -> bool {
        self.socket.is_some() && token == self.token()
    }

    /// Takes a socket in.
    pub(crate) fn install(&mut self, socket: Socket) {
        self.generation = self.generation.wrapping_add(1);
        self.socket = Some(socket);
        self.interest = None;
        self.established = false;
        self.served = 0;
        self.surplus = false;
    }

    /// Begins to open a connection.
    pub(crate) fn open(&mut self, address: &SocketAddr, now_ns: u64) -> Attempt {
        self.install(Socket::new(address)?);
        self.opened_ns = now_ns;
        Ok(self.open_socket().connect(address).map_err(Fault::from))
    }

    /// Whether the kernel had to ask for it again: for how long is noted of the request that needs it.
    pub(crate) fn note_if_late(&mut self, now_ns: u64) -> bool {
        let waited_ns = now_ns - self.opened_ns;
        let is_late = waited_ns >= LATE_NS;
        self.request.knocked_ns = if is_late { waited_ns } else { 0 };
        is_late
    }

    /// The socket where there must be one.
    pub(crate) fn open_socket(&self) -> &Socket {
        self.socket.as_ref().expect("the connection is open")
    }

    /// Tells epoll what is waited for, if that has changed.
    pub(crate) fn watch(&mut self, epoll: &Epoll, interest: Interest) -> io::Result<()> {
        let socket = self.open_socket().fd.as_raw_fd();
        let operation = match self.interest {
            Some(before) if before == interest => return Ok(()),
            Some(_) => libc::EPOLL_CTL_MOD,
            None => libc::EPOLL_CTL_ADD,
        };
        epoll.control(operation, socket, interest, self.token())?;
        self.interest = Some(interest);
        Ok(())
    }

    /// Puts a request on the connection, which is then to be sent.
    pub(crate) fn begin(&mut self, part: Part, due_ns: u64, now_ns: u64, deadline_ns: u64) {
        self.state = ConnectionState::InFlight;
        self.request = Request { part, due_ns, begun_ns: now_ns, deadline_ns, ..Request::default() };
        self.reader.restart();
    }

    /// Sends as much as fits of what is left of the request, and counts it.
    pub(crate) fn send(&mut self, request: &[u8], epoll: &Epoll, outcome: &mut LoadOutcome) -> Attempt {
        let rest = &request[self.request.sent..];
        let interest = match self.open_socket().send(rest) {
            Ok(length) => {
                if !self.established {
                    self.established = true;
                    outcome.connections_opened += 1;
                }
                self.request.sent += length;
                if length == rest.len() { Interest::Read } else { Interest::ReadAndWrite }
            }
            Err(error) if is_transient(&error) => Interest::ReadAndWrite,
            Err(error) => return Ok(Err(error.into())),
        };
        self.watch(epoll, interest)?;
        Ok(Ok(()))
    }

    /// Takes what has come: into `buffer`, or from the kernel to nowhere if it is to be dropped.
    pub(crate) fn receive(&self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.droppable() {
            Some(bytes) => self.open_socket().discard(usize::try_from(bytes).unwrap_or(usize::MAX).min(1 << 30)),
            None => self.open_socket().receive(buffer),
        }
    }

    /// Reads the `length` bytes that [`Connection::receive`] has taken.
    pub(crate) fn read(&mut self, buffer: &[u8], length: usize) -> Result<Progress, Fault> {
        match self.droppable() {
            Some(_) => Ok(self.reader.discarded(length)),
            None => self.reader.read(&buffer[..length], &mut Nothing),
        }
    }

    /// Something happened here where no request is: the server closes the connection, or sends what nobody asked for, which
    /// the next request pays for. Returns how many bytes came.
    pub(crate) fn hear_unasked(&mut self, buffer: &mut [u8]) -> usize {
        match self.open_socket().receive(buffer) {
            Ok(length @ 1..) => {
                self.surplus = true;
                self.reset();
                return length;
            }
            Err(error) if is_transient(&error) => {}
            Ok(0) | Err(_) => self.socket = None,
        }
        0
    }

    /// How many bytes follow that are dropped unread.
    fn droppable(&self) -> Option<u64> {
        Some(self.reader.discardable()).filter(|bytes| *bytes >= DISCARD_MIN)
    }

    /// The request goes to a new connection.
    pub(crate) fn renew(&mut self) {
        self.socket = None;
        self.request.resent = true;
        self.request.sent = 0;
    }

    /// Leaves the server without a farewell.
    pub(crate) fn reset(&mut self) {
        if let Some(socket) = self.socket.take() {
            socket.reset();
        }
    }

    /// Whether a lost connection is the server's right and not a fault: it served requests before, and the server ended it
    /// before this one. The request is sent once more, on a new connection (RFC 9112, section 9.3.1).
    pub(crate) fn may_resend(&self) -> bool {
        self.served > 0 && !self.request.answered && !self.request.resent
    }
}

/// Whether trying again later may help.
pub(crate) fn is_transient(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}
