//! Benchmarks of a Go package: `go test -c` builds its test binary, which runs one of them so many times as it is told (`-test.benchtime=Nx`).
//!
//! Its first iteration is run by itself before the others, and is in no time.

use super::{listing, program};
use crate::cache;
use crate::exit::Complaint;
use crate::remark::remark;
use plan::quick::{QuickBenchmark, QuickBenchmarks, Word};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use subjects::{BuildCache, BuildKey, Scratch};

const INSTALL: &str = "install it: apt-get install golang-go, or see https://go.dev/dl";

/// No test, only benchmarks. Without `-test.v`, as `go test -bench` asks: there is code that does more where `testing.Verbose` says that somebody reads.
const ALWAYS: [&str; 2] = ["-test.run=^$", "-test.count=1"];

/// Flags that say how benchmarks run, which is decided here.
const OF_RUNNING: [&str; 4] = ["-bench", "-benchtime", "-count", "-cpu"];

/// A package.
struct Package {
    /// Where its tests start.
    directory: String,
    /// How it is imported.
    path: String,
}

/// The benchmarks of a package that names mean.
pub fn benchmarks(package: &str, names: &[String], with: &[String]) -> Result<QuickBenchmarks, Complaint> {
    if package.contains("...") {
        let help = "name one package, such as ./sort".to_string();
        return Err(Complaint::usage("benchmarks of several packages cannot be compared with each other", Some(help)));
    }
    let is_of_running = |word: &&String| {
        let word = word.replacen("--", "-", 1);
        OF_RUNNING.contains(&word.split('=').next().unwrap_or_default())
    };
    if let Some(word) = with.iter().find(is_of_running) {
        let message = format!("{} is no flag of `go test -c`, which --with is for", report::printable(word));
        let help = "set GOMAXPROCS for processors; --budget is the time, and launches are counted by themselves";
        return Err(Complaint::usage(message, Some(help.to_string())));
    }
    let Package { directory, path } = found(package, with)?;
    let binary = built(package, with)?;
    let all = all(&binary, &directory, names, package)?;
    let meant = listing::meant(&all, names, package, listing::of_group)?;
    let benchmark = |name: &&String| {
        let own = format!("-test.bench={}", pattern(name));
        let words = [binary.to_string_lossy().into_owned()].into_iter().chain(ALWAYS.map(String::from)).chain([own]);
        let words = words.chain(["-test.timeout=0".to_string()]).map(Word::Literal);
        QuickBenchmark {
            name: name.to_string(),
            words: words.chain([Word::Template("-test.benchtime={iterations}x")]).collect(),
            directory: directory.clone(),
            env: vec![("GOMAXPROCS", Word::Literal(processors()))],
        }
    };
    Ok(QuickBenchmarks {
        title: format!("Benchmarks of {path}"),
        format: "gobench",
        benchmarks: meant.iter().map(benchmark).collect(),
    })
}

fn found(package: &str, with: &[String]) -> Result<Package, Complaint> {
    let list = |with: &[String]| {
        let mut list = Command::new("go");
        list.args(["list", "-f", "{{.Dir}}\n{{.ImportPath}}"]).args(with).args(["--", package]);
        list
    };
    // Tags may say which of its files count; what is for tests alone `go list` refuses.
    let tried = program::said(&mut list(with), INSTALL)?;
    let said =
        if tried.succeeded { tried.stdout } else { program::output(&mut list(&[]), "find the package", INSTALL)? };
    let (directory, path) = said.trim_end().split_once('\n').unwrap_or((said.trim_end(), package));
    Ok(Package { directory: directory.to_string(), path: path.to_string() })
}

/// The test binary, kept by its content: a run that is resumed finds what it began with.
fn built(package: &str, with: &[String]) -> Result<PathBuf, Complaint> {
    let trouble = |error: io::Error| {
        let help = "make room there, or set TMPDIR and XDG_CACHE_HOME to other directories".to_string();
        Complaint::system(format!("the benchmarks cannot be kept: {error}"), Some(help))
    };
    let scratch = Scratch::below(&std::env::temp_dir()).map_err(trouble)?;
    let made = scratch.path().join("package.test");
    let mut build = Command::new("go");
    build.args(["test", "-c", "-o"]).arg(&made).args(with).arg(package);
    program::output(&mut build, "build the benchmarks", INSTALL)?;
    if !made.exists() {
        return Err(Complaint::usage(format!("there are no tests in {}", report::printable(package)), None));
    }
    let key = BuildKey::default().with("go test").with(std::fs::read(&made).map_err(trouble)?);
    let cache = BuildCache::new(cache::directory_or_temporary().join("go"));
    let entry = cache.entry(key, |directory: &Path| std::fs::copy(&made, directory.join("package.test")).map(drop));
    Ok(entry.map_err(trouble)?.join("package.test"))
}

