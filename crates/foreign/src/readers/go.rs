//! The text of Go's benchmarks: a line a value; the lines of one name come from one process.
//!
//! Source: the Go benchmark data format, golang.org/design/14313-benchmark-format, and `go doc test2json`. Lines of other kinds are passed over, as
//! benchstat does.

use crate::case::{Case, Timing, each_a_launch, of_one_process};
use crate::content::Content;
use crate::foreign::Foreign;
use crate::problem::Problem;
use crate::unique_end::unique_end;
use model::Machine;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// What the text of this program begins with: then a line is a launch.
const OWN: &str = "cmpthese ";

/// What the name of each benchmark begins with.
const PREFIX: &str = "Benchmark";

/// How Go begins the line of one that failed.
const FAILED: &str = "--- FAIL: ";

/// The unit of times.
const UNIT: &str = "ns/op";

/// A benchmark that failed.
struct Failed<'t> {
    package: String,
    name: &'t str,
    is_behind: bool,
    why: String,
}

/// A line of a benchmark.
struct Line<'t> {
    number: usize,
    package: String,
    /// Without `Benchmark`.
    name: &'t str,
    iterations: u64,
    /// Nanoseconds, as they are written.
    nanos: &'t str,
}

/// Whether it is one.
pub fn recognises(content: &Content) -> bool {
    let mut torn = None;
    text(content).lines().any(|line| told(&mut torn, line).is_some())
}

/// The text; of `go test -json` what it tells line by line, or in parts of lines, one package after the other.
fn text(content: &Content) -> Cow<'_, str> {
    let Content::JsonLines(events) = content else { return content.text().into() };
    let mut packages: Vec<(&str, String)> = Vec::new();
    for event in events.iter().filter(|event| event["Action"] == "output") {
        let word = |key: &str| event[key].as_str().unwrap_or_default();
        match packages.iter_mut().find(|(package, _)| *package == word("Package")) {
            Some((_, text)) => text.push_str(word("Output")),
            None => packages.push((word("Package"), word("Output").to_string())),
        }
    }
    packages.into_iter().map(|(_, text)| text).collect::<String>().into()
}

/// Reads it.
pub fn read(content: &Content) -> Result<Foreign, Problem> {
    let whole = text(content);
    let text: Vec<&str> = whole.lines().collect();
    if !whole.ends_with('\n') && text.last().is_some_and(|line| is_cut_off(line)) {
        let place = format!("line {}", text.len());
        return Err(Problem::at(place, "the file is cut off within a line", "write it again"));
    }
    let (mut lines, mut failed): (Vec<Line>, Vec<Failed>) = (Vec::new(), Vec::new());
    let (mut package, mut own, mut machine) = (String::new(), None, Machine::default());
    let mut torn = None;
    for (number, line) in (1..).zip(text.iter().copied()) {
        if let Some((name, iterations, nanos)) = told(&mut torn, line) {
            lines.push(Line { number, package: package.clone(), name, iterations, nanos });
        } else if let Some((name, is_behind)) = name_of_failed(line) {
            let said =
                text.get(number).map(|line| line.trim()).filter(|line| line.contains(": ") && !line.contains(FAILED));
            let why = said.map_or("it failed".to_string(), |said| format!("it failed: {said}"));
            failed.push(Failed { package: package.clone(), name, is_behind, why });
        } else if let Some((key, value)) = line.split_once(": ").filter(|(key, _)| is_key(key)) {
            match key {
                "pkg" => package = value.to_string(),
                "tool" => own = value.strip_prefix(OWN).map(str::to_string).or(own),
                "cpu" => machine.cpu = Some(value.to_string()),
                "goarch" => machine.architecture = value.to_string(),
                "goos" => machine.system = Some(value.to_string()),
                _ => {}
            }
        }
    }
    let is_own = own.is_some();
    let names: Vec<&str> = lines.iter().map(|line| line.name).collect();
    let processors = processors(&names);
    machine.cpus = processors.and_then(|count| count.parse().ok()).unwrap_or(0);
    let of_lines = lines.iter().map(|line| line.package.as_str());
    let packages: BTreeSet<&str> = of_lines.chain(failed.iter().map(|one| one.package.as_str())).collect();
    let told: Vec<&str> = names.iter().copied().chain(failed.iter().map(|one| one.name)).collect();
    // One fails with what is below it.
    let is_parent =
        |one: &Failed| told.iter().any(|other| other.strip_prefix(one.name).is_some_and(|rest| rest.starts_with('/')));
    let failed = failed.iter().filter(|one| !is_parent(one)).map(|one| {
        let (name, params) = named(
            if one.is_behind { without(one.name, processors) } else { one.name },
            &one.package,
            &packages,
            is_own,
        );
        Case::failed(name, params, one.why.clone())
    });
    let cases =
        of_one_process(lines.iter().map(|line| case(line, processors, &packages, is_own)).chain(failed).collect());
    let cases = if is_own { cases.into_iter().map(each_a_launch).collect() } else { cases };
    let tool = if is_own { "cmpthese" } else { "go test" };
    let packages = packages.iter().map(|package| package.to_string()).collect();
    Ok(Foreign { version: own, machine, packages, ..Foreign::of(tool, cases) })
}

