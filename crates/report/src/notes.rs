//! Notes on the whole run: what a reader should know beside the verdicts. Sentences without final dots.

use crate::cases::{listed, place, quoted};
use crate::columns::hanging;
use crate::findings::findings;
use crate::numbers::counted;
use crate::paint::{Paint, paint};
use crate::printable;
use crate::style::Style;
use analysis::{Analysis, PointAnalysis, Reason, UNSEEN_MAX};
use model::{End, format_duration};

/// Everything that is noted, in the order in which it is told.
pub fn notes(analysis: &Analysis) -> Vec<String> {
    let points = &analysis.points;
    let parts = [
        Vec::from_iter(side_by_side(analysis)),
        of_one_process(analysis),
        // What was noted while the run was made, but a forecast that did not come true.
        analysis.notes.iter().filter(|note| has_come_true(analysis, note)).cloned().collect(),
        Vec::from_iter(shortage(analysis)),
        Vec::from_iter(far_apart(analysis)),
        Vec::from_iter(overrun(analysis)),
        without_comparison(points),
        points.iter().filter_map(clone_that_differs).collect(),
        Vec::from_iter(voided(analysis)),
        Vec::from_iter(outlook(analysis)),
        findings(points),
        Vec::from_iter(unchecked(points)),
        Vec::from_iter(end(analysis)),
    ];
    parts.concat()
}

/// Whether there were too few launches for a verdict, where a note says that there will be: the pilot may have been slower than what it was to foretell.
fn has_come_true(analysis: &Analysis, note: &str) -> bool {
    let has_enough = analysis.shortage.is_none() && analysis.far_apart.is_none() && analysis.end == Some(End::Complete);
    !has_enough || !note.contains(model::NEEDS_MORE)
}

/// A note in lines of its own.
pub fn note_line(note: &str, style: Style) -> String {
    let line = hanging(&format!("note: {}", printable(note)), style.width);
    format!("{}\n", line.replacen("note:", &paint("note:", Paint::Unsure, style.color), 1))
}

/// The tool of files that this program wrote.
pub const OWN: &str = "cmpthese";

/// What no interval holds, of what another tool measured.
fn side_by_side(analysis: &Analysis) -> Option<String> {
    analysis.imported.as_ref().map(|imported| match imported.tool.as_str() {
        OWN => "this file does not know which of its times were measured side by side, so whatever changed on the machine in between is part of every \
                difference, and of no interval"
            .to_string(),
        _ => format!(
            "these were not measured side by side: {} measured one variant after the other, so whatever changed on the machine in between is part \
             of every difference, and of no interval",
            imported.tool
        ),
    })
}

/// Values that follow each other in one process are more alike than those of several.
fn of_one_process(analysis: &Analysis) -> Vec<String> {
    let Some(imported) = &analysis.imported else { return Vec::new() };
    let names: Vec<String> = imported.of_one_process.iter().map(|name| quoted(name)).collect();
    let told = (!names.is_empty()).then(|| {
        format!(
            "the values of {} come from one process, and are not independent of each other: what another process would have shown is in no \
             interval; files of several processes are taken together by --launches",
            listed(&names)
        )
    });
    let single = "a single figure of a variant has no interval, so it is not judged".to_string();
    told.into_iter().chain(imported.has_single_figures.then_some(single)).collect()
}

fn shortage(analysis: &Analysis) -> Option<String> {
    analysis.shortage.map(|short| {
        let family = analysis.family;
        format!(
            "{} too few to establish any but a large difference{}: {} {} launches{}; {}",
            counted(short.launches, ["launch is", "launches are"]),
            at_points(analysis, short.points),
            if family == 1 { "a comparison needs".to_string() } else { format!("{family} comparisons need") },
            short.needed,
            if family == 1 { "" } else { " each" },
            match budget_for(analysis, short.needed) {
                // Each call is a launch where there are few.
                _ if model::was_counted(&analysis.notes) => format!("a count of {} would do", short.needed),
                Some(budget) => format!("--budget {budget} would do"),
                None => "a larger --budget brings them".to_string(),
            },
        )
    })
}

/// Where the fewest launches took much longer than the time that was given for all.
fn overrun(analysis: &Analysis) -> Option<String> {
    const TIMES_MIN: u64 = 2;
    const BEYOND_MIN_NS: u64 = 10_000_000_000;
    let budget_ns = analysis.header.budget_ns;
    let elapsed_ns: u64 = analysis.points.iter().map(|point| point.elapsed_ns).sum();
    let is_far_beyond = elapsed_ns >= TIMES_MIN * budget_ns && elapsed_ns - budget_ns >= BEYOND_MIN_NS;
    let launches: usize = analysis.points.iter().map(|point| point.launches).sum();
    (is_far_beyond && !analysis.header.budget_is_default).then(|| {
        let [took, given] = [elapsed_ns, budget_ns].map(|ns| format_duration(ns as f64));
        let why = match launches {
            0 => "what comes before the first launch took as long".to_string(),
            _ => format!(
                "{} and what comes before took as long, and fewer would tell nothing",
                counted(launches, ["launch", "launches"])
            ),
        };
        format!("it took {took} where {given} was given: {why}")
    })
}

