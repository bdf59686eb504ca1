//! The text of Perl's Benchmark: of `timethese` a line a variant, of `cmpthese` a table of rates. A figure each; CPU time, not elapsed time.
//!
//! Source: `timestr` and `cmpthese` of Benchmark.pm 1.23.

use crate::case::{Case, Timing};
use crate::content::Content;
use crate::foreign::Foreign;
use crate::layout::numbered;
use crate::problem::Problem;
use std::collections::BTreeSet;

/// What stands in the line of a variant behind its name and a number.
const LINE: &str = " wallclock secs (";

/// What stands before the lines of a comparison.
const HEADING: &str = "Benchmark: ";

/// A chart gives what took no time 1e-15 s over the number of iterations, in nanoseconds less than this: nothing does anything in that.
const LEAST_NS: f64 = 1e-3;

/// Whether it is one.
pub fn recognises(content: &Content) -> bool {
    let text = content.text();
    text.lines().any(|line| line.contains(LINE)) || !charts(text).is_empty()
}

/// What the lines of a text tell.
#[derive(Default)]
struct Lines {
    /// The variants of each comparison.
    comparisons: Vec<Vec<Case>>,
    /// What a script stopped itself.
    stopped: Vec<Case>,
    /// How many have no time.
    without: usize,
}

/// Reads it.
pub fn read(content: &Content) -> Result<Foreign, Problem> {
    let (lines, charts) = (lines(content.text()), charts(content.text()));
    let notes = notes(&lines, charts.len());
    let cases = match lines {
        Lines { comparisons, .. } if !comparisons.is_empty() => apart(comparisons),
        _ if !charts.is_empty() => apart(charts),
        // Pieces of code may have one title, such as that of `timethis` without one.
        Lines { stopped, .. } => numbered(stopped),
    };
    Ok(Foreign { notes, ..Foreign::of("Perl's Benchmark", cases) })
}

fn lines(text: &str) -> Lines {
    let (mut told, mut comparison) = (Lines::default(), Vec::new());
    for line in text.lines() {
        match (of_line(line), of_stopwatch(line)) {
            (Some(case), _) => comparison.push(case),
            (None, Some(case)) => told.stopped.push(case),
            (None, None) if line.contains(LINE) => told.without += 1,
            (None, None) if line.starts_with(HEADING) => told.comparisons.push(std::mem::take(&mut comparison)),
            (None, None) => {}
        }
    }
    told.comparisons.push(comparison);
    told.comparisons.retain(|cases| !cases.is_empty());
    told
}

fn notes(lines: &Lines, charts: usize) -> Vec<String> {
    let Lines { comparisons, stopped, without } = lines;
    let mut notes = vec!["Perl's Benchmark tells CPU time, not elapsed time".to_string()];
    match without {
        0 => {}
        1 => notes.push("1 variant took no CPU time that was counted, and is left out".to_string()),
        several => notes.push(format!("{several} variants took no CPU time that was counted, and are left out")),
    }
    if !comparisons.is_empty() && charts > comparisons.len() {
        notes.push("it has charts without the lines of their variants, which are left out".to_string());
    }
    if !stopped.is_empty() {
        let is_all = comparisons.is_empty() && charts == 0;
        let told = if is_all { "each is taken as that of one iteration" } else { "they are left out" };
        notes.push(format!("there are times without a count of iterations: {told}"));
    }
    notes
}

/// Where comparisons have a name in common, each is a point by itself: it may be of other work.
fn apart(comparisons: Vec<Vec<Case>>) -> Vec<Case> {
    let names = |cases: &Vec<Case>| cases.iter().map(|case| case.name.clone()).collect::<BTreeSet<String>>();
    let mut seen = BTreeSet::new();
    let is_repeated = comparisons.iter().flat_map(names).any(|name| !seen.insert(name));
    let place = |number: usize| is_repeated.then(|| ("comparison".to_string(), format!("no. {number}")));
    let told = |(number, cases): (usize, Vec<Case>)| {
        cases.into_iter().map(move |case| Case { params: place(number).into_iter().collect(), ..case })
    };
    numbered((1..).zip(comparisons).flat_map(told).collect())
}

