//! The end of processes, waited for without asking again and again.

use super::{PATIENCE, Stage};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};

/// A named pipe that processes hold open for writing: what they write is heard, and it comes to its end when the last of
/// them has ended, however that happens. Until the test asks for that, it holds the pipe too.
pub struct Witness {
    path: String,
    holder: File,
    lines: Receiver<String>,
}

impl Witness {
    pub fn new(stage: &Stage) -> Witness {
        let path = stage.named_pipe("witness");
        let (heard, lines) = channel();
        let opened = path.clone();
        std::thread::spawn(move || {
            let pipe = File::open(opened).expect("the pipe has just been made");
            for line in BufReader::new(pipe).lines().map_while(Result::ok) {
                if heard.send(line).is_err() {
                    return; // the test is over
                }
            }
        });
        let holder = File::options().write(true).open(&path).expect("the pipe has just been made");
        Witness { path, holder, lines }
    }

    /// Shell code after which the shell, and all that it starts, holds the pipe open as file descriptor 9.
    pub fn held(&self) -> String {
        format!("exec 9>'{}'; ", self.path)
    }

    /// Words of a command line that starts a program which holds the pipe open, with all that it starts, after it wrote
    /// its process ID to it.
    pub fn holding(&self, argv: &[String]) -> Vec<String> {
        let script = format!(r#"{}echo $$ >&9; exec "$0" "$@""#, self.held());
        ["sh".to_string(), "-c".to_string(), script].into_iter().chain(argv.iter().cloned()).collect()
    }

    /// The next line that a process writes to the pipe.
    pub fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("a process writes a line")
    }

    /// Waits until all processes that held the pipe have ended; the result is what they wrote and was not heard before.
    pub fn all_ended(self) -> Vec<String> {
        drop(self.holder);
        let mut unheard = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => unheard.push(line),
                Err(RecvTimeoutError::Disconnected) => return unheard,
                Err(RecvTimeoutError::Timeout) => panic!("a process that should have been ended still runs"),
            }
        }
    }
}
