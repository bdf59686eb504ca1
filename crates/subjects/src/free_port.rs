//! A port for a server.

use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::ops::Range;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Those below are for services that have a fixed one, and for who may bind them at all.
const PORT_MIN: u16 = 10_000;

/// How many are tried before the kernel is asked for one.
const ATTEMPTS: usize = 100;

/// Where is looked next. Each process begins somewhere else, and tries none again until it has been everywhere: for a minute after
/// a server has closed a connection, one that does not ask for `SO_REUSEADDR` cannot have its port.
static PLACE: LazyLock<AtomicUsize> = LazyLock::new(|| AtomicUsize::new(RandomState::new().hash_one(()) as usize));

/// A port of the loopback interface that nobody has, and that no connection is given on its way out: whoever connects in the time
/// until the server binds it gets another one (`ip_local_port_range` of ip(7)). Where that leaves none, one that the kernel gives.
///
/// # Errors
/// There is none.
pub fn free_port() -> io::Result<u16> {
    let is_free = |port: u16| TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok();
    let range = not_for_connections();
    let places = usize::from(range.end.saturating_sub(range.start));
    let next = || range.start + (PLACE.fetch_add(1, Ordering::Relaxed) % places) as u16;
    match (0..places.min(ATTEMPTS)).map(|_| next()).find(|port| is_free(*port)) {
        Some(port) => Ok(port),
        None => Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port()),
    }
}

/// Ports that the kernel gives to nobody by itself.
fn not_for_connections() -> Range<u16> {
    let given = fs::read_to_string("/proc/sys/net/ipv4/ip_local_port_range").unwrap_or_default();
    PORT_MIN..given.split_whitespace().next().and_then(|first| first.parse().ok()).unwrap_or(PORT_MIN)
}

#[cfg(test)]
mod tests {
    use super::{free_port, not_for_connections};
    use std::net::{Ipv4Addr, TcpListener};

    #[test]
    fn each_is_free_and_not_for_connections() {
        let ports: Vec<u16> = (0..20).map(|_| free_port().unwrap()).collect();
        assert!(
            not_for_connections().is_empty() || ports.iter().all(|port| not_for_connections().contains(port)),
            "{ports:?}"
        );
        assert!(ports.iter().all(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok()), "{ports:?}");
    }
}