/// `join:  1 wallclock secs ( 1.05 usr +  0.00 sys =  1.05 CPU) @ 163840.00/s (n=172032)`; `None` where no time was counted. Both figures have two
/// digits behind the point: of slow code hardly one is left of the rate.
fn of_line(line: &str) -> Option<Case> {
    let (left, right) = line.split_once(LINE)?;
    let (name, _) = left.rsplit_once(':')?;
    let rate = right.split_once(" @ ")?.1.split("/s").next()?.trim();
    let seconds = seconds(right)?;
    let iterations: u64 = right.split_once("(n=")?.1.split(')').next()?.parse().ok()?;
    let number = |text: &str| text.parse::<f64>().ok();
    let by_rate = digits(rate) >= digits(seconds);
    let ns = if by_rate { 1e9 / number(rate)? } else { 1e9 * number(seconds)? / iterations as f64 };
    case(name.trim(), Timing::over(ns, iterations))
}

/// `loading: 1 wallclock secs ( 1.05 usr +  0.00 sys =  1.05 CPU)`: what a script stopped itself, by `timestr(timediff($end, $begin))`.
fn of_stopwatch(line: &str) -> Option<Case> {
    let (left, right) = line.split_once(LINE)?;
    let (name, _) = left.rsplit_once(':')?;
    let seconds: f64 = Some(right).filter(|right| !right.contains(" @ ")).and_then(seconds)?.parse().ok()?;
    case(name.trim(), Timing::over(seconds * 1e9, 1))
}

/// A variant with one figure; `None` where that is no time.
fn case(name: &str, value: Timing) -> Option<Case> {
    (value.ns.is_finite() && value.ns > 0.0).then(|| Case::new(name, Vec::new(), vec![vec![value]]))
}

/// The CPU time of a line.
fn seconds(right: &str) -> Option<&str> {
    Some(right.split_once(" CPU)")?.0.rsplit('=').next()?.trim())
}

/// How many digits of a number say something.
fn digits(number: &str) -> usize {
    number.trim_start_matches(['0', '.']).chars().filter(char::is_ascii_digit).count()
}

/// The tables: a heading that begins with `Rate` or `s/iter`, and a line for each of the names behind it.
fn charts(text: &str) -> Vec<Vec<Case>> {
    let lines: Vec<&str> = text.lines().collect();
    let of_heading = |(place, line): (usize, &&str)| {
        let is_rate = line.trim_start().starts_with("Rate");
        lines[place + 1..].iter().map_while(|line| row(line, is_rate)).collect::<Vec<Case>>()
    };
    let all = lines.iter().enumerate().filter(|(_, line)| is_heading(line)).map(of_heading);
    all.filter(|cases| !cases.is_empty()).collect()
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
    if !words[place + 1..].contains(&"--") {
        return None;
    }
    let name = words[..place].join(" ");
    if ns < LEAST_NS {
        let untimed =
            Problem::whole("it took no CPU time that was counted", "give it more iterations, or -1 for seconds");
        return Some(Case::told(name, Vec::new(), Err(untimed)));
    }
    case(&name, Timing::of(ns))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_slow_code_has_the_digits_of_its_seconds() {
        let ns = |line: &str| of_line(line).expect("it has a time").launches[0][0].ns;
        assert_eq!(ns("a: 50 wallclock secs (49.50 usr +  0.00 sys = 49.50 CPU) @  0.02/s (n=1)"), 49.5e9);
        assert_eq!(ns("a: 999 wallclock secs (999.00 usr +  0.00 sys = 999.00 CPU) @  0.00/s (n=2)"), 499.5e9);
        assert_eq!(ns("a:  1 wallclock secs ( 1.05 usr +  0.00 sys =  1.05 CPU) @ 160000.00/s (n=168000)"), 6250.0);
    }

    #[test]
    fn names_in_a_table_hold_blanks() {
        let text =
            "            Rate for loop  map it\nfor loop 1000/s       --    -50%\nmap it   2000/s     100%      --\n";
        let charts = charts(text);
        let told: Vec<(&str, f64)> =
            charts[0].iter().map(|case| (case.name.as_str(), case.launches[0][0].ns)).collect();
        assert_eq!(told, [("for loop", 1e6), ("map it", 5e5)]);
    }
}
