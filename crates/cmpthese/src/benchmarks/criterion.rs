//! Benchmarks that criterion has in a Cargo project: `cargo bench --no-run` builds their programs, which run what a regular expression matches.
//!
//! criterion takes no number of iterations, but a time: it runs as many as fit, and keeps how many there were. It warms up before.

use super::listing;
use super::program::{self, Said};
use crate::exit::Complaint;
use crate::remark::remark;
use plan::quick::{QuickBenchmark, QuickBenchmarks, Word};
use report::printable;
use serde_json::Value;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const INSTALL: &str = "install Rust: apt-get install cargo, or see https://rustup.rs";

/// How criterion is made to do no more than measure: ten samples are the fewest that it takes, and what it computes from them is not read.
const LEAST: [&str; 4] = ["--noplot", "--sample-size=10", "--warm-up-time=0.1", "--nresamples=1001"];

/// After how many bytes criterion cuts the names that it lists, at the end of a character, and puts `...` behind.
const CUT_BYTES: std::ops::RangeInclusive<usize> = 97..=100;

/// How long a program may take to list what it has. One with a `main` of its own may run everything instead, whatever it is asked.
const LIST_LIMIT: Duration = Duration::from_secs(30);

/// A program with benchmarks.
struct Bench {
    target: String,
    path: String,
    directory: String,
    /// What `cargo bench` would set in its environment and a program is likely to read.
    env: Vec<(&'static str, String)>,
    names: Vec<String>,
}

/// The benchmarks of the project of this directory that names mean.
pub fn benchmarks(bench: Option<&str>, names: &[String], with: &[String]) -> Result<QuickBenchmarks, Complaint> {
    let benches = benches(bench, with)?;
    let all: Vec<String> = benches.iter().flat_map(|bench| bench.names.clone()).collect();
    if all.is_empty() {
        let help = "a target [[bench]] with harness = false, criterion_group! and criterion_main! has them".to_string();
        return Err(Complaint::usage("no bench target of this project lists benchmarks of criterion", Some(help)));
    }
    let meant = listing::meant(&all, names, "this project", listing::of_group)?;
    if let Some(name) = meant.iter().find(|name| all.iter().filter(|known| known == *name).count() > 1) {
        let help = "say which with --bench TARGET, or --with \"--package NAME\"".to_string();
        return Err(Complaint::usage(
            format!("several bench targets have a benchmark `{}`", printable(name)),
            Some(help),
        ));
    }
    if let Some(second) = meant.iter().find_map(|name| second(&all, name)) {
        let help = "they have one name, or the same first 100 bytes of it: rename one of them".to_string();
        return Err(Complaint::usage(format!("criterion runs `{}` with another", printable(second)), Some(help)));
    }
    let own = |bench: &Bench| bench.env.clone().into_iter().map(|(name, value)| (name, Word::Literal(value)));
    let benchmark = |name: &&String| {
        let bench = benches.iter().find(|bench| bench.names.contains(name)).expect("it is from one of them");
        let words = [bench.path.clone(), "--bench".to_string()].into_iter().chain(LEAST.map(String::from));
        let words = words.chain([pattern(name)]).map(Word::Literal);
        QuickBenchmark {
            name: name.to_string(),
            words: words.chain([Word::Template("--measurement-time={seconds}")]).collect(),
            directory: bench.directory.clone(),
            env: std::iter::once(("CRITERION_HOME", Word::Template("{results}"))).chain(own(bench)).collect(),
        }
    };
    Ok(QuickBenchmarks {
        title: "Benchmarks of criterion".to_string(),
        format: "criterion",
        benchmarks: meant.iter().map(benchmark).collect(),
    })
}

/// Builds the programs, and asks each what it has.
fn benches(bench: Option<&str>, with: &[String]) -> Result<Vec<Bench>, Complaint> {
    let mut build = Command::new("cargo");
    build.args(["bench", "--no-run", "--message-format=json-render-diagnostics"]);
    match bench {
        Some(name) => build.args(["--bench", name]),
        None => build.arg("--benches"),
    };
    let built = program::output(build.args(with), "build the benchmarks", INSTALL)?;
    let messages: Vec<Value> = built.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    if let Some(version) = whole_seconds_only(&messages) {
        let help = "use criterion 0.4 or later: it takes times of less than a second".to_string();
        return Err(Complaint::usage(
            format!("criterion {} takes whole seconds only", printable(&version)),
            Some(help),
        ));
    }
    let mut benches: Vec<Bench> = messages.iter().filter_map(|message| of_bench(message, &messages)).collect();
    let (mut silent, mut slow) = (Vec::new(), Vec::new());
    for bench in &mut benches {
        match listed(bench)? {
            Some(said) if said.succeeded => bench.names = names(&said.stdout),
            // One that has another harness may not know how.
            Some(said) => silent.push(said),
            None => slow.push(not_listed(bench)),
        }
    }
    if benches.iter().all(|bench| bench.names.is_empty()) {
        let of_silent = || silent.first().map(|said| said.complaint("list its benchmarks"));
        if let Some(complaint) = slow.pop().or_else(of_silent) {
            return Err(complaint);
        }
    }
    slow.iter().for_each(|one| remark(&format!("note: {}: it is left out", one.message)));
    silent.iter().for_each(|said| said.warn("could not list its benchmarks: they are left out"));
    Ok(benches)
}

/// The program of a bench target, from what cargo says of what it built.
fn of_bench(message: &Value, all: &[Value]) -> Option<Bench> {
    let text = |value: &Value| value.as_str().map(str::to_string);
    let target = message.get("target")?;
    let is_bench = target.get("kind")?.as_array()?.iter().any(|kind| kind == "bench");
    let name = target.get("name").and_then(text)?;
    let path = message.get("executable").and_then(text).filter(|_| is_bench)?;
    let manifest = message.get("manifest_path").and_then(text)?;
    let directory = Path::new(&manifest).parent()?.to_string_lossy().into_owned();
    let env = vec![("CARGO_MANIFEST_DIR", directory.clone()), ("CARGO_MANIFEST_PATH", manifest)];
    let package = message.get("package_id").and_then(Value::as_str).and_then(package);
    let of_package =
        package.into_iter().flat_map(|(name, version)| [("CARGO_PKG_NAME", name), ("CARGO_PKG_VERSION", version)]);
    let libraries = library_path(&path, all).map(|path| ("LD_LIBRARY_PATH", path));
    let env = env.into_iter().chain(of_package).chain(libraries).collect();
    Some(Bench { target: name, path, directory, env, names: Vec::new() })
}

/// Where a program finds the libraries that were built for it, as under cargo: what build scripts made, and dependencies, in whose folder it lies
/// itself. `None` where it takes none of them while it runs.
fn library_path(program: &str, built: &[Value]) -> Option<String> {
    let dependencies = Path::new(program).parent()?;
    let output = dependencies.parent()?;
    let texts = |list: &Value| -> Vec<String> {
        list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_string).collect()
    };
    // Each with what is looked for there before it: `native=/a/b`.
    let linked = built.iter().flat_map(|message| texts(&message["linked_paths"]));
    let linked = linked.filter_map(|path| Some(path[path.find('/')?..].to_string()));
    let mut paths: Vec<String> = linked.filter(|path| Path::new(path).starts_with(output)).collect();
    let has_shared =
        built.iter().any(|message| texts(&message["target"]["crate_types"]).contains(&"dylib".to_string()));
    if paths.is_empty() && !has_shared {
        return None;
    }
    paths.extend([output, dependencies].map(|path| path.to_string_lossy().into_owned()));
    // That of Rust itself, which what is shared is linked with.
    let printed = has_shared.then(|| Command::new("rustc").args(["--print", "target-libdir"]).output().ok()).flatten();
    paths.extend(printed.iter().map(|output| String::from_utf8_lossy(&output.stdout).trim().to_string()));
    paths.extend(std::env::var("LD_LIBRARY_PATH"));
    paths.retain(|path| !path.is_empty());
    Some(paths.join(":"))
}

