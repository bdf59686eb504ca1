//! Other tools on the cases of the trial: what they say of costs whose ratio is known, in the same time.

use super::case::{Case, Class};
use super::known::{Known, Truths, command_ns};
use super::place::Place;
use super::record::{self, Record, Said, budget_s};
use super::score::{Share, Tally, by};
use super::wanted;
use crate::asked;
use crate::dialect::Dialect;
use crate::lines;
use crate::neighbour::Neighbour;
use crate::outcome::Outcome;
use crate::pause;
use crate::program::Program;
use crate::scoreboard::design;
use crate::scoreboard::pair::{Language, Pair};
use crate::scoreboard::place::Place as Projects;
use crate::scoreboard::record::{Decision, Finding};
use crate::scoreboard::tools::{Question, Ready, TOOLS, Tool};
use crate::table::Table;
use rand::RngExt;
use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::env::var;
use std::path::Path;
use std::time::Instant;

/// Rounds, unless the environment variable `REPETITIONS` says another number.
const REPETITIONS: usize = 1;

/// The program that all this is about.
const OWN: &str = "cmpthese";

/// What a tool said of a case.
#[derive(Serialize, Deserialize)]
struct OfTool {
    tool: String,
    #[serde(flatten)]
    record: Record,
}

/// Every case that another tool can be asked about, by all of them and by this program, in random order.
pub fn tools(program: &Program) -> Outcome {
    let path = var("RECORD").ok();
    let mut records: Vec<OfTool> = lines::recorded(path.as_deref());
    let missing = if asked::is("ONLY_REPORT") { Vec::new() } else { measure(program, path.as_deref(), &mut records) };
    let missing: String = missing.iter().map(|line| format!("    skipped: {line}\n")).collect();
    let count = records.len();
    Outcome { holds: true, text: format!("{count} answers\n{}{missing}", table(records).text()) }
}

/// Adds what is said of each case to what is there. Returns which tools are missing, and why.
fn measure(program: &Program, path: Option<&str>, records: &mut Vec<OfTool>) -> Vec<String> {
    let projects = Projects::beside_this_one().expect("there is room beside this program");
    let (ready, missing) = prepare(&projects);
    let place = Place::new(program);
    let mut cases: Vec<(Case, Pair)> = wanted(&place).into_iter().filter_map(with_pair).collect();
    let mut truths = Truths::new(&place);
    let mut random = super::random();
    for _ in 0..asked::repetitions(REPETITIONS) {
        cases.shuffle(&mut random);
        for (case, pair) in &cases {
            pause::wait();
            let known = truths.of(case);
            let can = |asked: &&Asked| asked.0.classes.contains(&class(pair));
            let mut those: Vec<&Asked> = ready.iter().filter(can).collect();
            those.shuffle(&mut random);
            let seed = random.random_range(1..1 << 31);
            for (tool, ready) in those {
                let made = (ready.make)(pair);
                let record = match tool.name {
                    // As the trial of the truth asks it.
                    OWN => record::run(program, &place, case, known, seed),
                    _ => ask(ready, made, &projects, case, pair, known, seed),
                };
                let told = OfTool { tool: tool.name.to_string(), record };
                if let Some(path) = path {
                    lines::append(path, &told);
                }
                records.push(told);
            }
        }
    }
    missing
}

