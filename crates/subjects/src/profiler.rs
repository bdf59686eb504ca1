//! perf(1), which looks where this process and all that it starts are, a thousand times a second of the time of the CPU or more often.

use crate::scratch::Scratch;
use crate::system::worker_setup;
use std::fs::File;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How often in a second of a process that lives long: no multiple of the ticks of the kernel, which would find the same place again and again.
const HERTZ: f64 = 997.0;

/// How often in the life of a process that does not: the kernel counts from its start, so that who ends before the first look is never seen. At 997 a second, 1000 runs
/// of sort(1), 1.2 ms each, were found 33 times, and 24,800 times at 19,940.
const LOOKS: f64 = 20.0;

/// The most times as often: a look takes some microseconds.
const FASTER_MAX: f64 = 25.0;

/// The longest that perf may take to begin, and to write what it found.
const BEGIN_MAX: Duration = Duration::from_secs(10);
const END_MAX: Duration = Duration::from_secs(60);

/// How often that is asked.
const PATIENCE: Duration = Duration::from_millis(5);

/// perf at work.
pub struct Profiler {
    perf: Child,
    folder: Scratch,
}

/// Why there is no profile.
#[derive(Debug)]
pub enum NoProfile {
    /// There is no perf here.
    Missing,
    /// What perf said.
    Refused(String),
    /// What the system said.
    System(io::Error),
}

impl From<io::Error> for NoProfile {
    fn from(error: io::Error) -> NoProfile {
        NoProfile::System(error)
    }
}

/// Why perf could not be started.
fn not_started(error: io::Error) -> NoProfile {
    if error.kind() == io::ErrorKind::NotFound { NoProfile::Missing } else { NoProfile::System(error) }
}

impl Profiler {
    /// Begins to look at this process and all that it will start, each of which lives for about so many nanoseconds.
    ///
    /// # Errors
    /// Why it does not.
    pub fn start(process_ns: f64) -> Result<Profiler, NoProfile> {
        let hertz = HERTZ * (LOOKS * 1e9 / process_ns / HERTZ).ceil().clamp(1.0, FASTER_MAX);
        let folder = Scratch::below(&std::env::temp_dir())?;
        let said = File::create(folder.path().join("said"))?;
        let mut command = Command::new("perf");
        command.args(["record", "--quiet", "--event", "cpu-clock", "--call-graph", "fp"]);
        command.args(["--freq", &hertz.to_string(), "--pid", &std::process::id().to_string()]);
        command.arg("--output").arg(folder.path().join("samples"));
        // A Ctrl-C at the terminal is for the run.
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(said).process_group(0);
        let perf = command.spawn().map_err(not_started)?;
        let mut profiler = Profiler { perf, folder };
        let begun = Instant::now();
        while !profiler.has_begun() {
            if profiler.perf.try_wait()?.is_some() || begun.elapsed() > BEGIN_MAX {
                return Err(NoProfile::Refused(profiler.said()));
            }
            std::thread::sleep(PATIENCE);
        }
        Ok(profiler)
    }

    /// The head of the file is written once every counter is open.
    fn has_begun(&self) -> bool {
        self.folder.path().join("samples").metadata().is_ok_and(|data| data.len() > 0)
    }

    fn said(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("said")).unwrap_or_default().trim().to_string()
    }

    /// Ends it: the stacks that it found, as `perf script` prints them.
    ///
    /// # Errors
    /// Why there are none.
    pub fn stop(mut self) -> Result<String, NoProfile> {
        // Not as Ctrl-C does: whoever was started in the background of a script ignores that.
        worker_setup::signal_group(self.perf.id() as i32, libc::SIGTERM);
        let asked = Instant::now();
        while self.perf.try_wait()?.is_none() {
            if asked.elapsed() > END_MAX {
                return Err(NoProfile::Refused("it does not end".to_string()));
            }
            std::thread::sleep(PATIENCE);
        }
        let mut script = Command::new("perf");
        script.args(["script", "--fields", "comm,pid,ip,sym,dso", "--input"]).arg(self.folder.path().join("samples"));
        let output = script.stdin(Stdio::null()).output().map_err(not_started)?;
        match output.status.success() {
            true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            false => Err(NoProfile::Refused(String::from_utf8_lossy(&output.stderr).trim().to_string())),
        }
    }
}

impl Drop for Profiler {
    fn drop(&mut self) {
        if matches!(self.perf.try_wait(), Ok(None)) {
            worker_setup::signal_group(self.perf.id() as i32, libc::SIGKILL);
            let _ = self.perf.wait();
        }
    }
}
