//! The trial of the number against others: what a language's own best tool says of the same code in the same minute.

mod case;
mod cases;
mod code;
mod record;
mod table;
mod tool;
mod tools;

use crate::asked;
use crate::in_turn::in_turn;
use crate::lines;
use crate::outcome::Outcome;
use crate::pause;
use crate::program::Program;
use case::Case;
use cases::cases;
pub use cases::codes;
pub use code::Code;
use record::Record;
use std::collections::HashMap;
use std::env::var;
use std::path::PathBuf;
use tool::Bench;

/// How often each of the two measures a case, unless the environment variable `REPETITIONS` says another number.
const REPETITIONS: usize = 5;

/// What the program gets; a tool is called so that it takes about as long.
const BUDGET: &str = "3s";

/// Where the table goes.
const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/OWN_TOOLS.md");

/// Every case by both, in turn; what was recorded before counts as well.
pub fn own_tools(program: &Program) -> Outcome {
    let path = var("RECORD").ok();
    let mut records: Vec<Record> = lines::recorded(path.as_deref());
    let missing = if asked::is("ONLY_REPORT") { Vec::new() } else { measure(program, path.as_deref(), &mut records) };
    if asked::is("WRITE") {
        std::fs::write(TABLE, table::page(&records)).expect("it can be written");
    }
    let rows = table::rows(&records);
    let text = format!("{}\n{}", table::summary(&rows), table::table(&rows).text());
    let missing: String = missing.iter().map(|line| format!("    skipped: {line}\n")).collect();
    Outcome { holds: rows.iter().all(table::Row::holds), text: text + &missing }
}

/// Adds a record of each case to those that are there, as often as is asked for. Returns which tools are missing, and why.
fn measure(program: &Program, path: Option<&str>, records: &mut Vec<Record>) -> Vec<String> {
    let (ready, missing) = prepare();
    for _ in 0..asked::repetitions(REPETITIONS) {
        for (case, bench) in &ready {
            pause::wait();
            // A B B A.
            let is_first = records.iter().filter(|record| record.case == case.name).count() % 2 == 0;
            let own_ns = || bench.mean_ns().unwrap_or_else(|error| panic!("{}: {error}", case.name));
            let (cmpthese_ns, own_ns) = in_turn(is_first, || by_cmpthese(program, case), own_ns);
            let record = Record { case: case.name.clone(), tool: bench.title(), cmpthese_ns, own_ns };
            if let Some(path) = path {
                lines::append(path, &record);
            }
            records.push(record);
        }
    }
    missing
}

/// The cases that are asked for and whose tool is there, built, and what is missing.
fn prepare() -> (Vec<(Case, Bench)>, Vec<String>) {
    let folder = folder();
    let mut versions: HashMap<&str, Result<String, String>> = HashMap::new();
    let (mut ready, mut missing) = (Vec::new(), Vec::new());
    for (tool, case) in cases().into_iter().filter(|(_, case)| asked::is_wanted(&case.name)) {
        let home = folder.join(case.language);
        let version = versions.entry(case.language).or_insert_with(|| tool.prepare(&home));
        let bench = version.clone().and_then(|version| tool.build(&case, &home, version));
        match bench {
            Ok(bench) => ready.push((case, bench)),
            Err(why) => missing.push(format!("{} by {}, which {} brings: {why}", case.name, tool.name, tool.package)),
        }
    }
    (ready, missing)
}

/// Beside this program, in a directory that is kept: what was installed once need not be installed again.
fn folder() -> PathBuf {
    std::env::current_exe().expect("this program has a path").with_file_name("own-tools")
}

fn by_cmpthese(program: &Program, case: &Case) -> f64 {
    let report = program.report(&["--lang", case.language, &case.code, "--budget", BUDGET, "--check", "none"]);
    let time = &report["points"][0]["variants"][0]["time_ns"]["point"];
    time.as_f64().unwrap_or_else(|| panic!("{}: no time in {report}", case.name))
}
