//! A run while it is made: events go into the record, the history and the progress bar.

use crate::exit::Complaint;
use crate::progress::Progress;
use history::{Claim, History, HistoryError, RunId};
use measure::Stop;
use model::{Event, Run};
use subjects::{Clock, Context, Interrupt};

/// The first argument that makes this program a spawner.
pub const SPAWNER_WORD: &str = "__spawner";

/// Where a run is kept.
pub struct Store {
    pub history: History,
    pub run: RunId,
    /// Held while the run is made, so that it is not resumed twice at once.
    pub _claim: Claim,
}

/// Measures what a run lacks. The result is the run with everything that was measured, and what went wrong with keeping it.
pub fn record(
    run: Run,
    store: Option<&Store>,
    interrupt: Interrupt,
    mut progress: Progress,
) -> Result<(Run, Option<HistoryError>), Complaint> {
    let scratch = tempfile::Builder::new().prefix("cmpthese-").tempdir().map_err(|error| {
        let place = std::env::temp_dir();
        Complaint::system(
            format!("no directory can be made in {}: {error}", place.display()),
            Some("set TMPDIR to a directory with room for the plan's fixtures".to_string()),
        )
    })?;
    let own_path = std::env::current_exe()
        .map_err(|error| Complaint::system(format!("the path of this program cannot be found: {error}"), None))?;
    let context = Context {
        scratch: scratch.path().to_path_buf(),
        clock: if measure::is_simulated(&run.plan) { Clock::stopped() } else { Clock::real() },
        interrupt,
        spawner: vec![own_path.to_string_lossy().into_owned(), SPAWNER_WORD.to_string()],
    };
    let mut record = run.clone();
    let mut trouble = None;
    measure::execute(run, &context, &mut |event: &Event| {
        record.apply(event.clone());
        let stored = store.map_or(Ok(()), |store| store.history.append(store.run, event));
        progress.see(event);
        stored.map_err(|error| {
            trouble.get_or_insert(error);
            Stop
        })
    });
    Ok((record, trouble))
}
