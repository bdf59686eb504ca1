//! What of the machine ends at a size, in words.

use crate::cases::listed;
use model::{Holder, Landmark, format_bytes};

/// `the second cache (512 KiB) ends`; of several `end`; `None` of none.
pub fn ending(landmarks: &[Landmark]) -> Option<String> {
    let named = |landmark: &Landmark| format!("{} ({})", name(landmark.what), format_bytes(landmark.bytes));
    let named: Vec<String> = landmarks.iter().map(named).collect();
    let verb = if named.len() == 1 { "ends" } else { "end" };
    (!named.is_empty()).then(|| format!("{} {verb}", listed(&named)))
}

fn name(what: Holder) -> &'static str {
    match what {
        Holder::CacheLine => "a line of the caches",
        Holder::FirstCache => "the first cache",
        Holder::SecondCache => "the second cache",
        Holder::ThirdCache => "the last cache",
        Holder::Page => "a page",
        Holder::HugePage => "a huge page",
        Holder::Pipe => "a pipe",
    }
}
