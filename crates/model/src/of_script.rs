//! Runs that a script made: what was noted of them tells how.

/// What all workers that a script forks have in common.
pub const FORKED_NOTE: &str = "all processes were forked from the script, where everything had run once: what one of them changed for good, the others found so; and what chance decides when a process starts, as the layout of its memory and the order of its hashes, was the same for all";

/// How it begins, also in older runs.
const FORKED: &str = "all processes were forked from the script";

/// How the note begins on what a script with fixed counts measured itself: `workers/perl/Benchmark/Cmpthese.pm` writes it.
const COUNTED_NOTE: &str = "they ran in turn in the script's own process, because the counts are fixed";

/// Whether the workers of a run with these notes were forked from a script, without which it cannot go on.
pub fn was_forked(notes: &[String]) -> bool {
    notes.iter().any(|note| note.starts_with(FORKED))
}

/// Whether a script said how often everything ran, so that there was no budget.
pub fn was_counted(notes: &[String]) -> bool {
    notes.iter().any(|note| note.starts_with(COUNTED_NOTE))
}
