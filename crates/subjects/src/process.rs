//! A worker in a process of its own: asked over pipes, ended with all its descendants in its process group. It is started alone, or
//! forked with others from one process that was started for all of them.

use crate::confinement::Confined;
use crate::counters::{Counters, Of};
use crate::credible;
use crate::delayed;
use crate::last_words::LastWords;
use crate::memory_watch::{self, MemoryWatch};
use crate::pipes::{EndsOfWorker, Pipes, numbers};
use crate::system::child::Child;
use crate::system::poll::{self, Watch};
use crate::system::reap::ChildEnd;
use crate::system::{affinity, worker_setup};
use crate::worker_program::Program;
use crate::{Caller, Interrupt, Loss, Worker};
use model::{Failure, FailureKind};
use protocol::{Hello, LINE_MAX, REPLY_FD, REQUEST_FD, Reply, Request, VERSION};
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// How long a process that closed its pipe may take to end, and one that is not wanted any more to come to the end of a batch, in nanoseconds.
const MOMENT_NS: u64 = 500_000_000;

/// The standard error output.
const STDERR_FD: RawFd = 2;

/// How long a worker that was forked may take to say which process it is, when nobody wants it any more, in nanoseconds.
const BIRTH_NS: u64 = 5_000_000_000;

/// How long a worker may take to tear down what it has set up, in nanoseconds: each of a launch takes that long where one hangs.
const TEARDOWN_NS: u64 = 2_000_000_000;

/// Enough for a host that waits for requests; one that is busy does not notice anyway, and is killed.
pub const HOST_FAREWELL_NS: u64 = 500_000_000;

/// A spawner must not be killed before it has ended its command, which is in a process group of its own.
pub const SPAWNER_FAREWELL_NS: u64 = 10_000_000_000;

/// A worker in a process of its own.
pub struct WorkerProcess {
    life: Life,
    /// Whose events are counted: of a host its own.
    of: Of,
    /// Whether it has a part of the machine and not the whole.
    is_confined: bool,
    farewell_ns: u64,
    /// Open until the worker is dropped.
    requests: Option<File>,
    replies: File,
    /// What was read of replies that are not complete.
    pending: Vec<u8>,
    /// Where replies are read.
    buffer: Vec<u8>,
    stderr: LastWords,
    interrupt: Interrupt,
    /// Whether it owes a reply.
    is_busy: bool,
}

/// Whether it is known which process the worker is.
enum Life {
    /// It is forked from this one, and tells its number when it greets.
    Unborn(Rc<Origin>),
    /// The same of one that a script forks: it opens its ends of the pipes where this process has them, until it is born.
    OfScript {
        script: Rc<Caller>,
        cpu: Option<usize>,
        _ends: EndsOfWorker,
    },
    Born(Child, Counters),
}

/// A process that becomes several workers, and ends as soon as it has forked them.
struct Origin {
    child: Child,
    stderr: LastWords,
    program: Program,
}

impl WorkerProcess {
    /// Starts a worker without waiting for its greeting.
    pub fn start(program: &Program, interrupt: Interrupt) -> io::Result<WorkerProcess> {
        let (pipes, (requests, replies, stderr)) = Pipes::new()?;
        let places =
            vec![(requests.as_raw_fd(), REQUEST_FD), (replies.as_raw_fd(), REPLY_FD), (stderr.as_raw_fd(), STDERR_FD)];
        let child = program.spawn(&[], places)?;
        let counters = Counters::attach(child.pid(), program.counted);
        WorkerProcess::of_program(Life::Born(child, counters), program, pipes, interrupt)
    }

