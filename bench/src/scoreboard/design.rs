//! What is tried: the cells of the scoreboard, and the order in which they are visited.

use rand::SeedableRng;
use rand::rand_core::Rng;
use rand::seq::SliceRandom;
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What is compared, and so which tools can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// Whole programs of some 12 ms.
    Commands,
    /// Snippets in Perl.
    Perl,
    /// Compiled functions: C for this program, Rust for the crates.
    Compiled,
}

/// What the time is spent on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Work {
    /// A dependent computation.
    Cpu,
    /// A walk through four mebibytes, each step to where the last one points.
    Memory,
    /// System calls that do nothing.
    Calls,
    /// The start of an interpreter with a module.
    Start,
    /// The computation of `cpu`, whose cost varies from call to call.
    Varying,
}

/// What else the machine does meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Condition {
    /// Nothing that the scoreboard started.
    Quiet,
    /// A thread that loads one CPU for random stretches.
    Neighbour,
}

/// A name in the record is a name in the table and in the arguments.
macro_rules! names {
    ($kind:ident: $($member:ident = $name:literal),+) => {
        impl $kind {
            /// All of them, in the order of the table.
            pub const ALL: &[$kind] = &[$($kind::$member),+];
        }
        impl fmt::Display for $kind {
            fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
                formatter.pad(match self { $($kind::$member => $name),+ })
            }
        }
    };
}

names!(Class: Commands = "commands", Perl = "perl", Compiled = "compiled");
names!(Work: Cpu = "cpu", Memory = "memory", Calls = "calls", Start = "start", Varying = "varying");
names!(Condition: Quiet = "quiet", Neighbour = "neighbour");

impl Class {
    /// The works that exist in the class: only a program has a start.
    pub fn works(self) -> &'static [Work] {
        match self {
            Class::Commands => Work::ALL,
            Class::Perl | Class::Compiled => &[Work::Cpu, Work::Memory, Work::Calls, Work::Varying],
        }
    }
}

impl Work {
    /// The effects that are tried, in percent of the mean time. What varies is usually cheaper than the baseline, and dearer in total or
    /// as dear: who takes the usual for the mean is wrong about all of them.
    pub fn effects(self) -> &'static [u32] {
        match self {
            Work::Varying => &[0, 25],
            _ => &EFFECTS,
        }
    }
}

/// The same question, put to every tool of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cell {
    /// What is compared.
    pub class: Class,
    /// What the time is spent on.
    pub work: Work,
    /// What else the machine does.
    pub condition: Condition,
    /// The wall time that a tool may take, in seconds.
    pub budget_s: u32,
    /// How much more the candidate does, in percent of the baseline's time.
    pub effect: u32,
}

/// How long and how often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// One short round.
    Quick,
    /// Rounds until so many minutes are over.
    Minutes(u32),
}

/// The short budget, in seconds.
const SHORT_S: u32 = 2;
/// The long budget, in seconds.
const LONG_S: u32 = 10;
/// The effects that are tried of costs that do not vary, in percent.
pub const EFFECTS: [u32; 4] = [0, 1, 2, 5];
/// A program against itself is tried twice as often as each effect: half of it goes into learning the threshold.
const EFFECTS_OF_A_ROUND: [u32; 5] = [0, 0, 1, 2, 5];
/// Of the long budget each round has one effect, so that both budgets take as much time.
const LONG_EFFECT_OF_ROUND: [u32; 6] = [0, 1, 0, 2, 0, 5];

/// The cells of a round, in random order. The long budget takes turns through the effects with the rounds of all sessions.
pub fn round(extent: Extent, number: usize, random: &mut Xoshiro256PlusPlus) -> Vec<Cell> {
    let mut cells = match extent {
        Extent::Quick => cells(SHORT_S, &EFFECTS),
        Extent::Minutes(_) => {
            let long = LONG_EFFECT_OF_ROUND[number % LONG_EFFECT_OF_ROUND.len()];
            [cells(SHORT_S, &EFFECTS_OF_A_ROUND), cells(LONG_S, &[long])].concat()
        }
    };
    cells.shuffle(random);
    cells
}

fn cells(budget_s: u32, effects: &[u32]) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (class, condition) in Class::ALL.iter().flat_map(|class| Condition::ALL.iter().map(move |one| (*class, *one))) {
        let of = |work: &Work| if *work == Work::Varying { work.effects() } else { effects };
        for (work, effect) in class.works().iter().flat_map(|work| of(work).iter().map(move |one| (*work, *one))) {
            cells.push(Cell { class, work, condition, budget_s, effect });
        }
    }
    cells
}

/// The stream for a place in the run. Streams of different places are independent.
pub fn stream(seed: u64, place: &[usize]) -> Xoshiro256PlusPlus {
    let mut key = seed;
    for part in place {
        key = SplitMix64::seed_from_u64(key ^ (*part as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)).next_u64();
    }
    Xoshiro256PlusPlus::seed_from_u64(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_has_every_cell_and_follows_its_seed() {
        let one = round(Extent::Quick, 0, &mut stream(1, &[0, 0]));
        assert_eq!(one, round(Extent::Quick, 0, &mut stream(1, &[0, 0])));
        assert_ne!(one, round(Extent::Quick, 0, &mut stream(2, &[0, 0])));
        // Ten pairs of class and work with four effects, and three with two, under two conditions.
        assert_eq!(one.len(), (10 * 4 + 3 * 2) * 2);
        assert!(one.iter().all(|cell| cell.work != Work::Start || cell.class == Class::Commands));
    }

    #[test]
    fn rounds_of_the_long_budget_take_turns_through_the_effects() {
        let long = |number| {
            let cells = round(Extent::Minutes(60), number, &mut stream(1, &[number]));
            cells.iter().find(|cell| cell.budget_s == LONG_S && cell.work != Work::Varying).map(|cell| cell.effect)
        };
        assert_eq!((0..7).map(long).collect::<Option<Vec<_>>>(), Some(vec![0, 1, 0, 2, 0, 5, 0]));
    }
}
