//! tango: two executables at the same time, sample against sample.

use super::{Question, Ready, Tool, libraries, making};
use crate::scoreboard::call::Call;
use crate::scoreboard::design::Class;
use crate::scoreboard::place::Place;
use crate::scoreboard::record::{Decision, Finding};
use crate::scoreboard::score::finite;
use std::path::{Path, PathBuf};

pub const TOOL: Tool = Tool {
    name: "tango",
    classes: &[Class::Compiled],
    reading: "`compare` of two executables. Decision: the star of its report (z of 2.6 or more, and beyond its noise threshold of \
              1 %). Interval: the mean of its dumped differences ± 2.6 standard errors, over the mean of A, so one of 99 %. Score: |z|.",
    prepare,
};

/// What it needs for itself, in seconds: the start of both executables, and of its estimate of iterations.
const OWN_S: f64 = 0.15;
/// The z above which it calls a difference significant.
const Z: f64 = 2.6;

/// What it calls the function.
const NAME: &str = "subject";

fn prepare(place: &Place) -> Result<Ready, String> {
    let program = place.build("tango")?;
    let version = place.locked_version("tango", "tango-bench")?;
    let folder = place.libraries();
    let make = making(&folder);
    let ask = move |question: &Question| ask(&program, &folder, question);
    Ok(Ready { version, make, ask: Box::new(ask) })
}

fn ask(program: &Path, folder: &Path, question: &Question) -> Result<Finding, String> {
    let tell = |error: std::io::Error| error.to_string();
    let mut sides: Vec<PathBuf> = Vec::new();
    for (name, library) in ["a", "b"].iter().zip(libraries(folder, question.pair)?) {
        // Each side looks for what it measures beside itself.
        let side = question.folder.join(name);
        std::fs::hard_link(program, &side).map_err(tell)?;
        std::fs::hard_link(library, side.with_extension("so")).map_err(tell)?;
        sides.push(side);
    }
    // Its exit code tells of a regression, so what it printed is looked at instead.
    let output = Call::new(&sides[1])
        .words(["--color", "never", "compare"])
        .word(&sides[0])
        .words(["--filter", NAME, "--seed", &question.seed.to_string()])
        .words(["--time", &format!("{:.3}", (question.budget_s - OWN_S).max(0.1)), "--dump"])
        .word(question.folder)
        .within(question.budget_s)
        .run()?;
    let said = String::from_utf8_lossy(&output.stdout);
    let dump = std::fs::read_to_string(question.folder.join(format!("{NAME}.csv")));
    let dump =
        dump.map_err(|_| format!("it wrote no samples: {}", crate::scoreboard::call::last_line(&output.stderr)))?;
    read(&said, &dump)
}

fn read(said: &str, dump: &str) -> Result<Finding, String> {
    let percent =
        said.lines().rev().find_map(|line| line.split_whitespace().next_back().filter(|word| word.contains('%')));
    let percent = percent.ok_or("its report has no percentage")?;
    let samples = samples(dump).ok_or("its samples are not understood")?;
    let baseline = stats::mean(&samples.iter().map(|pair| pair[0]).collect::<Vec<f64>>());
    let differences: Vec<f64> = samples.iter().map(|[baseline, candidate]| candidate - baseline).collect();
    let (Some(baseline), Some(mean), Some(variance)) =
        (baseline, stats::mean(&differences), stats::variance(&differences))
    else {
        return Err("it took too few samples".into());
    };
    let error = (variance / differences.len() as f64).sqrt();
    let interval = [mean - Z * error, mean + Z * error].map(|difference| 1.0 + difference / baseline);
    Ok(Finding {
        estimate: 1.0 + mean / baseline,
        decision: Decision::of(percent.ends_with('*'), 1.0 + mean / baseline),
        said: percent.into(),
        interval: Some(interval),
        score: finite(mean.abs() / error),
    })
}

/// A line holds the baseline's time of a sample, the candidate's, and the number of iterations of both.
fn samples(dump: &str) -> Option<Vec<[f64; 2]>> {
    let pair = |line: &str| {
        let mut words = line.split(',').map(|word| word.trim().parse::<f64>().ok());
        Some([words.next()??, words.next()??])
    };
    dump.lines().filter(|line| !line.trim().is_empty()).map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first lines of a dump.
    const DUMP: &str = "9765130,10125366,291\n9779031,10133137,291\n9732983,10116492,291\n9779211,10116793,291\n";

    #[test]
    fn its_report_and_its_dump_are_read() {
        let said = "cpu                                                [  34.1 us ...  34.2 us ]      +0.29%\n";
        let finding = read(said, DUMP).expect("they are those of tango");
        assert_eq!((finding.decision, finding.said.as_str()), (Decision::None, "+0.29%"));
        assert!((finding.estimate - 1.0370).abs() < 1e-3, "{}", finding.estimate);
        let marked = read(&said.replace('%', "%*"), DUMP).expect("they are those of tango");
        assert_eq!(marked.decision, Decision::Slower);
    }
}
