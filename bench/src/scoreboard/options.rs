//! The arguments.

use crate::scoreboard::design::{Cell, Class, Condition, Extent, Work};
use crate::scoreboard::tools::TOOLS;
use std::fmt::Display;

/// What was asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// How long.
    pub extent: Extent,
    /// Table and plot are made of what is recorded, and nothing is measured.
    pub is_report_only: bool,
    /// The seed of order and load.
    pub seed: u64,
    /// Only these are tried; all when there are none.
    pub only: Vec<String>,
}

/// How they are typed.
pub const USAGE: &str = "\
usage: scoreboard [--quick | --minutes N] [--seed N] [--only NAME]... | --only-report

  --quick        one round with the short budget: minutes
  --minutes N    rounds with both budgets until N minutes are over; 60 unless told
  --seed N       of order and load
  --only NAME    a tool, class, work, condition or budget such as 10s; repeat it for more
  --only-report  make table and plot again from what is recorded";

/// Reads them.
pub fn parse(arguments: &[String]) -> Result<Options, String> {
    let mut options = Options { extent: Extent::Minutes(60), is_report_only: false, seed: 1, only: Vec::new() };
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
            "--quick" => options.extent = Extent::Quick,
            "--minutes" => options.extent = Extent::Minutes(number(value()?)?),
            "--seed" => options.seed = number(value()?)?,
            "--only-report" => options.is_report_only = true,
            "--only" => options.only.push(known(value()?)?),
            _ => return Err(format!("there is no argument {word}")),
        }
    }
    Ok(options)
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{text} is not a whole number"))
}

fn known(name: &str) -> Result<String, String> {
    let names = kinds();
    if names.iter().flatten().any(|one| one == name) {
        return Ok(name.to_string());
    }
    Err(format!("{name} is none of {}", names.concat().join(", ")))
}

/// The names of each kind of thing that can be asked for.
fn kinds() -> [Vec<String>; 5] {
    fn named<T: Display>(all: &[T]) -> Vec<String> {
        all.iter().map(T::to_string).collect()
    }
    let tools = TOOLS.iter().map(|tool| tool.name.to_string()).collect();
    [tools, named(Class::ALL), named(Work::ALL), named(Condition::ALL), named(&["2s", "10s"])]
}

impl Options {
    /// Whether a tool is to be tried at all.
    pub fn wants_tool(&self, tool: &str) -> bool {
        let asked: Vec<&String> = self.only.iter().filter(|name| TOOLS.iter().any(|one| one.name == **name)).collect();
        asked.is_empty() || asked.iter().any(|name| *name == tool)
    }

    /// Whether a tool is to be tried in a cell: of each kind of name of which any was asked for, it must have one.
    pub fn wants_cell(&self, tool: &str, cell: &Cell) -> bool {
        let Cell { class, work, condition, budget_s, .. } = cell;
        let names = [tool.into(), class.to_string(), work.to_string(), condition.to_string(), format!("{budget_s}s")];
        kinds().iter().all(|kind| {
            let mut asked = self.only.iter().filter(|name| kind.contains(name)).peekable();
            asked.peek().is_none() || asked.any(|name| names.contains(name))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Options, String> {
        parse(&text.split_whitespace().map(String::from).collect::<Vec<_>>())
    }

    #[test]
    fn arguments_are_read_or_refused() {
        assert_eq!(parsed("--minutes 5 --seed 7").map(|read| (read.extent, read.seed)), Ok((Extent::Minutes(5), 7)));
        assert_eq!(parsed("--seed"), Err("--seed needs a value".into()));
        assert_eq!(parsed("--seed x"), Err("x is not a whole number".into()));
        assert!(parsed("--only flute").is_err_and(|error| error.starts_with("flute is none of cmpthese, ")));
    }

    #[test]
    fn names_of_different_kinds_narrow_and_of_one_kind_widen() {
        let options = parsed("--only tango --only cpu --only calls").expect("they are known");
        let cell = |work| Cell { class: Class::Compiled, work, condition: Condition::Quiet, budget_s: 2, effect: 0 };
        assert!(options.wants_cell("tango", &cell(Work::Calls)));
        assert!(!options.wants_cell("cmpthese", &cell(Work::Calls)));
        assert!(!options.wants_cell("tango", &cell(Work::Memory)));
        assert!(options.wants_tool("tango") && !options.wants_tool("cmpthese"));
    }
}
