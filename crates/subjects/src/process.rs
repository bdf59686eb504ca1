//! A worker in a process of its own: started, asked over pipes, ended with all its descendants in its process group.

use crate::confinement::Confined;
use crate::counters::{Counters, Of};
use crate::system::poll::{self, Watch};
use crate::system::{affinity, descriptor, worker_setup};
use crate::{Interrupt, Loss, Worker};
use protocol::{FrameError, Hello, LINE_MAX, Reply, Request, VERSION};
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How much of the end of a worker's error output is kept, in bytes.
const STDERR_KEPT: usize = 4096;

/// How long a process that closed its pipe may take to end, and its last words to arrive, in nanoseconds.
const MOMENT_NS: u64 = 500_000_000;

/// How a worker is started.
pub struct Program {
    /// Program and arguments.
    pub argv: Vec<String>,
    /// Bytes added to the environment.
    pub padding: usize,
    /// The CPU that it is bound to.
    pub cpu: Option<usize>,
    /// By how many pages its libraries are moved from where they would lie; chance decides when `None`.
    pub layout: Option<u64>,
    /// The part of the machine that it may use.
    pub confined: Confined,
    /// Whose events are counted.
    pub counted: Of,
    /// How long it may take to end once its pipe is closed, in nanoseconds; then it is killed.
    pub farewell_ns: u64,
}

/// Enough for a host that waits for requests; one that is busy does not notice anyway, and is killed.
pub const HOST_FAREWELL_NS: u64 = 500_000_000;

/// A spawner must not be killed before it has ended its command, which is in a process group of its own.
pub const SPAWNER_FAREWELL_NS: u64 = 10_000_000_000;

/// A worker in a process of its own.
pub struct WorkerProcess {
    child: Child,
    pidfd: OwnedFd,
    farewell_ns: u64,
    /// Whether its end was waited for: from then on its number may be that of another process.
    reaped: bool,
    /// Open until the worker is dropped.
    requests: Option<File>,
    replies: File,
    /// What was read of replies that are not complete.
    pending: Vec<u8>,
    stderr: LastWords,
    interrupt: Interrupt,
    counters: Counters,
}

impl WorkerProcess {
    /// Starts a worker without waiting for its greeting.
    pub fn start(program: &Program, interrupt: Interrupt) -> io::Result<WorkerProcess> {
        let (request_reader, request_writer) = io::pipe()?;
        let (reply_reader, reply_writer) = io::pipe()?;
        descriptor::set_nonblocking(&request_writer)?;
        let mut command = Command::new(&program.argv[0]);
        command.args(&program.argv[1..]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        command.env("CMPTHESE_PADDING", "x".repeat(program.padding));
        worker_setup::before_exec(
            &mut command,
            request_reader.as_raw_fd(),
            reply_writer.as_raw_fd(),
            program.layout,
            program.confined.clone(),
        );
        let mut child = command.spawn()?;
        let counters = Counters::attach(child.id() as i32, program.counted);
        if let Some(cpu) = program.cpu {
            // A worker that cannot be bound runs anywhere: slower to settle, not wrong.
            let _ = affinity::bind(child.id() as i32, cpu);
        }
        let pidfd = poll::open_pidfd(child.id() as i32)?;
        let stderr = LastWords::of(child.stderr.take().expect("standard error is piped"))?;
        let [requests, replies] = [OwnedFd::from(request_writer), OwnedFd::from(reply_reader)].map(File::from);
        Ok(WorkerProcess {
            child,
            pidfd,
            farewell_ns: program.farewell_ns,
            reaped: false,
            requests: Some(requests),
            replies,
            pending: Vec::new(),
            stderr,
            interrupt,
            counters,
        })
    }

    fn send(&mut self, mut message: &[u8], deadline: Instant) -> Result<(), Loss> {
        while !message.is_empty() {
            let mut requests = self.requests.as_ref().expect("open until the worker is dropped");
            match requests.write(message) {
                Ok(count) => message = &message[count..],
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    let room = Watch::for_writing(requests.as_raw_fd());
                    self.wait_for(room, deadline)?;
                }
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Err(self.ended()),
                Err(error) => return Err(Loss::Garbled(error.to_string())),
            }
        }
        Ok(())
    }

