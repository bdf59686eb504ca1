//! Servers: started for a launch, awaited, stopped with all that they started.

use crate::command::argv;
use crate::free_port::free_port;
use crate::program;
use crate::scratch::Scratch;
use crate::system::poll::{self, Watch};
use crate::system::{process_tree, worker_setup};
use crate::{Confined, Context, errand, keeper};
use model::{Scope, Server, StopSignal};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long one attempt at asking whether a server is ready may take.
const ATTEMPT: Duration = Duration::from_secs(5);

/// The bytes of an answer up to its status: `HTTP/1.1 200`.
const STATUS_LINE_MIN: usize = 12;

/// How long an attempt has at least, also when the time of the server is over.
const ATTEMPT_MIN: Duration = Duration::from_secs(1);

/// What is waited before the second attempt; it grows to [`PAUSE_MAX`].
const PAUSE_MIN: Duration = Duration::from_millis(1);
const PAUSE_MAX: Duration = Duration::from_millis(50);

/// Why a server cannot be asked.
#[derive(Debug)]
pub enum NoServer {
    /// Its program is not there.
    Missing(String),
    /// Something else, as a sentence without a final dot.
    Failed(String),
    /// The run shall stop.
    Interrupted,
}

impl From<io::Error> for NoServer {
    fn from(error: io::Error) -> NoServer {
        NoServer::Failed(error.to_string())
    }
}

/// A server that was started. It is stopped when it is dropped.
#[derive(Debug)]
pub struct RunningServer {
    name: String,
    keeper: Child,
    pidfd: OwnedFd,
    /// Open until the server is to stop.
    life: Option<io::PipeWriter>,
    address: SocketAddr,
    ready: Option<String>,
    deadline: Instant,
    patience_ns: u64,
    log: File,
    context: Context,
    _directory: Scratch,
}

impl RunningServer {
    /// Starts a server on some CPUs (any when there are none), without waiting until it is ready. `scope` is what placeholders stand
    /// for at the point.
    pub fn start(server: &Server, scope: &Scope, cpus: &[usize], context: &Context) -> Result<RunningServer, NoServer> {
        let explain =
            |what: &str, error: io::Error| NoServer::Failed(format!("the server {}: {what}: {error}", server.name));
        let directory = Scratch::of_server(&std::env::temp_dir())
            .map_err(|error| explain("its directory cannot be made", error))?;
        // Somebody may take it before the server does; then the server says so.
        let port = free_port().map_err(|error| explain("there is no free port", error))?;
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let own = [
            (Server::PORT.to_string(), address.port().to_string()),
            (Server::DIRECTORY.to_string(), directory.path().to_string_lossy().into_owned()),
        ];
        let scope: Scope = scope.clone().into_iter().chain(own).collect();
        for file in &server.files {
            lay_out(file, &context.beside, directory.path(), &scope)
                .map_err(|error| explain(&format!("its file {file}"), error))?;
        }
        // Whoever writes to it writes to its end, wherever it is being read.
        let log = File::options().read(true).append(true).create_new(true).open(directory.path().join(".output"))?;
        let line = argv(&server.line, &scope);
        if line[0].is_empty() {
            return Err(NoServer::Failed("the name of its program is empty".to_string()));
        }
        let own_path = server.env.iter().find(|(name, _)| name == "PATH").map(|(_, path)| path.filled(&scope));
        let is_there = |name: &&str| is_there(name, directory.path(), own_path.as_deref());
        let needs = server.needs.iter().map(|need| need.name.as_str()).find(|need| !is_there(need));
        let program = Some(line[0].as_str()).filter(|program| !is_there(program));
        if let Some(missing) = needs.or(program) {
            return Err(NoServer::Missing(missing.to_string()));
        }
        let (life_reader, life) = io::pipe()?;
        let mut command = Command::new(&context.keeper[0]);
        command.args(&context.keeper[1..]).arg(number(server.stop).to_string()).arg(directory.path()).args(line);
        command.envs(server.env.iter().map(|(name, value)| (name, value.filled(&scope))));
        command.current_dir(directory.path()).stdin(Stdio::null());
        command.stdout(log.try_clone()?).stderr(log.try_clone()?);
        // A control group is entered when it is ready.
        let confined = Confined { procs: None, cpus: context.confined.within(cpus) };
        worker_setup::before_exec_of_keeper(&mut command, life_reader.as_raw_fd(), confined);
        let keeper = command.spawn().map_err(|error| explain("it cannot be started", error))?;
        let pidfd = poll::open_pidfd(keeper.id() as i32)?;
        Ok(RunningServer {
            name: server.name.clone(),
            pidfd,
            keeper,
            life: Some(life),
            address,
            ready: server.ready.as_ref().map(|path| path.filled(&scope)),
            deadline: Instant::now() + Duration::from_nanos(server.patience_ns),
            patience_ns: server.patience_ns,
            log,
            context: context.clone(),
            _directory: directory,
        })
    }

