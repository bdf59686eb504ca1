//! Perl's Benchmark: its table has percentages and nothing about noise.

use super::{Question, Ready, Tool, nothing, unsuitable};
use crate::scoreboard::call::Call;
use crate::scoreboard::design::Class;
use crate::scoreboard::pair::{Language, Pair};
use crate::scoreboard::place::Place;
use crate::scoreboard::record::{Decision, Finding};
use crate::scoreboard::score::finite;
use std::path::Path;

pub const TOOL: Tool = Tool {
    name: "Benchmark.pm",
    classes: &[Class::Perl],
    reading: "`cmpthese` of Perl's Benchmark, the time split in two. Decision: different when its table prints 1 % or more. No \
              interval, no test. Score: |ln ratio|.",
    prepare,
};

/// What it needs for itself, in seconds: its estimate of the count of each, and of the empty loop.
const OWN_S: f64 = 0.8;
/// What it spends on two snippets of each second that it was given for each: it goes on for somewhat longer than it was told.
const SPENT: f64 = 2.45;

fn prepare(place: &Place) -> Result<Ready, String> {
    let version = "print \"$Benchmark::VERSION (Perl $^V)\"";
    let version = Call::new("perl").words(["-MBenchmark", "-e", version]).succeed()?;
    let script = place.source("benchmark.pl");
    let ask = move |question: &Question| ask(&script, question);
    Ok(Ready { version, make: nothing(), ask: Box::new(ask) })
}

fn ask(script: &Path, question: &Question) -> Result<Finding, String> {
    let Pair::Snippets { language: Language::Perl, prelude, code } = question.pair else {
        return Err(unsuitable(question.pair));
    };
    // Less than a tenth of a second for each it refuses.
    let seconds = ((question.budget_s - OWN_S) / SPENT).max(0.1);
    let call = Call::new("perl").word(script).word(format!("{seconds:.3}")).word(prelude).words(code);
    read(&call.within(question.budget_s).succeed()?)
}

fn read(text: &str) -> Result<Finding, String> {
    let percents = percents(text).ok_or(format!("its table is not understood: {text:?}"))?;
    let time = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")))?;
        let (count, seconds) = line.strip_suffix(" s")?.split_once(" in ")?;
        Some(seconds.parse::<f64>().ok()? / count.parse::<f64>().ok()?)
    };
    let (Some(baseline), Some(candidate)) = (time("A"), time("B")) else { return Err("it tells no times".into()) };
    let estimate = candidate / baseline;
    if !(estimate.is_finite() && estimate > 0.0) {
        return Err("it measured no time".into());
    }
    let is_sure = percents.iter().any(|percent| percent.abs() >= 1.0);
    let said = format!("{} % and {} %", percents[0], percents[1]);
    let score = finite(estimate.ln().abs());
    Ok(Finding { estimate, decision: Decision::of(is_sure, estimate), said, interval: None, score })
}

/// The two percentages of the table, as printed: the upper row against the lower, and the lower against the upper.
fn percents(text: &str) -> Option<[f64; 2]> {
    let rows = text.lines().filter(|line| line.contains("--"));
    let percent = |row: &str| row.split_whitespace().find_map(|word| word.strip_suffix('%')?.parse::<f64>().ok());
    let found: Vec<f64> = rows.filter_map(percent).collect();
    <[f64; 2]>::try_from(found).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_table_is_read() {
        let text = "    Rate   B   A\nB 3255/s  -- -4%\nA 3385/s  4%  --\nA: 17972 in 5.31 s\nB: 15040 in 4.62 s\n";
        let finding = read(text).expect("it is one");
        assert_eq!((finding.decision, finding.said.as_str()), (Decision::Slower, "-4 % and 4 %"));
        assert!((finding.estimate - 1.03968).abs() < 1e-4, "{}", finding.estimate);
    }

    #[test]
    fn less_than_one_percent_is_none() {
        let text = "    Rate   A   B\nA 3255/s  -- -0%\nB 3260/s  0%  --\nA: 3255 in 1 s\nB: 3260 in 1 s\n";
        assert_eq!(read(text).map(|finding| finding.decision), Ok(Decision::None));
    }
}
