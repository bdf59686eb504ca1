//! The trial of what single events cost: what `cmpthese machine` measures, beside straight loops in C (`prices.c`) and `perf bench`, all on
//! one CPU and in turns, because a shared machine is another one a minute later. So it is the ratios within a turn that are judged, by
//! their median.

mod comparison;
mod shapes;
mod teller;

use crate::asked;
use crate::cpu::a_cpu;
use crate::outcome::Outcome;
use crate::pause;
use crate::program::Program;
use crate::table::Table;
use comparison::Comparison;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::time::{SystemTime, UNIX_EPOCH};
use teller::{Tellers, Turn};

/// Turns, unless the environment variable `REPETITIONS` says another number.
const TURNS: usize = 5;

/// Which part of the costs must be as the loops have them.
const AGREEING_MIN: f64 = 0.8;

/// Where the tables go.
const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/PRICES.md");

/// Turns as they were asked for, and what they say.
pub fn prices(program: &Program) -> Outcome {
    let tellers = Tellers::new(program, a_cpu());
    let count = asked::repetitions(TURNS);
    let seed = SystemTime::now().duration_since(UNIX_EPOCH).expect("it is after 1970").as_nanos() as u64;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let turns: Vec<Turn> = (0..count).map(|_| take_turns(&tellers, &mut random)).collect();
    outcome(&turns, tellers.without_perf())
}

fn take_turns(tellers: &Tellers, random: &mut Xoshiro256PlusPlus) -> Turn {
    let mut made = Turn::default();
    let mut order = [0, 1, 2];
    order.shuffle(random);
    for teller in order {
        pause::wait();
        match teller {
            0 => made.probes = tellers.probes(),
            1 => made.loops = tellers.loops(),
            _ => made.perf = tellers.perf(),
        }
    }
    made.perf = teller::as_events(&made.perf, &made.loops);
    made
}

fn outcome(turns: &[Turn], without_perf: Option<&str>) -> Outcome {
    let loops = comparison::of(turns, |turn| &turn.loops);
    let perf = comparison::of(turns, |turn| &turn.perf);
    let agreeing = |all: &[Comparison]| all.iter().filter(|one| one.agrees()).count();
    let holds = !loops.is_empty() && agreeing(&loops) as f64 >= AGREEING_MIN * loops.len() as f64;
    let tables = [comparison::table(&loops, &perf), shapes::table(turns)];
    let mut text = format!(
        "within 10 % of loops in C: {} of {} events; of perf bench: {}; {} turns",
        agreeing(&loops),
        loops.len(),
        without_perf.map_or_else(|| format!("{} of {}", agreeing(&perf), perf.len()), str::to_string),
        turns.len()
    );
    if asked::is("WRITE") {
        let tables: Vec<String> = tables.iter().map(Table::markdown).collect();
        let page = format!("# Are the prices right?\n\n{text}.\n\n{}", tables.join("\n"));
        std::fs::write(TABLES, page).expect("it can be written");
    }
    for table in &tables {
        text.push_str(&format!("\n{}", table.text()));
    }
    Outcome { holds, text }
}
