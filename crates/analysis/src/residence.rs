//! Where the bytes of a job lie: when read(2) copies them, and when they are gone through.

use crate::row::Row;
use model::{CACHES, CostlyEvent, Landmark, Metric, bytes_of};

/// The part of a cache that a piece may take and still lie in it while other things go on: what the prices were measured with, too.
const ROOM: u64 = 2;

/// What one pass costs from each cache, in the order of [`CACHES`], and from memory.
const PASSES: [&[CostlyEvent]; 4] =
    [&[CostlyEvent::PassL1], &[CostlyEvent::PassL2], &[CostlyEvent::PassL3], &[CostlyEvent::PassMemory]];

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
    let count = |metric: Metric| row.metrics.get(&metric).map(|count| count.max(0.0));
    let (calls, read) = (count(Metric::ReadCalls)?, count(Metric::ReadBytes)?);
    Some(Found { copied: read.min(bytes), buffer: read / calls.max(1.0) })
}

/// What copying a byte out of the page cache is, of a job of so many bytes: an event of its own where they are more than the last cache has room for. Where that is not
/// known they are taken to be few.
pub fn copied_byte(job_bytes: Option<f64>, landmarks: &[Landmark]) -> CostlyEvent {
    let last = CACHES.iter().filter_map(|cache| bytes_of(landmarks, *cache)).max();
    match (job_bytes, last) {
        (Some(bytes), Some(last)) if bytes > (last / ROOM) as f64 => CostlyEvent::ReadByteMemory,
        _ => CostlyEvent::ReadByte,
    }
}

/// What going through a byte is, of a piece of so many that is gone through again and again: one from the first cache that has room for it, else from memory. `None` where
/// the sizes of the caches are not known.
pub fn passed_byte(piece: f64, landmarks: &[Landmark]) -> Option<&'static [CostlyEvent]> {
    let sizes = CACHES.map(|cache| bytes_of(landmarks, cache));
    if sizes.iter().all(Option::is_none) {
        return None;
    }
    let has_room = |size: &Option<u64>| size.is_some_and(|size| piece <= (size / ROOM) as f64);
    Some(PASSES[sizes.iter().position(has_room).unwrap_or(CACHES.len())])
}
