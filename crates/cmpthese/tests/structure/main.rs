//! The form of the code: no circles among files nor crates, no dependency that is not meant, no file that is too long.
//!
//! What a file depends on is read from its text, see `names.rs`, which says what cannot be seen that way.

mod circles;
mod crates;
mod invented;
mod lengths;
mod module;
mod names;
mod tokens;
mod workspace;

use circles::circles;
use crates::{Declared, Names, reached};
use lengths::{LINES_MAX, median, too_long};
use names::{Graph, Modules, graph};
use std::collections::BTreeMap;
use workspace::{crates, workers};

/// Files that are part of a circle: none is left.
const IN_CIRCLES: &[&str] = &[];

/// Files that are too long yet.
const LONG: &[&str] = &[];

/// A crate, what it may depend on, and what its tests may use beside that. Another line here is a decision about the
/// architecture: `ARCHITECTURE.md` is its text.
const CRATES: &[(&str, &[&str], &[&str])] = &[
    ("model", &[], &[]),
    ("stats", &[], &[]),
    ("generator", &[], &[]),
    ("foreign", &["model"], &["plan"]),
    ("plan", &["model"], &[]),
    ("protocol", &["model"], &[]),
    ("history", &["model"], &[]),
    ("subjects", &["foreign", "generator", "model", "protocol"], &[]),
    ("analysis", &["model", "stats"], &[]),
    ("design", &["model", "stats"], &["plan"]),
    ("machine", &["model"], &[]),
    ("probes", &["model", "stats"], &[]),
    ("measure", &["design", "model", "protocol", "subjects"], &["analysis", "plan"]),
    ("report", &["analysis", "design", "model"], &["plan", "protocol"]),
    (
        "cmpthese",
        &[
            "analysis", "design", "foreign", "history", "machine", "measure", "model", "plan", "probes", "report",
            "stats", "subjects",
        ],
        &[],
    ),
];

/// What a crate refuses to know, whoever would tell it: the sentences at the head of the `lib.rs`, as crates.
const REFUSED: &[(&str, &[&str])] = &[
    // How a worker is started, the schedule, what numbers mean, how they are kept or look.
    ("plan", &["protocol", "subjects", "generator", "measure", "stats", "analysis", "report", "history"]),
    ("foreign", &["plan", "protocol", "subjects", "generator", "measure", "stats", "analysis", "report", "history"]),
    ("protocol", &["plan", "subjects", "generator", "measure", "stats", "analysis", "report", "history"]),
    ("subjects", &["plan", "measure", "stats", "analysis", "report", "history"]),
    ("design", &["plan", "protocol", "subjects", "generator", "measure", "analysis", "report", "history"]),
    ("measure", &["plan", "analysis", "report", "history"]),
    ("analysis", &["plan", "protocol", "subjects", "generator", "measure", "report", "history"]),
    ("report", &["plan", "protocol", "subjects", "generator", "measure", "history"]),
    ("history", &["plan", "protocol", "subjects", "generator", "measure", "stats", "analysis", "report"]),
    ("probes", &["plan", "protocol", "subjects", "generator", "measure", "analysis", "report", "history"]),
];

/// Crates of others that are the means to something which only some crates may do.
const MEANS: &[(&str, &[&str])] = &[
    // Terminals.
    ("clap", &["cmpthese"]),
    ("clap_complete", &["cmpthese"]),
    ("clap_mangen", &["cmpthese"]),
    ("indicatif", &["cmpthese"]),
    ("terminal_size", &["cmpthese"]),
    ("unicode-width", &["report"]),
    // System calls.
    ("libc", &["generator", "probes", "subjects"]),
    // Pages for browsers.
    ("tiny_http", &["cmpthese"]),
    // Requests.
    ("httparse", &["generator"]),
    ("hdrhistogram", &["generator"]),
    // The database.
    ("rusqlite", &["history"]),
];

/// Crates that turn values into values.
const PURE: &[&str] = &["model", "stats", "design", "foreign", "plan", "protocol", "analysis", "report"];

/// What they may therefore not use of `std`: files, clocks, processes.
const SYSTEM: &[&str] = &["env", "fs", "process", "thread", "time"];

