//! What was recorded: listed, shown, followed over time.

use crate::arguments::{PastOptions, ShowOptions};
use crate::destinations::Destination;
use crate::exit::{Complaint, Exit, Outcome};
use crate::remark::remark;
use crate::{output, selection, this_machine};
use analysis::{Analysis, Why, analyze};
use history::{History, HistoryError, RunId, RunSummary};
use model::{End, Point, Run, format_duration};
use std::path::PathBuf;

/// How many runs `list`, `history` and its page look back.
const RUNS_SHOWN: usize = 50;

/// `cmpthese list`, of the newest or of `all`.
pub fn list(all: bool, options: &PastOptions) -> Outcome {
    let history = open(options)?;
    let mut text = String::new();
    let most = if all { usize::MAX } else { RUNS_SHOWN };
    let runs = history.list(most.saturating_add(1)).map_err(complaint)?;
    for run in runs.iter().take(most) {
        let (end, title) = (end_text(run), report::printable(&run.title));
        text.push_str(&format!(
            "{:>5}  {}  {:>6} blocks  {end:<11}  {title}\n",
            run.id,
            date(run.started_at),
            run.blocks
        ));
    }
    if runs.len() > most {
        text.push_str("older ones: --all\n");
    }
    output::printed(if text.is_empty() { "no runs are recorded\n" } else { &text })
}

/// `cmpthese show RUN`, of all points or of those that were chosen; of several runs what each found.
pub fn show(ids: &[RunId], points: &[String], options: &ShowOptions) -> Outcome {
    let history = open(&options.past)?;
    if ids.len() > 1 {
        return beside(&history, ids, points, options);
    }
    let id = chosen(&history, ids.first().copied())?;
    if !points.is_empty() && (!options.destinations.0.is_empty() || options.svg.is_some()) {
        let help = "leave --point away: every format has all points".to_string();
        return Err(Complaint::usage("points are chosen for the text alone", Some(help)));
    }
    let run = load(&history, id)?;
    let analysis = this_machine::analyzed(&run);
    let detail = match points {
        [] => output::detail(options),
        points => report::Detail::Points(selection::places(&analysis, points)?),
    };
    output::write(&analysis, &detail, options)?;
    Ok(Exit::Success)
}

/// `cmpthese show RUN RUN ...`: their ratios beside each other, as text or as a page.
fn beside(history: &History, ids: &[RunId], points: &[String], options: &ShowOptions) -> Outcome {
    let is_other = |destination: &Destination| destination.format.name != "html";
    if !points.is_empty() || options.destinations.0.iter().any(is_other) || options.svg.is_some() {
        let help = "show one run with it: cmpthese show RUN".to_string();
        return Err(Complaint::usage(
            "of several runs there is neither a point nor another format than text and HTML",
            Some(help),
        ));
    }
    let analyses = analyses(history, ids.iter().copied())?;
    let runs = runs_beside(&analyses);
    if let Some(destination) = options.destinations.0.first() {
        output::place(&report::page_beside(&runs), destination, output::written_again(destination))?;
    }
    if !options.destinations.0.iter().any(Destination::is_stdout) {
        output::print(&report::side_by_side(&runs, output::style(&options.past)))?;
    }
    Ok(Exit::Success)
}

/// What each of several runs says.
pub fn analyses(history: &History, ids: impl IntoIterator<Item = RunId>) -> Result<Vec<(RunId, Analysis)>, Complaint> {
    ids.into_iter().map(|id| Ok((id, analyze(&load(history, id)?)))).collect()
}

/// The same of the last runs of the plan of one. One that cannot be read is told, and left out.
pub fn of_the_plan(history: &History, id: RunId) -> Result<Vec<(RunId, Analysis)>, Complaint> {
    let mut ids = history.same_plan(id).map_err(complaint)?;
    ids.drain(..ids.len().saturating_sub(RUNS_SHOWN));
    let mut read = Vec::new();
    for one in ids {
        match load(history, one) {
            Ok(run) => read.push((one, analyze(&run))),
            Err(complaint) if one == id => return Err(complaint),
            Err(complaint) => remark(&format!("run {one} is left out: {}", complaint.message)),
        }
    }
    Ok(read)
}

/// The same with what each is called.
pub fn runs_beside(analyses: &[(RunId, Analysis)]) -> Vec<report::RunBeside<'_>> {
    let named = analyses.iter().map(|(id, analysis)| report::RunBeside {
        number: id.to_string(),
        date: date(analysis.header.started_at).trim().to_string(),
        analysis,
    });
    named.collect()
}

/// `cmpthese history RUN`: the times of a plan's variants over its runs, and their ratios to the baseline, which stay
/// comparable when the machine's speed does not.
pub fn history(id: Option<RunId>, options: &PastOptions) -> Outcome {
    let history = open(options)?;
    let id = chosen(&history, id)?;
    output::printed(&over_time(&of_the_plan(&history, id)?))
}

/// The history, which must exist.
pub fn open(options: &PastOptions) -> Result<History, Complaint> {
    History::open_existing(&path(options)?).map_err(complaint)
}

/// The history, made when it does not exist, for a run to be recorded.
pub fn open_or_create(options: &PastOptions) -> Result<History, Complaint> {
    History::open(&path(options)?).map_err(|error| {
        let is_closed = matches!(error, HistoryError::CannotOpen { .. } | HistoryError::ReadOnly { .. });
        let help = is_closed.then(|| RECORD_ELSEWHERE.to_string());
        let complaint = complaint(error);
        Complaint { help: help.or(complaint.help), ..complaint }
    })
}