    /// Waits until it accepts connections, and answers where the plan says that it will. From then on it has the part of the machine
    /// that the context says: to start takes no longer for it.
    pub fn await_ready(&mut self) -> Result<(), NoServer> {
        let mut pause = PAUSE_MIN;
        let mut last = None;
        loop {
            match self.attempt() {
                Ok(()) if !self.has_ended() => return self.confine(),
                Ok(()) => {}
                // An attempt that the end of the time cut off says less than one before it.
                Err(error) if is_cut_off(&error) && last.is_some() => {}
                Err(error) => last = Some(error),
            }
            let mut watches = [Watch::of(&self.pidfd), self.context.interrupt.watch()];
            poll::wait(&mut watches, Some(pause.as_nanos() as u64))?;
            match watches.map(|watch| watch.ready) {
                [_, true] => return Err(NoServer::Interrupted),
                [true, _] => return Err(self.died()),
                _ if Instant::now() >= self.deadline => return Err(self.never_ready(last)),
                _ => pause = (pause * 2).min(PAUSE_MAX),
            }
        }
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The process whose descendants are the server.
    pub fn keeper(&self) -> i32 {
        self.keeper.id() as i32
    }

    /// Asks it to stop, without waiting until it has.
    pub fn ask_to_stop(&mut self) {
        self.life = None;
    }

    /// Ends it. The result is how long was waited for it before it was killed, in nanoseconds, when it was.
    pub fn end(mut self) -> Option<u64> {
        self.ask_to_stop();
        let status = self.keeper.wait().ok()?;
        (status.code() == Some(keeper::KILLED)).then_some(keeper::GRACE_NS)
    }

    /// The end of what it wrote, as words that follow a sentence; empty when it wrote nothing.
    pub fn said(&self) -> String {
        errand::said(&self.log).unwrap_or_default()
    }

    /// Moves all its processes to the control group of the context. What they start from then on is in it.
    fn confine(&self) -> Result<(), NoServer> {
        let Some(procs) = &self.context.confined.procs else { return Ok(()) };
        let path = Path::new(OsStr::from_bytes(procs.as_bytes()));
        let mut moved = BTreeSet::new();
        loop {
            let processes = process_tree::descendants(self.keeper()).into_iter().chain([self.keeper()]);
            let others: Vec<i32> = processes.filter(|pid| !moved.contains(pid)).collect();
            if others.is_empty() {
                return Ok(());
            }
            for pid in others {
                // One that has ended meanwhile cannot be moved, and need not be.
                if let Err(error) = fs::write(path, pid.to_string())
                    && error.raw_os_error() != Some(libc::ESRCH)
                {
                    return Err(NoServer::Failed(format!("the server {} cannot be confined: {error}", self.name)));
                }
                moved.insert(pid);
            }
        }
    }

    /// Where nobody listens at the address of IPv4, a server that takes `localhost` for its own may have that of IPv6.
    fn attempt(&mut self) -> io::Result<()> {
        // Its time may be over before it was asked at all, when others were awaited first.
        let left = self.deadline.saturating_duration_since(Instant::now()).clamp(ATTEMPT_MIN, ATTEMPT);
        let until = Instant::now() + left;
        let other = SocketAddr::from((Ipv6Addr::LOCALHOST, self.address.port()));
        let (address, stream) = match TcpStream::connect_timeout(&self.address, left) {
            Err(refused) if refused.kind() == ErrorKind::ConnectionRefused => {
                (other, TcpStream::connect_timeout(&other, left).map_err(|_| refused)?)
            }
            connected => (self.address, connected?),
        };
        // Where nobody listens, the kernel may choose the very port that is called as the port of the caller.
        if stream.local_addr()? == address {
            return Err(ErrorKind::ConnectionRefused.into());
        }
        self.address = address;
        let Some(path) = &self.ready else { return Ok(()) };
        match self.status_of(stream, path, until)? {
            200..=399 => Ok(()),
            status => Err(io::Error::other(format!("the status of its answer to {path} was {status}"))),
        }
    }

    /// The status of the answer to a request for a path. The end of the server, and of the run, ends the waiting.
    fn status_of(&self, mut stream: TcpStream, path: &str, until: Instant) -> io::Result<u16> {
        // In one piece: many a small server reads once, and takes what has come for the whole request.
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address);
        stream.write_all(request.as_bytes())?;
        let mut head = Vec::new();
        let mut buffer = [0; 512];
        while head.len() < STATUS_LINE_MIN {
            let left = until.saturating_duration_since(Instant::now());
            let mut watches = [Watch::of(&stream), Watch::of(&self.pidfd), self.context.interrupt.watch()];
            poll::wait(&mut watches, Some(left.as_nanos() as u64))?;
            if !watches[0].ready {
                return Err(ErrorKind::TimedOut.into());
            }
            match stream.read(&mut buffer)? {
                0 => return Err(io::Error::other("it closed the connection without an answer")),
                count => head.extend_from_slice(&buffer[..count]),
            }
        }
        let status =
            head.strip_prefix(b"HTTP/1.").and_then(|rest| std::str::from_utf8(rest.get(2..5)?).ok()?.parse().ok());
        status.ok_or_else(|| io::Error::other("what it answers is not HTTP"))
    }

