//! A byte that goes through a pipe: written and read by one process, so that no switch is part of it; two copies and the pages between them. So many
//! writes and reads, whose size is what varies, so that the cost of the calls falls out.

use crate::probe::{Prepared, Site};
use std::io::{self, Read, Write};
use std::os::fd::AsRawFd;

/// Writes in a dose.
const CALLS: u64 = 32;

/// The largest write, in bytes: what a pipe holds by default (pipe(7)).
const BUFFER: usize = 64 << 10;

/// See the head of this file. Who has many pipes open gets smaller ones, into which a write would block for ever.
pub fn prepare(_site: &Site) -> io::Result<Prepared> {
    let (mut reader, mut writer) = io::pipe()?;
    // SAFETY: the call takes integers.
    let room = unsafe { libc::fcntl(writer.as_raw_fd(), libc::F_GETPIPE_SZ) };
    if usize::try_from(room).unwrap_or(0) < BUFFER {
        return Err(io::Error::other("pipes are smaller than 64 KiB"));
    }
    let mut buffer = vec![b'x'; BUFFER];
    Ok(Prepared::alone(move |dose: u64| -> io::Result<()> {
        let piece = &mut buffer[..(dose / CALLS) as usize];
        for _ in 0..CALLS {
            writer.write_all(piece)?;
            reader.read_exact(piece)?;
        }
        Ok(())
    }))
}
