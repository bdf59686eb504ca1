//! pyperf: `pyperf command` for A, then for B, then `pyperf compare_to`.

use super::{Question, Ready, Tool, nothing, unsuitable};
use crate::scoreboard::call::Call;
use crate::scoreboard::design::Class;
use crate::scoreboard::pair::Pair;
use crate::scoreboard::place::Place;
use crate::scoreboard::record::{Decision, Finding};
use crate::scoreboard::two_samples;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::Instant;

pub const TOOL: Tool = Tool {
    name: "pyperf",
    classes: &[Class::Commands],
    reading: "`pyperf command` for A, then for B, in as many processes of one warm-up and five values as fit. Decision: whether \
              `pyperf compare_to` calls it significant (its two-sample t-test at 95 %). Interval: of the ratio of means, by the same \
              test (delta method). Score: |t|.",
    prepare,
};

/// Runs of the command in each process that count; one more comes before them.
const VALUES: usize = 5;

/// Asks for its version; there is no flag for it.
const VERSION: [&str; 2] = ["-c", "import pyperf; print(pyperf.__version__)"];

/// What it needs for itself, in seconds.
#[derive(Clone, Copy, Debug)]
struct Overhead {
    comparison: f64,
    series: f64,
    process: f64,
}

fn prepare(place: &Place) -> Result<Ready, String> {
    let environment = place.scratch("pyperf");
    let python = environment.join("bin/python");
    if Call::new(&python).words(VERSION).succeed().is_err() {
        Call::new("python3").words(["-m", "venv", "--clear"]).word(&environment).succeed()?;
        Call::new(&python).words(["-m", "pip", "install", "--quiet", "pyperf"]).succeed()?;
    }
    let version = Call::new(&python).words(VERSION).succeed()?;
    let overhead = overhead(&python, place)?;
    let ask = move |question: &Question| ask(&python, overhead, question);
    Ok(Ready { version: version.trim().into(), make: nothing(), ask: Box::new(ask) })
}

/// Finds out what series of few and of many processes take with a program that does nothing.
fn overhead(python: &Path, place: &Place) -> Result<Overhead, String> {
    let folder = tempfile::tempdir_in(place.scratch("")).map_err(|error| error.to_string())?;
    let nothing = ["true".to_string()];
    let timed = |processes: usize, name: &str| {
        let started = Instant::now();
        series(python, &nothing, processes, &folder.path().join(name)).succeed()?;
        Ok::<f64, String>(started.elapsed().as_secs_f64())
    };
    let (few, many) = (timed(1, "few.json")?, timed(9, "many.json")?);
    let started = Instant::now();
    comparison(python, &folder.path().join("few.json"), &folder.path().join("many.json")).run()?;
    let process = ((many - few) / 8.0).max(0.001);
    Ok(Overhead { comparison: started.elapsed().as_secs_f64(), series: (few - process).max(0.0), process })
}

fn series(python: &Path, words: &[String], processes: usize, output: &Path) -> Call {
    Call::new(python)
        .words(["-m", "pyperf", "command", "--quiet", "--name", "work", "--loops", "1", "--warmups", "1"])
        .words(["--values", &VALUES.to_string(), "--processes", &processes.to_string(), "--output"])
        .word(output)
        .word("--")
        .words(words)
}

fn comparison(python: &Path, baseline: &Path, candidate: &Path) -> Call {
    Call::new(python).words(["-m", "pyperf", "compare_to", "--verbose"]).word(baseline).word(candidate)
}

fn ask(python: &Path, overhead: Overhead, question: &Question) -> Result<Finding, String> {
    let Pair::Commands { words, nanos } = question.pair else { return Err(unsuitable(question.pair)) };
    let processes = processes(overhead, question.budget_s, *nanos);
    let files: [PathBuf; 2] = ["a.json", "b.json"].map(|name| question.folder.join(name));
    for (words, file) in words.iter().zip(&files) {
        series(python, words, processes, file).within(question.budget_s).succeed()?;
    }
    let said = comparison(python, &files[0], &files[1]).within(question.budget_s).succeed()?;
    let text = |file: &PathBuf| std::fs::read_to_string(file).map_err(|error| format!("it wrote nothing: {error}"));
    read(&said, &text(&files[0])?, &text(&files[1])?)
}

/// How many processes of each of two commands fit into a budget.
fn processes(overhead: Overhead, budget_s: f64, nanos: f64) -> usize {
    let series_s = (budget_s - overhead.comparison) / 2.0 - overhead.series;
    let process_s = overhead.process + (VALUES + 1) as f64 * nanos * 1e-9;
    ((series_s / process_s) as usize).max(2)
}