#[test]
fn no_file_is_part_of_a_circle() {
    let mut complaints = Vec::new();
    let mut found = Names::new();
    for (name, part) in crates() {
        for circle in circles(&graph(&part.sources)) {
            let files: Names = circle.files.iter().map(|file| format!("{name}/src/{file}")).collect();
            if files.iter().any(|file| !IN_CIRCLES.contains(&file.as_str())) {
                let all: Vec<&str> = circle.files.iter().map(String::as_str).collect();
                complaints.push(format!("a circle in {name}: {} (of {})", circle.way.join(" → "), all.join(", ")));
            }
            found.extend(files);
        }
    }
    complaints.extend(no_longer_needed(IN_CIRCLES, &found));
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn no_file_is_too_long() {
    let mut lines = Vec::new();
    let mut complaints = Vec::new();
    let mut found = Names::new();
    let crates = crates().into_iter().map(|(name, part)| (format!("{name}/src"), part.sources));
    for (folder, sources) in crates.chain([("workers".to_string(), workers())]) {
        lines.extend(sources.values().map(|text| text.lines().count()));
        for (file, lines) in too_long(&sources) {
            let file = format!("{folder}/{file}");
            if !LONG.contains(&file.as_str()) {
                complaints.push(format!("{file} has {lines} lines, {LINES_MAX} are the most: split it by noun"));
            }
            found.insert(file);
        }
    }
    println!("{} files, median {} lines", lines.len(), median(lines));
    complaints.extend(no_longer_needed(LONG, &found));
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn a_crate_depends_on_those_in_the_table() {
    let own = own_dependencies(declarations());
    assert_eq!(own, table(), "left: the manifests; right: CRATES");
}

#[test]
fn no_crate_is_part_of_a_circle() {
    let graph: Graph = own_dependencies(declarations())
        .into_iter()
        .map(|(name, declared)| (name, declared.depends.union(&declared.in_tests).cloned().collect()))
        .collect();
    let ways: Vec<String> = circles(&graph).iter().map(|circle| circle.way.join(" → ")).collect();
    assert!(ways.is_empty(), "circles of crates, tests counted: {}", ways.join("; "));
}

#[test]
fn no_crate_knows_what_it_refuses_to_know() {
    let complaints = refused(&declarations());
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn what_is_pure_uses_no_files_clocks_nor_processes() {
    let crates = crates();
    for name in PURE {
        let used = Modules::read(&crates[*name].sources).of_std();
        let wrong: Vec<&String> = used.iter().filter(|part| SYSTEM.contains(&part.as_str())).collect();
        assert!(wrong.is_empty(), "{name} uses std::{wrong:?}");
    }
}

/// What crates know and should not, in words.
fn refused(crates: &BTreeMap<String, Declared>) -> Vec<String> {
    let refused = REFUSED.iter().filter(|(name, _)| crates.contains_key(*name)).flat_map(|(name, refused)| {
        let known = reached(name, crates);
        let known = refused.iter().filter(move |other| known.contains(**other));
        known.map(move |other| format!("{name} refuses to know {other}"))
    });
    let means = MEANS.iter().flat_map(|(means, owners)| {
        let users = crates.iter().filter(|(_, declared)| declared.depends.contains(*means));
        let wrong = users.filter(|(name, _)| !owners.contains(&name.as_str()));
        wrong.map(move |(name, _)| format!("{name} depends on {means}, which is for {}", owners.join(", ")))
    });
    refused.chain(means).collect()
}

/// Complaints of entries of a list of exceptions that are none.
fn no_longer_needed(allowed: &[&str], found: &Names) -> Vec<String> {
    let stale = allowed.iter().filter(|file| !found.contains(**file));
    stale.map(|file| format!("{file} is clean: take it out of the list of exceptions")).collect()
}

fn declarations() -> BTreeMap<String, Declared> {
    crates().into_iter().map(|(name, part)| (name, part.declared)).collect()
}

/// The dependencies on crates of the workspace alone.
fn own_dependencies(crates: BTreeMap<String, Declared>) -> BTreeMap<String, Declared> {
    let names: Names = crates.keys().cloned().collect();
    let own = |list: &Names| list.intersection(&names).cloned().collect();
    let declared = |declared: Declared| Declared { depends: own(&declared.depends), in_tests: own(&declared.in_tests) };
    crates.into_iter().map(|(name, all)| (name, declared(all))).collect()
}

fn table() -> BTreeMap<String, Declared> {
    let names = |list: &[&str]| list.iter().map(|name| (*name).to_string()).collect();
    CRATES
        .iter()
        .map(|(name, depends, in_tests)| {
            ((*name).to_string(), Declared { depends: names(depends), in_tests: names(in_tests) })
        })
        .collect()
}
