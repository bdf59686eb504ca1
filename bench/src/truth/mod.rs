//! The trial of the number itself: it is the mean time of an iteration in the long run, all the time over the number of
//! iterations, of commands over that of executions. Cases of which that is known are run again and again; see `cases`.

pub mod case;
mod cases;
mod drawn;
mod known;
mod languages;
mod place;
mod plain_loop;
mod record;
mod score;
pub mod slow;
mod table;
mod tools;

use crate::asked;
use crate::lines;
use crate::outcome::Outcome;
use crate::pause;
use crate::program::Program;
use crate::table::Table;
use case::Case;
pub use drawn::drawn;
use known::Truths;
use place::Place;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use record::Record;
use std::env::var;
use std::time::{SystemTime, UNIX_EPOCH};
pub use tools::{markdown as of_tools, tools};

/// Runs of each case, unless the environment variable `REPETITIONS` says another number.
const REPETITIONS: usize = 20;

/// Where the table goes.
const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/TRUTH.md");

/// Every case in shuffled order, as often as is asked for; what was recorded before counts as well.
pub fn truth(program: &Program) -> Outcome {
    let path = var("RECORD").ok();
    if asked::is("CHECK") {
        return check(program);
    }
    if !asked::is("ONLY_REPORT") {
        let made = rounds(program, path.as_deref());
        if path.is_none() {
            return outcome(&made);
        }
    }
    outcome(&lines::read(&path.expect("RECORD says which file is reported on")))
}

fn rounds(program: &Program, path: Option<&str>) -> Vec<Record> {
    let repetitions = asked::repetitions(REPETITIONS);
    let place = Place::new(program);
    let mut cases = wanted(&place);
    let mut truths = Truths::new(&place);
    let mut random = random();
    let mut records = Vec::new();
    for _ in 0..repetitions {
        cases.shuffle(&mut random);
        for case in &cases {
            pause::wait();
            let known = truths.of(case);
            let record = record::run(program, &place, case, known, random.random_range(1..1 << 31));
            if let Some(path) = path {
                lines::append(path, &record);
            }
            records.push(record);
        }
    }
    records
}

/// A stream of its own for each call of the trial.
fn random() -> Xoshiro256PlusPlus {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("it is after 1970");
    Xoshiro256PlusPlus::seed_from_u64(now.as_nanos() as u64)
}

/// The cases whose names begin with one of the words in the environment variable `CASES`.
fn wanted(place: &Place) -> Vec<Case> {
    cases::all(place).into_iter().filter(|case| asked::is_wanted(&case.name)).collect()
}

fn outcome(records: &[Record]) -> Outcome {
    let whole = score::by(records, |_| String::new());
    let holds = whole.values().flat_map(|tally| tally.promises()).all(|promise| promise.holds());
    let tables = table::tables(records);
    if asked::is("WRITE") {
        let text: Vec<String> = tables.iter().map(Table::markdown).collect();
        std::fs::write(TABLE, format!("# Is the number the truth?\n\n{}", text.join("\n"))).expect("it can be written");
    }
    let text: Vec<String> = tables.iter().map(Table::text).collect();
    let count = score::by(records, |record| record.case.clone()).len();
    Outcome { holds, text: format!("{} runs of {count} cases\n{}", records.len(), text.join("\n")) }
}

/// What is known by construction against plain loops: a trial of the trial.
fn check(program: &Program) -> Outcome {
    let place = Place::new(program);
    let mut truths = Truths::new(&place);
    let mut outcome = Outcome { holds: true, text: "known, and by plain loops".into() };
    for case in wanted(&place).iter().filter(|case| known::has_loops(case)) {
        let Some(known) = truths.of(case) else { continue };
        let looped = truths.by_loops(case);
        let apart = (looped.ratio / known.ratio).ln().abs();
        let agrees = apart <= known.tolerance + looped.tolerance;
        outcome.holds &= agrees;
        let [ratio, again, tolerance] = [known.ratio, looped.ratio, looped.tolerance * 100.0];
        let mark = if agrees { "" } else { "  DIFFERENT" };
        println!("    {:<30} {ratio:.4} {again:.4} ± {tolerance:.2} %{mark}", case.name);
    }
    outcome
}
