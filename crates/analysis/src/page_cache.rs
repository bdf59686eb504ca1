//! Where the bytes of a job lie when read(2) copies them.

use model::{CACHES, CostlyEvent, Landmark, bytes_of};

/// The part of a cache that a file may take and still lie in it while other things go on.
const ROOM: u64 = 2;

/// What copying a byte out of the page cache is, of a job of so many bytes: an event of its own where they are more than the last cache has room for. Where that is not
/// known they are taken to be few.
pub fn copied_byte(job_bytes: Option<f64>, landmarks: &[Landmark]) -> CostlyEvent {
    let last = CACHES.iter().filter_map(|cache| bytes_of(landmarks, *cache)).max();
    match (job_bytes, last) {
        (Some(bytes), Some(last)) if bytes > (last / ROOM) as f64 => CostlyEvent::ReadByteMemory,
        _ => CostlyEvent::ReadByte,
    }
}