    fn receive(&mut self, deadline: Instant) -> Result<Reply, Loss> {
        loop {
            if let Some(end) = self.pending.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.pending.drain(..=end).collect();
                return protocol::decode(&mut line.as_slice()).map_err(garbled);
            }
            if self.pending.len() as u64 >= LINE_MAX {
                return Err(Loss::Garbled("a message without an end".to_string()));
            }
            self.wait_for(Watch::new(Some(self.replies.as_raw_fd())), deadline)?;
            let mut buffer = [0; 65536];
            match self.replies.read(&mut buffer) {
                Ok(0) => return Err(self.ended()),
                Ok(count) => self.pending.extend_from_slice(&buffer[..count]),
                Err(error) => return Err(Loss::Garbled(error.to_string())),
            }
        }
    }

    /// Waits for the worker to read or to write. That it ended is told by its process, not by its pipes, because
    /// processes that it started may hold these open.
    fn wait_for(&mut self, pipe: Watch, deadline: Instant) -> Result<(), Loss> {
        loop {
            let mut watches = [pipe, self.interrupt.watch(), Watch::new(Some(self.pidfd.as_raw_fd()))];
            let left = deadline.saturating_duration_since(Instant::now());
            poll::wait(&mut watches, Some(left.as_nanos() as u64)).map_err(|error| Loss::Garbled(error.to_string()))?;
            match watches.map(|watch| watch.ready) {
                [_, true, _] => return Err(Loss::Interrupted),
                [true, ..] => return Ok(()),
                [.., true] => return Err(self.ended()),
                _ if Instant::now() >= deadline => return Err(Loss::TimedOut),
                _ => continue, // a signal
            }
        }
    }

    /// The process closed its pipe: it has ended, or is about to.
    fn ended(&mut self) -> Loss {
        if !self.ends_within(MOMENT_NS) {
            return Loss::Garbled("it closed its pipe, and did not end".to_string());
        }
        match self.end().map(describe) {
            Ok((how, by_signal)) => Loss::Ended { how, by_signal, stderr: self.stderr.text() },
            Err(error) => Loss::Garbled(error.to_string()),
        }
    }

    fn ends_within(&self, limit_ns: u64) -> bool {
        let deadline = Instant::now() + Duration::from_nanos(limit_ns);
        loop {
            let mut watches = [Watch::new(Some(self.pidfd.as_raw_fd()))];
            let left = deadline.saturating_duration_since(Instant::now());
            let waited = poll::wait(&mut watches, Some(left.as_nanos() as u64));
            if watches[0].ready || waited.is_err() || left.is_zero() {
                return watches[0].ready;
            }
        }
    }

    /// Ends the process group, then waits for the process, in this order: its number is its own until then.
    fn end(&mut self) -> io::Result<ExitStatus> {
        if !self.reaped {
            worker_setup::kill_group(self.child.id() as i32);
            self.reaped = true;
        }
        self.child.wait()
    }
}

impl Worker for WorkerProcess {
    fn greet(&mut self, limit_ns: u64) -> Result<Hello, Loss> {
        match self.receive(Instant::now() + Duration::from_nanos(limit_ns))? {
            Reply::Hello(mut hello) if hello.protocol == VERSION => {
                hello.absent.extend(self.counters.absent.clone());
                Ok(hello)
            }
            Reply::Hello(hello) => {
                Err(Loss::Garbled(format!("it speaks version {} of the protocol, not {VERSION}", hello.protocol)))
            }
            _ => Err(Loss::Garbled("it says something else before its greeting".to_string())),
        }
    }

    fn ask(&mut self, request: &Request, limit_ns: u64) -> Result<Reply, Loss> {
        let deadline = Instant::now() + Duration::from_nanos(limit_ns);
        let is_bare = matches!(request, Request::Run { bare: true, .. });
        let before = (!is_bare).then(|| self.counters.read());
        self.send(&protocol::encode(request), deadline)?;
        let mut reply = self.receive(deadline)?;
        if let (Reply::Sample { readings, .. }, Some(before)) = (&mut reply, before) {
            self.counters.add(readings, &before);
        }
        Ok(reply)
    }

    fn bind(&mut self, cpu: usize) {
        let _ = affinity::bind(self.child.id() as i32, cpu);
    }
}

/// Ends the worker and its process group; a spawner ends its command when its pipe closes, so it is given the time.
impl Drop for WorkerProcess {
    fn drop(&mut self) {
        self.requests = None;
        if !self.reaped {
            self.ends_within(self.farewell_ns);
        }
        let _ = self.end();
    }
}

fn garbled(error: FrameError) -> Loss {
    Loss::Garbled(error.to_string())
}

fn describe(status: ExitStatus) -> (String, bool) {
    match (status.code(), status.signal()) {
        (_, Some(signal)) => (worker_setup::signal_text(signal), true),
        (code, None) => (format!("exit code {}", code.expect("a process ends with a code or by a signal")), false),
    }
}

/// The end of a stream that is read on a thread.
struct LastWords {
    kept: Arc<Mutex<Vec<u8>>>,
    /// Closed when the stream is at its end.
    end: Receiver<()>,
}

impl LastWords {
    fn of(mut stream: impl Read + Send + 'static) -> io::Result<LastWords> {
        let kept = Arc::new(Mutex::new(Vec::new()));
        let shared = Arc::clone(&kept);
        let (at_end, end) = channel();
        std::thread::Builder::new().spawn(move || {
            let _at_end = at_end;
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = stream.read(&mut buffer) {
                let mut kept = shared.lock().expect("the other side does not panic");
                kept.extend_from_slice(&buffer[..count]);
                let surplus = kept.len().saturating_sub(STDERR_KEPT);
                kept.drain(..surplus);
            }
        })?;
        Ok(LastWords { kept, end })
    }

    /// What was said last; for a process that has ended. Its descendants in other process groups may still hold the
    /// stream open, so it is not waited for without end.
    fn text(&self) -> String {
        let _ = self.end.recv_timeout(Duration::from_nanos(MOMENT_NS));
        let kept = self.kept.lock().expect("the reader does not panic");
        String::from_utf8_lossy(&kept).trim_end().to_string()
    }
}