fn read(said: &str, baseline: &str, candidate: &str) -> Result<Finding, String> {
    let test = two_samples::student(&values(baseline)?, &values(candidate)?).ok_or("too few values")?;
    let is_sure = match said {
        _ if said.contains("Not significant") => false,
        _ if said.contains("Significant (t=") => true,
        _ => {
            return Err(format!(
                "it does not say what is significant: {}",
                crate::scoreboard::call::last_line(said.as_bytes())
            ));
        }
    };
    let decision = Decision::of(is_sure, test.ratio);
    let said = if is_sure { "significant" } else { "not significant" };
    Ok(Finding { decision, said: said.into(), ..test.finding() })
}

/// The values of all processes of a series; the process that only calibrates has none.
fn values(text: &str) -> Result<Vec<f64>, String> {
    let series: Value = serde_json::from_str(text).map_err(|error| format!("its file is no JSON: {error}"))?;
    let runs = series["benchmarks"][0]["runs"].as_array().ok_or("its file has no runs")?;
    let values = runs.iter().filter_map(|run| run["values"].as_array()).flatten();
    Ok(values.filter_map(Value::as_f64).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of `work cpu 5000000`, `work cpu 5250000` and `work cpu 6000000`, as they were written, without what is not read.
    const FILES: [&str; 3] = [
        r#"{"benchmarks": [{"runs": [
        {"warmups": [[1, 0.009134255000390112]], "values": [0.009137094999459805, 0.009153532999334857, 0.00911452500076848, 0.00918917599847191, 0.009113863998209126]}, 
        {"warmups": [[1, 0.009112938001635484]], "values": [0.009014873001433443, 0.009184508999169338, 0.009324526999989757, 0.009193172001687344, 0.009117981000599684]}, 
        {"warmups": [[1, 0.00914892999935546]], "values": [0.012339316999714356, 0.009275434000301175, 0.009301553000113927, 0.00927831800072454, 0.0092757749989687]}, 
        {"warmups": [[1, 0.00921465999999782]], "values": [0.009174134000204504, 0.009514753997791559, 0.009097269001358654, 0.009082667998882243, 0.009071971999219386]}]}]}"#,
        r#"{"benchmarks": [{"runs": [
        {"warmups": [[1, 0.009656640002503991]], "values": [0.009500648997345706, 0.009540137001749827, 0.00960613500137697, 0.00954403200012166, 0.009533197000564542]}, 
        {"warmups": [[1, 0.009616005001589656]], "values": [0.00955980599974282, 0.009517993999907048, 0.009580056001141202, 0.009505304999038344, 0.00951982699916698]}, 
        {"warmups": [[1, 0.009940810999978567]], "values": [0.00953896500141127, 0.00960988999941037, 0.009579235000273911, 0.009586494998075068, 0.009525540001050103]}, 
        {"warmups": [[1, 0.009929865002050065]], "values": [0.009783468001842266, 0.009542170002532657, 0.009621396999136778, 0.009721716000058223, 0.009843736999755492]}]}]}"#,
        r#"{"benchmarks": [{"runs": [
        {"warmups": [[1, 0.011292958002741216]], "values": [0.011490771001263056, 0.010948036000627326, 0.011464723000244703, 0.01104124500125181, 0.011512864999531303]}, 
        {"warmups": [[1, 0.01243976399928215]], "values": [0.0115015269984724, 0.012246371999935945, 0.012054238002747297, 0.017203939001774415, 0.012306721997447312]}, 
        {"warmups": [[1, 0.011680563002300914]], "values": [0.011933828998735407, 0.01216665500032832, 0.011817726997833233, 0.011834020999231143, 0.011818597002275055]}, 
        {"warmups": [[1, 0.011646292001387337]], "values": [0.011282662002486177, 0.011899137000000337, 0.011391994998120936, 0.012021228001685813, 0.011310434001643443]}]}]}"#,
    ];

    #[test]
    fn its_words_and_its_files_are_read() {
        let said =
            "Mean +- std dev: [b] 9.59 ms +- 0.09 ms -> [d] 12.0 ms +- 1.3 ms: 1.25x slower\nSignificant (t=-8.19)\n";
        let finding = read(said, FILES[1], FILES[2]).expect("they are those of pyperf");
        assert_eq!(finding.decision, Decision::Slower);
        // The same statistic as its own.
        assert!((finding.score - 8.19).abs() < 0.005, "{}", finding.score);
        let said =
            "Mean +- std dev: [a] 9.35 ms +- 0.71 ms -> [b] 9.59 ms +- 0.09 ms: 1.03x slower\nNot significant!\n";
        let finding = read(said, FILES[0], FILES[1]).expect("they are those of pyperf");
        assert_eq!(finding.decision, Decision::None);
    }
}
