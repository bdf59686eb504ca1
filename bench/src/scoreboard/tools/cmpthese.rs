//! This program. Its verdict is its decision, its interval is its own.

use super::{Question, Ready, Tool};
use crate::scoreboard::call::Call;
use crate::scoreboard::design::Class;
use crate::scoreboard::pair::{Language, Pair};
use crate::scoreboard::place::Place;
use crate::scoreboard::record::{Decision, Finding};
use serde_json::Value;
use std::cell::RefCell;
use std::ffi::OsString;
use std::path::Path;

pub const TOOL: Tool = Tool {
    name: "cmpthese",
    classes: Class::ALL,
    reading: "`--margin 0.1%`, so that a difference of 1 % is one. Decision: its verdict, of which *equivalent* and *undecided* \
              claim nothing. Interval: its own. Score: |ln ratio| over half the width of the interval of ln ratio.",
    prepare,
};

fn prepare(place: &Place) -> Result<Ready, String> {
    let program = place.sibling("cmpthese")?;
    let version = Call::new(&program).word("--version").succeed()?;
    let version = version.trim().trim_start_matches("cmpthese ");
    let version = revision(place).map_or(version.to_string(), |revision| format!("{version} ({revision})"));
    let (compiled, of_make) = (RefCell::new(Vec::new()), program.clone());
    let make = move |pair: &Pair| make(&of_make, pair, &mut compiled.borrow_mut());
    Ok(Ready { version, make: Box::new(make), ask: Box::new(move |question: &Question| ask(&program, question)) })
}

/// What is compiled is kept by its content: a short run does that, once.
fn make(program: &Path, pair: &Pair, compiled: &mut Vec<Pair>) -> Result<(), String> {
    let is_compiled = matches!(pair, Pair::Snippets { language: Language::Compiled(_), .. });
    if is_compiled && !compiled.contains(pair) {
        call(program, pair, 0.2, 1).succeed()?;
        compiled.push(pair.clone());
    }
    Ok(())
}

fn ask(program: &Path, question: &Question) -> Result<Finding, String> {
    // The program takes no seed above what fits into a signed number.
    let output = call(program, question.pair, question.budget_s, question.seed >> 1).within(question.budget_s).run()?;
    let text = String::from_utf8_lossy(&output.stdout);
    read(&text).map_err(|error| format!("{error}: {}", crate::scoreboard::call::last_line(&output.stderr)))
}

/// What this program writes in the working copy: it changes nothing that is measured.
const OWN_OUTPUT: [&str; 3] = ["bench/results", "bench/SCOREBOARD.md", "bench/scoreboard.svg"];

/// The commit that is checked out, where this is a working copy: between two releases the version stays the same.
fn revision(place: &Place) -> Option<String> {
    let git = |words: &[&str]| {
        let said = Call::new("git").word("-C").word(place.source("")).words(words.iter().copied()).succeed().ok()?;
        Some(said.trim().to_string())
    };
    let commit = git(&["describe", "--always"])?;
    let others = OWN_OUTPUT.map(|path| format!(":(top,exclude){path}"));
    let changed = git(&[&["status", "--porcelain", "--", ":/"][..], &others.each_ref().map(String::as_str)].concat())?;
    Some(if changed.is_empty() { commit } else { format!("{commit}-dirty") })
}

fn call(program: &Path, pair: &Pair, budget_s: f64, seed: u64) -> Call {
    let call = Call::new(program)
        .words(["--json", "-", "--quiet", "--no-history", "--baseline", "1", "--margin", "0.1%"])
        .words([OsString::from("--budget"), format!("{}ms", (budget_s * 1e3).round()).into()])
        .words([OsString::from("--seed"), seed.to_string().into()]);
    match pair {
        Pair::Commands { words, .. } => call.words(words.each_ref().map(shell_words::join)),
        Pair::Snippets { language, prelude, code } => {
            call.words(["--lang", language.name(), "--prelude", prelude]).words(code)
        }
    }
}

fn read(text: &str) -> Result<Finding, String> {
    let report: Value = serde_json::from_str(text).map_err(|error| format!("its report is no JSON: {error}"))?;
    let comparison = &report["points"][0]["comparisons"][0];
    let bound = |key: &str| comparison["ratio"][key].as_f64().filter(|ratio| *ratio > 0.0);
    let [Some(point), Some(low), Some(high)] = ["point", "low", "high"].map(bound) else {
        return Err("its report has no comparison".into());
    };
    let said = comparison["verdict"].as_str().unwrap_or_default();
    let decision = match said {
        "slower" => Decision::Slower,
        "faster" => Decision::Faster,
        "equivalent" | "undecided" => Decision::None,
        other => return Err(format!("its verdict is {other:?}")),
    };
    let half_width = (high.ln() - low.ln()) / 2.0;
    let score = crate::scoreboard::score::finite(point.ln().abs() / half_width);
    Ok(Finding { estimate: point, decision, said: said.into(), interval: Some([low, high]), score })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of `work cpu 5000000` against `work cpu 5250000`, as it was printed, without what is not read.
    const REPORT: &str = r#"{"points":[{"comparisons":[{"baseline":"./work cpu 5000000","candidate":"./work cpu 5250000",
        "ratio":{"point":1.04776577364454,"low":1.0263391741467798,"high":1.066427536930623,"level":0.9540071487426758},
        "verdict":"slower","p_adjusted":0.0011758804321289062,"detectable":0.027612617965628083,"launches":21,"blocks":21}]}]}"#;

    #[test]
    fn its_report_is_read() {
        let finding = read(REPORT).expect("it is one");
        assert_eq!((finding.decision, finding.said.as_str()), (Decision::Slower, "slower"));
        assert_eq!(
            (finding.estimate, finding.interval),
            (1.04776577364454, Some([1.0263391741467798, 1.066427536930623]))
        );
        assert!((finding.score - 2.4346).abs() < 0.001, "{}", finding.score);
        assert_eq!(read("{}"), Err("its report has no comparison".into()));
    }
}
