//! What a script starts that compares something: `workers/perl/Benchmark/Cmpthese.pm` has the other side.

use crate::arguments::{OfScript, RunOptions, ShowOptions};
use crate::destinations::numbered;
use crate::exit::{Complaint, Outcome};
use crate::plan_text::PlanText;
use crate::remark::remark;
use crate::{output, past, run, samples};
use model::{Metric, Run, Source};
use std::io::Read;
use std::rc::Rc;
use subjects::Caller;

/// The least that the script is told of an iteration, in nanoseconds: the step of the clock. What cannot be told from the empty loop may be found to
/// take nothing or less, and scripts divide by the times of their objects; `workers/perl/Benchmark/Cmpthese/InTurn.pm` has the same.
const ITERATION_NS_MIN: f64 = 1.0;

/// Compares what the plan on standard input says, in workers that the script forks, or by what it measured itself. The report goes to
/// standard output, and what the script needs of it to the file of results.
pub fn called(called: &OfScript, mut options: RunOptions) -> Outcome {
    number(&mut options.show, called.nth);
    do_without_history(&mut options);
    let options = &options;
    let mut text = String::new();
    let read = std::io::stdin().read_to_string(&mut text);
    read.map_err(|error| Complaint::usage(format!("the plan of the script cannot be read: {error}"), None))?;
    let text = PlanText { source: Source { name: called.name.to_string_lossy().into_owned(), text }, published: None };
    let see = |run: &Run| results(called, run);
    if let Some(workers) = &called.workers {
        return run::of_script(text, caller(workers)?, options, see);
    }
    let path = called.samples.as_ref().ok_or_else(|| Complaint::usage("neither workers nor samples", None))?;
    let measured = std::fs::read_to_string(path).map_err(|error| {
        Complaint::usage(format!("the samples {} cannot be read: {error}", output::shown(path)), None)
    })?;
    run::of_events(text, |plan| samples::events(&measured, plan), options, see)
}

/// A script that went to another folder or user must not lose its comparison because the usual history cannot be had there.
fn do_without_history(options: &mut RunOptions) {
    if options.no_history || options.show.past.history.is_some() {
        return;
    }
    if let Err(complaint) = past::open_or_create(&options.show.past) {
        remark(&format!("note: nothing is recorded: {}", complaint.message));
        options.no_history = true;
    }
}

/// Gives each comparison of a script files of its own.
fn number(options: &mut ShowOptions, nth: u32) {
    for destination in options.destinations.0.iter_mut().filter(|destination| !destination.is_stdout()) {
        destination.path = numbered(&destination.path, nth);
    }
    options.svg = options.svg.take().map(|folder| numbered(&folder, nth));
}

fn caller(workers: &str) -> Result<Rc<Caller>, Complaint> {
    let wrong = || Complaint::usage(format!("`{}` is no process and pipe", report::printable(workers)), None);
    let (process, pipe) = workers.split_once(':').ok_or_else(wrong)?;
    let (process, pipe) = process.parse().ok().zip(pipe.parse().ok()).ok_or_else(wrong)?;
    let caller = Caller::new(process, pipe);
    Ok(Rc::new(caller.map_err(|error| Complaint::system(format!("the script cannot be told to fork: {error}"), None))?))
}

fn results(called: &OfScript, run: &Run) -> Result<(), Complaint> {
    let analysis = analysis::analyze(run);
    let rows = analysis.points.first().map_or(&[][..], |point| &point.rows);
    let line = |variant: usize| {
        let Some(row) = rows.iter().find(|row| row.variant == variant) else { return "0\n".to_string() };
        let system_ns = row.metrics.get(&Metric::System).copied().unwrap_or(0.0);
        let own = row.cpu_ns.map(|cpu_ns| format!(" {} {system_ns}", cpu_ns - system_ns)).unwrap_or_default();
        format!("{}{own}\n", row.time_ns.point.max(ITERATION_NS_MIN))
    };
    let lines: String = run.plan.contestants().map(|(variant, _)| line(variant)).collect();
    std::fs::write(&called.results, lines)
        .map_err(|error| output::not_written("the results", &called.results, &error, None))
}
