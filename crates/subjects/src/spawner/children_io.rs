//! What the children that were waited for read and wrote, as /proc/PID/io counts it.
//!
//! The kernel adds the counters of a child, and of all that it waited for, to those of its parent's process when it is
//! waited for (`wait_task_zombie` in kernel/exit.c). /proc/self/io shows the sum, /proc/thread-self/io this thread alone,
//! and this process has one thread: the difference is that of the children.
//!
//! Rejected: /proc/PID/io of the child between its end and the wait. By then it belongs to root (`task_dump_owner` in
//! fs/proc/base.c), and to open it sooner is a race against short programs.

use std::fs::File;
use std::io;
use std::ops::Sub;
use std::os::unix::fs::FileExt;

/// The two files that are compared.
pub struct ChildrenIo {
    thread: File,
    process: File,
}

/// Calls and bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IoCounts {
    pub read_calls: u64,
    pub write_calls: u64,
    pub read_bytes: u64,
    pub write_bytes: u64,
}

impl ChildrenIo {
    /// Opens the files; fails where the kernel does not count.
    pub fn open() -> io::Result<ChildrenIo> {
        Ok(ChildrenIo { thread: File::open("/proc/thread-self/io")?, process: File::open("/proc/self/io")? })
    }

    /// The counts of all children that were waited for since this process began.
    pub fn total(&self) -> io::Result<IoCounts> {
        let (thread, length) = read(&self.thread)?;
        let (process, _) = read(&self.process)?;
        // Reading the first file is counted in the second.
        let reading = IoCounts { read_calls: 1, read_bytes: length, ..IoCounts::default() };
        Ok(process - thread - reading)
    }
}

impl Sub for IoCounts {
    type Output = IoCounts;

    fn sub(self, other: IoCounts) -> IoCounts {
        IoCounts {
            read_calls: self.read_calls - other.read_calls,
            write_calls: self.write_calls - other.write_calls,
            read_bytes: self.read_bytes - other.read_bytes,
            write_bytes: self.write_bytes - other.write_bytes,
        }
    }
}

/// The counts in a file, and how many bytes it has.
fn read(file: &File) -> io::Result<(IoCounts, u64)> {
    let mut text = [0; 512];
    let length = file.read_at(&mut text, 0)?;
    Ok((parse(&String::from_utf8_lossy(&text[..length])), length as u64))
}

fn parse(text: &str) -> IoCounts {
    let mut counts = IoCounts::default();
    for (name, value) in text.lines().filter_map(|line| line.split_once(": ")) {
        let place = match name {
            "syscr" => &mut counts.read_calls,
            "syscw" => &mut counts.write_calls,
            "rchar" => &mut counts.read_bytes,
            "wchar" => &mut counts.write_bytes,
            _ => continue,
        };
        *place = value.parse().unwrap_or(0);
    }
    counts
}