    /// Starts this program again as a worker, wherever its memory lies. A failure calls it `what`.
    pub fn start_again(
        what: &str,
        argv: &[String],
        confined: Confined,
        counted: Of,
        farewell_ns: u64,
        interrupt: &Interrupt,
    ) -> Result<Box<dyn Worker>, Failure> {
        let argv = argv.to_vec();
        let program =
            Program { argv, environment: None, padding: 0, cpu: None, layout: None, confined, counted, farewell_ns };
        let worker = WorkerProcess::start(&program, interrupt.clone()).map_err(|error| {
            Failure::new(FailureKind::WorkerLost, format!("the {what} cannot be started: {error}"), None)
        })?;
        Ok(Box::new(worker))
    }

    /// Starts a process that forks itself into so many workers, as the last of its arguments asks for, without waiting for them.
    /// Worker i has three descriptors: requests are 3 + 3 i, replies the next, standard error output the one after.
    pub fn fork(program: &Program, count: usize, interrupt: &Interrupt) -> io::Result<Vec<WorkerProcess>> {
        let pipes = (0..count).map(|_| Pipes::new()).collect::<io::Result<Vec<_>>>()?;
        let (words, stderr) = io::pipe()?;
        let ends = pipes.iter().flat_map(|(_, ends)| numbers(ends));
        let places = ends.zip(REQUEST_FD..).chain([(stderr.as_raw_fd(), STDERR_FD)]).collect();
        let child = program.spawn(&[count.to_string()], places)?;
        drop(stderr);
        let origin = Origin { child, stderr: LastWords::of(words)?, program: program.clone() };
        let origin = Rc::new(origin);
        let unborn =
            |(pipes, _)| WorkerProcess::of_program(Life::Unborn(Rc::clone(&origin)), program, pipes, interrupt.clone());
        pipes.into_iter().map(unborn).collect()
    }

    /// Has a script fork itself into a worker, which is bound to a CPU when it is there, without waiting for it.
    pub fn of_script(
        script: &Rc<Caller>,
        host: &Path,
        cpu: Option<usize>,
        interrupt: Interrupt,
    ) -> io::Result<WorkerProcess> {
        let (pipes, ends) = Pipes::new()?;
        script.fork(host, numbers(&ends))?;
        let life = Life::OfScript { script: Rc::clone(script), cpu, _ends: ends };
        WorkerProcess::new(life, Of::Worker, pipes, HOST_FAREWELL_NS, interrupt)
    }

    fn of_program(life: Life, program: &Program, pipes: Pipes, interrupt: Interrupt) -> io::Result<WorkerProcess> {
        let mut worker = WorkerProcess::new(life, program.counted, pipes, program.farewell_ns, interrupt)?;
        worker.is_confined = program.confined.is_any();
        Ok(worker)
    }

