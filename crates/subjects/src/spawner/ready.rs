//! A command that is ready to be run: everything that can be done once is.

use super::children_io::{ChildrenIo, IoCounts};
use super::trouble::{in_before_each, io_trouble};
use crate::program;
use crate::system::descriptor;
use crate::system::spawn::Spawn;
use protocol::{CommandCase, Stdout, WorkerError};
use std::collections::BTreeMap;
use std::ffi::{CString, OsStr, OsString};
use std::fs::{File, OpenOptions};
use std::io::{self, PipeReader, PipeWriter};
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::Path;
use std::rc::Rc;

/// Where a process finds its own descriptors. Those of the spawner are nobody's.
const STREAMS: [&str; 4] = ["/dev/stdin", "/dev/fd/", "/proc/self/fd/", "/proc/thread-self/fd/"];

/// A command that is ready to be run.
pub struct Ready {
    pub case: CommandCase,
    pub spawn: Spawn,
    /// What is run before every execution.
    pub before_each: Vec<Ready>,
    /// Where output is read to.
    pub buffer: Vec<u8>,
    pub descriptors: Rc<Descriptors>,
}

/// The descriptors of all commands, of which one runs at a time: a sweep has hundreds.
pub struct Descriptors {
    pub out: Channel,
    pub err: Channel,
    /// Takes the place of standard input, and of standard output when that is no pipe.
    stdin: File,
    stdout: File,
    null: File,
    pub children_io: io::Result<ChildrenIo>,
}

impl Descriptors {
    pub fn open() -> io::Result<Descriptors> {
        let null = || OpenOptions::new().read(true).write(true).open("/dev/null");
        Ok(Descriptors {
            out: Channel::new()?,
            err: Channel::new()?,
            stdin: null()?,
            stdout: null()?,
            null: null()?,
            children_io: ChildrenIo::open(),
        })
    }
}

/// What an execution is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Its output.
    Answer,
    /// Its time.
    Timing,
}

/// A pipe of which this process keeps both ends. Because of that, it is not woken when the command's end closes, shortly
/// before the command has ended; only what is written wakes it.
pub struct Channel {
    pub reader: PipeReader,
    writer: PipeWriter,
}

impl Ready {
    /// Finds the program and builds what its starts need.
    pub fn new(case: CommandCase, descriptors: &Rc<Descriptors>) -> Result<Ready, WorkerError> {
        if let Some(cwd) = case.cwd.as_deref().filter(|cwd| !Path::new(cwd).is_dir()) {
            return Err(WorkerError::died(format!("the directory {cwd} does not exist")));
        }
        let name = case.argv.first().ok_or_else(|| WorkerError::protocol("a command without a program"))?;
        let path = program::find_along(case.env.get("PATH").map(String::as_str), name, case.cwd.as_deref())?;
        check_files(&case)?;
        let Descriptors { out, err, stdin, stdout, .. } = &**descriptors;
        let standard_output = match case.stdout {
            Stdout::Pipe => out.writer.as_raw_fd(),
            Stdout::Null | Stdout::File(_) => stdout.as_raw_fd(),
        };
        let spawn = Spawn::new(
            text(&path)?,
            case.argv.iter().map(text).collect::<Result<_, _>>()?,
            environment(&case)?,
            case.cwd.as_deref().map(text).transpose()?,
            [stdin.as_raw_fd(), standard_output, err.writer.as_raw_fd()],
        );
        let before_each =
            case.before_each.iter().map(|argv| Ready::new(before(&case, argv), descriptors).map_err(in_before_each));
        let before_each = before_each.collect::<Result<_, _>>()?;
        Ok(Ready {
            before_each,
            case,
            spawn: spawn.map_err(io_trouble)?,
            buffer: vec![0; 1 << 16],
            descriptors: Rc::clone(descriptors),
        })
    }

    /// What all commands so far read and wrote; nothing where the kernel does not count.
    pub fn children_io_total(&self) -> Option<IoCounts> {
        self.descriptors.children_io.as_ref().ok()?.total().ok()
    }