/// The names of the benchmarks, those below others too. Only one that runs tells what is below it: each runs once, and may fail.
fn all(binary: &Path, directory: &str, names: &[String], package: &str) -> Result<Vec<String>, Complaint> {
    let test = || {
        let mut test = Command::new(binary);
        test.current_dir(directory);
        test
    };
    let listed = program::output(test().args(["-test.list=^Benchmark"]), "list its benchmarks", INSTALL)?;
    let listed: Vec<String> = listed.lines().filter(|line| line.starts_with("Benchmark")).map(str::to_string).collect();
    let top = |name: &String| name.split('/').next().unwrap_or_default().to_string();
    if let Some(unknown) = names.iter().find(|name| !listed.contains(&top(name))) {
        return Err(listing::unknown(&listed, unknown, package));
    }
    let tops: Vec<String> = if names.is_empty() { listed } else { names.iter().map(top).collect() };
    let is_told = |all: &[String], name: &String| all.iter().any(|known| top(known) == top(name));
    let wanted = tops.iter().map(|name| listing::as_pattern(name)).collect::<Vec<_>>().join("|");
    let mut once = test();
    let processors = processors();
    once.env("GOMAXPROCS", &processors);
    once.args(ALWAYS).args([&format!("-test.bench=^({wanted})$"), "-test.benchtime=1x"]);
    let said = program::said(&mut once, INSTALL)?;
    // Each of them says so itself when it is measured.
    let failed = foreign::go_failed(&said.stdout, &processors);
    // After a failure Go goes on and says so at its end; a panic ends everything.
    let is_whole = said.succeeded || !failed.is_empty() && said.stdout.lines().any(|line| line == "FAIL");
    if !is_whole {
        let which =
            if names.is_empty() { "so name those that shall run" } else { "and one that ends the process ends all" };
        return Err(said.complaint(&format!("run each benchmark once, {which}")));
    }
    let all: Vec<String> = foreign::go_names(&said.stdout, &processors).into_iter().chain(failed).collect();
    let has_others_below = |name: &String| all.iter().any(|other| listing::of_group(name, other));
    let all: Vec<String> = all.iter().filter(|name| !has_others_below(name)).cloned().collect();
    if let Some(idle) = names.iter().find(|name| !is_told(&all, name)) {
        let idle = report::printable(idle);
        return Err(said.complaint(&format!("time `{idle}`, which skips itself or runs nothing")));
    }
    for idle in tops.iter().filter(|name| !is_told(&all, name)) {
        remark(&format!("note: {} is left out: it told no time", report::printable(idle)));
    }
    Ok(all)
}

/// On how many processors benchmarks run that tell their names, each of which ends with it, unless it is one: on as many as those that are
/// measured, because it may also be a part of the name.
fn processors() -> String {
    let set = std::env::var("GOMAXPROCS").ok().filter(|count| count.parse().is_ok_and(|count: usize| count > 0));
    set.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from).to_string())
}

/// What matches a benchmark and no other: each part of its name by itself.
fn pattern(name: &str) -> String {
    name.split('/').map(|part| format!("^{}$", listing::as_pattern(part))).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_that_go_prints() {
        let text = "goos: linux\nBenchmarkA-2   \t 1\t 300 ns/op\nBenchmarkB/size=10-2 \t 1\t 5 ns/op\t 0 B/op\nPASS\n";
        assert_eq!(foreign::go_names(text, "2"), ["BenchmarkA", "BenchmarkB/size=10"]);
        let text = "BenchmarkA 1 3 ns/op\nBenchmarkB/x-7 1 3 ns/op";
        assert_eq!(foreign::go_names(text, "2"), ["BenchmarkA", "BenchmarkB/x-7"]);
        let text = "Fetching: BenchmarkA-2 1 3 ns/op\nBenchmarkOfMine 100 3 ns/op";
        assert_eq!(foreign::go_names(text, "2"), ["BenchmarkA"]);
        let text = "BenchmarkA \t1 3 ns/op\nBenchmarkB/x-1 \t1 3 ns/op";
        assert_eq!(foreign::go_names(text, "1"), ["BenchmarkA", "BenchmarkB/x-1"]);
        let text = "BenchmarkA-4 \t1 3 ns/op\nBenchmarkB/x-1-4 \t1 3 ns/op";
        assert_eq!(foreign::go_names(text, "8"), ["BenchmarkA", "BenchmarkB/x-1"], "tests set GOMAXPROCS themselves");
        let text = "BenchmarkA-2    \tit prints\nand more\n      10\t 3 ns/op\nBenchmarkB-2 \tno end   10\t 3 ns/op\n 1 3 ns/op";
        assert_eq!(foreign::go_names(text, "2"), ["BenchmarkA", "BenchmarkB"]);
        assert_eq!(
            foreign::go_failed(
                "--- FAIL: BenchmarkA/n-2\n    a_test.go:5: no\n    --- FAIL: BenchmarkB/x\nFAIL\n",
                "2"
            ),
            ["BenchmarkA/n-2", "BenchmarkB/x"]
        );
        assert_eq!(pattern("BenchmarkB/size=1.5"), r"^BenchmarkB$/^size=1\.5$");
    }
}