/// Why the interval of a large difference is wide.
fn far_apart(analysis: &Analysis) -> Option<String> {
    analysis.far_apart.map(|short| {
        format!(
            "with fewer than {} launches{} intervals hold what launches that were not seen could change: {UNSEEN_MAX:.0} times each way",
            short.needed,
            at_points(analysis, short.points)
        )
    })
}

/// At how many of several points something is so.
fn at_points(analysis: &Analysis, points: usize) -> String {
    let all = analysis.points.len();
    if all > 1 { format!(" at {points} of {all} points") } else { String::new() }
}

/// The budget that brings so many launches to all points, by the slowest of those that lack some: they are as long as those that were made, and a point has as much
/// for them as it took, or was given. Nothing where that is not known, or was said while the run was made.
fn budget_for(analysis: &Analysis, needed: usize) -> Option<String> {
    let (points, header) = (analysis.points.len(), &analysis.header);
    if analysis.end != Some(End::Complete) || analysis.notes.iter().any(|note| note.contains("--budget")) {
        return None;
    }
    let share_ns = header.budget_ns as f64 / points as f64;
    let took_ns = |point: &PointAnalysis| (point.elapsed_ns as f64).max(share_ns) / point.launches as f64;
    let is_short = |point: &&PointAnalysis| (1..needed).contains(&point.launches) && point.elapsed_ns > 0;
    let slowest_ns = analysis.points.iter().filter(is_short).map(took_ns).fold(0.0, f64::max);
    design::budget_for(needed, points, slowest_ns)
}

/// Why nothing is compared at a point where several have a time.
fn without_comparison(points: &[PointAnalysis]) -> Vec<String> {
    let told = points.iter().filter_map(|point| {
        let timed = point.rows.iter().filter(|row| !row.is_empty);
        let names: Vec<String> = timed.map(|row| quoted(&row.name)).collect();
        (names.len() > 1 && point.comparisons.is_empty()).then(|| {
            let (names, place) = (names.join(", "), place(points, point));
            format!("{names} are not compared{place}: no launch has times of two of them above their floor")
        })
    });
    told.collect()
}

/// A clone that was found to differ from its original says how far anything else can be believed.
fn clone_that_differs(point: &PointAnalysis) -> Option<String> {
    let control = point.control.as_ref().filter(|control| control.differs_by() > 0.0)?;
    let name = quoted(point.name(control.original)?);
    let place = point.point.to_string();
    let place = if place.is_empty() { String::new() } else { format!("{place}: ") };
    let percent = (control.ratio.point - 1.0) * 100.0;
    let more = if percent > 0.0 { "more" } else { "less" };
    Some(format!(
        "{place}a second copy of {name} takes {:.2} % {more} than {name} itself, so differences up to that are not claimed",
        percent.abs()
    ))
}

fn voided(analysis: &Analysis) -> Option<String> {
    analysis.voided.as_ref().map(|voided| {
        let [count, them, which] =
            if voided.blocks == 1 { ["does not count", "it", ""] } else { ["do not count", "them", "the first: "] };
        let of = counted(voided.of, ["block", "blocks"]);
        let first = &voided.first;
        format!("{} of {of} {count}, because something outside disturbed {them} ({which}{first})", voided.blocks)
    })
}

/// It is wrong half of the time; it says whether to wait for minutes or to give up.
fn outlook(analysis: &Analysis) -> Option<String> {
    let outlook = analysis.outlook?;
    let point = &analysis.points[outlook.point];
    let name = |variant| point.name(variant).map(quoted);
    let (candidate, baseline) = (name(outlook.candidate)?, name(outlook.baseline)?);
    let rest = match outlook.undecided {
        0 | 1 => String::new(),
        undecided => format!(", the nearest of {undecided} undecided"),
    };
    let (budgets, place) = (outlook.budgets, place(&analysis.points, point));
    let budget = if model::was_counted(&analysis.notes) { "count" } else { "budget" };
    Some(format!("about {budgets} times the {budget} would decide {candidate} against {baseline}{place}{rest}"))
}

/// Nothing is left to compare, because the answers differ.
fn unchecked(points: &[PointAnalysis]) -> Option<String> {
    let differs = |point: &PointAnalysis| point.excluded.iter().any(|one| matches!(one.reason, Reason::Differs { .. }));
    let is_lonely = points.iter().any(|point| point.rows.len() < 2 && differs(point));
    let told = "answers that need not agree are compared all the same with `check = \"none\"` in the plan, or --check none; with `lenient` a number \
                and its text agree";
    is_lonely.then(|| told.to_string())
}

/// How the run ended, unless that is as it should be.
fn end(analysis: &Analysis) -> Option<String> {
    let [what, unless] = match analysis.end {
        Some(End::Complete) => return None,
        Some(End::HistoryLost) => ["the run ended early because its history could not be written", ""],
        Some(End::Interrupted) => ["the run was stopped before its end", "; where it was recorded, "],
        None => ["the run has not ended", "; where nobody is making it, "],
    };
    Some(match model::was_forked(&analysis.notes) {
        _ if unless.is_empty() => what.to_string(),
        true => format!("{what}; run the script again for all of it"),
        false => format!("{what}{unless}`cmpthese resume` goes on with it"),
    })
}
