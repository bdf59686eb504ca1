//! The scoreboard as Markdown.

use crate::scoreboard::design::Class;
use crate::scoreboard::record::{Experiment, Session};
use crate::scoreboard::rows::{Heading, Row};
use crate::scoreboard::score::{Count, Score};
use crate::scoreboard::tools::TOOLS;
use crate::scoreboard::varying;
use std::collections::BTreeMap;

const HEAD: &str = "\
# Scoreboard

This program against others that answer the same question, on the same work in one session. Each tool gets the same pair, the
same wall time (its own warm-up and analysis included) and, under a neighbour's load, the same stretches of load; the order is
random. B does 0, 1, 2 or 5 % more than A, of what varies 0 or 25 %. How it is made: [README.md](README.md#scoreboard). Made from
`results/scoreboard.jsonl`, which has a line for every experiment.

";

const LEGEND: &str = "\
Counts are *found/of*. **False alarms**: a difference claimed where there is none. **+1 %** and so on: B called slower, which it
is. **Wrong**: B called faster where it is slower. **Bias**: median of the estimate over the truth, less 1. **Covered**: intervals
that hold the truth. **Silent**: neither a difference nor an equivalence claimed, of all effects. **At 5 %**: how often B would have
been called slower, had the tool claimed a difference above the threshold of its score that A against A exceeds once in twenty;
the threshold is learnt from every other A/A experiment (*from*) and tried on the others (*alarms*). With fewer than twenty to
learn from it is the largest that was seen.

";

const OF_TRUTH: &str = "\
## Costs whose ratio is known

The cases of the trial `truth` of which another tool can be asked, by all tools in turn, 4 s each, of commands 8 s:
`RECORD=bench/results/truth-by-tools.jsonl make bench TRIALS=tools`. The columns are those of [TRUTH.md](TRUTH.md); who never decides
is never wrong, so it is told beside it how often a difference of more than 10 % was decided.

";

/// All of it.
pub fn markdown(
    rows: &BTreeMap<Heading, Vec<Row>>,
    experiments: &[Experiment],
    sessions: &[Session],
    known: Option<&str>,
) -> String {
    let names: Vec<&str> = TOOLS.iter().map(|tool| tool.name).collect();
    let mut text = HEAD.to_string();
    text.push_str("![Share of right answers against the effect](scoreboard.svg)\n\n");
    push_sessions(&mut text, sessions);
    push_readings(&mut text);
    text.push_str("## Over all works\n\n");
    text.push_str(LEGEND);
    push_headings(&mut text, rows, |heading| heading.work.is_none());
    text.push_str(&varying::markdown(experiments, &names));
    if let Some(known) = known {
        text.push_str(&format!("{OF_TRUTH}{known}\n"));
    }
    text.push_str("## Where another tool finds more\n\n");
    push_behind(&mut text, rows);
    text.push_str("## Work by work\n\n");
    push_headings(&mut text, rows, |heading| heading.work.is_some());
    text
}

/// Said for each session, because figures of different machines or versions must not be taken for one.
fn push_sessions(text: &mut String, sessions: &[Session]) {
    text.push_str("## How it was run\n\n");
    for session in sessions {
        let arguments = ["scoreboard".to_string()].into_iter().chain(session.arguments.iter().cloned());
        let arguments = arguments.collect::<Vec<_>>().join(" ");
        let tools = session.tools.iter().map(|tool| match (&tool.version, &tool.missing) {
            (Some(version), _) => format!("{} {version}", tool.tool),
            (None, missing) => format!("{} not installed: {}", tool.tool, missing.as_deref().unwrap_or("no reason")),
        });
        let tools = tools.collect::<Vec<_>>().join("; ");
        let number = session.session + 1;
        text.push_str(&format!("{number}. `{arguments}`, seed {}, on {}. {tools}.\n", session.seed, session.machine));
    }
    text.push('\n');
}

fn push_readings(text: &mut String) {
    text.push_str("## How each tool is read\n\n| tool | how |\n| --- | --- |\n");
    for tool in TOOLS {
        // A bar would begin a new cell.
        text.push_str(&format!("| {} | {} |\n", tool.name, tool.reading.replace('|', "\\|")));
    }
    text.push('\n');
}

fn push_headings(text: &mut String, rows: &BTreeMap<Heading, Vec<Row>>, is_shown: impl Fn(&Heading) -> bool) {
    for class in Class::ALL {
        text.push_str(&format!("### {}\n\n", title(*class)));
        text.push_str(
            "| condition | tool | wall s | false alarms | +1 % | +2 % | +5 % | wrong | bias | covered | silent \
             | at 5 %: alarms | from | +1 % | +2 % | +5 % | failed |\n\
             | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: \
             | ---: |\n",
        );
        for (heading, rows) in rows.iter().filter(|(heading, _)| heading.class == *class && is_shown(heading)) {
            for (tool, score) in rows {
                text.push_str(&format!("| {} | {tool} | {} |\n", condition(heading), cells(score).join(" | ")));
            }
        }
        text.push('\n');
    }
}

fn title(class: Class) -> &'static str {
    match class {
        Class::Commands => "Commands",
        Class::Perl => "Snippets in Perl",
        Class::Compiled => "Compiled snippets",
    }
}