/// Name and version from `path+file:///a/b#0.1.0`, where the folder has the name, or `path+file:///a/b#name@0.1.0`.
fn package(id: &str) -> Option<(String, String)> {
    let (place, own) = id.rsplit_once('#')?;
    let (name, version) = own.split_once('@').or_else(|| Some((place.rsplit('/').next()?, own)))?;
    Some((name.to_string(), version.to_string()))
}

/// The version of criterion in what was built, where all of it refuses the times that it is given here: before 0.4.
fn whole_seconds_only(built: &[Value]) -> Option<String> {
    let of_criterion = built.iter().filter(|message| message["target"]["name"] == "criterion");
    let mut versions = of_criterion.filter_map(|message| Some(package(message["package_id"].as_str()?)?.1)).peekable();
    let first = versions.peek().cloned();
    first.filter(|_| versions.all(|version| ["0.1.", "0.2.", "0.3."].iter().any(|old| version.starts_with(old))))
}

/// `None` where that takes long.
fn listed(bench: &Bench) -> Result<Option<Said>, Complaint> {
    let mut list = Command::new(&bench.path);
    list.args(["--bench", "--list"]).current_dir(&bench.directory);
    program::said_within(list.envs(bench.env.iter().map(|(name, value)| (name, value))), LIST_LIMIT)
}

