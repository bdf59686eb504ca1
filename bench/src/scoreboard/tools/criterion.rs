//! criterion: A is saved as a baseline, then B is compared with it, in a process each.

use super::{Question, Ready, Tool, libraries, making};
use crate::dialect::Dialect;
use crate::scoreboard::call::Call;
use crate::scoreboard::design::Class;
use crate::scoreboard::library;
use crate::scoreboard::place::Place;
use crate::scoreboard::record::{Decision, Finding};
use crate::scoreboard::score::finite;
use serde_json::Value;
use std::path::Path;
use std::time::Instant;

pub const TOOL: Tool = Tool {
    name: "criterion",
    classes: &[Class::Compiled],
    reading: "`--save-baseline` for A, then `--baseline` for B, a fifth of the measurement as warm-up. Decision: what it prints of the \
              change (p < 0.05 and beyond its noise threshold of 1 %). Interval: its 95 % interval of the change of the mean. Score: \
              |change| over its standard error.",
    prepare,
};

/// What its files call the function.
const NAME: &str = "subject";

fn prepare(place: &Place) -> Result<Ready, String> {
    let program = place.build("criterion")?;
    let version = place.locked_version("criterion", "criterion")?;
    let folder = place.libraries();
    let own_s = own_s(&program, place)?;
    let make = making(&folder);
    let ask = move |question: &Question| ask(&program, own_s, &folder, question);
    Ok(Ready { version, make, ask: Box::new(ask) })
}

/// What a run takes besides warm-up and measurement: its bootstrap, mostly. The second is longer than the first.
fn own_s(program: &Path, place: &Place) -> Result<f64, String> {
    let folder = tempfile::tempdir_in(place.scratch("")).map_err(|error| error.to_string())?;
    let subject =
        library::build(&place.libraries(), Dialect::C, "", "for (int i = 0; i < 10000; i++) keep(&i); return 0;")?;
    let started = Instant::now();
    for baseline in ["--save-baseline", "--baseline"] {
        call(program, baseline, &subject, 0.5, folder.path()).succeed()?;
    }
    Ok((started.elapsed().as_secs_f64() - 2.0 * (0.5 + 0.1)).max(0.0))
}

/// The measurement time is that of a run, without its warm-up.
fn call(program: &Path, baseline: &str, subject: &Path, measurement_s: f64, folder: &Path) -> Call {
    Call::new(program)
        .words(["--bench", "--noplot", "--color", "never", baseline, "a"])
        .words(["--warm-up-time", &format!("{:.3}", measurement_s / 5.0)])
        .words(["--measurement-time", &format!("{measurement_s:.3}")])
        .variable("CRITERION_HOME", folder)
        .variable("SCOREBOARD_SUBJECT", subject)
}

fn ask(program: &Path, own_s: f64, folder: &Path, question: &Question) -> Result<Finding, String> {
    let [a, b] = libraries(folder, question.pair)?;
    let measurement_s = ((question.budget_s - own_s) / 2.0 / 1.2).max(0.05);
    let run = |baseline: &str, subject: &Path| {
        call(program, baseline, subject, measurement_s, question.folder).within(question.budget_s).succeed()
    };
    run("--save-baseline", &a)?;
    let said = run("--baseline", &b)?;
    let path = question.folder.join(NAME).join("change/estimates.json");
    let estimates = std::fs::read_to_string(path).map_err(|error| format!("it wrote no change: {error}"))?;
    read(&said, &estimates)
}

fn read(said: &str, estimates: &str) -> Result<Finding, String> {
    let change: Value = serde_json::from_str(estimates).map_err(|error| format!("its file is no JSON: {error}"))?;
    let mean = &change["mean"];
    let interval = &mean["confidence_interval"];
    let numbers =
        [&mean["point_estimate"], &mean["standard_error"], &interval["lower_bound"], &interval["upper_bound"]];
    let [Some(point), Some(error), Some(low), Some(high)] = numbers.map(Value::as_f64) else {
        return Err("its file has no change of the mean".into());
    };
    let (said, decision) = [
        ("Performance has regressed", Decision::Slower),
        ("Performance has improved", Decision::Faster),
        ("Change within noise threshold", Decision::None),
        ("No change in performance detected", Decision::None),
    ]
    .into_iter()
    .find(|(words, _)| said.contains(words))
    .ok_or("it does not say whether there is a change")?;
    let score = finite(point.abs() / error);
    Ok(Finding { estimate: 1.0 + point, decision, said: said.into(), interval: Some([1.0 + low, 1.0 + high]), score })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_words_and_its_file_are_read() {
        let said = "cpu                     time:   [33.066 µs 33.092 µs 33.121 µs]
                        change: [+0.6499% +0.8745% +1.1126%] (p = 0.00 < 0.05)
                        Change within noise threshold.";
        let estimates = r#"{"mean":{"confidence_interval":{"confidence_level":0.95,"lower_bound":0.00649864519141351,"upper_bound":0.011126038284504853},"point_estimate":0.00874544832113977,"standard_error":0.0011814145345370424},
            "median":{"confidence_interval":{"confidence_level":0.95,"lower_bound":0.00742233079497856,"upper_bound":0.01060816791666408},"point_estimate":0.008727045212654216,"standard_error":0.0008230549632860601}}"#;
        let finding = read(said, estimates).expect("they are those of criterion");
        assert_eq!((finding.decision, finding.said.as_str()), (Decision::None, "Change within noise threshold"));
        assert!((finding.estimate - 1.008745).abs() < 1e-6, "{}", finding.estimate);
        assert_eq!(finding.interval, Some([1.0 + 0.00649864519141351, 1.0 + 0.011126038284504853]));
    }
}