    /// Opens what must be opened anew for every run: input is read from its beginning, output begins empty. The pipes are
    /// as they were at first, even if a command such as node made its end non-blocking.
    /// What goes to /dev/null while it is timed goes into the pipe for an answer.
    pub fn open_files(&self, purpose: Purpose) -> Result<(), WorkerError> {
        let Descriptors { out, err, stdin, stdout, null, .. } = &*self.descriptors;
        for pipe in [out, err] {
            descriptor::reset_status(&pipe.writer).map_err(io_trouble)?;
        }
        match &self.case.stdin {
            Some(path) => {
                let opened = File::open(path).and_then(|file| descriptor::replace(stdin, &file));
                opened.map_err(|error| WorkerError::died(format!("standard input {path}: {error}")))?;
            }
            None => descriptor::replace(stdin, null).map_err(io_trouble)?,
        }
        match (&self.case.stdout, purpose) {
            (Stdout::File(path), _) => {
                let opened = File::create(path).and_then(|file| descriptor::replace(stdout, &file));
                opened.map_err(|error| WorkerError::died(format!("standard output {path}: {error}")))
            }
            (Stdout::Null, Purpose::Answer) => descriptor::replace(stdout, &out.writer).map_err(io_trouble),
            (Stdout::Null, Purpose::Timing) => descriptor::replace(stdout, null).map_err(io_trouble),
            (Stdout::Pipe, _) => Ok(()),
        }
    }
}

/// Refuses input that is gone once it was read, output that would empty the input, and output that cannot be read again.
fn check_files(case: &CommandCase) -> Result<(), WorkerError> {
    if let Stdout::File(path) = &case.stdout
        && path != "/dev/null"
        && std::fs::metadata(path).is_ok_and(|data| !data.is_file())
    {
        let why = "it is no file, from which what was written can be read: give one, or `pipe`";
        return Err(WorkerError::died(format!("standard output {path}: {why}")));
    }
    let Some(path) = &case.stdin else { return Ok(()) };
    let data = std::fs::metadata(path).ok();
    let is_stream = data.as_ref().is_some_and(|data| data.file_type().is_fifo() || data.file_type().is_socket());
    if is_stream || path == "-" || STREAMS.iter().any(|stream| path.starts_with(stream)) {
        let why = "it can be read once only, and every execution reads it from its beginning: write it to a file first";
        return Err(WorkerError::died(format!("standard input {path}: {why}")));
    }
    let Stdout::File(output) = &case.stdout else { return Ok(()) };
    match (data, std::fs::metadata(output)) {
        (Some(read), Ok(written)) if read.is_file() && (read.dev(), read.ino()) == (written.dev(), written.ino()) => {
            Err(WorkerError::died(format!("standard output {output} is the file that is read: it would be emptied")))
        }
        _ => Ok(()),
    }
}

impl Channel {
    fn new() -> io::Result<Channel> {
        let (reader, writer) = io::pipe()?;
        descriptor::set_nonblocking(&reader)?;
        Ok(Channel { reader, writer })
    }
}

/// A command that runs before each execution of another one.
fn before(case: &CommandCase, argv: &[String]) -> CommandCase {
    CommandCase {
        argv: argv.to_vec(),
        stdout: Stdout::Null,
        env: case.env.clone(),
        cwd: case.cwd.clone(),
        ..CommandCase::default()
    }
}

fn environment(case: &CommandCase) -> Result<Vec<CString>, WorkerError> {
    let mut variables: BTreeMap<OsString, OsString> = std::env::vars_os().collect();
    variables.extend(case.env.iter().map(|(name, value)| (name.into(), value.into())));
    variables.remove(OsStr::new("CMPTHESE_PADDING"));
    let words = variables.into_iter().map(|(mut word, value)| {
        word.push("=");
        word.push(value);
        text(word)
    });
    words.collect()
}

/// A word as the kernel takes it, in whatever encoding it is.
fn text(word: impl AsRef<OsStr>) -> Result<CString, WorkerError> {
    let word = word.as_ref();
    CString::new(word.as_bytes()).map_err(|_| WorkerError::died(format!("{word:?} holds a zero byte")))
}
