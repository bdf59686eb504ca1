//! What is compared: a baseline, and the same with so many percent more work.

use crate::dialect::Dialect;
use crate::scoreboard::call::Call;
use crate::scoreboard::design::{Cell, Class, Work};
use crate::scoreboard::place::Place;
use std::collections::BTreeMap;
use std::time::Instant;

/// A baseline and a candidate of the same kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Pair {
    /// Programs with their arguments, and the baseline's time in nanoseconds.
    Commands { words: [Vec<String>; 2], nanos: f64 },
    /// Snippets of a language, after what both share.
    Snippets { language: Language, prelude: String, code: [String; 2] },
}

/// What snippets are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    Perl,
    Compiled(Dialect),
}

impl Language {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Language::Perl => "perl",
            Language::Compiled(Dialect::C) => "c",
            Language::Compiled(Dialect::Cpp) => "cpp",
        }
    }
}

/// How much a program does in a run: what is usual in comparisons of commands, and many runs in a short budget.
const COMMAND_NS: f64 = 12e6;

/// What the programs take here.
pub struct Pairs {
    program: String,
    perl: String,
    /// In Perl and in C.
    preludes: [String; 2],
    costs: BTreeMap<Work, Cost>,
}

/// What a program takes to start, and for each unit of its work.
#[derive(Clone, Copy, Debug)]
struct Cost {
    start_ns: f64,
    unit_ns: f64,
}

impl Pairs {
    /// Compiles the program of the works and finds out what each takes.
    pub fn new(place: &Place) -> Result<Pairs, String> {
        let program = place.scratch("work").to_string_lossy().into_owned();
        let source = place.source("work.c").to_string_lossy().into_owned();
        Call::new("cc").words(["-O2", "-o", &program, &source]).succeed()?;
        let perl = Call::new("sh").words(["-c", "command -v perl"]).succeed()?.trim().to_string();
        let preludes = [place.text("prelude.pl")?, place.text("prelude.c")?];
        let mut pairs = Pairs { program, perl, preludes, costs: BTreeMap::new() };
        for work in Class::Commands.works() {
            let cost = pairs.cost(*work)?;
            pairs.costs.insert(*work, cost);
        }
        Ok(pairs)
    }

    /// The pair of a cell.
    pub fn of(&self, cell: &Cell) -> Pair {
        let Cell { class, work, effect, .. } = *cell;
        let [perl, c] = &self.preludes;
        let snippets = |language, prelude: &String, code: fn(String) -> String| {
            let code = units(class, work, effect).map(|units| code(format!("{work}({units})")));
            Pair::Snippets { language, prelude: prelude.clone(), code }
        };
        match class {
            Class::Commands => self.commands(work, effect),
            Class::Perl => snippets(Language::Perl, perl, |call| call),
            Class::Compiled => snippets(Language::Compiled(Dialect::C), c, |call| format!("return {call};")),
        }
    }

    fn commands(&self, work: Work, effect: u32) -> Pair {
        let cost = self.costs[&work];
        // The effect is on all of a run's time, its start included: so the truth is what a stopwatch beside it would say.
        let nanos = COMMAND_NS.max(cost.start_ns * 1.1);
        let units = |nanos: f64| ((nanos - cost.start_ns) / cost.unit_ns).round() as u64;
        let candidate = nanos * (1.0 + f64::from(effect) / 100.0);
        let units = as_it_varies(work, [nanos, candidate].map(units));
        Pair::Commands { words: units.map(|units| self.words(work, units)), nanos }
    }

    fn words(&self, work: Work, units: u64) -> Vec<String> {
        match work {
            Work::Start => {
                vec![self.perl.clone(), "-MPOSIX".into(), "-e".into(), format!("$sum += $_ for 1..{units}")]
            }
            _ => vec![self.program.clone(), work.to_string(), units.to_string()],
        }
    }

    /// The least of several runs without work, and of several with much, in turn.
    fn cost(&self, work: Work) -> Result<Cost, String> {
        let units = match work {
            Work::Cpu | Work::Varying => 5_000_000,
            Work::Memory => 1_000_000,
            Work::Calls => 50_000,
            Work::Start => 500_000,
        };
        let (mut start_ns, mut long_ns) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..15 {
            start_ns = start_ns.min(nanos(&self.words(work, 0))?);
            long_ns = long_ns.min(nanos(&self.words(work, units))?);
        }
        if long_ns <= start_ns {
            return Err(format!("{work}: {units} units take no time here"));
        }
        Ok(Cost { start_ns, unit_ns: (long_ns - start_ns) / units as f64 })
    }
}

/// The units of snippets and functions: some tens of microseconds of compiled code, some hundreds of Perl. All are multiples
/// of a hundred, so that every effect is a whole number of units.
fn units(class: Class, work: Work, effect: u32) -> [u64; 2] {
    let base = match (class, work) {
        (Class::Perl, Work::Calls) => 2_000,
        // 500 calls, of which one is long, many times in a short budget.
        (Class::Perl, Work::Varying) => 1_000,
        (_, Work::Varying) => 2_000,
        (Class::Perl, _) => 5_000,
        (_, Work::Cpu) => 20_000,
        (_, Work::Memory) => 5_000,
        (_, Work::Calls | Work::Start) => 400,
    };
    as_it_varies(work, [base, base + base * u64::from(effect) / 100])
}

/// Of costs that vary, the baseline's number of units is even, and that of the candidate odd: by that the works know which varies.
fn as_it_varies(work: Work, [baseline, candidate]: [u64; 2]) -> [u64; 2] {
    if work == Work::Varying { [baseline & !1, candidate | 1] } else { [baseline, candidate] }
}

fn nanos(words: &[String]) -> Result<f64, String> {
    let mut command = std::process::Command::new(&words[0]);
    let started = Instant::now();
    let status = command.args(&words[1..]).status().map_err(|error| format!("{}: {error}", words[0]))?;
    let nanos = started.elapsed().as_nanos() as f64;
    if status.success() { Ok(nanos) } else { Err(format!("{}: {status}", words.join(" "))) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scoreboard::design::Condition;

    #[test]
    fn every_effect_is_exact_in_units() {
        for class in [Class::Perl, Class::Compiled] {
            for (work, effect) in
                class.works().iter().flat_map(|work| work.effects().iter().map(|effect| (*work, *effect)))
            {
                let [base, more] = units(class, work, effect).map(|units| units & !1);
                assert_eq!(more * 100, base * u64::from(100 + effect), "{class} {work} {effect}");
            }
        }
    }

    #[test]
    fn the_effect_on_a_command_counts_its_start() {
        let costs = BTreeMap::from([(Work::Cpu, Cost { start_ns: 2e6, unit_ns: 100.0 })]);
        let pairs = Pairs { program: "work".into(), perl: "perl".into(), preludes: Default::default(), costs };
        let cell =
            Cell { class: Class::Commands, work: Work::Cpu, condition: Condition::Quiet, budget_s: 2, effect: 5 };
        let words = |units: &str| vec!["work".to_string(), "cpu".into(), units.into()];
        // 12 ms are 2 ms of start and 100 000 units; 5 % of 12 ms are 6000 units.
        assert_eq!(pairs.of(&cell), Pair::Commands { words: [words("100000"), words("106000")], nanos: 12e6 });
    }
}
