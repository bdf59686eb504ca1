//! A worker in a process of its own: started, asked over pipes, ended with all its descendants in its process group.

use crate::system::poll::{self, Watch};
use crate::system::{affinity, worker_setup};
use crate::{Interrupt, Loss, Worker};
use protocol::{FrameError, Hello, LINE_MAX, Reply, Request, VERSION};
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How much of the end of a worker's error output is kept, in bytes.
const STDERR_KEPT: usize = 4096;

/// How a worker is started.
pub struct Program {
    /// Program and arguments.
    pub argv: Vec<String>,
    /// Bytes added to the environment.
    pub padding: usize,
    /// The CPU that it is bound to.
    pub cpu: Option<usize>,
}

/// A worker in a process of its own.
pub struct WorkerProcess {
    child: Child,
    requests: File,
    replies: File,
    /// What was read of replies that are not complete.
    pending: Vec<u8>,
    stderr: Arc<Mutex<Vec<u8>>>,
    interrupt: Interrupt,
}

impl WorkerProcess {
    /// Starts a worker without waiting for its greeting.
    pub fn start(program: &Program, interrupt: Interrupt) -> io::Result<WorkerProcess> {
        let (request_reader, request_writer) = io::pipe()?;
        let (reply_reader, reply_writer) = io::pipe()?;
        let mut command = Command::new(&program.argv[0]);
        command.args(&program.argv[1..]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        command.env("CMPTHESE_PADDING", "x".repeat(program.padding));
        worker_setup::before_exec(&mut command, request_reader.as_raw_fd(), reply_writer.as_raw_fd());
        let mut child = command.spawn()?;
        if let Some(cpu) = program.cpu {
            // A worker that cannot be bound runs anywhere: slower to settle, not wrong.
            let _ = affinity::bind(child.id() as i32, cpu);
        }
        let stderr = keep_end(child.stderr.take().expect("standard error is piped"));
        let [requests, replies] = [OwnedFd::from(request_writer), OwnedFd::from(reply_reader)].map(File::from);
        Ok(WorkerProcess { child, requests, replies, pending: Vec::new(), stderr, interrupt })
    }

    fn receive(&mut self, limit_ns: u64) -> Result<Reply, Loss> {
        let deadline = Instant::now() + Duration::from_nanos(limit_ns);
        loop {
            if let Some(end) = self.pending.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.pending.drain(..=end).collect();
                return protocol::decode(&mut line.as_slice()).map_err(garbled);
            }
            if self.pending.len() as u64 >= LINE_MAX {
                return Err(Loss::Garbled("a message without an end".to_string()));
            }
            self.fill(deadline)?;
        }
    }

    /// Waits until there is more to read, and reads it.
    fn fill(&mut self, deadline: Instant) -> Result<(), Loss> {
        let mut watches = [Watch::new(Some(self.replies.as_raw_fd())), self.interrupt.watch()];
        let left = deadline.saturating_duration_since(Instant::now());
        poll::wait(&mut watches, Some(left.as_nanos() as u64)).map_err(|error| Loss::Garbled(error.to_string()))?;
        if watches[1].ready {
            return Err(Loss::Interrupted);
        }
        if !watches[0].ready {
            return if Instant::now() >= deadline { Err(Loss::TimedOut) } else { Ok(()) };
        }
        let mut buffer = [0; 65536];
        match self.replies.read(&mut buffer) {
            Ok(0) => Err(self.ended()),
            Ok(count) => {
                self.pending.extend_from_slice(&buffer[..count]);
                Ok(())
            }
            Err(error) => Err(Loss::Garbled(error.to_string())),
        }
    }

    /// The process closed its pipe: it has ended, or is about to.
    fn ended(&mut self) -> Loss {
        let status = wait_briefly(&mut self.child);
        let stderr = self.stderr.lock().expect("the reader does not panic").clone();
        let (how, by_signal) = describe(status);
        Loss::Ended { how, by_signal, stderr: String::from_utf8_lossy(&stderr).trim_end().to_string() }
    }
}

impl Worker for WorkerProcess {
    fn greet(&mut self, limit_ns: u64) -> Result<Hello, Loss> {
        match self.receive(limit_ns)? {
            Reply::Hello(hello) if hello.protocol == VERSION => Ok(hello),
            Reply::Hello(hello) => {
                Err(Loss::Garbled(format!("it speaks version {} of the protocol, not {VERSION}", hello.protocol)))
            }
            other => Err(Loss::Garbled(format!("{other:?} instead of a greeting"))),
        }
    }

    fn ask(&mut self, request: &Request, limit_ns: u64) -> Result<Reply, Loss> {
        match self.requests.write_all(&protocol::encode(request)) {
            Ok(()) => self.receive(limit_ns),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(self.ended()),
            Err(error) => Err(Loss::Garbled(error.to_string())),
        }
    }
}

/// Ends the worker and its process group; a spawner ends its command when its pipe closes, so it is given a moment.
impl Drop for WorkerProcess {
    fn drop(&mut self) {
        let (reader, writer) = match io::pipe() {
            Ok(ends) => ends,
            Err(_) => return worker_setup::kill_group(self.child.id() as i32),
        };
        drop(reader);
        drop(std::mem::replace(&mut self.requests, File::from(OwnedFd::from(writer))));
        wait_briefly(&mut self.child);
        worker_setup::kill_group(self.child.id() as i32);
        let _ = self.child.wait();
    }
}

fn garbled(error: FrameError) -> Loss {
    Loss::Garbled(error.to_string())
}

/// Gives a process that is about to end a moment to do so.
fn wait_briefly(child: &mut Child) -> Option<ExitStatus> {
    let pidfd = poll::open_pidfd(child.id() as i32).ok();
    let mut watches = [Watch::new(pidfd.as_ref().map(|descriptor| descriptor.as_raw_fd()))];
    let _ = poll::wait(&mut watches, Some(500_000_000));
    child.try_wait().ok().flatten()
}

fn describe(status: Option<ExitStatus>) -> (String, bool) {
    match status.map(|status| (status.code(), status.signal())) {
        Some((Some(code), _)) => (format!("exit code {code}"), false),
        Some((_, Some(signal))) => (worker_setup::signal_text(signal), true),
        _ => ("its end cannot be told".to_string(), false),
    }
}

/// Reads a stream to its end on a thread and keeps the last bytes of it.
fn keep_end(mut stream: impl Read + Send + 'static) -> Arc<Mutex<Vec<u8>>> {
    let kept = Arc::new(Mutex::new(Vec::new()));
    let shared = Arc::clone(&kept);
    std::thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Ok(count @ 1..) = stream.read(&mut buffer) {
            let mut kept = shared.lock().expect("the other side does not panic");
            kept.extend_from_slice(&buffer[..count]);
            let surplus = kept.len().saturating_sub(STDERR_KEPT);
            kept.drain(..surplus);
        }
    });
    kept
}