/// The run that was named, or the last one.
pub fn chosen(history: &History, id: Option<RunId>) -> Result<RunId, Complaint> {
    let latest = || history.latest().map_err(complaint)?.ok_or_else(|| Complaint::usage("no runs are recorded", None));
    id.map_or_else(latest, Ok)
}

/// A run with everything that is recorded of it.
pub fn load(history: &History, id: RunId) -> Result<Run, Complaint> {
    let languages = subjects::languages::traits();
    let parse =
        |source: &model::Source| plan::parse(source.clone(), &languages).map_err(|mistakes| mistakes.to_string());
    history.load(id, parse).map_err(complaint)
}

/// What is said when the history does not do what it should.
pub fn complaint(error: HistoryError) -> Complaint {
    // A plan that is refused was rendered by its own crate, line by line; everything else may hold the path of the file.
    let message = match &error {
        HistoryError::Plan { .. } => error.to_string(),
        _ => report::printable(&error.to_string()),
    };
    let (message, help) = (format!("failed to {message}"), error.help().map(|help| report::printable(&help)));
    match error {
        HistoryError::NoSuchRun { .. } => Complaint::usage(message, help),
        _ => Complaint::system(message, help),
    }
}

const RECORD_ELSEWHERE: &str = "pass --history PATH, or --no-history to record nothing";

fn path(options: &PastOptions) -> Result<PathBuf, Complaint> {
    options.history.clone().or_else(|| history::default_path(|name| std::env::var_os(name))).ok_or_else(|| {
        Complaint::system(
            "there is no place for the history: neither HOME nor XDG_DATA_HOME is set",
            Some(RECORD_ELSEWHERE.to_string()),
        )
    })
}

/// How a run ended, in a word.
pub fn end_text(run: &RunSummary) -> &'static str {
    match run.end {
        _ if run.is_damaged => "damaged",
        Some(End::Complete) => "complete",
        Some(End::Interrupted) => "interrupted",
        Some(End::HistoryLost) => "cut off",
        None => "unfinished",
    }
}

/// `2026-01-31 12:00`, in as many columns where there is no date: on virtual time, and of what another tool measured without telling when.
pub fn date(seconds: i64) -> String {
    if seconds == 0 {
        return format!("{:16}", "without a date");
    }
    let zone = jiff::tz::TimeZone::system();
    let moment = jiff::Timestamp::from_second(seconds).unwrap_or_default().to_zoned(zone);
    moment.strftime("%Y-%m-%d %H:%M").to_string()
}

fn over_time(analyses: &[(RunId, Analysis)]) -> String {
    let Some((_, newest)) = analyses.last() else { return String::new() };
    let mut text = format!("{}\n", report::printable(&newest.title));
    for (point, name) in measured(analyses) {
        let place = report::printable(&point.to_string());
        let comma = if place.is_empty() { "" } else { ", " };
        text.push_str(&format!("\n{}{comma}{place}\n", report::printable(name)));
        for (id, analysis) in analyses {
            text.push_str(&line(*id, analysis, point, name));
        }
    }
    let here = newest.machine();
    let is_other = |analysis: &Analysis| analysis.machine() != here && !analysis.machine().is_like(here);
    let others: Vec<String> = analyses.iter().filter(|(_, one)| is_other(one)).map(|(id, _)| id.to_string()).collect();
    if !others.is_empty() {
        let note = format!(
            "note: made on another machine or kernel than the newest, so that ratios can be compared and times cannot: {}",
            others.join(", ")
        );
        text.push_str(&format!("\n{}\n", report::wrapped(&note, report::WIDTH)));
    }
    text
}

/// The points and variants that any of the runs has measured, in the order of the newest that has.
fn measured(analyses: &[(RunId, Analysis)]) -> Vec<(&Point, &str)> {
    let points = analyses.iter().rev().flat_map(|(_, analysis)| &analysis.points);
    report::distinct(points.flat_map(|point| point.rows.iter().rev().map(|row| (&point.point, row.name.as_str()))))
}

/// One run's line about a variant at a point; empty when it has none.
fn line(id: RunId, analysis: &Analysis, point: &model::Point, name: &str) -> String {
    let Some(then) = analysis.at(point) else { return String::new() };
    let Some(row) = then.row_named(name) else { return String::new() };
    let ratio = then.baseline.filter(|baseline| *baseline != row.variant).and_then(|baseline| {
        let (verdict, ratio) = then.found(baseline, row.variant)?;
        let base = report::printable(&then.row(baseline)?.name);
        Some(match verdict.why() {
            Some(Why::TooFewLaunches) => format!("  too few launches for a ratio to {base}"),
            Some(Why::SingleFigure) => format!("  a single figure has no ratio to {base}"),
            Some(Why::NoSpread) => format!("  values that are all alike have no ratio to {base}"),
            _ => format!("  ratio {} to {base}", report::ratio(&ratio)),
        })
    });
    let started = date(analysis.header.started_at);
    let time = if row.is_empty { "–".to_string() } else { format_duration(row.time_ns.point) };
    format!("{id:>7}  {started}  {time:>10}{}\n", ratio.unwrap_or_default())
}
