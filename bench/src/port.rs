//! Where the server of a trial listens.

use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

/// A port of this machine at which nobody listens.
pub fn free() -> SocketAddr {
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|one| one.local_addr());
    free.expect("there is a free port")
}

/// Returns when a server listens there.
pub fn wait(address: SocketAddr, server: &str) {
    let began = Instant::now();
    while TcpStream::connect(address).is_err() {
        assert!(began.elapsed() < Duration::from_secs(10), "{server} does not listen");
        std::thread::sleep(Duration::from_millis(5));
    }
}
