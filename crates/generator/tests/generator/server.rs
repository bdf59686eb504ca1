//! A server on a thread that does as it is told, and loads for it.

use cmpthese_generator::{Fault, FaultKind, Generator, Header, Keeper, Load, LoadOutcome, Pace, Target};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// What to do after a request was read.
pub enum Reply {
    /// These bytes; then the next request.
    Keep(Vec<u8>),
    /// These bytes; then the end.
    Close(Vec<u8>),
    /// These bytes, one a segment; then the next request.
    Drip(Vec<u8>),
    /// Bytes without end, for as long as somebody reads them.
    Endless(Vec<u8>),
    /// Nothing, until the client goes.
    Silence,
}

/// A server and what it has counted.
pub struct Server {
    pub address: SocketAddr,
    counts: Arc<Counts>,
    accepting: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Counts {
    stop: AtomicBool,
    connections: AtomicU64,
    requests: AtomicU64,
}

impl Server {
    /// Answers the requests, which are numbered from zero over all connections.
    pub fn start(reply: impl Fn(u64) -> Reply + Send + Sync + 'static) -> Server {
        let reply = Arc::new(reply);
        Server::with_connections(move |mut stream, next| {
            while read_request(&mut stream) {
                match reply(next()) {
                    Reply::Keep(bytes) => swallow(stream.write_all(&bytes)),
                    Reply::Close(bytes) => return swallow(stream.write_all(&bytes)),
                    Reply::Drip(bytes) => bytes.iter().for_each(|byte| swallow(stream.write_all(&[*byte]))),
                    Reply::Endless(bytes) => while stream.write_all(&bytes).is_ok() {},
                    Reply::Silence => swallow(stream.read(&mut [0])),
                }
            }
        })
    }

    /// Resets every connection as soon as a request arrives: it is closed with bytes that were not read.
    pub fn resetting() -> Server {
        Server::with_connections(|stream, next| {
            if stream.peek(&mut [0]).is_ok_and(|length| length > 0) {
                next();
            }
        })
    }

    fn with_connections(serve: impl Fn(TcpStream, &dyn Fn() -> u64) + Send + Sync + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let counts = Arc::new(Counts::default());
        let (counted, serve) = (counts.clone(), Arc::new(serve));
        let accepting = thread::spawn(move || {
            for stream in listener.incoming() {
                if counted.stop.load(Ordering::SeqCst) {
                    return;
                }
                counted.connections.fetch_add(1, Ordering::SeqCst);
                let (counted, serve, stream) = (counted.clone(), serve.clone(), stream.unwrap());
                stream.set_nodelay(true).unwrap();
                thread::spawn(move || serve(stream, &|| counted.requests.fetch_add(1, Ordering::SeqCst)));
            }
        });
        Server { address, counts, accepting: Some(accepting) }
    }

    /// How many requests have been read.
    pub fn requests(&self) -> u64 {
        self.counts.requests.load(Ordering::SeqCst)
    }

    /// How many connections have been accepted.
    pub fn connections(&self) -> u64 {
        self.counts.connections.load(Ordering::SeqCst)
    }

    /// A request for this server, with more headers.
    pub fn target(&self, headers: &str) -> Target {
        let request = format!("GET / HTTP/1.1\r\nHost: {}\r\n{headers}\r\n", self.address).into_bytes();
        Target { address: self.address, request, head_only: false }
    }

    /// Runs a batch over kept-alive connections in a closed loop.
    pub fn load(&self, connections: usize, requests: u64) -> LoadOutcome {
        run(self.target(""), closed(connections), requests)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.counts.stop.store(true, Ordering::SeqCst);
        swallow(TcpStream::connect(self.address));
        self.accepting.take().unwrap().join().unwrap();
    }
}

/// A closed loop over kept-alive connections, with a time-out that nothing here should reach.
pub fn closed(connections: usize) -> Load {
    Load { connections, keep_alive: true, pace: Pace::Closed, timeout: Duration::from_secs(20), awake: false }
}

/// Runs a batch that expects 200. What must hold for every batch is asserted here.
pub fn run(target: Target, load: Load, requests: u64) -> LoadOutcome {
    let connections = load.connections as u64;
    let outcome = Generator::new(target, load).unwrap().run(requests, 42, 200).unwrap();
    assert_eq!(outcome.completed + outcome.faulty() + outcome.abandoned, requests, "{outcome:?}");
    let timed_out = outcome.faults.get(&FaultKind::TimedOut).map_or(0, |fault| fault.count);
    assert_eq!(outcome.latencies.len(), outcome.completed + timed_out);
    assert!(outcome.busy_ns <= outcome.wall_ns * connections, "{outcome:?}");
    outcome
}

/// What a server answered.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Response {
    pub status: u16,
    /// Names and values as they came.
    pub headers: Vec<(String, Vec<u8>)>,
    pub body: Vec<u8>,
}

impl Keeper for Response {
    fn head(&mut self, status: u16, headers: &[Header]) {
        self.status = status;
        self.headers = headers.iter().map(|header| (header.name.to_string(), header.value.to_vec())).collect();
    }

    fn body(&mut self, bytes: &[u8]) {
        self.body.extend_from_slice(bytes);
    }
}

/// The response to one request, with everything kept.
pub fn answer(target: Target, load: Load) -> Result<Response, Fault> {
    let mut response = Response::default();
    Generator::new(target, load).unwrap().answer(&mut response).map(|()| response)
}

/// A response whose length is told.
pub fn sized(body: &str) -> Vec<u8> {
    format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

/// Reads up to the empty line, and then a body if its length is told. Returns whether there was a whole request.
fn read_request(stream: &mut TcpStream) -> bool {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read(&mut byte) {
            Ok(1) => head.push(byte[0]),
            _ => return false,
        }
    }
    let text = String::from_utf8(head).unwrap();
    let length = text.lines().find_map(|line| line.strip_prefix("Content-Length: ")).map_or(0, |n| n.parse().unwrap());
    stream.read_exact(&mut vec![0; length]).is_ok()
}

/// Clients of these tests go when they like.
fn swallow<T>(_: std::io::Result<T>) {}
