//! The text of Perl's Benchmark: of `timethese` a line a variant, of `cmpthese` a table of rates. A figure each; CPU time, not elapsed time.
//!
//! Source: `timestr` and `cmpthese` of Benchmark.pm 1.23.

use crate::case::{Case, Timing, of_one_process};
use crate::content::Content;
use crate::foreign::Foreign;
use crate::problem::Problem;

/// What stands in the line of a variant behind its name and a number.
const LINE: &str = " wallclock secs (";

/// Whether it is one.
pub fn recognises(content: &Content) -> bool {
    let text = content.text();
    text.lines().any(|line| line.contains(LINE)) || table(text).is_some()
}

/// Reads it.
pub fn read(content: &Content) -> Result<Foreign, Problem> {
    let text = content.text();
    let lines: Vec<&str> = text.lines().filter(|line| line.contains(LINE)).collect();
    let told: Vec<Option<Case>> = lines.iter().map(|line| of_line(line)).collect();
    let without = told.iter().filter(|case| case.is_none()).count();
    let mut cases = of_one_process(told.into_iter().flatten().collect());
    if cases.is_empty() {
        cases = table(text).unwrap_or_default();
    }
    let mut notes = vec!["Perl's Benchmark tells CPU time, not elapsed time".to_string()];
    if without > 0 {
        notes.push(format!("{without} variants took no CPU time that was counted, and are left out"));
    }
    Ok(Foreign { notes, ..Foreign::of("Perl's Benchmark", cases) })
}

/// `join:  1 wallclock secs ( 1.05 usr +  0.00 sys =  1.05 CPU) @ 163840.00/s (n=172032)`; `None` where no time was counted.
fn of_line(line: &str) -> Option<Case> {
    let (left, right) = line.split_once(LINE)?;
    let (name, _) = left.rsplit_once(':')?;
    let rate: f64 = right.split_once(" @ ")?.1.split("/s").next()?.trim().parse().ok()?;
    let iterations = right.split_once("(n=")?.1.split(')').next()?.parse().ok()?;
    let ns = 1e9 / rate;
    (ns.is_finite() && ns > 0.0).then(|| Case::new(name.trim(), Vec::new(), vec![vec![Timing::over(ns, iterations)]]))
}

/// The table: a heading that begins with `Rate` or `s/iter`, and a line for each of the names behind it.
fn table(text: &str) -> Option<Vec<Case>> {
    let mut lines = text.lines().skip_while(|line| !is_heading(line));
    let is_rate = lines.next()?.trim_start().starts_with("Rate");
    let cases: Vec<Case> = lines.map_while(|line| row(line, is_rate)).collect();
    (!cases.is_empty()).then_some(cases)
}

fn is_heading(line: &str) -> bool {
    let mut words = line.split_whitespace();
    line.starts_with(' ') && matches!(words.next(), Some("Rate" | "s/iter")) && words.next().is_some()
}

/// A name, which may hold blanks, a rate, and a cell for each of the names.
fn row(line: &str, is_rate: bool) -> Option<Case> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let cells = words.iter().rev().take_while(|word| **word == "--" || word.ends_with('%')).count();
    let place = words.len().checked_sub(cells + 1).filter(|place| *place > 0)?;
    let figure = words[place].trim_end_matches("/s").parse::<f64>().ok()?;
    let ns = if is_rate { 1e9 / figure } else { figure * 1e9 };
    words[place + 1..].contains(&"--").then_some(())?;
    (ns.is_finite() && ns > 0.0).then(|| Case::new(words[..place].join(" "), Vec::new(), vec![vec![Timing::of(ns)]]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_a_table_hold_blanks() {
        let text =
            "            Rate for loop  map it\nfor loop 1000/s       --    -50%\nmap it   2000/s     100%      --\n";
        let cases = table(text).expect("there is a table");
        let told: Vec<(&str, f64)> = cases.iter().map(|case| (case.name.as_str(), case.launches[0][0].ns)).collect();
        assert_eq!(told, [("for loop", 1e6), ("map it", 5e5)]);
    }
}
