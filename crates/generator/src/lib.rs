//! Load for a server: HTTP/1.1 requests over so many connections, and how long each took to be answered.
//!
//! One thread, one epoll instance, non-blocking sockets. The generator takes its CPU from the machine that the server runs
//! on, so what it costs a request is kept small: in a closed loop over kept-alive connections a request is one `send`, one
//! `recv`, one reading of the clock, and its part of an `epoll_wait`; nothing is allocated.
//!
//! Refuses to know: TLS, HTTP/2, names of hosts, how a server is started, what latencies mean. The caller writes the
//! request, head and body, as the bytes to be sent.
//!
//! Rejected: several threads (they would take the server's CPUs, and one thread saturates most servers); edge-triggered
//! epoll (it demands a second `recv` after every response, just to see `EAGAIN`); a queue of requests that are due (the
//! planned times are a sequence that can be drawn when needed: what waits is the part of it that is past); io_uring (often
//! forbidden in containers); spinning until the next planned send (it would take a whole CPU; how late the generator was is
//! told in [`LoadOutcome::lag_ns`] instead); ending a connection by `shutdown` and waiting (the next request would wait, too).
//!
//! Large bodies are dropped by the kernel (`recv` with `MSG_TRUNC`) and never copied, so their bytes cost the generator next
//! to nothing. What follows such a body is therefore only seen with the next response.
//!
//! # Who ends a connection
//!
//! The side that closes first keeps the pair of ports for a minute (`TIME_WAIT`), and a client that opens a connection for
//! every request runs out of ports. So:
//!
//! - The response says that the server will close (`Connection: close`, HTTP/1.0, no length): the server closes, and the
//!   generator answers that when it sees it. Meanwhile the next request has its own connection already. With
//!   `keep_alive: false` the request should therefore carry `Connection: close`.
//! - `keep_alive: false`, but the server would keep the connection: the generator resets it (`SO_LINGER` of zero), which
//!   leaves no `TIME_WAIT` on either side, though a server may log it.
//! - A fault, or a server that announced to close but did not: reset as well.
//! - Idle connections at the end of a batch are closed like any client closes them. Batches are few.
//!
//! # In reading order
//!
//! `target` and `load` (what is asked for), `generator` (the interface), `batch` (the loop) of an `order`, `schedule` and
//! `arrivals` (when to send), `counting` (which of them count), `places` with `connection` (on what), `reader` with `head`, `chunks` and `keeper` (what is
//! read), `answer` (one response that is looked at), `fault`, `patience` (when there are too many), `lag`, `outcome`; a
//! file for each system call: `clock`, `epoll`, `socket`, `timer_slack`, and `checked`, what they return.

#![cfg(target_os = "linux")]

mod answer;
mod arrivals;
mod batch;
mod checked;
mod chunks;
mod clock;
mod connection;
mod counting;
mod epoll;
mod fault;
mod generator;
mod head;
mod keeper;
mod lag;
mod load;
mod order;
mod outcome;
mod patience;
mod places;
mod reader;
mod schedule;
mod socket;
mod target;
mod timer_slack;

pub use arrivals::Arrivals;
pub use fault::{Fault, FaultKind};
pub use generator::Generator;
pub use hdrhistogram::Histogram;
pub use head::HEAD_BYTES_MAX;
pub use httparse::Header;
pub use keeper::Keeper;
pub use load::{Load, Pace};
pub use outcome::{FaultCount, LoadOutcome};
pub use patience::FAULTS_IN_A_ROW_MAX;
pub use target::Target;
