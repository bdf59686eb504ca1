//! Several runs at once in one history.

use crate::invented::{block_finished, header, parse, scratch};
use cmpthese_history::History;
use std::path::Path;
use tempfile::TempDir;

fn record(path: &Path, blocks: usize) {
    let history = History::open(path).unwrap();
    let run = history.begin(&header(), "").unwrap();
    for number in 0..blocks {
        history.append(run, &block_finished(0, number)).unwrap();
        // A reader looks in between.
        assert_eq!(history.load(run, parse).unwrap().points[0].blocks.len(), number + 1);
    }
}

#[test]
fn two_writers_do_not_disturb_each_other() {
    let scratch = scratch();
    let path = &scratch.path;
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| record(path, 200));
        }
    });
    let blocks: Vec<u64> = scratch.history.list(10).unwrap().iter().map(|run| run.blocks).collect();
    assert_eq!(blocks, [200, 200]);
}

#[test]
fn a_history_that_many_create_at_once_is_created_once() {
    for _ in 0..20 {
        let directory = TempDir::new().unwrap();
        let path = &directory.path().join("new/history.db");
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| record(path, 1));
            }
        });
        assert_eq!(History::open(path).unwrap().list(100).unwrap().len(), 8);
    }
}
