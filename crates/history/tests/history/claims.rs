//! One process at a time goes on with a run.

use crate::invented::scratch;
use cmpthese_history::{History, HistoryError, RunId};
use std::fs::File;
use std::os::unix::fs::symlink;
use std::time::{Duration, SystemTime};

#[test]
fn a_run_is_claimed_once() {
    let scratch = scratch();
    let claim = scratch.history.claim(RunId(1)).unwrap();
    let error = History::open(&scratch.path).unwrap().claim(RunId(1)).unwrap_err();
    let process = std::process::id();
    assert_eq!(error, HistoryError::Claimed { run: RunId(1), process: Some(process) });
    assert_eq!(error.to_string(), format!("continue run 1: process {process} is working on it"));
    let _other = scratch.history.claim(RunId(2)).unwrap();
    drop(claim);
    let _again = scratch.history.claim(RunId(1)).unwrap();
}

#[test]
fn a_claim_leaves_no_file() {
    let scratch = scratch();
    let files = || std::fs::read_dir(scratch.path.parent().unwrap()).unwrap().count();
    let before = files();
    let claim = scratch.history.claim(RunId(1)).unwrap();
    assert_eq!(files(), before + 1);
    drop(claim);
    assert_eq!(files(), before);
}

#[test]
fn the_claims_of_the_dead_are_removed_when_the_history_is_opened() {
    let scratch = scratch();
    let _living = scratch.history.claim(RunId(1)).unwrap();
    let long_ago = SystemTime::now() - Duration::from_secs(3600);
    let file = |run: u64| {
        let mut path = scratch.path.clone().into_os_string();
        path.push(format!("-run-{run}.lock"));
        let file = File::options().create(true).append(true).open(&path).unwrap();
        if run != 3 {
            file.set_modified(long_ago).unwrap();
        }
        std::path::PathBuf::from(path)
    };
    let files = [1, 2, 3].map(file);
    History::open(&scratch.path).unwrap();
    assert_eq!(files.map(|file| file.exists()), [true, false, true], "living, dead, and young");
}

#[test]
fn another_name_of_the_database_leads_to_the_same_claim() {
    let scratch = scratch();
    let link = scratch.directory.path().join("link.db");
    symlink(&scratch.path, &link).unwrap();
    let _claim = scratch.history.claim(RunId(1)).unwrap();
    let error = History::open(&link).unwrap().claim(RunId(1)).unwrap_err();
    assert!(matches!(error, HistoryError::Claimed { .. }), "{error:?}");
}

#[test]
fn of_many_that_claim_at_once_one_wins_at_a_time() {
    let scratch = scratch();
    let inside = std::sync::atomic::AtomicUsize::new(0);
    let (path, inside) = (&scratch.path, &inside);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(move || {
                let history = History::open(path).unwrap();
                for _ in 0..200 {
                    if let Ok(_claim) = history.claim(RunId(1)) {
                        assert_eq!(inside.fetch_add(1, std::sync::atomic::Ordering::SeqCst), 0);
                        inside.fetch_sub(1, std::sync::atomic::Ordering::SeqCst);
                    }
                }
            });
        }
    });
}
