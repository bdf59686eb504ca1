//! A run while it is made: events go into the record, the history and the progress bar.

use crate::exit::Complaint;
use crate::own_path::own_path;
use crate::progress::Progress;
use crate::{cache, experiments, interrupt, output};
use history::{Claim, History, HistoryError, RunId};
use measure::Stop;
use model::{Event, Plan, Run, StopRule};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use subjects::{BuildCache, Caller, Clock, Context, Interrupt, Scratch};

/// The first arguments that make this program a worker, or the keeper of a server.
pub const SPAWNER_WORD: &str = "__spawner";
pub const KEEPER_WORD: &str = "__keeper";
pub const GENERATOR_WORD: &str = "__generator";

/// Where a run is kept.
pub struct Store {
    pub history: History,
    pub run: RunId,
    /// Held while the run is made, so that it is not resumed twice at once.
    pub _claim: Claim,
}

/// What a run needs of the system while it is made. It is asked for before the run is recorded: one that cannot even
/// begin leaves nothing behind.
pub struct RunResources {
    interrupt: Interrupt,
    /// For hosts and fixtures; removed when it is dropped.
    scratch: Scratch,
    /// The script that forks the workers of its language, where one started this program.
    caller: Option<Rc<Caller>>,
}

impl Drop for RunResources {
    fn drop(&mut self) {
        interrupt::unwatch();
    }
}

/// Prepares the resources. From here on a signal ends the run cleanly.
pub fn resources() -> Result<RunResources, Complaint> {
    Ok(RunResources { interrupt: interrupt::watch(interrupt::OF_ANYBODY)?, scratch: scratch()?, caller: None })
}

/// The same for what a script compares.
pub fn resources_of_script(caller: Rc<Caller>) -> Result<RunResources, Complaint> {
    Ok(RunResources { interrupt: interrupt::watch(interrupt::OF_A_SCRIPT)?, scratch: scratch()?, caller: Some(caller) })
}

fn scratch() -> Result<Scratch, Complaint> {
    Scratch::below(&std::env::temp_dir()).map_err(|error| {
        Complaint::system(
            format!("no directory can be made in {}: {}", output::shown(&std::env::temp_dir()), error.kind()),
            Some("set TMPDIR to a directory with room for the plan's fixtures".to_string()),
        )
    })
}

/// Measures what a run lacks. The result is the run with everything that was measured, and what went wrong with keeping it.
pub fn record(
    run: Run,
    rule: &mut dyn StopRule,
    store: Option<&Store>,
    resources: &RunResources,
    mut progress: Progress,
) -> Result<(Run, Option<HistoryError>), Complaint> {
    let own_path = own_path()?;
    let cache = BuildCache::new(cache_directory(resources));
    let beside = beside(&run.plan, &cache)?;
    let own = |word: &str| vec![own_path.to_string_lossy().into_owned(), word.to_string()];
    let clock = if measure::is_simulated(&run.plan) { Clock::stopped() } else { Clock::real() };
    let context = Context {
        beside,
        cache,
        interrupt: resources.interrupt.clone(),
        spawner: own(SPAWNER_WORD),
        keeper: own(KEEPER_WORD),
        generator: own(GENERATOR_WORD),
        caller: resources.caller.clone(),
        ..Context::in_directory(resources.scratch.path(), clock)
    };
    let mut trouble = None;
    let run = measure::measure(run, &context, rule, &mut |event: &Event| {
        let stored = store.map_or(Ok(()), |store| store.history.append(store.run, event));
        progress.see(event);
        stored.map_err(|error| {
            trouble.get_or_insert(error);
            Stop
        })
    });
    Ok((run, trouble))
}

/// Takes what was measured by others into a run, and keeps it.
pub fn take(mut run: Run, events: Vec<Event>, store: Option<&Store>) -> (Run, Option<HistoryError>) {
    let mut trouble = None;
    for event in events {
        if let (Some(store), None) = (store, &trouble) {
            trouble = store.history.append(store.run, &event).err();
        }
        run.apply(event);
    }
    (run, trouble)
}

/// The directory where a plan lies. The files of a built-in one are written out.
fn beside(plan: &Plan, cache: &BuildCache) -> Result<PathBuf, Complaint> {
    let source = &plan.source;
    let path = Path::new(&source.name);
    if !path.is_file() && source.name.ends_with(".toml") && plan.uses_files() {
        let name = report::printable(&source.name);
        let help = "go on with the run in the directory where it was begun".to_string();
        return Err(Complaint::usage(format!("what lies beside the plan `{name}` is not here"), Some(help)));
    }
    if experiments::meant(&source.name).is_none() {
        // That of a bare name, such as what was typed has, is empty, which is no path.
        let directory = Path::new(".").join(path.parent().unwrap_or(Path::new("")));
        return Ok(std::path::absolute(&directory).unwrap_or(directory));
    }
    experiments::write_out(&source.name, cache).map_err(|error| {
        let message = format!("the experiment's files cannot be written: {error}");
        Complaint::system(message, Some("make room, or set XDG_CACHE_HOME to another directory".to_string()))
    })
}

/// Where what was built is kept for later runs, and where nothing can be kept, for this run.
fn cache_directory(resources: &RunResources) -> PathBuf {
    cache::writable().unwrap_or_else(|| resources.scratch.path().join(".cache")).join("built")
}
