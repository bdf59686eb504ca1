//! The scoreboard of the trial: a line for each case, and how each tool is read.

use super::cases::cases;
use super::record::Record;
use super::tools::TOOLS;
use crate::table::Table;
use std::fmt::Write;

/// By which part of it the number may differ from that of the other.
const TOLERANCE: f64 = 0.03;

/// What all records of a case come to.
pub struct Row {
    case: String,
    tool: String,
    runs: usize,
    /// The median of each, in nanoseconds.
    cmpthese_ns: f64,
    own_ns: f64,
    /// Median, lowest and highest of cmpthese's number over the other's of the same pair.
    ratio: f64,
    low: f64,
    high: f64,
}

impl Row {
    /// Whether the two agree.
    pub fn holds(&self) -> bool {
        (self.ratio - 1.0).abs() <= TOLERANCE
    }
}

/// The cases that were measured.
pub fn rows(records: &[Record]) -> Vec<Row> {
    cases().iter().filter_map(|case| row(&case.name, records)).collect()
}

fn row(case: &str, records: &[Record]) -> Option<Row> {
    let of_case: Vec<&Record> = records.iter().filter(|record| record.case == case).collect();
    let median =
        |number: fn(&Record) -> f64| stats::median(&of_case.iter().map(|one| number(one)).collect::<Vec<f64>>());
    let ratios = of_case.iter().map(|record| record.ratio());
    Some(Row {
        case: case.to_string(),
        tool: of_case.last()?.tool.clone(),
        runs: of_case.len(),
        cmpthese_ns: median(|record| record.cmpthese_ns)?,
        own_ns: median(|record| record.own_ns)?,
        ratio: median(Record::ratio)?,
        low: ratios.clone().fold(f64::INFINITY, f64::min),
        high: ratios.fold(0.0, f64::max),
    })
}

/// In how many of them the two agree.
pub fn summary(rows: &[Row]) -> String {
    let held = rows.iter().filter(|row| row.holds()).count();
    format!("within {:.0} % of the language's own tool in {held} of {} cases", TOLERANCE * 100.0, rows.len())
}

/// A line for each case.
pub fn table(rows: &[Row]) -> Table {
    let cells = |row: &Row| {
        vec![
            row.case.clone(),
            row.tool.clone(),
            time(row.cmpthese_ns),
            time(row.own_ns),
            format!("{:.3}", row.ratio),
            format!("{:.3} to {:.3}", row.low, row.high),
            row.runs.to_string(),
            if row.holds() { "holds" } else { "FAILS" }.to_string(),
        ]
    };
    Table {
        head: vec!["case", "own tool", "cmpthese", "the tool", "ratio", "lowest to highest", "pairs", "within 3 %"],
        rows: rows.iter().map(cells).collect(),
    }
}

/// Four digits, in nanoseconds or microseconds.
fn time(ns: f64) -> String {
    let (value, unit) = if ns < 1e3 { (ns, "ns") } else { (ns / 1e3, "µs") };
    let digits = (3 - value.log10().floor() as i32).clamp(0, 3) as usize;
    format!("{value:.digits$} {unit}")
}

/// The page: the table, why some are apart, and the tools.
pub fn page(records: &[Record]) -> String {
    let rows = rows(records);
    let mut text = format!("{HEAD}\n{}.\n\n{}\n{APART}\n{TOOLS_HEAD}\n", summary(&rows), table(&rows).markdown());
    text.push_str(
        "| language | tool | what brings it | how it is called, and what its number is |\n| --- | --- | --- | --- |\n",
    );
    for tool in TOOLS {
        let _ = writeln!(text, "| {} | {} | {} | {} |", tool.language, tool.name, tool.package, tool.reading);
    }
    text
}

const HEAD: &str = "# Is it the number that the language's own tool says?

The same code by this program, in three seconds, and by the tool, in about as many, in the order A B B A; see `README.md`. The ratio is the median of the
ratios of pairs, this program's number over the tool's.
";

/// What was tried, and what came of it.
const APART: &str = "## Where they are apart

- **java-texts**: this program's number was lower by a twelfth where JMH had two CPUs, on which a JVM takes G1; on one, as this program runs it, it takes the serial collector. JMH is run on
  one CPU now, in four forks. It was higher by 1.3 to 1.6 before launches were warmed up until the young generation had been gone through once: up to then each call meets fresh memory.
- **luajit-texts**: what follows a loop and ends in a call of a builtin was not compiled in the host: 273 ns instead of 259, and 255 where a plain loop is compiled together with it. It is compiled
  now (decisions: workers).
- **cpp-texts**: a snippet lay beside the libraries that it calls; a program does not, and calls over more than 4 GB take longer. 326 ns as a snippet, 362 at the place of a program, 381 in the
  program of Google Benchmark, 346 in the same one when `ld.so` starts it. Snippets lie where programs do now (decisions: workers).
- **rust-texts**: in one codegen unit rustc unrolled the `join`: 255 ns, 270 in as many as cargo makes. It makes as many now.
- **ruby-loop**: from process to process the same loop takes 46 to 63 µs, whoever measures; this program's mean is over its launches, the tool's over three processes. That may be all; it was not
  tried with more processes.
- **perl-texts**: the pairs scatter about 3 %; more of them are needed.
- **haskell**: in part that GHC took the times of collections (`-T`), some 2 µs each; they are taken in batches that are counted alone now.
- The ratios above were measured before java-texts, luajit-texts, cpp-texts, rust-texts and haskell were mended so.
- Agreement that was not there before: where nothing is drawn, libraries lie directly below the stack, and there a loop of Python took 1.23 times, `sprintf` in C 1.24 times and texts in
  JavaScript 1.15 times what their tools said. Now they lie a gigabyte below (decisions: workers).
";

const TOOLS_HEAD: &str = "## The tools\n";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ratio_is_that_of_pairs() {
        let record = |cmpthese_ns, own_ns| Record { case: "c-loop".into(), tool: "X 1".into(), cmpthese_ns, own_ns };
        let rows = rows(&[record(102.0, 100.0), record(200.0, 200.0), record(3e5, 2.9e5)]);
        let text = table(&rows).text();
        let line = text.lines().last().expect("there is a row");
        let cells: Vec<&str> = line.split("  ").filter(|cell| !cell.is_empty()).map(str::trim).collect();
        assert_eq!(cells, ["c-loop", "X 1", "200.0 ns", "200.0 ns", "1.020", "1.000 to 1.034", "3", "holds"]);
        assert!(rows[0].holds());
    }

    #[test]
    fn times_have_four_digits() {
        assert_eq!([9.5, 99.95, 1234.0, 123_456.0].map(time), ["9.500 ns", "99.95 ns", "1.234 µs", "123.5 µs"]);
    }
}
