//! The fixtures around what is timed: in the state that the plan asks for before it, as they were after it.

use crate::fixture::Fixtures;
use crate::trouble::{Trouble, Unprepared, failed};
use model::FailureKind;

/// Brings the fixtures into the state of the page cache that the plan asks for, or fails the variant that is about to run.
pub fn in_cache_state(fixtures: &Fixtures) -> Result<(), Trouble> {
    let help = "see that no variant keeps the file open in memory, or leave the key `cache` out";
    let failure = |message| failed(FailureKind::Missing, message, help);
    fixtures.bring_into_cache_state().map_err(|why| why.map(failure))
}

/// What came of a variant that has just run; a failure if it changed the input of the others, which is made anew whatever came of it.
pub fn after<T>(done: Result<T, Trouble>, fixtures: &mut Fixtures) -> Result<T, Trouble> {
    let state = fixtures.restore_if_changed();
    let done = done?;
    let message = match state {
        Ok(None) => return Ok(done),
        Ok(Some(name)) => format!("it changes the fixture {name}, which the other variants use"),
        Err(Unprepared::Failed(why)) => format!("it changes a fixture, and that cannot be undone: {why}"),
        Err(Unprepared::Interrupted) => return Err(Trouble::Interrupted),
    };
    Err(Trouble::Failed(failed(FailureKind::FixtureChanged, message, "let it work on a copy of its own")))
}
