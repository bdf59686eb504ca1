//! Making runs: of a plan, of the quick form, and going on with one.

use crate::arguments::{Quick, RunOptions, ShowOptions};
use crate::exit::{Complaint, Exit};
use crate::plan_source::{self, PlanText};
use crate::progress::Progress;
use crate::record::{self, Ground, Store};
use crate::{Outcome, output, past};
use analysis::Reason;
use history::RunId;
use model::{End, Run, RunHeader};
use std::io::IsTerminal;
use std::time::{SystemTime, UNIX_EPOCH};

/// `cmpthese run PLAN`.
pub fn plan(name: &str, params: &[String], options: &RunOptions) -> Outcome {
    fresh(plan_source::with_params(plan_source::named(name)?, params)?, options)
}

/// `cmpthese 'command a' 'command b'`.
pub fn quick(typed: &Quick, options: &RunOptions) -> Outcome {
    let text = plan_source::quick(typed)?;
    if typed.print_plan {
        output::print(&text.source.text)?;
        return Ok(Exit::Success);
    }
    fresh(text, options)
}

/// `cmpthese resume RUN`.
pub fn resume(id: Option<RunId>, options: &ShowOptions) -> Outcome {
    let history = past::open(&options.past)?;
    let id = past::chosen(&history, id)?;
    let claim = history.claim(id).map_err(past::complaint)?;
    let run = past::load(&history, id)?;
    if run.end == Some(End::Complete) {
        if !options.quiet {
            output::remark(&format!("run {id} is complete"));
        }
        return report(&run, options);
    }
    make(run, Some(Store { history, run: id, _claim: claim }), options, &record::ground()?)
}

fn fresh(text: PlanText, options: &RunOptions) -> Outcome {
    let color = output::uses_color_on_stderr(&options.show.past);
    let plan = plan_source::parse(text.source.clone(), color)?;
    let budget = options.budget.as_deref().map(|text| plan_source::duration_ns("--budget", text)).transpose()?;
    let header = RunHeader {
        version: env!("CARGO_PKG_VERSION").to_string(),
        started_at: if measure::is_simulated(&plan) { 0 } else { now() },
        seed: options.seed.unwrap_or_else(any_seed),
        budget_ns: budget.or(plan.budget_ns).unwrap_or_else(|| measure::budget_default_ns(&plan)),
        source: text.source,
        published: text.published,
        machine: measure::machine(),
    };
    let ground = record::ground()?;
    let store = if options.no_history { None } else { Some(begin(&header, &plan.title, options)?) };
    make(Run::new(header, plan), store, &options.show, &ground)
}

fn begin(header: &RunHeader, title: &str, options: &RunOptions) -> Result<Store, Complaint> {
    let history = past::open_or_create(&options.show.past)?;
    let run = history.begin(header, title).map_err(past::complaint)?;
    let claim = history.claim(run).map_err(past::complaint)?;
    Ok(Store { history, run, _claim: claim })
}

fn make(run: Run, store: Option<Store>, options: &ShowOptions, ground: &Ground) -> Outcome {
    let progress = Progress::new(&run, !options.quiet && std::io::stderr().is_terminal());
    let (run, trouble) = record::record(run, store.as_ref(), ground, progress)?;
    if let (Some(store), false) = (&store, options.quiet) {
        output::remark(&format!("recorded as run {}", store.run));
    }
    let exit = report(&run, options)?;
    match (trouble, store) {
        (Some(error), Some(store)) => Err(go_on_later(past::complaint(error), store.run)),
        _ => Ok(exit),
    }
}

/// A run that could not be kept to its end is there up to that point.
fn go_on_later(complaint: Complaint, run: RunId) -> Complaint {
    let advice = format!("`cmpthese resume {run}` goes on with the run then");
    let help = complaint.help.map_or(advice.clone(), |help| format!("{help}\n{advice}"));
    Complaint { help: Some(help), ..complaint }
}

fn report(run: &Run, options: &ShowOptions) -> Outcome {
    let analysis = analysis::analyze(run);
    output::write(&analysis, options)?;
    let lost = |reason: &Reason| matches!(reason, Reason::Failed(_) | Reason::Differs { .. });
    let any_lost = analysis.points.iter().flat_map(|point| &point.excluded).any(|excluded| lost(&excluded.reason));
    Ok(match analysis.end {
        Some(End::Interrupted) => Exit::Interrupted,
        _ if any_lost => Exit::VariantsLost,
        _ => Exit::Success,
    })
}

/// Seconds since 1970-01-01 UTC.
fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

/// A seed that nobody chose: short enough to be typed again.
fn any_seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64);
    (since ^ (u64::from(std::process::id()) << 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32
}
