//! Kinds of cost whose mean is known, as calls that every language has; see `words`.

use super::words::Words;
use crate::asked;
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

/// What comes again does so within so much time, a tenth of what each of two has of four seconds.
pub const PERIOD_NS: f64 = 0.15e9;

/// What draws.
pub struct Drawing<'r>(pub &'r mut Xoshiro256PlusPlus);

impl Drawing<'_> {
    /// A mean number of steps.
    pub fn mean(&mut self, words: &Words) -> f64 {
        self.between(words.mean_ns.map(|ns| ns / words.step_ns))
    }

    /// A number between two, in logarithms.
    pub fn between(&mut self, [least, most]: [f64; 2]) -> f64 {
        (least.ln() + (most / least).ln() * self.uniform()).exp()
    }

    /// A whole number below another.
    pub fn whole(&mut self, least: f64, below: f64) -> u64 {
        (least + (below - least) * self.uniform()) as u64
    }

    /// A call that returns so many steps in the mean, by one of twelve kinds, and where `KINDS=more` asks for them by one of five more.
    pub fn cost(&mut self, mean: f64, words: &Words) -> String {
        let kinds = if words.has_more() && asked::says("KINDS", "more") { 17 } else { 12 };
        let periods = (PERIOD_NS / (mean * words.step_ns)).max(2.0);
        let by_turns = |when: &str, dear: f64, cheap: f64| format!("pick({when}, {dear:.1}, {cheap:.1})");
        match self.0.random_range(0..kinds) {
            // Rare work, by count or by chance.
            kind @ (0 | 1) => {
                let (every, share) = (self.period(5.0, 50_000.0, periods), self.one_of(&[0.05, 0.1, 0.3, 0.5, 0.9]));
                let when = if kind == 0 { format!("every({every:.1})") } else { format!("chance({:.9})", 1.0 / every) };
                by_turns(&when, mean * share * every, mean * (1.0 - share) * every / (every - 1.0))
            }
            2 => {
                let (part, times) = (self.one_of(&[0.5, 0.3, 0.1, 0.05, 0.01]), self.one_of(&[1.2, 2.0, 5.0, 20.0]));
                let cheap = mean / (1.0 - part + part * times);
                by_turns(&format!("chance({part})"), cheap * times, cheap)
            }
            // Phases of equal length.
            3 => {
                let (length, times) = (self.period(10.0, 30_000.0, periods / 2.0), self.one_of(&[1.3, 2.0, 5.0]));
                let cheap = 2.0 * mean / (1.0 + times);
                by_turns(&format!("first({length:.1}, {:.1})", 2.0 * length), cheap * times, cheap)
            }
            // A saw tooth from half of the mean to one and a half.
            4 => {
                let length = self.period(10.0, 30_000.0, periods);
                format!("saw({length:.1}, {:.1}, {:.9})", mean / 2.0, mean / (length - 1.0))
            }
            5 => {
                let spread = self.one_of(&[0.3, 0.7, 1.2]);
                format!("lognormal({:.9}, {spread})", mean.ln() - spread * spread / 2.0)
            }
            6 => format!("exponential({mean:.1})"),
            7 => {
                let (every, times) = (self.one_of(&[2.0, 3.0, 5.0, 7.0]), self.one_of(&[3.0, 10.0, 50.0]));
                let cheap = mean * every / (every - 1.0 + times);
                by_turns(&format!("every({every:.1})"), cheap * times, cheap)
            }
            // Some dear ones in a row.
            8 => {
                let (every, share) = (self.period(30.0, 10_000.0, periods.max(20.0)), self.one_of(&[0.3, 0.6, 0.9]));
                let dear = (every / self.one_of(&[10.0, 20.0, 50.0])).floor().max(2.0);
                let [in_dear, in_cheap] =
                    [share / dear, (1.0 - share) / (every - dear)].map(|part| mean * every * part);
                by_turns(&format!("first({dear:.1}, {every:.1})"), in_dear, in_cheap)
            }
            9 => by_turns("once()", mean * self.one_of(&[10.0, 100.0, 1000.0]), mean),
            // Rare work after gaps of which each length up to twice the mean is as probable.
            10 => {
                let (every, share) = (self.period(10.0, 10_000.0, periods), self.one_of(&[0.2, 0.6]));
                let (dear, cheap) = (mean * share * every, mean * (1.0 - share));
                format!("after_gap({:.1}, {dear:.1}, {cheap:.1})", 2.0 * every.floor() - 1.0)
            }
            // The luck of a process.
            12 => {
                let part = self.one_of(&[0.02, 0.1, 0.3]);
                format!("luck({:.1}, {:.1})", mean * (1.0 - part), mean * (1.0 + part))
            }
            // What wanders: each iteration is much like the one before.
            13 => {
                let (spread, span) = (self.one_of(&[0.1, 0.5]), self.period(10.0, 3000.0, periods / 10.0));
                format!("walk({:.9}, {spread}, {:.9})", mean.ln() - spread * spread / 2.0, 1.0 - 1.0 / span)
            }
            // A heavy tail, up to a thousand times the least.
            14 => {
                let shape: f64 = self.one_of(&[1.5, 2.0, 3.0]);
                let over = (1.0 - 1000_f64.powf(1.0 - shape)) / (shape - 1.0);
                format!("pareto({:.1}, {shape:.1})", mean / (1.0 + over))
            }
            // Phases of random length.
            15 => {
                let (length, times) = (self.period(10.0, 3000.0, periods / 10.0), self.one_of(&[1.3, 2.0, 5.0]));
                let cheap = 2.0 * mean / (1.0 + times);
                format!("switching({length:.1}, {:.1}, {cheap:.1})", cheap * times)
            }
            // Rare work by count in what varies by chance.
            16 => {
                let (every, share) = (self.period(5.0, 50_000.0, periods), self.one_of(&[0.1, 0.5]));
                let rare = by_turns(&format!("every({every:.1})"), mean * share * every, 0.0);
                format!("{rare} + exponential({:.1})", mean * (1.0 - share))
            }
            _ => format!("{mean:.1}"),
        }
    }

    /// A whole number of iterations between two, in logarithms, or as many as are allowed.
    fn period(&mut self, least: f64, most: f64, allowed: f64) -> f64 {
        self.between([least, most]).min(allowed).floor().max(2.0)
    }

    pub fn is_true(&mut self, chance: f64) -> bool {
        self.uniform() < chance
    }

    fn uniform(&mut self) -> f64 {
        self.0.random_range(0.0..1.0)
    }

    pub fn one_of(&mut self, values: &[f64]) -> f64 {
        *values.choose(self.0).expect("there are some")
    }
}