fn condition(heading: &Heading) -> String {
    let work = heading.work.map(|work| format!("{work}, ")).unwrap_or_default();
    format!("{work}{}, {} s", heading.condition, heading.budget_s)
}

fn cells(score: &Score) -> Vec<String> {
    let power = |power: &[(u32, Count)]| power.iter().map(|(_, count)| shown(*count)).collect::<Vec<_>>();
    let mut cells = vec![format!("{:.1}", score.wall_s), shown(score.false_alarms)];
    cells.extend(power(&score.power));
    cells.push(shown(score.wrong_signs));
    cells.push(score.bias.map_or("–".into(), |bias| format!("{:+.2} %", bias * 100.0)));
    cells.extend([score.coverage, score.undecided].map(shown));
    match &score.matched {
        Some(matched) => {
            cells.extend([shown(matched.false_alarms), matched.learnt_from.to_string()]);
            cells.extend(power(&matched.power));
        }
        None => cells.extend(["–".to_string(), "0".into(), "–".into(), "–".into(), "–".into()]),
    }
    cells.push(shown(score.failures));
    cells
}

/// What was never tried is no zero.
pub fn shown(count: Count) -> String {
    if count.of == 0 { "–".into() } else { format!("{}/{}", count.found, count.of) }
}

/// Where another tool of the class calls more of the true differences, at its own decision with no more false alarms, or at the
/// matched rate.
fn push_behind(text: &mut String, rows: &BTreeMap<Heading, Vec<Row>>) {
    let mut lines = Vec::new();
    for (heading, rows) in rows {
        let Some((_, own)) = rows.iter().find(|(tool, _)| tool == OWN) else { continue };
        for (tool, other) in rows.iter().filter(|(tool, _)| tool != OWN) {
            let fewer_alarms = rate(other.false_alarms) <= rate(own.false_alarms);
            let decided = if fewer_alarms { ahead(&other.power, &own.power) } else { Vec::new() };
            let matched = match (&other.matched, &own.matched) {
                (Some(other), Some(own)) => ahead(&other.power, &own.power),
                _ => Vec::new(),
            };
            for (how, found) in [("by its own decision", decided), ("at the matched rate", matched)] {
                if !found.is_empty() {
                    let found = found.join(", ");
                    lines.push(format!("- {}, {}: {tool} {how}: {found}\n", heading.class, condition(heading)));
                }
            }
        }
    }
    text.push_str("As counted, without regard to chance: the other tool's count against this program's. A tool that claims more where there is\nnothing is not compared by its own decisions.\n\n");
    text.push_str(&if lines.is_empty() { "Nowhere.\n".into() } else { lines.concat() });
    text.push('\n');
}

/// The program whose scoreboard this is.
const OWN: &str = "cmpthese";

/// The effects that one finds more often than another.
fn ahead(other: &[(u32, Count)], own: &[(u32, Count)]) -> Vec<String> {
    let pairs = other.iter().zip(own).filter(|((_, other), (_, own))| rate(*other) > rate(*own));
    pairs.map(|((effect, other), (_, own))| format!("+{effect} % {} against {}", shown(*other), shown(*own))).collect()
}

fn rate(count: Count) -> f64 {
    // Nothing of nothing is compared as false: NaN is neither more nor less.
    count.found as f64 / count.of as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scoreboard::design::Condition;
    use crate::scoreboard::score::Matched;

    fn score(found: usize) -> Score {
        let power = vec![(1, Count { found, of: 4 }), (2, Count { found: 4, of: 4 }), (5, Count::default())];
        Score {
            wall_s: 2.04,
            false_alarms: Count { found: 0, of: 4 },
            power: power.clone(),
            wrong_signs: Count { found: 0, of: 8 },
            bias: Some(0.0012),
            coverage: Count { found: 11, of: 12 },
            undecided: Count { found: 3, of: 12 },
            matched: Some(Matched { learnt_from: 2, false_alarms: Count { found: 1, of: 2 }, power }),
            failures: Count { found: 0, of: 12 },
        }
    }

    #[test]
    fn a_row_shows_every_count_with_its_number() {
        let row = cells(&score(1)).join(" | ");
        assert_eq!(row, "2.0 | 0/4 | 1/4 | 4/4 | – | 0/8 | +0.12 % | 11/12 | 3/12 | 1/2 | 2 | 1/4 | 4/4 | – | 0/12");
    }

    #[test]
    fn what_other_tools_find_more_of_is_said() {
        let heading = Heading { class: Class::Perl, budget_s: 2, condition: Condition::Quiet, work: None };
        let rows = BTreeMap::from([(heading, vec![(OWN.to_string(), score(1)), ("other".to_string(), score(3))])]);
        let mut text = String::new();
        push_behind(&mut text, &rows);
        assert!(text.contains("- perl, quiet, 2 s: other by its own decision: +1 % 3/4 against 1/4\n"), "{text}");
        assert!(text.contains("- perl, quiet, 2 s: other at the matched rate: +1 % 3/4 against 1/4\n"), "{text}");
        assert!(!text.contains("+2 %"), "{text}");
    }
}
