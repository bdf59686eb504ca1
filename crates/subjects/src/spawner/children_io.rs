//! What the children that were waited for read and wrote, as /proc/PID/io counts it.
//!
//! The kernel adds the counters of a child, and of all that it waited for, to those of its parent's process when it is
//! waited for (`wait_task_zombie` in kernel/exit.c). /proc/self/io shows the sum, /proc/thread-self/io this thread alone,
//! and this process has one thread: the difference is that of the children.
//!
//! Rejected: /proc/PID/io of the child between its end and the wait. By then it belongs to root (`task_dump_owner` in
//! fs/proc/base.c), and to open it sooner is a race against short programs.

use model::Metric;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

/// What is counted, by its name there.
pub const COUNTED: [(&str, Metric); 4] = [
    ("syscr", Metric::ReadCalls),
    ("syscw", Metric::WriteCalls),
    ("rchar", Metric::ReadBytes),
    ("wchar", Metric::WriteBytes),
];

/// How much of it, in that order.
pub type IoCounts = [u64; COUNTED.len()];

/// The two files that are compared.
pub struct ChildrenIo {
    thread: File,
    process: File,
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
        Ok(less(less(process, thread), [1, 0, length, 0]))
    }
}

/// The first less the second.
pub fn less(one: IoCounts, other: IoCounts) -> IoCounts {
    std::array::from_fn(|place| one[place] - other[place])
}

/// The counts in a file, and how many bytes it has.
fn read(file: &File) -> io::Result<(IoCounts, u64)> {
    let mut text = [0; 512];
    let length = file.read_at(&mut text, 0)?;
    Ok((parse(&String::from_utf8_lossy(&text[..length])), length as u64))
}

fn parse(text: &str) -> IoCounts {
    let value = |line: &str, name: &str| line.strip_prefix(name)?.strip_prefix(": ")?.parse::<u64>().ok();
    COUNTED.map(|(name, _)| text.lines().find_map(|line| value(line, name)).unwrap_or(0))
}
