//! hyperfine: all runs of A, then all of B. It leaves the test to its users; the scripts beside it have Welch's.

use super::{Question, Ready, Tool, nothing, unsuitable};
use crate::scoreboard::call::Call;
use crate::scoreboard::design::Class;
use crate::scoreboard::pair::Pair;
use crate::scoreboard::place::Place;
use crate::scoreboard::record::Finding;
use crate::scoreboard::two_samples;
use serde_json::Value;

pub const TOOL: Tool = Tool {
    name: "hyperfine",
    classes: &[Class::Commands],
    reading: "`-N --warmup 3`, A then B, with as many runs as fit. Decision: Welch's t-test of its exported times at p < 0.05, as in \
              the script that comes with it. Interval: of the ratio of means, by the same test (delta method). Score: |t|.",
    prepare,
};

/// Runs of each command before those that count.
const WARM_UP: usize = 3;
/// What it needs for itself, in seconds.
const OWN_S: f64 = 0.03;

fn prepare(_: &Place) -> Result<Ready, String> {
    let version = Call::new("hyperfine").word("--version").succeed()?;
    Ok(Ready { version: version.trim().trim_start_matches("hyperfine ").into(), make: nothing(), ask: Box::new(ask) })
}

fn ask(question: &Question) -> Result<Finding, String> {
    let Pair::Commands { words, nanos } = question.pair else { return Err(unsuitable(question.pair)) };
    let export = question.folder.join("times.json");
    Call::new("hyperfine")
        .words(["-N", "--style", "none", "--warmup", &WARM_UP.to_string()])
        .words(["--runs", &runs(question.budget_s, *nanos).to_string()])
        .word("--export-json")
        .word(&export)
        .words(words.each_ref().map(shell_words::join))
        .within(question.budget_s)
        .succeed()?;
    let text = std::fs::read_to_string(&export).map_err(|error| format!("it exported nothing: {error}"))?;
    read(&text)
}

/// How many runs of each of two commands fit into a budget.
fn runs(budget_s: f64, nanos: f64) -> usize {
    let each = (budget_s - OWN_S) / 2.0 / (nanos * 1e-9);
    (each as usize).saturating_sub(WARM_UP).max(2)
}

fn read(text: &str) -> Result<Finding, String> {
    let export: Value = serde_json::from_str(text).map_err(|error| format!("its export is no JSON: {error}"))?;
    let times = |place: usize| -> Option<Vec<f64>> {
        export["results"][place]["times"].as_array()?.iter().map(Value::as_f64).collect()
    };
    let (Some(first), Some(second)) = (times(0), times(1)) else { return Err("its export has no times".into()) };
    two_samples::welch(&first, &second).map(two_samples::Test::finding).ok_or("too few times".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of `work cpu 5000000` against `work cpu 5250000`, as it was exported, without what is not read.
    const EXPORT: &str = r#"{"results": [{"command": "./work cpu 5000000", 
        "times": [0.009045773, 0.008998073, 0.009024952000000001, 0.009064822, 0.00901658]}, {"command": "./work cpu 5250000", 
        "times": [0.009589440000000001, 0.009504494, 0.009451726, 0.009424485, 0.009460138]}]}"#;

    #[test]
    fn its_export_is_read() {
        let finding = read(EXPORT).expect("it is one");
        assert_eq!(finding.decision, crate::scoreboard::record::Decision::Slower);
        assert!((finding.estimate - 1.0505).abs() < 1e-4, "{}", finding.estimate);
        assert!(read("{}").is_err());
    }

    #[test]
    fn the_budget_is_filled() {
        // 1.97 s for two are 0.985 s for each: 98 runs of 10 ms, of which three are its warm-up.
        assert_eq!(runs(2.0, 10e6), 95);
    }
}
