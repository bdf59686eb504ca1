//! What a host is told of a dose, and the file that its read calls read.

use model::{Dose, DoseEvent, Failure, FailureKind};
use protocol::DoseCase;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// What is written at a time, in bytes, of a file that is read: as cp and most programs that copy do, because the pieces decide how the page cache holds it.
const PIECE: u64 = 128 << 10;

/// What a host is told of a dose. The file is made in a directory of the run, once for all doses of its size.
pub fn case(dose: &Dose, scratch: &Path) -> Result<DoseCase, Failure> {
    let Dose { event, count, bytes, span, .. } = *dose;
    let file = match event {
        DoseEvent::ReadCall => Some(file(scratch, span, PIECE)?),
        // A fault maps what was written in one piece, so that each is one.
        DoseEvent::FileFault => Some(file(scratch, span, bytes)?),
        DoseEvent::MinorFault | DoseEvent::CopiedByte => None,
    };
    Ok(DoseCase { event, count, bytes, span, file })
}

/// Its path.
fn file(scratch: &Path, span: u64, piece: u64) -> Result<String, Failure> {
    // No fixture has a name with such a sign.
    let path = scratch.join(format!("dose-{span}-{piece}"));
    let is_there = fs::metadata(&path).is_ok_and(|data| data.len() == span);
    let written = if is_there { Ok(()) } else { write(&path, span, piece) };
    written.map_err(|error| {
        let bytes = format!("the {span} bytes that are read as a dose");
        let help = "make room there, set TMPDIR to another directory, or give the dose a smaller `span`".to_string();
        let message = format!("{bytes} cannot be written to {}: {error}", path.display());
        Failure::new(FailureKind::Missing, message, Some(help))
    })?;
    Ok(path.to_string_lossy().into_owned())
}

fn write(path: &Path, span: u64, piece: u64) -> io::Result<()> {
    let mut file = File::create(path)?;
    let content = vec![b'x'; piece as usize];
    for start in (0..span).step_by(piece as usize) {
        file.write_all(&content[..piece.min(span - start) as usize])?;
    }
    Ok(())
}
