//! Circles of files.

use crate::names::Graph;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The sets of more than one file that all depend on each other, each with the shortest way around that passes its first.
pub fn circles(graph: &Graph) -> Vec<Circle> {
    let reached: BTreeMap<&String, BTreeSet<&String>> = graph.keys().map(|file| (file, reached(graph, file))).collect();
    let mut circles: Vec<Circle> = Vec::new();
    for file in graph.keys() {
        if reached[file].contains(file) && !circles.iter().any(|circle| circle.files.contains(file)) {
            let files = reached[file].iter().filter(|other| reached[**other].contains(file));
            circles.push(Circle { files: files.map(|file| (*file).clone()).collect(), way: way_around(graph, file) });
        }
    }
    circles
}

/// Files that all depend on each other.
#[derive(Debug)]
pub struct Circle {
    /// All of them.
    pub files: BTreeSet<String>,
    /// One way from the first back to itself, its beginning named again at its end.
    pub way: Vec<String>,
}

/// What can be reached from a file in one step or more.
fn reached<'g>(graph: &'g Graph, from: &String) -> BTreeSet<&'g String> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&String> = graph[from].iter().collect();
    while let Some(file) = open.pop() {
        if found.insert(file) {
            open.extend(&graph[file]);
        }
    }
    found
}

fn way_around(graph: &Graph, start: &String) -> Vec<String> {
    let mut before: BTreeMap<&String, &String> = BTreeMap::new();
    let mut open = VecDeque::from([start]);
    while let Some(file) = open.pop_front() {
        for next in &graph[file] {
            if !before.contains_key(next) {
                before.insert(next, file);
                open.push_back(next);
            }
        }
    }
    let mut way = vec![start.clone()];
    let mut at = before[start];
    while at != start {
        way.push(at.clone());
        at = before[at];
    }
    way.push(start.clone());
    way.reverse();
    way
}