    fn has_ended(&self) -> bool {
        let mut watches = [Watch::of(&self.pidfd)];
        poll::wait(&mut watches, Some(0)).is_ok() && watches[0].ready
    }

    fn died(&mut self) -> NoServer {
        let status = self.keeper.wait();
        let said = self.said();
        let how = match status.map(|status| (status.code(), status.signal())) {
            Ok((Some(keeper::NOT_STARTED), _)) => "cannot be started".to_string(),
            Ok((Some(code), _)) => format!("ended with exit code {code} before it was ready"),
            Ok((None, Some(signal))) => format!("was ended by {}", worker_setup::signal_text(signal)),
            Ok((None, None)) | Err(_) => "ended before it was ready".to_string(),
        };
        NoServer::Failed(format!("the server {} {how}{said}", self.name))
    }

    fn never_ready(&self, last: Option<io::Error>) -> NoServer {
        let limit = model::format_duration(self.patience_ns as f64);
        let port = self.address.port();
        let why = match last {
            Some(error) if error.kind() == ErrorKind::ConnectionRefused => {
                format!("nobody listens on port {port} (does it take the port from {{port}}?)")
            }
            Some(error) if is_cut_off(&error) => {
                format!("it accepts connections on port {port} and does not answer")
            }
            Some(error) => error.to_string(),
            None => "it is ready too late".to_string(),
        };
        let said = self.said();
        NoServer::Failed(format!("the server {} was not ready within {limit}: {why}{said}", self.name))
    }
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        self.ask_to_stop();
        let _ = self.keeper.wait(); // at once where it was waited for before
    }
}

fn is_cut_off(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
}

/// Copies a file that lies beside the plan to a server's directory, completed where its name asks for it.
fn lay_out(file: &str, beside: &Path, directory: &Path, scope: &Scope) -> io::Result<()> {
    let source = beside.join(file);
    let target = directory.join(file.strip_suffix(Server::TEMPLATE).unwrap_or(file));
    fs::create_dir_all(target.parent().unwrap_or(directory))?;
    // As of the directory itself: whoever gives its rights up has to read there, whatever the umask is.
    for above in target.ancestors().skip(1).take_while(|above| *above != directory) {
        fs::set_permissions(above, Permissions::from_mode(0o755))?;
    }
    match file.ends_with(Server::TEMPLATE) {
        false => drop(fs::copy(&source, &target)?),
        true => {
            let mut text = fs::read_to_string(&source)?;
            for (name, value) in scope {
                text = text.replace(&format!("@{name}@"), value);
            }
            fs::write(&target, text)?;
        }
    }
    let mode = fs::metadata(&source)?.permissions().mode() | 0o444;
    fs::set_permissions(&target, Permissions::from_mode(mode))
}

/// Whether a program, or a file that a path names, is there. Paths count from the server's directory, in which it is started, maybe with a `PATH` of its own.
fn is_there(name: &str, directory: &Path, own_path: Option<&str>) -> bool {
    if name.contains('/') { directory.join(name).exists() } else { program::find_along(own_path, name, None).is_ok() }
}

fn number(signal: StopSignal) -> i32 {
    match signal {
        StopSignal::Term => libc::SIGTERM,
        StopSignal::Int => libc::SIGINT,
        StopSignal::Quit => libc::SIGQUIT,
        StopSignal::Hup => libc::SIGHUP,
    }
}
