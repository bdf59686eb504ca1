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
    cases().iter().filter_map(|(_, case)| row(&case.name, records)).collect()
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
const APART: &str = "## Where they are apart, and where they were

What stands here was measured on an Intel Xeon of model 167 with two CPUs; medians of 4 to 25 processes each, in random order. The table has five pairs of
that machine by 80f5e144 on 28 November 2026; three programs that only read files ran beside a part of them.

Three pairs on the same Xeon by bceb412b on 30 November (`RECORD=results/own-tools-of-30-november.jsonl ONLY_REPORT=1`): 27 of 32. Twice out are java-texts (0.913) and luajit-texts (1.033); of lua-texts (0.961), bash-loop
(1.038) and go-texts (0.960) others of the pairs are within.

On an AMD EPYC of family 26 with two CPUs 18 of 32 are within 3 %, three pairs each by a8fefa85 on 29 November (`RECORD=results/own-tools-epyc.jsonl ONLY_REPORT=1`): loops of twelve languages of
sixteen, not those of Python (0.925), Ruby (1.175), PHP (0.919), awk (0.931), and texts of six. There an interpreted loop has several times, and which it is hangs on what else its process has run: one function of PHP,
called in a loop, took 28.9 to 30.5 µs in three processes, and from the second such loop on 33.5 to 34.5, where a program has it as well; as a snippet 29.0 to 29.6 in every run. The loop of Ruby took 31 to 44 µs from
process to process, and 43 to 50 as a snippet, whatever lay on the heap, however deep its call was, with drawn addresses and without, with what its host defines and without. Which of these a user has is not to be known, and two
snippets of one host have the same.

- **java-texts** was lower here by an eighth while JMH was run on one CPU, as this program ran a JVM then: the compiler of the JVM and its collector have that CPU as well. Now both have all CPUs and the serial collector. In the table JMH's number is higher, by 3 to 13 %.
  What is left is within the luck of a process: a plain loop of the same code, with the serial collector and the code never inlined, took 265 to 348 ns in eight processes (medians of three stretches of 0.7 s), and
  three runs of this program said 297 ± 16, 331 ± 21 and 363 ± 82.
- **javascript-texts**: this program's number is higher in all pairs, by 1 to 5 %; why is not established.
- **haskell-texts**: this program's number is higher in each pair, by 5 to 7 %. Earlier criterion's was, by some 4 %, and a straight loop had ours: `loop n = evaluate (rnf (code n)) >> loop (n - 1)` between two readings of `getMonotonicTimeNSec` took
  590 ns, this program said 588, criterion 616 as its mean and 619 as its slope. It was the other way round before, 660 ns here, and the difference is one of programs: the same sources of a snippet, linked
  otherwise and asked by the same messages, took 587, 623, 643 and 667 ns. Which part of a link it is, is not established: up to 3 kB before its code (eight places), drawn addresses, GHC's timer, one CPU or two make
  less than 1 %, `-T`, which takes times around each collection, up to 2 %.
- **ruby-loop**: this program's number is higher in four pairs of five, by up to 3 %. From process to process the same loop takes 58 to 65 µs, whoever measures: in benchmark-ips 60.7, in a loop of its own as a text
  61.1, as a block 61.2, without drawn addresses 60.9 (medians of 12). The host itself, asked for batches of 18 ms, says 62.9 and 61.6 (medians of 10 and of 8), for one of 0.4 s 60.6 and 60.5: the first millisecond of a
  batch takes a tenth longer, the second a twentieth, which is 1 % of a batch. The rest is not established.
- **perl-texts**: handing a value over takes time, of which the table shows 8 ns. In an earlier measurement the code within a loop, 678 ns; a function of it called in a loop, its value left alone, 678; its value assigned, as this program
  does, 700. The empty loop, which is taken off, hands nothing over.
- **cpp-texts, rust-texts** were lower here by 7 and 9 %. A program lies terabytes from its libraries, a snippet lay beside them: the same code in C++ took 381 ns in a program, 346 in that program
  started by `ld.so`, which puts it beside them, 326 as a snippet, and 305 in a program without shared libraries. Now snippets lie where programs do (decisions: workers). In Rust it made 2 %, and codegen units the rest: with
  one, `join` was unrolled for sixteen texts. What is done with the value of the iteration before makes no difference in Rust, and up to 6 % in C++ (dropped, moved into a variable that has one, or one made anew). Code in C++
  that is compiled into the loop of Google Benchmark takes 2 to 5 % less than a function that is called.
- **luajit-texts** was higher here by 7 %: where code ends with a call of a builtin after a loop, the end of it was not compiled (`luajit -jv`: \"return to lower frame\"). A plain loop that is
  compiled with the code 255 ns, interpreted and calling the code as this program did 267, and with a function between them, as it does now, 259. In the table it is higher again, by 5 to 8 % in four pairs of five; why is not established.
- Agreement that was not there before: where nothing is drawn, libraries lie directly below the stack, and there a loop of Python took 1.23 times, `sprintf` in C 1.24 times and texts in
  JavaScript 1.15 times what their tools said. Now they lie a gigabyte below (decisions: workers). Java's texts were higher by 1.3 to 1.6 before launches were warmed up until the young generation had been gone through once.
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
