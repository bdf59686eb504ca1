//! This program. Its verdict is its decision, its interval is its own.

use super::{Question, Ready, Tool};
use crate::call::Call;
use crate::design::{Class, Work};
use crate::pair::{Pair, units};
use crate::place::Place;
use crate::record::{Decision, Finding};
use serde_json::Value;
use std::collections::BTreeSet;
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
    let preludes = [prelude(place, "prelude.pl")?, prelude(place, "prelude.c")?];
    compile_all(&program, &preludes[1])?;
    let ask = move |question: &Question| {
        let call = call(&program, &preludes, question)?.within(question.budget_s);
        let output = call.run()?;
        let text = String::from_utf8_lossy(&output.stdout);
        read(&text).map_err(|error| format!("{error}: {}", crate::call::last_line(&output.stderr)))
    };
    let version = version.trim().trim_start_matches("cmpthese ");
    let version = revision(place).map_or(version.to_string(), |revision| format!("{version} ({revision})"));
    Ok(Ready { version, ask: Box::new(ask) })
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

fn prelude(place: &Place, name: &str) -> Result<String, String> {
    std::fs::read_to_string(place.source(name)).map_err(|error| format!("{name}: {error}"))
}

/// What is compiled is kept by its content, so that compilers do not run while a clock does: the crates are built before, too.
fn compile_all(program: &Path, prelude: &str) -> Result<(), String> {
    for work in Class::Compiled.works() {
        let of = |effect: &u32| units(Class::Compiled, *work, *effect).map(|units| code(*work, units));
        let codes: BTreeSet<String> = work.effects().iter().flat_map(of).collect();
        common(program, 0.2, 1).words(["--lang", "c", "--prelude", prelude]).words(codes).succeed()?;
    }
    Ok(())
}

fn code(work: Work, units: u64) -> String {
    format!("return {work}({units});")
}

fn common(program: &Path, budget_s: f64, seed: u64) -> Call {
    Call::new(program)
        .words(["--json", "-", "--quiet", "--no-history", "--baseline", "1", "--margin", "0.1%"])
        .words([OsString::from("--budget"), format!("{}ms", (budget_s * 1e3).round()).into()])
        .words([OsString::from("--seed"), seed.to_string().into()])
}

fn call(program: &Path, preludes: &[String; 2], question: &Question) -> Result<Call, String> {
    // The program takes no seed above what fits into a signed number.
    let call = common(program, question.budget_s, question.seed >> 1);
    Ok(match question.pair {
        Pair::Commands { words, .. } => call.words(words.each_ref().map(shell_words::join)),
        Pair::Snippets { code } => call.words(["--lang", "perl", "--prelude", &preludes[0]]).words(code),
        Pair::Functions { work, units } => {
            let codes = units.map(|units| code(*work, units));
            call.words(["--lang", "c", "--prelude", &preludes[1]]).words(codes)
        }
    })
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
    let score = crate::score::finite(point.ln().abs() / half_width);
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