    fn new(life: Life, of: Of, pipes: Pipes, farewell_ns: u64, interrupt: Interrupt) -> io::Result<WorkerProcess> {
        Ok(WorkerProcess {
            life,
            of,
            is_confined: false,
            farewell_ns,
            requests: Some(File::from(OwnedFd::from(pipes.requests))),
            replies: File::from(OwnedFd::from(pipes.replies)),
            pending: Vec::new(),
            buffer: vec![0; 65536],
            stderr: LastWords::of(pipes.stderr)?,
            interrupt,
            is_busy: false,
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
        let line = self.line(deadline)?;
        protocol::decode(&mut line.as_slice()).map_err(|error| Loss::Garbled(error.to_string()))
    }

    /// The next line, with its end.
    fn line(&mut self, deadline: Instant) -> Result<Vec<u8>, Loss> {
        loop {
            if let Some(end) = self.pending.iter().position(|byte| *byte == b'\n') {
                return Ok(self.pending.drain(..=end).collect());
            }
            if self.pending.len() as u64 >= LINE_MAX {
                return Err(Loss::Garbled("a message without an end".to_string()));
            }
            self.wait_for(Watch::of(&self.replies), deadline)?;
            match self.replies.read(&mut self.buffer) {
                Ok(0) => return Err(self.ended()),
                Ok(count) => self.pending.extend_from_slice(&self.buffer[..count]),
                Err(error) => return Err(Loss::Garbled(error.to_string())),
            }
        }
    }

    /// Waits for the worker to read or to write. That it ended is told by its process, not by its pipes, because
    /// processes that it started may hold these open.
    fn wait_for(&mut self, pipe: Watch, deadline: Instant) -> Result<(), Loss> {
        let process = match &self.life {
            Life::Unborn(_) => Watch::new(None),
            Life::OfScript { script, .. } => script.process().watch(),
            Life::Born(child, _) => child.watch(),
        };
        let mut memory = self.host().map(|child| MemoryWatch::over(child.pid(), Instant::now()));
        loop {
            let mut watches = [pipe, self.interrupt.watch(), process];
            let left = deadline.saturating_duration_since(Instant::now());
            let wait_ns = memory_watch::LOOK_NS.min(left.as_nanos() as u64);
            poll::wait(&mut watches, Some(wait_ns)).map_err(|error| Loss::Garbled(error.to_string()))?;
            match watches.map(|watch| watch.ready) {
                [_, true, _] => return Err(Loss::Interrupted),
                [true, ..] => return Ok(()),
                [.., true] => return Err(self.ended()),
                _ if Instant::now() >= deadline => return Err(Loss::TimedOut),
                // Time for a look, or a signal.
                _ => {
                    if let Some(limit_bytes) = memory.as_mut().and_then(MemoryWatch::exceeded) {
                        return Err(self.outgrown(limit_bytes));
                    }
                }
            }
        }
    }

    /// The process of a host, once it is known which that is. Others see to the memory of what they start themselves.
    fn host(&self) -> Option<&Child> {
        match &self.life {
            Life::Born(child, _) if self.of == Of::Worker => Some(child),
            _ => None,
        }
    }

    /// Ends a worker that has taken too much memory, at once: it goes on taking more.
    fn outgrown(&self, limit_bytes: u64) -> Loss {
        if let Life::Born(child, _) = &self.life {
            let _ = child.end();
        }
        Loss::TooLarge(limit_bytes)
    }

    /// The process closed its pipe: it has ended, or is about to.
    fn ended(&self) -> Loss {
        let ended = match &self.life {
            Life::Unborn(origin) => end_of(&origin.child, &origin.stderr),
            Life::OfScript { script, .. } => end_of(script.process(), &self.stderr),
            Life::Born(child, _) => end_of(child, &self.stderr),
        };
        ended.unwrap_or_else(|error| Loss::Garbled(error.to_string()))
    }

    /// Takes note of which process a worker is that was forked.
    fn born(&mut self, pid: Option<i32>) -> Result<(), Loss> {
        let (of, counted, cpu) = match &self.life {
            Life::Unborn(origin) => (&origin.child, origin.program.counted, None),
            Life::OfScript { script, cpu, .. } => (script.process(), Of::Worker, *cpu),
            Life::Born(..) => return Ok(()),
        };
        let pid = pid.filter(|pid| *pid != of.pid());
        let pid = pid.ok_or_else(|| Loss::Garbled("its greeting does not tell its process".to_string()))?;
        let child = Child::of_number(pid)
            .map_err(|error| Loss::Garbled(format!("it says that it is process {pid}, which is no child: {error}")))?;
        let counters = Counters::attach(pid, counted);
        // A worker that cannot be bound runs anywhere.
        cpu.into_iter().for_each(|cpu| drop(affinity::bind(pid, cpu)));
        self.life = Life::Born(child, counters);
        Ok(())
    }

    fn greeting(&mut self, limit_ns: u64) -> Result<Hello, Loss> {
        match self.receive(Instant::now() + Duration::from_nanos(limit_ns))? {
            Reply::Hello(mut hello) if hello.protocol == VERSION => {
                self.born(hello.pid)?;
                if let Life::Born(_, counters) = &self.life {
                    hello.absent.extend(counters.absent.clone());
                }
                Ok(hello)
            }
            Reply::Hello(hello) => {
                Err(Loss::Garbled(format!("it speaks version {} of the protocol, not {VERSION}", hello.protocol)))
            }
            _ => Err(Loss::Garbled("it says something else before its greeting".to_string())),
        }
    }
}

impl Worker for WorkerProcess {
    /// One that could not be forked is started alone: the interpreter may be a wrapper, or of another machine than this program.
    fn greet(&mut self, limit_ns: u64) -> Result<Hello, Loss> {
        let loss = match self.greeting(limit_ns) {
            Ok(hello) => return Ok(hello),
            Err(loss) => loss,
        };
        match &self.life {
            Life::Unborn(origin) if !matches!(loss, Loss::Interrupted | Loss::TimedOut) => {
                let alone = WorkerProcess::start(&origin.program, self.interrupt.clone());
                *self = alone.map_err(|error| Loss::Garbled(error.to_string()))?;
                self.greeting(limit_ns)
            }
            _ => Err(loss),
        }
    }

    fn ask(&mut self, request: &Request, limit_ns: u64) -> Result<Reply, Loss> {
        let deadline = Instant::now() + Duration::from_nanos(limit_ns);
        let is_bare = matches!(request, Request::Run { bare: true, .. });
        let before = match &self.life {
            Life::Born(_, counters) if !is_bare => Some(counters.read()),
            _ => None,
        };
        self.is_busy = true;
        let asked = Instant::now();
        self.send(&protocol::encode(request), deadline)?;
        let mut reply = self.receive(deadline)?;
        self.is_busy = false;
        // A command may tell times of its own, and the generator knows what its are made of.
        if let Some(why) = self.host().and_then(|_| credible::objection(&reply, asked.elapsed())) {
            return Err(Loss::Garbled(why));
        }
        if reply == Reply::Prepared {
            self.stderr.forget();
        }
        delayed::count_own(&mut reply, self.is_confined, self.host().map(Child::pid));
        if let (Reply::Sample { readings, .. }, Some(before), Life::Born(_, counters)) =
            (&mut reply, before, &self.life)
        {
            counters.add(readings, &before);
        }
        Ok(reply)
    }

    fn pid(&self) -> Option<i32> {
        match &self.life {
            Life::Born(child, _) => Some(child.pid()),
            Life::Unborn(_) | Life::OfScript { .. } => None,
        }
    }

    fn said(&self) -> Option<String> {
        self.stderr.what_happened()
    }
}

/// Ends the worker and its process group; a spawner ends its command when its pipe closes, so it is given the time. Who is not busy is told
/// first: there may be something to tear down.
impl Drop for WorkerProcess {
    fn drop(&mut self) {
        self.interrupt = Interrupt::default();
        if matches!(self.life, Life::Born(..)) {
            // The batch that Ctrl-C found it at is soon over.
            if self.is_busy {
                self.is_busy = self.receive(Instant::now() + Duration::from_nanos(MOMENT_NS)).is_err();
            }
            if !self.is_busy {
                let _ = self.ask(&Request::Bye, TEARDOWN_NS);
            }
        }
        self.requests = None;
        if let Life::Unborn(_) | Life::OfScript { .. } = self.life {
            let _ = self.greeting(BIRTH_NS);
        }
        if let Life::Born(child, _) = &self.life {
            child.ends_within(self.farewell_ns); // what has not ended by then is ended when the child is dropped
        }
    }
}

/// How a process ended that closed its pipe.
fn end_of(child: &Child, stderr: &LastWords) -> io::Result<Loss> {
    if !child.ends_within(MOMENT_NS) {
        return Ok(Loss::Garbled("it closed its pipe, and did not end".to_string()));
    }
    let (how, by_signal) = match child.end()? {
        ChildEnd::Signal(signal) => (worker_setup::signal_text(signal), true),
        ChildEnd::Exit(code) => (format!("exit code {code}"), false),
    };
    Ok(Loss::Ended { how, by_signal, stderr: stderr.text() })
}
