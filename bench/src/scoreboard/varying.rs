//! The table of costs that vary: who takes the usual call for the mean is on the wrong side.

use crate::scoreboard::design::{Class, Work};
use crate::scoreboard::record::{Decision, Experiment, Finding};
use crate::scoreboard::score::{Count, count, truth};
use crate::scoreboard::table::shown;
use std::fmt::Write;

const HEAD: &str = "\
## Costs that vary from call to call

A always takes its mean. B takes 0.7 of its mean, and in every 500th call (of commands in one of 20, drawn by chance) what is
left, so that its mean is A's (*equal*) or 25 % more (*slower*). Both budgets and both conditions together.

| class | budget | tool | equal, called different | slower, called so | called faster | covered | failed |
| --- | --- | --- | ---: | ---: | ---: | ---: | ---: |
";

/// A row for each class, budget and tool.
pub fn markdown(experiments: &[Experiment], tools: &[&str]) -> String {
    let mut text = HEAD.to_string();
    let varying: Vec<&Experiment> = experiments.iter().filter(|one| one.cell.work == Work::Varying).collect();
    let mut budgets: Vec<u32> = varying.iter().map(|one| one.cell.budget_s).collect();
    budgets.sort_unstable();
    budgets.dedup();
    for (class, budget_s) in Class::ALL.iter().flat_map(|class| budgets.iter().map(move |budget_s| (*class, *budget_s)))
    {
        for tool in tools {
            let is_own =
                |one: &&&Experiment| one.cell.class == class && one.cell.budget_s == budget_s && one.tool == *tool;
            let own: Vec<&Experiment> = varying.iter().filter(is_own).copied().collect();
            if !own.is_empty() {
                let cells = cells(&own).map(shown).join(" | ");
                writeln!(text, "| {class} | {budget_s} s | {tool} | {cells} |").expect("a string can be written to");
            }
        }
    }
    text.push('\n');
    text
}

fn cells(experiments: &[&Experiment]) -> [Count; 5] {
    let findings: Vec<(u32, &Finding)> =
        experiments.iter().filter_map(|one| Some((one.cell.effect, one.finding.as_ref()?))).collect();
    let (equal, slower): (Vec<_>, Vec<_>) = findings.iter().copied().partition(|(effect, _)| *effect == 0);
    let intervals = findings.iter().filter_map(|(effect, finding)| Some((truth(*effect), finding.interval?)));
    [
        count(equal, |(_, one)| one.decision != Decision::None),
        count(&slower, |(_, one)| one.decision == Decision::Slower),
        count(&slower, |(_, one)| one.decision == Decision::Faster),
        count(intervals, |(truth, [low, high])| low <= truth && truth <= high),
        count(experiments, |one| one.finding.is_none()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scoreboard::design::{Cell, Condition};

    fn experiment(effect: u32, decision: Decision, interval: [f64; 2]) -> Experiment {
        let finding = Finding { estimate: 1.0, decision, said: String::new(), interval: Some(interval), score: 1.0 };
        Experiment {
            tool: "one".into(),
            cell: Cell { class: Class::Perl, work: Work::Varying, condition: Condition::Quiet, budget_s: 2, effect },
            repetition: 0,
            session: 0,
            order: 0,
            seed: 1,
            wall_s: 2.0,
            finding: Some(finding),
            failure: None,
        }
    }

    #[test]
    fn a_row_tells_right_from_wrong() {
        let made = [
            experiment(0, Decision::None, [0.9, 1.1]),
            experiment(0, Decision::Faster, [0.6, 0.8]),
            experiment(25, Decision::Slower, [1.2, 1.3]),
            experiment(25, Decision::Faster, [0.8, 0.9]),
        ];
        let text = markdown(&made, &["one", "other"]);
        assert!(text.ends_with("| perl | 2 s | one | 1/2 | 1/2 | 1/2 | 2/4 | 0/4 |\n\n"), "{text}");
    }
}
