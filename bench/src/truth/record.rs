//! What one run said of a case, as a line of JSON.

use super::case::{Case, Class};
use super::known::Known;
use super::place::Place;
use super::slow;
use crate::neighbour::Neighbour;
use crate::program::Program;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Instant;

/// What one run said of a case.
#[derive(Serialize, Deserialize)]
pub struct Record {
    pub case: String,
    pub class: Class,
    pub category: String,
    /// Mean time of B over mean time of A; none where there is no single number.
    pub truth: Option<f64>,
    /// By which part of it the truth may be wrong.
    pub tolerance: f64,
    /// Both take the same time on average, by construction.
    pub equal: bool,
    pub seed: u64,
    pub seconds: f64,
    /// None when there was no comparison.
    pub said: Option<Said>,
}

/// A comparison as the report has it.
#[derive(Serialize, Deserialize)]
pub struct Said {
    pub verdict: String,
    pub ratio: Option<f64>,
    pub low: Option<f64>,
    pub high: Option<f64>,
    pub why: Option<String>,
}

/// Runs a case once.
pub fn run(program: &Program, place: &Place, case: &Case, known: Option<Known>, seed: u64) -> Record {
    let _neighbour = case.beside_neighbour.then(|| Neighbour::new(seed));
    let arguments = if case.is_fresh { of_plan(program, case, seed) } else { arguments(case, place, seed) };
    let start = Instant::now();
    let report = program.report_if_any(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    let seconds = start.elapsed().as_secs_f64();
    Record::new(case, known, seed, seconds, report.and_then(|report| said(&report["points"][0]["comparisons"][0])))
}

impl Record {
    /// What was said of a case, beside what is known of it.
    pub fn new(case: &Case, known: Option<Known>, seed: u64, seconds: f64, said: Option<Said>) -> Record {
        Record {
            case: case.name.clone(),
            class: case.class,
            category: case.category.into(),
            truth: known.map(|known| known.ratio),
            tolerance: known.map_or(0.0, |known| known.tolerance),
            equal: case.is_equal(),
            seed,
            seconds,
            said,
        }
    }
}

/// What a run of a case may take.
pub fn budget_s(case: &Case) -> f64 {
    if case.class == Class::Command || case.connections > 1 { 8.0 } else { 4.0 }
}

fn arguments(case: &Case, place: &Place, seed: u64) -> Vec<String> {
    let budget = format!("{}s", budget_s(case));
    let mut words = vec!["--baseline", "1", "--budget", &budget, "--check", "none"];
    let subject = |text: &str| match case.class {
        Class::Http => format!("http://{}{text}", place.address()),
        _ => text.to_string(),
    };
    let connections = case.connections.to_string();
    if case.class == Class::Http {
        words.extend(["--connections", &connections]);
    }
    // A variant may stand beside itself, but under another name.
    words.extend(["--name", "A", "--name", "B"]);
    let words = words.into_iter().map(str::to_string);
    let words = words.chain(case.class.options(&case.prelude));
    words.chain(["--seed".into(), seed.to_string(), subject(&case.a), subject(&case.b)]).collect()
}

/// A plan whose server is started for the run.
fn of_plan(program: &Program, case: &Case, seed: u64) -> Vec<String> {
    let own = std::env::current_exe().expect("this program has a path");
    let words = [&own.to_string_lossy(), slow::WORD, "{port}", slow::ALONE];
    let (connections, a, b) = (case.connections, &case.a, &case.b);
    let plan = format!(
        "budget = '8s'\nbaseline = 'A'\ncheck = 'none'\n[server.slow]\ncommand = {words:?}\n[load]\nconnections = {connections}\n\
         [[variant]]\nname = 'A'\nhttp = '{a}'\n[[variant]]\nname = 'B'\nhttp = '{b}'\n"
    );
    ["run".to_string(), program.plan(&plan), "--seed".into(), seed.to_string()].to_vec()
}

fn said(comparison: &Value) -> Option<Said> {
    let text = |name: &str| comparison[name].as_str().map(str::to_string);
    let number = |name: &str| comparison["ratio"][name].as_f64();
    let (ratio, low, high) = (number("point"), number("low"), number("high"));
    Some(Said { verdict: text("verdict")?, ratio, low, high, why: text("why") })
}
