//! Several files as one.

use crate::case::{Case, joined};
use crate::foreign::Foreign;
use crate::layout::span_a_sweep;
use crate::unique_end::unique_end;
use model::Machine;
use std::collections::BTreeSet;

/// What several files are to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Several {
    /// Each holds variants of its own; where benchmarks of one name are in two files, the files are the variants.
    Variants,
    /// Each holds another launch of the same variants.
    Launches,
}

/// Several files whose benchmarks are called as they have to be beside each other.
pub fn beside(mut files: Vec<(String, Foreign)>) -> Vec<(String, Foreign)> {
    if files.len() > 1 {
        settled(&mut files);
        with_packages(&mut files);
        with_common_ends(&mut files);
    }
    files
}

/// One of several files, each with what it is called, as [`beside`] returns them; some of their benchmarks may have been left out.
pub fn merged(mut files: Vec<(String, Foreign)>, how: Several) -> Foreign {
    if files.len() == 1 {
        return files.pop().map(|(_, foreign)| foreign).unwrap_or_default();
    }
    let all: Vec<&Foreign> = files.iter().map(|(_, foreign)| foreign).collect();
    let mut seen: BTreeSet<&String> = BTreeSet::new();
    let notes = all.iter().flat_map(|foreign| &foreign.notes).filter(|note| seen.insert(note));
    let mut notes: Vec<String> = notes.cloned().collect();
    let machine = common(&all, |foreign| foreign.machine.clone());
    let named: Vec<&Foreign> = all.iter().copied().filter(|foreign| foreign.machine != Machine::default()).collect();
    if named.len() > 1 && common(&named, |foreign| foreign.machine.clone()).is_none() {
        notes.push(
            "the files name different machines: what sets these apart is part of every difference between files"
                .to_string(),
        );
    }
    let tools: BTreeSet<&str> = all.iter().map(|foreign| foreign.tool.as_str()).collect();
    Foreign {
        tool: tools.into_iter().collect::<Vec<_>>().join(" and "),
        version: common(&all, |foreign| foreign.version.clone()).flatten(),
        date: None,
        machine: machine.unwrap_or_default(),
        notes,
        cases: match how {
            Several::Variants => variants(files),
            Several::Launches => {
                let cases = files.into_iter().flat_map(|(_, foreign)| foreign.cases);
                joined(cases, |known, launches| known.extend(launches))
            }
        },
        packages: BTreeSet::new(),
        settle: None,
    }
}

/// What a benchmark is called in its file may not be what it is called beside others of the same tool.
fn settled(files: &mut [(String, Foreign)]) {
    let tools: BTreeSet<String> = files.iter().map(|(_, foreign)| foreign.tool.clone()).collect();
    for tool in tools {
        let of_tool = files.iter_mut().map(|(_, foreign)| foreign).filter(|foreign| foreign.tool == tool);
        let mut of_tool: Vec<&mut Foreign> = of_tool.filter(|foreign| foreign.settle.is_some()).collect();
        let Some(settle) = of_tool.first().and_then(|foreign| foreign.settle) else { continue };
        let taken = of_tool.iter_mut().map(|foreign| std::mem::take(&mut foreign.cases));
        let cases = taken.map(|cases| cases.into_iter().map(Case::as_remembered).collect()).collect();
        of_tool.into_iter().zip(settle(cases)).for_each(|(foreign, cases)| foreign.cases = cases);
    }
}

/// Beside a file of several packages the names of another have their only one, too.
fn with_packages(files: &mut [(String, Foreign)]) {
    let most = files.iter().map(|(_, foreign)| &foreign.packages).max_by_key(|packages| packages.len()).cloned();
    let most = most.filter(|packages| packages.len() > 1).unwrap_or_default();
    for (_, foreign) in files.iter_mut().filter(|(_, foreign)| !most.is_empty() && foreign.packages.len() == 1) {
        let Some(package) = foreign.packages.first().filter(|package| !package.is_empty()) else { continue };
        let all = most.iter().chain([package]).map(String::as_str).collect();
        let end = unique_end(package, &all, '/');
        foreign.cases.iter_mut().for_each(|case| case.name = format!("{end}.{}", case.name));
    }
}

/// What tells a benchmark apart in its file may not do so beside another.
fn with_common_ends(files: &mut [(String, Foreign)]) {
    let cases = files.iter().flat_map(|(_, foreign)| &foreign.cases);
    let all: BTreeSet<String> = cases.filter_map(|case| case.path.clone()).collect();
    let all: BTreeSet<&str> = all.iter().map(String::as_str).collect();
    for case in files.iter_mut().flat_map(|(_, foreign)| &mut foreign.cases) {
        let Some(path) = &case.path else { continue };
        // As it was shortened beside all that is in the file.
        let mut ends = std::iter::once(path.as_str()).chain(path.match_indices('.').map(|(at, _)| &path[at + 1..]));
        let own = ends.find(|end| case.name.starts_with(end)).map_or(0, str::len);
        let behind = case.name.split_off(own);
        case.name = unique_end(path, &all, '.').to_string() + &behind;
    }
}

fn common<T: PartialEq>(all: &[&Foreign], part: impl Fn(&Foreign) -> T) -> Option<T> {
    let first = part(all.first()?);
    all.iter().all(|foreign| part(foreign) == first).then_some(first)
}

fn variants(files: Vec<(String, Foreign)>) -> Vec<Case> {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let names = |foreign: &Foreign| foreign.cases.iter().map(Case::full_name).collect::<BTreeSet<_>>();
    let names: Vec<String> = files.iter().flat_map(|(_, foreign)| names(foreign)).collect();
    let is_repeated = names.iter().any(|name| !seen.insert(name.clone()));
    if !is_repeated {
        return files.into_iter().flat_map(|(_, foreign)| foreign.cases).collect();
    }
    // Where some benchmarks have parameters that others have not, these stay in the names of benchmarks.
    let all: Vec<Case> = files.iter().flat_map(|(_, foreign)| foreign.cases.clone()).collect();
    let names: BTreeSet<&str> = all.iter().map(|case| case.name.as_str()).collect();
    let are_axes = span_a_sweep(&all, names.len());
    let of = |case: &Case| if are_axes { case.name.clone() } else { case.full_name() };
    let different: BTreeSet<String> = all.iter().map(of).collect();
    let of_file = |(file, foreign): (String, Foreign)| {
        let several = different.len() > 1;
        let case = move |case: Case| {
            let benchmark = several.then(|| ("benchmark".to_string(), of(&case)));
            let own = if are_axes { case.params.clone() } else { Vec::new() };
            let params = benchmark.into_iter().chain(own).collect();
            Case { name: file.clone(), params, ..case }
        };
        foreign.cases.into_iter().map(case).collect::<Vec<_>>()
    };
    files.into_iter().flat_map(of_file).collect()
}
