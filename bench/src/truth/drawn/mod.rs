//! Comparisons that are drawn: two costs of two kinds, of which only the means are known. Nobody has chosen them, so nothing was made to fit them.

mod cost;
mod others;
mod words;

use super::case::{Case, Class, Truth};
use super::known::Truths;
use super::place::Place;
use super::record::{self, Record};
use super::score;
use crate::asked;
use crate::lines;
use crate::outcome::Outcome;
use crate::pause;
use crate::program::Program;
use cost::Drawing;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::env::var;

/// Runs, unless the environment variable `REPETITIONS` says another number.
const RUNS: usize = 100;

/// What is drawn from, in turn, unless `CASES` says otherwise.
const CLASSES: [Class; 9] = [
    Class::C,
    Class::Perl,
    Class::Command,
    Class::Python,
    Class::Javascript,
    Class::Http,
    Class::Ruby,
    Class::Java,
    Class::Go,
];

/// What is drawn from besides where `CASES` says so: among the nine, what a seed draws would be another thing.
const MORE: [Class; 5] = [Class::Php, Class::Lua, Class::Luajit, Class::Rust, Class::Awk];

const CATEGORY: &str = "drawn";

/// The mean of A over that of B.
const RATIOS: [f64; 11] = [1.0, 1.0, 1.0, 1.02, 1.1, 1.3, 1.0 / 1.1, 1.0 / 1.3, 2.0, 0.5, 5.0];

/// Those that are drawn with the seed in the environment variable `SEED`, or with 1, each run once; with `NEIGHBOUR` beside somebody else
/// on the machine. With `CHECK` they are printed.
pub fn drawn(program: &Program) -> Outcome {
    let (place, path) = (Place::new(program), var("RECORD").ok());
    let mut truths = Truths::new(&place);
    let seed = var("SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let more = MORE.into_iter().filter(|_| var("CASES").is_ok());
    let classes: Vec<Class> = CLASSES.into_iter().chain(more).filter(|class| asked::is_wanted(&class.name())).collect();
    let mut records = Vec::new();
    for (number, class) in classes.iter().cycle().take(asked::repetitions(RUNS)).enumerate() {
        let case = drawn_case(&mut Drawing(&mut random), *class, &place);
        let (case, seed) = (case.numbered(number), random.random_range(1..1 << 31));
        let case = if asked::is("NEIGHBOUR") { case.beside_neighbour() } else { case };
        if asked::is("CHECK") {
            println!("{}\n    {}\n    {}", case.name, case.a, case.b);
            continue;
        }
        pause::wait();
        let record = record::run(program, &place, &case, truths.of(&case), seed);
        path.iter().for_each(|path| lines::append(path, &record));
        records.push(record);
    }
    outcome(&records)
}

fn outcome(records: &[Record]) -> Outcome {
    let promises = score::by(records, |_| String::new()).into_values().flat_map(|tally| tally.promises());
    let promises: Vec<score::Promise> = promises.collect();
    let counts =
        promises.iter().map(|promise| format!("{} {} of {}", promise.what, promise.share.count, promise.share.of));
    let text = counts.collect::<Vec<String>>().join("; ");
    Outcome { holds: promises.iter().all(score::Promise::holds), text: format!("{} runs: {text}", records.len()) }
}

fn drawn_case(drawing: &mut Drawing, class: Class, place: &Place) -> Case {
    match class {
        Class::Command => others::command(drawing, place),
        Class::Http => others::requests(drawing),
        _ => of_snippets(drawing, class),
    }
}

fn of_snippets(drawing: &mut Drawing, class: Class) -> Case {
    let words = words::of(class);
    let (mean, ratio) = (drawing.mean(&words), drawing.one_of(&RATIOS));
    let a = drawing.cost(ratio * mean, &words);
    // What an interpreter takes for drawing a number is no part of the steps, so that only copies are surely equal.
    let is_copy = ratio == 1.0 && (words.is_interpreted || drawing.is_true(0.4));
    let b = if is_copy { a.clone() } else { drawing.cost(mean, &words) };
    let subjects = [a, b].map(|cost| words.subject(&cost));
    Case::new(&class.name(), class, CATEGORY, subjects, Truth::Known(1.0 / ratio)).after(words.prelude)
}
