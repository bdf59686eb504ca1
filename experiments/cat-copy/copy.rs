//! Copies standard input to standard output: copy loop|io::copy [BYTES]
//!
//! `io::copy` takes no size: where the kernel can move the data, it asks the kernel.

use std::fs::File;
use std::io::{self, Read, Write};
use std::mem::ManuallyDrop;
use std::os::fd::FromRawFd;

fn main() {
    if let Err(error) = run(&std::env::args().skip(1).collect::<Vec<_>>()) {
        eprintln!("copy: {error}");
        std::process::exit(1);
    }
}

fn run(words: &[String]) -> io::Result<()> {
    let size = words.get(1).map_or(Ok(4096), |word| word.parse()).map_err(io::Error::other)?;
    // SAFETY: descriptors 0 and 1 are open for the whole run, and ManuallyDrop never closes them. As files they have no
    // buffer, which standard output has.
    let [mut input, mut output] = [0, 1].map(|fd| ManuallyDrop::new(unsafe { File::from_raw_fd(fd) }));
    match words.first().map(String::as_str) {
        Some("loop") => copy_loop(&mut input, &mut output, &mut vec![0; size]),
        Some("io::copy") => io::copy(&mut *input, &mut *output).map(drop),
        _ => Err(io::Error::other("usage: copy loop|io::copy [BYTES]")),
    }
}

fn copy_loop(input: &mut File, output: &mut File, buffer: &mut [u8]) -> io::Result<()> {
    loop {
        match input.read(buffer)? {
            0 => return Ok(()),
            got => output.write_all(&buffer[..got])?,
        }
    }
}
