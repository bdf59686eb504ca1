//! Several runs beside each other: what each found of the same pairs, as ratios. Times are left out: they are those of a machine, on a day.

use crate::columns::{Text, align, hanging, shorten, width};
use crate::numbers::{cpus, ratio};
use crate::paint::{Paint, paint};
use crate::printable;
use crate::standing::standings;
use crate::style::Style;
use analysis::{Analysis, Verdict};
use model::Machine;

/// Names and processors are cut to this.
const NAME_MAX: usize = 26;

/// A run, with what it is called and when it was made.
#[derive(Clone, Debug)]
pub struct RunBeside<'a> {
    /// Its number.
    pub number: String,
    /// When, in the words of who keeps it.
    pub date: String,
    /// What it says.
    pub analysis: &'a Analysis,
}

/// A pair at a point that some of the runs compared.
#[derive(Clone, Debug, PartialEq)]
struct Pair {
    baseline: String,
    candidate: String,
    place: String,
}

/// The table, in as many pieces as the width asks for, and what has to be known.
pub fn side_by_side(runs: &[RunBeside], style: Style) -> String {
    let pairs = pairs(runs);
    let mut pieces: Vec<String> = Vec::new();
    let mut rest = runs;
    while !rest.is_empty() {
        let fits = |count: &usize| table(&rest[..*count], &pairs).lines().all(|line| width(line) <= style.width);
        let count = (1..=rest.len()).rev().find(fits).unwrap_or(1);
        pieces.push(table(&rest[..count], &pairs));
        rest = &rest[count..];
    }
    let notes = notes(runs);
    let notes = notes.iter().map(|note| {
        let line = hanging(&format!("note: {}", printable(note)), style.width);
        format!("{}\n", line.replacen("note:", &paint("note:", Paint::Unsure, style.color), 1))
    });
    format!("{}\n{}", pieces.join("\n"), notes.collect::<String>())
}

fn table(runs: &[RunBeside], pairs: &[Pair]) -> String {
    let line = |name: &str, cell: &dyn Fn(&RunBeside) -> String| -> Vec<Text> {
        [Text::plain(name)].into_iter().chain(runs.iter().map(|run| Text::plain(cell(run)))).collect()
    };
    let mut lines = vec![
        line("run", &|run| run.number.clone()),
        line("date", &|run| run.date.clone()),
        line("machine", &|run| machine(run.analysis.machine())),
        line("kernel", &|run| run.analysis.machine().kernel.as_deref().map_or("-".to_string(), cut)),
        line("measured by", &|run| cut(&measured_by(run.analysis))),
    ];
    let mut baseline = "";
    for pair in pairs {
        if pair.baseline != baseline {
            baseline = &pair.baseline;
            lines.push(vec![Text::plain(format!("ratio to {}", cut(baseline)))]);
        }
        let place = if pair.place.is_empty() { String::new() } else { format!(", {}", printable(&pair.place)) };
        lines.push(line(&format!("{}{place}", cut(&pair.candidate)), &|run| cell(run.analysis, pair)));
    }
    align(&lines, 2, &[])
}

fn cut(text: &str) -> String {
    shorten(&printable(text), NAME_MAX)
}

fn machine(machine: &Machine) -> String {
    let parts = [machine.cpu.as_deref().map(cut), cpus(machine.cpus)];
    let told: Vec<String> = parts.into_iter().flatten().collect();
    if told.is_empty() { "not named".to_string() } else { told.join(", ") }
}

fn measured_by(analysis: &Analysis) -> String {
    match &analysis.imported {
        Some(imported) => imported.tool.clone(),
        None => format!("cmpthese {}", analysis.header.version),
    }
}

/// Every pair with the baseline that any of the runs compared, those of one baseline together, in the order of the first run that has it.
fn pairs(runs: &[RunBeside]) -> Vec<Pair> {
    let mut pairs: Vec<Pair> = Vec::new();
    for run in runs {
        for point in &run.analysis.points {
            let Some(baseline) = point.baseline_row() else { continue };
            for standing in standings(point).iter().filter(|one| one.found.is_some() && !one.is_limit) {
                let pair = Pair {
                    baseline: baseline.name.clone(),
                    candidate: standing.row.name.clone(),
                    place: point.point.to_string(),
                };
                if !pairs.contains(&pair) {
                    pairs.push(pair);
                }
            }
        }
    }
    let baselines: Vec<String> = pairs.iter().map(|pair| pair.baseline.clone()).collect();
    pairs.sort_by_key(|pair| baselines.iter().position(|known| *known == pair.baseline));
    pairs
}

/// What a run found of a pair; its own baseline may be another one.
fn cell(analysis: &Analysis, pair: &Pair) -> String {
    let point = analysis.points.iter().find(|point| point.point.to_string() == pair.place);
    let found = point.and_then(|point| {
        let row = |name: &str| point.rows.iter().find(|row| row.name == name && !row.is_empty);
        let (baseline, candidate) = (row(&pair.baseline)?, row(&pair.candidate)?);
        let (comparison, is_turned) = point.comparison(baseline.variant, candidate.variant)?;
        Some((comparison.verdict.turned(is_turned), comparison.ratio_turned(is_turned)))
    });
    found.map_or("-".to_string(), |(verdict, interval)| {
        let sign = match verdict {
            Verdict::Faster | Verdict::Slower => "",
            Verdict::Equivalent => "≈ ",
            Verdict::Undecided(_) => "? ",
        };
        format!("{sign}{}", ratio(&interval))
    })
}

fn notes(runs: &[RunBeside]) -> Vec<String> {
    let first = runs[0].analysis.machine();
    let differ = runs.iter().any(|run| !run.analysis.machine().is_like(first));
    let imported = runs.iter().filter(|run| run.analysis.imported.is_some()).map(|run| run.number.clone());
    let imported: Vec<String> = imported.collect();
    let machines = differ.then(|| {
        "the runs are not all of one machine, as far as that is known: ratios are told, and no times, because a time of one machine says nothing of another's"
            .to_string()
    });
    let unpaired = (!imported.is_empty())
        .then(|| format!("not measured side by side, because another tool measured them: {}", imported.join(", ")));
    let each =
        "every run was judged by itself: that one interval is not that of another is no test of a change".to_string();
    machines.into_iter().chain(unpaired).chain([each]).collect()
}
