//! What the cases need around them: the command that takes steps, room for files, and a server.

use super::slow;
use crate::program::Program;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What the cases need around them. The server is ended when it is dropped.
pub struct Place {
    steps: String,
    directory: tempfile::TempDir,
    server: Child,
    address: SocketAddr,
}

impl Place {
    /// Compiles the command, and starts the server.
    pub fn new(program: &Program) -> Place {
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|one| one.local_addr());
        let address = free.expect("there is a free port");
        let own = std::env::current_exe().expect("this program has a path");
        let words = [slow::WORD.to_string(), address.port().to_string()];
        let server = Command::new(own).args(words).stdin(Stdio::piped()).spawn().expect("it can be started");
        let began = Instant::now();
        while TcpStream::connect(address).is_err() {
            assert!(began.elapsed() < Duration::from_secs(10), "the server does not listen");
            std::thread::sleep(Duration::from_millis(5));
        }
        let directory = tempfile::tempdir().expect("there is room for scratch files");
        Place { steps: program.compile("steps"), directory, server, address }
    }

    /// The path of the command that takes steps.
    pub fn steps(&self) -> &str {
        &self.steps
    }

    /// The path of a scratch file.
    pub fn path(&self, name: &str) -> String {
        self.directory.path().join(name).to_string_lossy().into_owned()
    }

    /// Where the server listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
