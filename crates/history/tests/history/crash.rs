//! A process that is killed loses nothing that it was told is recorded.

use crate::invented::{block, block_finished, header, parse, scratch};
use cmpthese_history::{History, RunId};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

/// The test starts itself again; the second process appends blocks and says so until it is killed.
#[test]
fn every_append_that_returned_survives_a_kill() {
    if let Some(path) = std::env::var_os("APPEND_TO") {
        append_for_ever(Path::new(&path));
    }
    let scratch = scratch();
    let run = scratch.history.begin(&header(), "").unwrap();
    let mut kept = 0;
    for lifetime in [1, 2, 40, 3, 150, 700, 10, 90] {
        let said = said_before_kill(&scratch.path, lifetime);
        let blocks = scratch.history.load(run, parse).unwrap().points[0].blocks.clone();
        // The last append may have succeeded without a chance to say so.
        assert!(said == blocks.len() || said + 1 == blocks.len(), "{said} appends, {} blocks", blocks.len());
        assert!(blocks.iter().eq(&(0..blocks.len()).map(|number| block(0, number)).collect::<Vec<_>>()));
        assert!(blocks.len() > kept);
        kept = blocks.len();
    }
}

fn append_for_ever(path: &Path) -> ! {
    let history = History::open_existing(path).unwrap();
    let run = RunId(1);
    let _claim = history.claim(run).unwrap();
    let recorded = history.load(run, parse).unwrap().points[0].blocks.len();
    for number in recorded.. {
        history.append(run, &block_finished(0, number)).unwrap();
        println!("recorded {}", number + 1);
    }
    unreachable!("it appends until it is killed")
}

/// Kills the writer some time after it said `lifetime` times that a block is recorded, and returns how many blocks it
/// said are recorded by then. The writer runs on while the signal is under way, so the kill hits it anywhere.
fn said_before_kill(path: &Path, lifetime: usize) -> usize {
    let mut writer = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "crash::every_append_that_returned_survives_a_kill", "--nocapture"])
        .env("APPEND_TO", path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(writer.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut counts = lines.filter_map(|line| line.strip_prefix("recorded ")?.parse().ok());
    let mut said = counts.nth(lifetime - 1).expect("the writer writes until it is killed");
    writer.kill().unwrap();
    writer.wait().unwrap();
    said = counts.last().unwrap_or(said);
    said
}
