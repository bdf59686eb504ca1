//! A switch between two processes on one CPU that send a byte to and fro over two pipes, as in lmbench's lat_ctx. There and back is two switches,
//! two writes and two reads; what a write and a read cost without a switch is measured beside it in one process and subtracted. What
//! is left holds the blocking and the waking that a switch comes with.

use crate::partner::Partner;
use crate::probe::{Course, Prepared, Site};
use std::io::{self, PipeReader, PipeWriter, Read, Write, pipe};

struct ToAndFro {
    to_partner: PipeWriter,
    from_partner: PipeReader,
    _partner: Partner,
}

struct WithinOne {
    reader: PipeReader,
    writer: PipeWriter,
}

/// See the head of this file.
pub fn prepare(_site: &Site) -> io::Result<Prepared> {
    let (its_reader, to_partner) = pipe()?;
    let (from_partner, its_writer) = pipe()?;
    let partner = Partner::echo(&its_reader, &its_writer)?;
    let (reader, writer) = pipe()?;
    Ok(Prepared::against(ToAndFro { to_partner, from_partner, _partner: partner }, WithinOne { reader, writer }))
}

impl Course for ToAndFro {
    /// A dose of switches: one there, one back.
    fn run(&mut self, dose: u64) -> io::Result<()> {
        (0..dose / 2).try_for_each(|_| send_and_receive(&mut self.to_partner, &mut self.from_partner))
    }
}

impl Course for WithinOne {
    /// As many writes and reads as there are switches.
    fn run(&mut self, dose: u64) -> io::Result<()> {
        (0..dose).try_for_each(|_| send_and_receive(&mut self.writer, &mut self.reader))
    }
}

fn send_and_receive(to: &mut PipeWriter, from: &mut PipeReader) -> io::Result<()> {
    to.write_all(b"x")?;
    from.read_exact(&mut [0])
}
