//! The trial of the number itself: it is the mean time of an iteration in the long run, all the time over the number of
//! iterations, of commands over that of executions. Cases of which that is known are run again and again; see `cases`.

mod case;
mod cases;
mod known;
mod languages;
mod place;
mod plain_loop;
mod record;
mod score;
pub mod slow;
mod table;

use crate::outcome::Outcome;
use crate::pause;
use crate::program::Program;
use crate::table::Table;
use case::Case;
use known::Truths;
use place::Place;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use record::Record;
use std::env::var;
use std::time::{SystemTime, UNIX_EPOCH};

/// Runs of each case, unless the environment variable `REPETITIONS` says another number.
const REPETITIONS: usize = 20;

/// Where the table goes.
const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/TRUTH.md");

/// Every case in shuffled order, as often as is asked for; what was recorded before counts as well.
pub fn truth(program: &Program) -> Outcome {
    let path = var("RECORD").ok();
    if asked("CHECK") {
        return check(program);
    }
    if !asked("ONLY_REPORT") {
        let made = rounds(program, path.as_deref());
        if path.is_none() {
            return outcome(&made);
        }
    }
    outcome(&record::read(&path.expect("RECORD says which file is reported on")))
}

fn asked(variable: &str) -> bool {
    var(variable).is_ok_and(|value| !value.is_empty() && value != "0")
}

fn rounds(program: &Program, path: Option<&str>) -> Vec<Record> {
    let repetitions = var("REPETITIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(REPETITIONS);
    let place = Place::new(program);
    let mut cases = wanted(&place);
    let mut truths = Truths::new(&place);
    let seed = SystemTime::now().duration_since(UNIX_EPOCH).expect("it is after 1970").as_nanos() as u64;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut records = Vec::new();
    for _ in 0..repetitions {
        shuffle(&mut cases, &mut random);
        for case in &cases {
            pause::wait();
            let known = truths.of(case);
            let record = record::run(program, &place, case, known, random.random_range(1..1 << 31));
            if let Some(path) = path {
                record::append(path, &record);
            }
            records.push(record);
        }
    }
    records
}

/// The cases whose names begin with one of the words in the environment variable `CASES`.
fn wanted(place: &Place) -> Vec<Case> {
    let prefixes = var("CASES").unwrap_or_default();
    let is_wanted = |case: &Case| prefixes.split(',').any(|prefix| case.name.starts_with(prefix.trim()));
    cases::all(place).into_iter().filter(is_wanted).collect()
}

fn shuffle(cases: &mut [Case], random: &mut Xoshiro256PlusPlus) {
    for last in (1..cases.len()).rev() {
        cases.swap(last, random.random_range(0..=last));
    }
}

fn outcome(records: &[Record]) -> Outcome {
    let whole = score::by(records, |_| String::new());
    let holds = whole.values().flat_map(|tally| tally.promises()).all(|promise| promise.holds());
    let tables = table::tables(records);
    if asked("WRITE") {
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
