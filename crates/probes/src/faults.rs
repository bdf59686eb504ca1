//! Page faults: the first write to a page of fresh memory, and the first read of a mapped file that is in the page cache. Mapping and unmapping
//! are not timed with them; what unmapping takes for a page that was mapped is a cost of its own. All ask for base pages, because a huge page is another event.

use crate::probe::{Course, Prepared, Site};
use crate::region::{Region, page};
use crate::warm_file::warm_file;
use model::FILE_FAULT;
use std::fs::File;
use std::io;

/// The bytes of the file.
const FILE: usize = 32 << 20;

/// The smallest dose of unmapping, in pages: the file has as many as the largest, however large they are here.
pub const UNMAPPED: u64 = 1024;

/// How far apart faults on the file may be, in bytes: the largest dose must fit into the file.
const AROUND_MAX: usize = 128 << 10;

#[derive(Default)]
struct FirstWrites {
    memory: Option<Region>,
}

/// The first write to a page; the kernel clears the page before.
pub fn prepare_minor(_site: &Site) -> io::Result<Prepared> {
    Ok(Prepared::alone(FirstWrites::default()))
}

impl Course for FirstWrites {
    fn before(&mut self, dose: u64) -> io::Result<()> {
        self.memory = None; // before there is another
        self.memory = Some(Region::memory(dose as usize * page())?.in_base_pages());
        Ok(())
    }

    fn run(&mut self, dose: u64) -> io::Result<()> {
        let memory = self.memory.as_ref().ok_or(io::ErrorKind::InvalidInput)?;
        let page = page();
        for number in 0..dose as usize {
            // SAFETY: the mapping has a page for each of the dose.
            unsafe { memory.start().add(number * page).write_volatile(1) };
        }
        Ok(())
    }
}

struct FirstReads {
    file: File,
    mapped: Option<Region>,
    /// How many bytes a fault maps.
    around: usize,
}

/// The first read of 64 KiB of a mapped file. How much the kernel maps with a fault is counted first, and one byte of each such piece is read, so
/// that every read is a fault.
pub fn prepare_file(site: &Site) -> io::Result<Prepared> {
    let file = warm_file(&site.scratch, FILE)?;
    let mapped = Region::file(&file, FILE)?.in_base_pages();
    let before = faults();
    touch(&mapped, FILE / page(), page());
    let around = (FILE / (faults() - before).max(1)).next_power_of_two();
    if around > AROUND_MAX {
        return Err(io::Error::other("the kernel maps more of a file with a fault than can be counted on"));
    }
    Ok(Prepared::alone(FirstReads { file, mapped: None, around: around.max(page()) }))
}

impl Course for FirstReads {
    fn before(&mut self, _dose: u64) -> io::Result<()> {
        self.mapped = None; // before it is mapped again
        self.mapped = Some(Region::file(&self.file, FILE)?.in_base_pages());
        Ok(())
    }

    fn run(&mut self, dose: u64) -> io::Result<()> {
        let mapped = self.mapped.as_ref().ok_or(io::ErrorKind::InvalidInput)?;
        touch(mapped, dose as usize * FILE_FAULT / self.around, self.around);
        Ok(())
    }
}

struct Unmapping {
    file: File,
    mapped: Option<Region>,
}

/// munmap(2) of a file whose pages were all mapped; a dose is one call, and its pages are what varies.
pub fn prepare_unmapping(site: &Site) -> io::Result<Prepared> {
    let file = warm_file(&site.scratch, 4 * UNMAPPED as usize * page())?;
    Ok(Prepared::alone(Unmapping { file, mapped: None }))
}

impl Course for Unmapping {
    fn before(&mut self, dose: u64) -> io::Result<()> {
        let mapped = Region::file(&self.file, dose as usize * page())?.in_base_pages();
        touch(&mapped, dose as usize, page());
        self.mapped = Some(mapped);
        Ok(())
    }

    fn run(&mut self, _dose: u64) -> io::Result<()> {
        self.mapped = None;
        Ok(())
    }
}

/// Reads a byte at so many places, so many bytes apart, as far as the mapping goes.
fn touch(mapped: &Region, places: usize, apart: usize) {
    for number in 0..places.min(mapped.length() / apart) {
        // SAFETY: the place is within the mapping, and the file is as long.
        unsafe { mapped.start().add(number * apart).read_volatile() };
    }
}

/// The minor faults of this thread so far (getrusage(2)).
fn faults() -> usize {
    // SAFETY: a plain C structure, for which all zeroes is a valid value; the call fills it in and keeps nothing.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_THREAD, &mut usage);
        usage
    };
    usize::try_from(usage.ru_minflt).unwrap_or(0)
}
