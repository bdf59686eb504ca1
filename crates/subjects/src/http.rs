//! Requests: what the generator of load is told, and how it is started.

use crate::counters::Of;
use crate::process::{HOST_FAREWELL_NS, WorkerProcess};
use crate::{Confined, Context, Worker};
use model::{Arrivals, Failure, FailureKind, HttpSubject, Load, LoadAt, Origin, Scope, Variant};
use protocol::HttpCase;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::time::Duration;

/// The longest time of one request when the plan says nothing, in nanoseconds.
pub const TIMEOUT_DEFAULT_NS: u64 = 10_000_000_000;

/// How long one of several addresses of a machine may take to be reached.
const CONNECT_MAX: Duration = Duration::from_secs(1);

/// A server that is ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listening {
    /// Where it listens.
    pub address: SocketAddr,
    /// The process whose descendants it is.
    pub keeper: i32,
}

/// What requests find.
#[derive(Clone, Debug, Default)]
pub struct RunningServers {
    /// The servers that are ready, by name.
    pub listening: BTreeMap<String, Listening>,
    /// Whether what sends the requests has a CPU to itself.
    pub own_cpu: bool,
}

/// What the generator is told to prepare.
pub fn case(
    variant: &Variant,
    subject: &HttpSubject,
    load: &Load,
    scope: &Scope,
    running: &RunningServers,
) -> Result<HttpCase, Failure> {
    let (address, host, server) = match &subject.origin {
        Origin::Server(name) => {
            let Listening { address, keeper } =
                running.listening.get(name).expect("servers are started before they are asked");
            (*address, address.to_string(), Some(*keeper))
        }
        Origin::Running { host, port } => (resolve(host, *port)?, authority(host, *port), None),
    };
    let LoadAt { connections, keep_alive, per_second } = load.at(scope).expect("the plan read it at every point");
    Ok(HttpCase {
        address,
        request: request(subject, scope, &host, keep_alive),
        head_only: subject.method == "HEAD",
        connections: connections as usize,
        keep_alive,
        per_second,
        by_chance: load.arrivals == Arrivals::Poisson,
        awake: per_second.is_some() && running.own_cpu,
        timeout_ns: variant.timeout_ns.unwrap_or(TIMEOUT_DEFAULT_NS),
        status: subject.status,
        answer_headers: subject.answer_headers.clone(),
        server,
    })
}

fn request(subject: &HttpSubject, scope: &Scope, host: &str, keep_alive: bool) -> String {
    let HttpSubject { method, path, headers, body, .. } = subject;
    let mut text = format!("{method} {} HTTP/1.1\r\n", path.filled(scope));
    if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
        let _ = write!(text, "Host: {host}\r\n");
    }
    if !keep_alive {
        text.push_str("Connection: close\r\n");
    }
    let body = body.as_ref().map(|body| body.filled(scope));
    for (name, value) in headers {
        let _ = write!(text, "{name}: {}\r\n", value.filled(scope));
    }
    // RFC 9110, 8.6: of a method that expects a body its length is told, also where there is none.
    if body.is_some() || ["POST", "PUT", "PATCH"].contains(&method.as_str()) {
        let _ = write!(text, "Content-Length: {}\r\n", body.as_ref().map_or(0, String::len));
    }
    text + "\r\n" + body.as_deref().unwrap_or_default()
}

/// The address of a machine. It may have several (of `localhost` that of IPv6 comes first), and the server need not listen at all.
fn resolve(host: &str, port: u16) -> Result<SocketAddr, Failure> {
    // RFC 6761, section 6.3: not every resolver knows these names.
    let name = if host.to_ascii_lowercase().ends_with(".localhost") { "localhost" } else { host };
    let found = (name, port).to_socket_addrs().map_err(|error| error.to_string());
    let first = found.and_then(|found| {
        let found: Vec<SocketAddr> = found.collect();
        let answers = |address: &&SocketAddr| TcpStream::connect_timeout(address, CONNECT_MAX).is_ok();
        let chosen = if found.len() > 1 { found.iter().find(answers).or(found.first()) } else { found.first() };
        chosen.copied().ok_or_else(|| "it has no address".to_string())
    });
    first.map_err(|why| {
        let help = Some("look for a typing error, or give its address in numbers".to_string());
        Failure::new(FailureKind::Missing, format!("the machine {host} cannot be found: {why}"), help)
    })
}

fn authority(host: &str, port: u16) -> String {
    let host = if host.contains(':') { format!("[{host}]") } else { host.to_string() };
    if port == 80 { host } else { format!("{host}:{port}") }
}

/// Starts a generator of load. It is not confined with what it measures: a slower machine is that of the server.
pub fn start(context: &Context) -> Result<Box<dyn Worker>, Failure> {
    let Context { generator, interrupt, .. } = context;
    let (what, confined) = ("generator of load", Confined::default());
    WorkerProcess::start_again(what, generator, confined, Of::Nobody, HOST_FAREWELL_NS, interrupt)
}