/// Name, iterations and nanoseconds, where a line ends them. What a benchmark writes while it runs stands between its name and its time: `torn` is the
/// name that no time has followed.
fn told<'t>(torn: &mut Option<&'t str>, line: &'t str) -> Option<(&'t str, u64, &'t str)> {
    if let Some((name, iterations, nanos)) = benchmark(line) {
        *torn = None;
        // A number that it wrote itself may stand behind the name.
        let (iterations, nanos) = time(line).unwrap_or((iterations, nanos));
        return Some((name, iterations, nanos));
    }
    *torn = name_before_tab(line).or(torn.take());
    let (iterations, nanos) = time(line)?;
    Some((torn.take()?, iterations, nanos))
}

/// The name in front of a tab, as Go writes it before it knows the time.
fn name_before_tab(line: &str) -> Option<&str> {
    line.match_indices(PREFIX).find_map(|(place, _)| {
        let name = line[place + PREFIX.len()..].split_once('\t')?.0.trim_end();
        (!name.is_empty() && !name.contains(char::is_whitespace)).then_some(name)
    })
}

/// Iterations and nanoseconds, behind whatever the benchmark wrote without an end of the line.
fn time(line: &str) -> Option<(u64, &str)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let place = words.windows(3).position(|words| words[2] == UNIT && words[1].parse::<f64>().is_ok())?;
    let written = words[place].trim_end_matches(|c: char| c.is_ascii_digit());
    Some((words[place][written.len()..].parse().ok()?, words[place + 1]))
}

/// Name, iterations and nanoseconds of a line, before which the benchmark may have written something; `None` for any other line, and for one that has no
/// time.
fn benchmark(line: &str) -> Option<(&str, u64, &str)> {
    line.match_indices(PREFIX).find_map(|(place, _)| of_benchmark(&line[place..]))
}

fn of_benchmark(line: &str) -> Option<(&str, u64, &str)> {
    let mut words = line.split_whitespace();
    let name = words.next()?.strip_prefix(PREFIX).filter(|name| !name.is_empty())?;
    let iterations = words.next()?.parse().ok()?;
    let words: Vec<&str> = words.collect();
    let nanos = words.chunks_exact(2).find(|pair| pair[1] == UNIT)?[0];
    Some((name, iterations, nanos))
}

/// The name of a benchmark that failed, without `Benchmark`, and whether it stands behind its own line: then it has the number of processors.
fn name_of_failed(line: &str) -> Option<(&str, bool)> {
    let (before, rest) = line.split_once(FAILED)?;
    let name = rest.split_whitespace().next()?.strip_prefix(PREFIX).filter(|name| !name.is_empty())?;
    Some((name, !before.trim().is_empty()))
}

/// The names of the benchmarks that failed in a text, as Go calls them, which ran on so many processors.
pub fn failed(text: &str, processors: &str) -> Vec<String> {
    let all = text.lines().filter_map(name_of_failed);
    let end = several(processors);
    all.map(|(name, is_behind)| format!("{PREFIX}{}", without(name, end.filter(|_| is_behind)))).collect()
}

