//! A page of memory that is mapped and unmapped again without being touched: mmap(2) and munmap(2), nothing else. It may be
//! read alone, because the kernel would join it with other memory of this program and part it again, where that happens to lie beside it.

use crate::probe::{Prepared, Site};
use crate::region::{Region, page};
use std::io;

/// See the head of this file.
pub fn prepare(_site: &Site) -> io::Result<Prepared> {
    Ok(Prepared::alone(|dose: u64| {
        let page = page();
        (0..dose).try_for_each(|_| Region::untouched(page).map(drop))
    }))
}
