//! Where the bytes of a job lie: when read(2) copies them, and when they are gone through.

use crate::row::Row;
use model::{CACHES, CostlyEvent, FILE_FAULT, Holder, Landmark, Metric, bytes_of};

/// The part of a cache that a piece may take and still lie in it while other things go on: what the prices were measured with, too.
const ROOM: u64 = 2;

/// What one pass costs from each cache, in the order of [`CACHES`], and from memory.
const PASSES: [&[CostlyEvent]; 4] =
    [&[CostlyEvent::PassL1], &[CostlyEvent::PassL2], &[CostlyEvent::PassL3], &[CostlyEvent::PassMemory]];

const MIB: f64 = (1 << 20) as f64;

/// The base size of a page, in bytes, where the kernel does not tell: that of x86.
pub const PAGE: u64 = 4096;

/// The pages of a huge one, of x86 and arm64.
const PAGES_OF_HUGE: u64 = 512;

/// The sizes of files that copying a byte was measured with.
const READS: [(f64, &[CostlyEvent]); 4] = [
    (MIB / 4.0, &[CostlyEvent::ReadByte256K]),
    (8.0 * MIB, &[CostlyEvent::ReadByte8M]),
    (64.0 * MIB, &[CostlyEvent::ReadByte64M]),
    (256.0 * MIB, &[CostlyEvent::ReadByte256M]),
];

/// The sizes of mapped files that going through a byte was measured with.
const IN_PLACE: [(f64, &[CostlyEvent]); 3] = [
    (16.0 * MIB, &[CostlyEvent::PassFile16M]),
    (64.0 * MIB, &[CostlyEvent::PassFile64M]),
    (256.0 * MIB, &[CostlyEvent::PassFile256M]),
];

/// Bytes that are short by no more than this part are all of them: what the empty loop reads is taken off.
const ROUNDING: f64 = 1e-3;

/// Where a variant finds the bytes of its job.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// So many of them in a buffer, into which read(2) has copied them.
    pub copied: f64,
    /// The bytes of that buffer: those of a call.
    pub buffer: f64,
}

/// Where a variant finds so many bytes. `None` where calls are not counted.
pub fn found(row: &Row, bytes: f64) -> Option<Found> {
    let (calls, read) = (row.count(Metric::ReadCalls)?, row.count(Metric::ReadBytes)?);
    let copied = if read >= bytes * (1.0 - ROUNDING) { bytes } else { read };
    Some(Found { copied, buffer: if calls > 0.0 { read / calls } else { 0.0 } })
}

/// How many pages of the bytes that a variant looks at in place are mapped by faults, a huge one by each at most. `None` where one of these is not known.
pub fn mapped_pages(row: &Row, landmarks: &[Landmark]) -> Option<f64> {
    let (bytes, faults) = (row.bytes?, row.count(Metric::MinorFaults)?);
    let in_place = bytes - found(row, bytes)?.copied;
    let page = page(landmarks);
    let huge = bytes_of(landmarks, Holder::HugePage).unwrap_or(PAGES_OF_HUGE * page);
    Some((in_place / page as f64).min(faults * (huge / page) as f64))
}

/// The same in pieces of [`FILE_FAULT`]: what mapping takes goes with the pages, of which a fault maps the more the larger the folio is that it finds.
pub fn mapped_pieces(pages: f64, landmarks: &[Landmark]) -> f64 {
    pages * page(landmarks) as f64 / FILE_FAULT as f64
}

fn page(landmarks: &[Landmark]) -> u64 {
    bytes_of(landmarks, Holder::Page).unwrap_or(PAGE)
}

/// What copying a byte out of the page cache is: by the bytes of the file into a buffer that a cache of one CPU has room for, else a copy within what has.
pub fn copied_byte(job_bytes: Option<f64>, buffer: f64, landmarks: &[Landmark]) -> &'static [CostlyEvent] {
    match level(buffer, landmarks) {
        Some(2) => &[CostlyEvent::CopyL3],
        Some(3..) => &[CostlyEvent::CopyMemory],
        _ => nearest(&READS, job_bytes.unwrap_or(8.0 * MIB)),
    }
}

/// What going through a byte of a buffer is: one from the first cache that has room for it, else from memory. `None` where the sizes of caches are not known.
pub fn passed_in_buffer(buffer: f64, landmarks: &[Landmark]) -> Option<&'static [CostlyEvent]> {
    level(buffer, landmarks).map(|number| PASSES[number])
}

/// The first cache that has room for so many bytes, from 0; one more than there are where none has. `None` where their sizes are not known.
fn level(bytes: f64, landmarks: &[Landmark]) -> Option<usize> {
    let sizes = CACHES.map(|cache| bytes_of(landmarks, cache));
    let has_room = |size: &Option<u64>| size.is_some_and(|size| bytes <= (size / ROOM) as f64);
    sizes.iter().any(Option::is_some).then(|| sizes.iter().position(has_room).unwrap_or(CACHES.len()))
}

/// What going through a byte of a mapped file is: as of a buffer where a cache of one CPU has room for it, else as of the file nearest in size.
pub fn passed_in_place(bytes: f64, landmarks: &[Landmark]) -> Option<&'static [CostlyEvent]> {
    let in_buffer = passed_in_buffer(bytes, landmarks)?;
    Some(if PASSES[..2].contains(&in_buffer) { in_buffer } else { nearest(&IN_PLACE, bytes) })
}

/// The one whose size is nearest, in the logarithm.
fn nearest(ladder: &[(f64, &'static [CostlyEvent])], bytes: f64) -> &'static [CostlyEvent] {
    let apart = |size: f64| (size / bytes.max(1.0)).ln().abs();
    let near = ladder.iter().min_by(|one, other| apart(one.0).total_cmp(&apart(other.0)));
    near.expect("a ladder has rungs").1
}
