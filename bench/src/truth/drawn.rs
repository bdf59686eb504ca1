//! Comparisons that are drawn: two costs of two kinds, of which only the means are known. Nobody has chosen them, so nothing was made to fit them.

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
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::env::var;

/// Runs, unless the environment variable `REPETITIONS` says another number.
const RUNS: usize = 100;

/// Steps of an iteration in the mean: some 25 to 250 µs, beside which it does not count what drawing a number takes.
const STEPS: [f64; 2] = [30_000.0, 300_000.0];

/// What comes again does so within so many steps, some 0.15 s, which is a tenth of what each of two has of four seconds.
const STEPS_OF_PERIOD: f64 = 1.9e8;

/// The mean of A over that of B.
const RATIOS: [f64; 11] = [1.0, 1.0, 1.0, 1.02, 1.1, 1.3, 1.0 / 1.1, 1.0 / 1.3, 2.0, 0.5, 5.0];

/// Those that are drawn with the seed in the environment variable `SEED`, or with 1, each run once.
pub fn drawn(program: &Program) -> Outcome {
    let seed = var("SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let (place, path) = (Place::new(program), var("RECORD").ok());
    let mut truths = Truths::new(&place);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let run = |number: usize| {
        let (case, seed) = (Drawing(&mut random).case(number), random.random_range(1..1 << 31));
        pause::wait();
        let record = record::run(program, &place, &case, truths.of(&case), seed);
        path.iter().for_each(|path| lines::append(path, &record));
        record
    };
    outcome(&(0..asked::repetitions(RUNS)).map(run).collect::<Vec<Record>>())
}

fn outcome(records: &[Record]) -> Outcome {
    let promises = score::by(records, |_| String::new()).into_values().flat_map(|tally| tally.promises());
    let promises: Vec<score::Promise> = promises.collect();
    let counts =
        promises.iter().map(|promise| format!("{} {} of {}", promise.what, promise.share.count, promise.share.of));
    let text = counts.collect::<Vec<String>>().join("; ");
    Outcome { holds: promises.iter().all(score::Promise::holds), text: format!("{} runs: {text}", records.len()) }
}

/// What draws.
struct Drawing<'r>(&'r mut Xoshiro256PlusPlus);

impl Drawing<'_> {
    fn case(&mut self, number: usize) -> Case {
        let [least, most] = STEPS.map(f64::ln);
        let (steps, ratio) = ((least + (most - least) * self.uniform()).exp(), self.one_of(&RATIOS));
        let a = self.cost(ratio * steps);
        let b = if ratio == 1.0 && self.uniform() < 0.4 { a.clone() } else { self.cost(steps) };
        Case::new(&format!("drawn-{number}"), Class::C, "drawn", [a, b], Truth::Known(1.0 / ratio))
    }

    /// C code whose iterations take so many steps in the mean.
    fn cost(&mut self, mean: f64) -> String {
        let periods = (STEPS_OF_PERIOD / mean).max(2.0);
        let by_turns =
            |when: &str, dear: f64, cheap: f64| format!("count += 1; return steps({when} ? {dear:.0} : {cheap:.0});");
        let drawn = "((double)drawn() + 0.5) / 4294967296.0";
        match self.0.random_range(0..12) {
            // Rare work, by count or by chance.
            kind @ (0 | 1) => {
                let (every, share) = (self.period(5.0, 50_000.0, periods), self.one_of(&[0.05, 0.1, 0.3, 0.5, 0.9]));
                let when = match kind {
                    0 => format!("count % {every:.0} == 0"),
                    _ => format!("{drawn} * {every:.0} < 1"),
                };
                by_turns(&when, mean * share * every, mean * (1.0 - share) * every / (every - 1.0))
            }
            2 => {
                let (part, times) = (self.one_of(&[0.5, 0.3, 0.1, 0.05, 0.01]), self.one_of(&[1.2, 2.0, 5.0, 20.0]));
                let cheap = mean / (1.0 - part + part * times);
                by_turns(&format!("{drawn} < {part}"), cheap * times, cheap)
            }
            // Phases of equal length.
            3 => {
                let (length, times) = (self.period(10.0, 30_000.0, periods / 2.0), self.one_of(&[1.3, 2.0, 5.0]));
                let cheap = 2.0 * mean / (1.0 + times);
                by_turns(&format!("count / {length:.0} % 2"), cheap * times, cheap)
            }
            // A saw tooth from half of the mean to one and a half.
            4 => {
                let length = self.period(10.0, 30_000.0, periods);
                format!(
                    "count += 1; return steps((long)({} + {} * (count % {length:.0})));",
                    mean / 2.0,
                    mean / (length - 1.0)
                )
            }
            5 => {
                let spread = self.one_of(&[0.3, 0.7, 1.2]);
                let normal = format!("sqrt(-2 * log({drawn})) * cos(6.283185307179586 * {drawn})");
                format!("return steps((long)exp({} + {spread} * {normal}));", mean.ln() - spread * spread / 2.0)
            }
            6 => format!("return steps((long)(-log({drawn}) * {mean}));"),
            7 => {
                let (every, times) = (self.one_of(&[2.0, 3.0, 5.0, 7.0]), self.one_of(&[3.0, 10.0, 50.0]));
                let cheap = mean * every / (every - 1.0 + times);
                by_turns(&format!("count % {every} == 0"), cheap * times, cheap)
            }
            // Some dear ones in a row.
            8 => {
                let (every, share) = (self.period(30.0, 10_000.0, periods.max(20.0)), self.one_of(&[0.3, 0.6, 0.9]));
                let dear = (every / self.one_of(&[10.0, 20.0, 50.0])).floor().max(2.0);
                let [in_dear, in_cheap] =
                    [share / dear, (1.0 - share) / (every - dear)].map(|part| mean * every * part);
                by_turns(&format!("count % {every:.0} < {dear}"), in_dear, in_cheap)
            }
            9 => by_turns("count == 1", mean * self.one_of(&[10.0, 100.0, 1000.0]), mean),
            // Rare work after gaps of which each length up to twice the mean is as probable.
            10 => {
                let (every, share) = (self.period(10.0, 10_000.0, periods), self.one_of(&[0.2, 0.6]));
                let gap = format!("left = 1 + (unsigned long)({drawn} * {:.0})", 2.0 * every - 1.0);
                let (dear, cheap) = (mean * share * every, mean * (1.0 - share));
                format!(
                    "static unsigned long left; if (left == 0) {{ {gap}; steps({dear:.0}); }} left -= 1; return steps({cheap:.0});"
                )
            }
            _ => format!("return steps({mean:.0});"),
        }
    }

    /// A whole number of iterations between two, in logarithms, or as many as are allowed.
    fn period(&mut self, least: f64, most: f64, allowed: f64) -> f64 {
        let drawn = (least.ln() + (most / least).ln() * self.uniform()).exp();
        drawn.min(allowed).floor().max(2.0)
    }

    fn uniform(&mut self) -> f64 {
        self.0.random_range(0.0..1.0)
    }

    fn one_of(&mut self, values: &[f64]) -> f64 {
        *values.choose(self.0).expect("there are some")
    }
}
