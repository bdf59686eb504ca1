//! The trials, promises about time that are tried many times and judged by the binomial distribution, and the scoreboard, which holds
//! the program against others. See `bench/README.md`.

mod asked;
mod busy;
mod cpu;
mod dialect;
mod http;
mod in_turn;
mod judged;
mod lines;
mod neighbour;
mod outcome;
mod own_tools;
mod pause;
mod port;
mod prices;
mod program;
mod scoreboard;
mod sizes;
mod stalling;
mod table;
mod trials;
mod truth;

pub use scoreboard::scoreboard;

use outcome::Outcome;
use std::process::ExitCode;

/// A trial by its name.
type Trial = (&'static str, fn(&program::Program) -> Outcome);

/// Every trial, in the order in which they are run.
const TRIALS: &[Trial] = &[
    ("help", trials::help),
    ("spawn", trials::spawn),
    ("inside", trials::inside),
    ("aa-sleep", trials::aa_sleep),
    ("aa-cpu", trials::aa_cpu),
    ("power", trials::power),
    ("aa-perl", trials::aa_perl),
    ("programs", trials::programs),
    ("cat-copy", trials::cat_copy),
    ("one-percent", judged::one_percent),
    ("neighbour", judged::neighbour),
    ("half-percent", judged::half_percent),
    ("languages", judged::languages),
    ("own-tools", own_tools::own_tools),
    ("generator", http::generator),
    ("latency", http::latency),
    ("prices", prices::prices),
    ("truth", truth::truth),
    ("tools", truth::tools),
    ("drawn", truth::drawn),
    ("sizes", sizes::sizes),
];

/// Runs the trials that are named, or all of them.
pub fn trials() -> ExitCode {
    let asked: Vec<String> = std::env::args().skip(1).collect();
    if asked.first().is_some_and(|word| word == stalling::WORD) {
        return if stalling::serve(&asked[1..]).is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    if asked.first().is_some_and(|word| word == truth::slow::WORD) {
        return if truth::slow::serve(&asked[1..]).is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    if let Some(unknown) = asked.iter().find(|name| TRIALS.iter().all(|(known, _)| known != name)) {
        let names: Vec<&str> = TRIALS.iter().map(|(name, _)| *name).collect();
        eprintln!("there is no trial {unknown}; the trials are: {}", names.join(", "));
        return ExitCode::from(2);
    }
    let program = program::Program::beside_this_one();
    let mut all_hold = true;
    for (name, trial) in TRIALS.iter().filter(|(name, _)| asked.is_empty() || asked.iter().any(|one| one == name)) {
        let outcome = trial(&program);
        println!("{name:<10} {:<5} {}", if outcome.holds { "holds" } else { "FAILS" }, outcome.text);
        all_hold &= outcome.holds;
    }
    if all_hold { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
