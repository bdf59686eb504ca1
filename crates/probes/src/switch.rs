//! A switch between two processes on one CPU that send a byte to and fro over two pipes, as in lmbench's lat_ctx. There and back is two switches,
//! two writes and two reads; what a write and a read cost without a switch is measured beside it in one process and subtracted. What
//! is left holds the blocking and the waking that a switch comes with.

use crate::partner::Partner;
use crate::probe::{Prepared, Site};
use std::io::{self, PipeReader, PipeWriter, Read, Write, pipe};

/// See the head of this file.
pub fn prepare(_site: &Site) -> io::Result<Prepared> {
    let (its_reader, mut to_partner) = pipe()?;
    let (mut from_partner, its_writer) = pipe()?;
    let partner = Partner::echo(&its_reader, &its_writer)?;
    let (mut reader, mut writer) = pipe()?;
    // A dose of switches: one there, one back.
    let to_and_fro = move |dose: u64| {
        let sent = (0..dose / 2).try_for_each(|_| send_and_receive(&mut to_partner, &mut from_partner));
        // The partner is there as long as this.
        let _ = &partner;
        sent
    };
    // As many writes and reads as there are switches.
    let within_one = move |dose: u64| (0..dose).try_for_each(|_| send_and_receive(&mut writer, &mut reader));
    Ok(Prepared::against(to_and_fro, within_one))
}

fn send_and_receive(to: &mut PipeWriter, from: &mut PipeReader) -> io::Result<()> {
    to.write_all(b"x")?;
    from.read_exact(&mut [0])
}