/// Whether a line is the beginning of a benchmark's.
fn is_cut_off(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let begins = line.starts_with(PREFIX) && words.get(1).is_some_and(|count| count.parse::<u64>().is_ok());
    begins && words.get(3).is_none_or(|unit| *unit != UNIT && UNIT.starts_with(unit))
}

/// A key begins with a lower-case letter, and has neither upper-case ones nor blanks.
fn is_key(key: &str) -> bool {
    key.starts_with(|c: char| c.is_lowercase()) && !key.contains(|c: char| c.is_uppercase() || c.is_whitespace())
}

/// The names of the benchmarks in a text, as Go calls them, which ran on so many processors: more than one are told behind each. Other
/// names are then lines that a benchmark wrote itself.
pub fn names(text: &str, processors: &str) -> Vec<String> {
    let mut torn = None;
    let names: Vec<&str> = text.lines().filter_map(|line| Some(told(&mut torn, line)?.0)).collect();
    let bare = |name: &&str| name.strip_suffix(several(processors)?)?.strip_suffix('-').map(str::to_string);
    let told: Vec<String> = names.iter().filter_map(bare).collect();
    // Tests may set GOMAXPROCS themselves.
    let own = several(processors).and_then(|_| self::processors(&names));
    let as_told = || names.iter().map(|name| without(name, own).to_string()).collect();
    let all = if told.is_empty() { as_told() } else { told };
    all.iter().map(|name| format!("{PREFIX}{name}")).collect()
}

/// A number of processors that is told behind names: that of one is not.
fn several(processors: &str) -> Option<&str> {
    Some(processors).filter(|count| *count != "1")
}

/// GOMAXPROCS, where all names end with the same: one that ends so by itself is rare.
fn processors<'t>(names: &[&'t str]) -> Option<&'t str> {
    let end = |name: &&'t str| {
        let (_, end) = name.rsplit_once('-')?;
        (!end.is_empty() && end.bytes().all(|byte| byte.is_ascii_digit())).then_some(end)
    };
    let first = end(names.first()?)?;
    names.iter().all(|name| end(name) == Some(first)).then_some(first)
}

fn without<'t>(name: &'t str, processors: Option<&str>) -> &'t str {
    processors.and_then(|end| name.strip_suffix(end)?.strip_suffix('-')).unwrap_or(name)
}

fn case(line: &Line, processors: Option<&str>, packages: &BTreeSet<&str>, is_own: bool) -> Case {
    let nanos = line.nanos.parse().ok().filter(|nanos: &f64| nanos.is_finite() && *nanos > 0.0);
    let value = nanos.map(|nanos| vec![vec![Timing::over(nanos, line.iterations)]]).ok_or_else(|| {
        let message = format!("`{}` is no time", line.nanos);
        Problem::at(format!("line {}", line.number), message, "give the benchmark a longer -benchtime")
    });
    let (name, params) = named(without(line.name, processors), &line.package, packages, is_own);
    Case::told(name, params, value)
}

/// Name and parameters, with the package where there are several.
fn named(full: &str, package: &str, packages: &BTreeSet<&str>, is_own: bool) -> (String, Vec<(String, String)>) {
    let (name, params) = parts(full, is_own);
    match package {
        package if packages.len() > 1 && !package.is_empty() => {
            (format!("{}.{name}", unique_end(package, packages, '/')), params)
        }
        _ => (name, params),
    }
}

/// `Sort/size=16` is `Sort` with the size 16; of what this program wrote the value of `variant` is the name.
fn parts(full: &str, is_own: bool) -> (String, Vec<(String, String)>) {
    let mut names: Vec<String> = Vec::new();
    let mut params: Vec<(String, String)> = Vec::new();
    let mut variant = None;
    for part in full.split('/') {
        // This program writes blanks and slashes of a name so that they are none.
        let part = part.replace('␣', " ").replace("\\x2F", "/");
        match part.split_once('=') {
            Some(("variant", value)) if is_own => variant = Some(value.to_string()),
            Some((key, value)) if !key.is_empty() && !names.is_empty() => {
                params.push((key.to_string(), value.to_string()))
            }
            _ => names.push(part),
        }
    }
    (variant.unwrap_or_else(|| names.join("/")), params)
}
