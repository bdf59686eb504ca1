//! Several runs beside each other: what each found of the same pairs, as ratios. Times are left out: they are those of a machine, on a day.

use crate::numbers::cpus;
use crate::standing::{Standing, standings};
use crate::told_apart::Shown;
use analysis::{Analysis, Interval, PointAnalysis, Verdict, grouped_by};
use model::{Machine, Point};
use std::borrow::Cow;

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

impl RunBeside<'_> {
    /// Its processor, as it is shown, and how many there are.
    pub fn machine(&self, shown: impl Fn(&str) -> String) -> String {
        let Machine { cpu, cpus: count, .. } = self.analysis.machine();
        let told: Vec<String> = [cpu.as_deref().map(shown), cpus(*count)].into_iter().flatten().collect();
        if told.is_empty() { "not named".to_string() } else { told.join(", ") }
    }

    /// Its kernel.
    pub fn kernel(&self) -> String {
        self.analysis.machine().kernel.clone().unwrap_or_else(|| "-".to_string())
    }

    /// The program that measured it.
    pub fn measured_by(&self) -> String {
        match &self.analysis.imported {
            Some(imported) => imported.tool.clone(),
            None => format!("cmpthese {}", self.analysis.header.version),
        }
    }

    /// What it found of a pair; its own baseline may be another one.
    pub fn found(&self, pair: &Pair) -> Option<(Verdict, Interval)> {
        let point = self.analysis.at(&pair.point)?;
        let row = |name: &str| point.row_named(name).filter(|row| !row.is_empty);
        let (baseline, candidate) = (row(&pair.baseline)?, row(&pair.candidate)?);
        point.found(baseline.variant, candidate.variant)
    }
}

/// A pair at a point that some of the runs compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// What the ratio is to.
    pub baseline: String,
    /// Of what it is.
    pub candidate: String,
    /// Where; its text may be that of another, because sizes are rounded in it.
    pub point: Point,
}

impl Pair {
    /// The same the other way around, which a run with another baseline has.
    fn turned(&self) -> Pair {
        let Pair { baseline, candidate, point } = self.clone();
        Pair { baseline: candidate, candidate: baseline, point }
    }

    /// The candidate, and where it was one.
    pub fn name(&self) -> String {
        format!("{}{}", self.candidate, self.place())
    }

    /// Where that is, behind a name; empty in a plan without a sweep.
    pub fn place(&self) -> String {
        if self.point.params.is_empty() { String::new() } else { format!(", {}", self.point) }
    }
}

/// Tells of runs under names that can be told apart where they are cut, if their own cannot; with what each of those stands for.
pub fn under_shown_names<T>(runs: &[RunBeside], tell: impl FnOnce(&[RunBeside], &[String]) -> T) -> T {
    let shown = Shown::of(runs.iter().map(|run| run.analysis));
    let analyses: Vec<Cow<Analysis>> = runs.iter().map(|run| shown.told_apart(run.analysis)).collect();
    let renamed = runs.iter().zip(&analyses).map(|(run, analysis)| RunBeside { analysis, ..run.clone() });
    let renamed: Vec<RunBeside> = renamed.collect();
    tell(&renamed, &shown.legend(""))
}

/// Every pair with the baseline that any of the runs compared, those of one baseline together, in the order of the first run that has it. One that
/// another run has the other way around is the same pair.
pub fn pairs(runs: &[RunBeside]) -> Vec<Pair> {
    let of_point = |point: &PointAnalysis| {
        let compared = standings(point).into_iter().filter(|one| one.found.is_some() && !one.is_limit);
        let pair = |one: Standing| {
            let (baseline, candidate) = (point.baseline_row()?.name.clone(), one.row.name.clone());
            Some(Pair { baseline, candidate, point: point.point.clone() })
        };
        compared.filter_map(pair).collect::<Vec<Pair>>()
    };
    let mut pairs: Vec<Pair> = Vec::new();
    for pair in runs.iter().flat_map(|run| &run.analysis.points).flat_map(of_point) {
        if !pairs.contains(&pair) && !pairs.contains(&pair.turned()) {
            pairs.push(pair);
        }
    }
    let by_baseline = grouped_by(pairs.into_iter().map(|pair| (pair.baseline.clone(), pair)));
    by_baseline.into_iter().flat_map(|(_, pairs)| pairs).collect()
}

/// What has to be known of them together.
pub fn notes_beside(runs: &[RunBeside]) -> Vec<String> {
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