fn not_listed(bench: &Bench) -> Complaint {
    let (target, seconds) = (printable(&bench.target), LIST_LIMIT.as_secs());
    let message = format!("the bench target `{target}` does not list its benchmarks in {seconds} s");
    let help = "it may be none of criterion's, and run all it has: name one that is with --bench TARGET".to_string();
    Complaint::usage(message, Some(help))
}

/// What a program lists: criterion 0.4 and later in other words. Nothing where the harness is that of Rust itself, which counts them behind.
fn names(said: &str) -> Vec<String> {
    let is_count = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        matches!(words[..], [_, "test," | "tests,", _, "benchmark" | "benchmarks"])
    };
    if said.lines().any(is_count) {
        return Vec::new();
    }
    let name = |line: &str| line.strip_suffix(": benchmark").or(line.strip_suffix(": bench")).map(str::to_string);
    said.lines().filter_map(name).collect()
}

/// The name with a number that criterion lists for the second benchmark of a name, where this is one of the two.
fn second<'a>(all: &'a [String], name: &str) -> Option<&'a str> {
    let first = |name: &str| {
        let (first, number) = name.rsplit_once(" #")?;
        (number.parse::<usize>().is_ok_and(|number| number > 1) && all.iter().any(|known| known == first))
            .then(|| first.to_string())
    };
    let own = first(name).unwrap_or(name.to_string());
    all.iter().find(|known| first(known).as_ref() == Some(&own)).map(String::as_str)
}

/// What matches the name of a benchmark, which is longer than what is listed where that was cut.
fn pattern(listed: &str) -> String {
    match listed.strip_suffix("...").filter(|cut| CUT_BYTES.contains(&cut.len())) {
        Some(cut) => format!("^{}", listing::as_pattern(cut)),
        None => format!("^{}$", listing::as_pattern(listed)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_criterion_cut_are_looked_for_by_their_beginning() {
        assert_eq!(pattern(&format!("{}...", "a".repeat(100))), format!("^{}", "a".repeat(100)));
        assert_eq!(pattern(&format!("{}...", "ä".repeat(49))), format!("^{}", "ä".repeat(49)));
        assert_eq!(pattern("a..."), r"^a\.\.\.$");
    }

    #[test]
    fn the_second_of_a_name_is_found_from_both() {
        let all = ["a", "b #2", "a #2", "c", "c #1"].map(String::from);
        assert_eq!(["a", "a #2", "b #2", "c"].map(|name| second(&all, name)), [Some("a #2"), Some("a #2"), None, None]);
    }

    #[test]
    fn what_another_harness_lists_is_left_out() {
        assert_eq!(names("a/b: benchmark\nc: bench\n"), ["a/b", "c"]);
        assert_eq!(names("a: benchmark\n\n0 tests, 1 benchmark\n"), [""; 0]);
    }

    #[test]
    fn a_criterion_that_takes_whole_seconds_is_known() {
        let built = |versions: &[&str]| {
            let message = |version: &&str| serde_json::json!({"target": {"name": "criterion"}, "package_id": format!("registry+https://a/b#criterion@{version}")});
            whole_seconds_only(&versions.iter().map(message).collect::<Vec<_>>())
        };
        assert_eq!(built(&["0.3.6"]).as_deref(), Some("0.3.6"));
        assert_eq!([built(&["0.3.6", "0.5.1"]), built(&["0.4.0"]), built(&[])], [None, None, None]);
    }

    #[test]
    fn a_package_is_in_its_id() {
        let named = |id| package(id).expect("it is one");
        assert_eq!(named("path+file:///work/sorts#0.1.0"), ("sorts".to_string(), "0.1.0".to_string()));
        assert_eq!(named("path+file:///work/b#sorts@1.2.3-rc.1"), ("sorts".to_string(), "1.2.3-rc.1".to_string()));
    }
}