/// A tool with what asks it.
type Asked = (&'static Tool, Ready);

/// The tools that are there, and what is missing.
fn prepare(projects: &Projects) -> (Vec<Asked>, Vec<String>) {
    let (mut ready, mut missing) = (Vec::new(), Vec::new());
    for tool in TOOLS {
        match (tool.prepare)(projects) {
            Ok(found) => ready.push((tool, found)),
            Err(why) => missing.push(format!("{}: {why}", tool.name)),
        }
    }
    (ready, missing)
}

fn class(pair: &Pair) -> design::Class {
    match pair {
        Pair::Commands { .. } => design::Class::Commands,
        Pair::Snippets { language: Language::Perl, .. } => design::Class::Perl,
        Pair::Snippets { language: Language::Compiled(_), .. } => design::Class::Compiled,
    }
}

/// A case as the tools are asked about it; none where no other can be.
fn with_pair(case: Case) -> Option<(Case, Pair)> {
    let language = match case.class {
        Class::Command => {
            let words = [&case.a, &case.b].map(|line| line.split_whitespace().map(str::to_string).collect::<Vec<_>>());
            let nanos = words.each_ref().map(|words| mean_ns(words)).iter().sum::<f64>() / 2.0;
            return Some((case, Pair::Commands { words, nanos }));
        }
        Class::Perl => Language::Perl,
        Class::C => Language::Compiled(Dialect::C),
        Class::Cpp => Language::Compiled(Dialect::Cpp),
        _ => return None,
    };
    let (prelude, code) = (case.prelude.clone(), [&case.a, &case.b].map(Clone::clone));
    Some((case, Pair::Snippets { language, prelude, code }))
}

/// About what a command takes, for tools that have to be told how often it runs.
fn mean_ns(words: &[String]) -> f64 {
    let arguments: Vec<&str> = words[1..].iter().map(String::as_str).collect();
    let (mut total_ns, mut runs) = (0.0, 0.0);
    while total_ns < 5e8 {
        total_ns += command_ns(&words[0], &arguments);
        runs += 1.0;
    }
    total_ns / runs
}

fn ask(
    ready: &Ready,
    made: Result<(), String>,
    projects: &Projects,
    case: &Case,
    pair: &Pair,
    known: Option<Known>,
    seed: u64,
) -> Record {
    let folder = tempfile::tempdir_in(projects.scratch("")).expect("there is room for its files");
    let _neighbour = case.beside_neighbour.then(|| Neighbour::new(seed));
    let question = Question { pair, budget_s: budget_s(case), seed, folder: folder.path() };
    let start = Instant::now();
    let answer = made.and_then(|()| (ready.ask)(&question));
    let seconds = start.elapsed().as_secs_f64();
    if let Err(why) = &answer {
        eprintln!("{}: {why}", case.name);
    }
    Record::new(case, known, seed, seconds, answer.ok().map(said))
}

fn said(finding: Finding) -> Said {
    let verdict = match finding.decision {
        Decision::Faster => "faster",
        Decision::Slower => "slower",
        Decision::None => "undecided",
    };
    let [low, high] = finding.interval.map_or([None; 2], |bounds| bounds.map(Some));
    Said { verdict: verdict.into(), ratio: Some(finding.estimate), low, high, why: None }
}

/// What is recorded, as a table in Markdown; none where nothing is.
pub fn markdown(path: &Path) -> Option<String> {
    path.exists().then(|| table(lines::read(&path.to_string_lossy())).markdown())
}

/// A row for each class and tool, in the order of the scoreboard.
fn table(records: Vec<OfTool>) -> Table {
    let mut groups: BTreeMap<(Class, usize), Vec<Record>> = BTreeMap::new();
    for OfTool { tool, record } in records {
        let place = TOOLS.iter().position(|one| one.name == tool).unwrap_or(TOOLS.len());
        groups.entry((record.class, place)).or_default().push(record);
    }
    let head = vec![
        "of",
        "tool",
        "median s",
        "wrong direction",
        "interval holds the truth",
        "equal means called different",
        "no single number, and said so",
        "more than 10 % apart, and decided",
        "failed",
    ];
    let told = |((class, place), records): (&(Class, usize), &Vec<Record>)| {
        let tally = by(records, |_| String::new()).remove("").expect("there are records");
        row(*class, TOOLS.get(*place).map_or("?", |tool| tool.name), records, &tally)
    };
    Table { head, rows: groups.iter().map(told).collect() }
}

fn row(class: Class, tool: &str, records: &[Record], tally: &Tally) -> Vec<String> {
    let of = |share: Share| if share.of > 0 { format!("{}/{}", share.count, share.of) } else { "–".to_string() };
    let seconds: Vec<f64> = records.iter().map(|record| record.seconds).collect();
    let has_intervals = records.iter().filter_map(|record| record.said.as_ref()).any(|said| said.low.is_some());
    let class = match class {
        Class::Command => "commands".to_string(),
        Class::C => "C".into(),
        Class::Cpp => "C++".into(),
        class => format!("{class:?}"),
    };
    vec![
        class,
        tool.to_string(),
        stats::median(&seconds).map_or("–".into(), |median| format!("{median:.1}")),
        of(tally.wrong),
        if has_intervals { of(tally.held) } else { "–".into() },
        of(tally.different),
        of(tally.said_none),
        of(tally.decided),
        of(tally.missing),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who has no intervals has none that hold the truth.
    #[test]
    fn each_tool_has_a_row_for_each_class() {
        let of = |tool: &str, verdict: &str, bounds: Option<[f64; 2]>| {
            let [low, high] = bounds.map_or([None; 2], |bounds| bounds.map(Some));
            let said = Said { verdict: verdict.into(), ratio: Some(1.2), low, high, why: None };
            let record = Record {
                case: "one".into(),
                class: Class::Perl,
                category: "steady".into(),
                truth: Some(0.8),
                tolerance: 0.001,
                equal: false,
                seed: 1,
                seconds: 4.0,
                said: Some(said),
            };
            OfTool { tool: tool.into(), record }
        };
        let rows = table(vec![
            of("Benchmark.pm", "slower", None),
            of("cmpthese", "faster", Some([0.7, 0.9])),
            of("cmpthese", "undecided", Some([0.9, 1.1])),
        ])
        .rows;
        assert_eq!(rows[0].join(" | "), "Perl | cmpthese | 4.0 | 0/2 | 1/2 | – | – | 1/2 | 0/2");
        assert_eq!(rows[1].join(" | "), "Perl | Benchmark.pm | 4.0 | 1/1 | – | – | – | 1/1 | 0/1");
    }
}
