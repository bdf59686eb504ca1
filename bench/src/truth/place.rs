//! What the cases need around them: the command that takes steps, room for files, and a server.

use super::slow;
use crate::port;
use crate::program::Program;
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

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
        let address = port::free();
        let own = std::env::current_exe().expect("this program has a path");
        let words = [slow::WORD.to_string(), address.port().to_string()];
        let server = Command::new(own).args(words).stdin(Stdio::piped()).spawn().expect("it can be started");
        port::wait(address, "the server");
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
