//! Making runs: of a plan, of the quick form, and going on with one.

use crate::arguments::{ColorArgument, ImportOptions, Quick, RunOptions, ShowOptions};
use crate::destinations::Destination;
use crate::exit::{Complaint, Exit, Outcome};
use crate::habits::Habits;
use crate::plan_source;
use crate::plan_text::PlanText;
use crate::progress::{Progress, Shown};
use crate::record::{self, RunResources, Store};
use crate::remark::remark;
use crate::spectator::Spectator;
use crate::{budget, exit, output, past, plan_notes, this_machine};
use analysis::{Judge, Reason};
use history::{HistoryError, RunId};
use model::{End, Event, FixedSize, Machine, Plan, Run, RunHeader, StopRule, Subject, Template, Variant};
use std::cell::RefCell;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use subjects::Caller;

/// `cmpthese run PLAN`.
pub fn plan(name: &str, params: &[String], options: &RunOptions) -> Outcome {
    let locate = options.locate.as_deref();
    output::spares(&options.show, &[Path::new(name)])?;
    fresh(plan_source::with_params(plan_source::named(name)?, params, locate)?, options)
}

/// `cmpthese 'command a' 'command b'`.
pub fn quick(typed: &Quick, habits: &Habits, options: RunOptions) -> Outcome {
    let text = plan_source::quick(typed, habits, options.locate.as_deref())?;
    let options = with_habits(options, habits)?;
    if typed.print_plan {
        let printed = budget::written(&text.source.text, &options)?;
        plan_source::parse(text.source, false)?;
        return output::printed(&printed);
    }
    fresh(text, &options)
}

/// The options with what the habits of another program say of the report.
fn with_habits(mut options: RunOptions, habits: &Habits) -> Result<RunOptions, Complaint> {
    habits.send(&mut options.show.destinations)?;
    options.show.past.color = match habits.wants_color() {
        Some(true) => ColorArgument::Always,
        Some(false) => ColorArgument::Never,
        None => options.show.past.color,
    };
    Ok(options)
}

/// `cmpthese resume RUN`.
pub fn resume(id: Option<RunId>, options: &ShowOptions) -> Outcome {
    let history = past::open(&options.past)?;
    let id = past::chosen(&history, id)?;
    let claim = history.claim(id).map_err(past::complaint)?;
    let run = past::load(&history, id)?;
    if run.end == Some(End::Complete) {
        if !options.quiet {
            remark(&format!("run {id} is complete"));
        }
        return report(&run, options);
    }
    can_go_on(&run).map_err(|(why, help)| Complaint::usage(format!("run {id} {why}"), Some(help)))?;
    spares_inputs(options, &run.plan, Some(&run.header.source.name))?;
    output::check(options)?;
    let store = Some(Store { history, run: id, _claim: claim });
    let made = make(run, store, options, &record::resources()?)?;
    finish(made, options)
}

/// Why a run cannot go on here, as the rest of a sentence, and what to do.
fn can_go_on(run: &Run) -> Result<(), (String, String)> {
    const SO_FAR: &str = "what was measured so far is there, as `cmpthese show` tells it";
    if model::was_forked(&run.notes) {
        let why = "was forked from a script, and cannot go on without it";
        return Err((why.to_string(), format!("run the script again: {SO_FAR}")));
    }
    if let Some(tool) = run.plan.imported_from() {
        let why = format!("was imported from {tool}, and is cut off");
        return Err((why, "import it again".to_string()));
    }
    let (then, now) = (&run.header.machine.cpu, this_machine::here().cpu);
    if !measure::is_simulated(&run.plan) && then.is_some() && *then != now {
        return Err(("was begun on another processor".to_string(), format!("begin another run here: {SO_FAR}")));
    }
    elsewhere(run).map_or(Ok(()), |(why, _)| {
        Err((why, format!("go on with it there, or, without that directory, begin another run: {SO_FAR}")))
    })
}

/// Where a run was begun in another directory: that, as the rest of a sentence, and the directory.
fn elsewhere(run: &Run) -> Option<(String, String)> {
    let other = run.header.directory.as_ref().filter(|directory| working_directory().as_ref() != Some(directory))?;
    let directory = report::printable(other);
    Some((format!("was begun in {directory}, where the paths of its plan lead"), directory.to_string()))
}

/// The directory that relative paths begin in.
fn working_directory() -> Option<String> {
    Some(std::env::current_dir().ok()?.to_string_lossy().into_owned())
}

/// What a plan says, from its beginning.
pub fn fresh(text: PlanText, options: &RunOptions) -> Outcome {
    let run = unmeasured(text, options)?;
    let resources = record::resources()?;
    let made = recorded(run, options, &resources)?;
    if made.run.end == Some(End::Complete) && options.confirm {
        return confirmed(made, options, resources);
    }
    drop(resources);
    let exit = finish(made, &options.show)?;
    if options.confirm && !options.show.quiet {
        remark("it was stopped before the run that was to confirm it");
    }
    Ok(exit)
}

/// A run of which nothing is measured yet.
fn unmeasured(text: PlanText, options: &RunOptions) -> Result<Run, Complaint> {
    let color = output::uses_color_on_stderr(&options.show.past);
    let plan = plan_source::parse(text.source.clone(), color)?;
    spares_inputs(&options.show, &plan, None)?;
    let budget = budget::typed_ns(options)?.or(plan.budget_ns);
    output::check(&options.show)?;
    let header = RunHeader {
        version: env!("CARGO_PKG_VERSION").to_string(),
        started_at: started_now(&plan),
        seed: options.seed.unwrap_or_else(any_seed),
        budget_ns: budget.unwrap_or_else(|| design::budget_default_ns(&plan)),
        budget_is_default: budget.is_none(),
        is_of_fixed_size: false,
        source: text.source,
        published: text.published,
        machine: this_machine::here(),
        directory: working_directory().filter(|_| !measure::is_simulated(&plan)),
    };
    let mut run = Run::new(header, plan);
    let notes = plan_notes::of(&run.plan);
    notes.into_iter().for_each(|note| run.apply(Event::Noted { point: None, variant: None, note }));
    Ok(run)
}

/// Complains where a report would take the place of a file that commands get as their standard input, or of another one.
fn spares_inputs(options: &ShowOptions, plan: &Plan, other: Option<&str>) -> Result<(), Complaint> {
    let points = plan.points();
    let stdins = plan.variants.iter().filter_map(|variant| match &variant.subject {
        Subject::Command(command) => Some((variant, command.stdin.as_ref()?)),
        _ => None,
    });
    let of_points = |(variant, stdin): (&Variant, &Template)| -> Vec<PathBuf> {
        points.iter().filter_map(|point| stdin.fill(&variant.scope(point, &[]))).map(PathBuf::from).collect()
    };
    let files: Vec<PathBuf> = stdins.flat_map(of_points).chain(other.map(PathBuf::from)).collect();
    output::spares(options, &files.iter().map(PathBuf::as_path).collect::<Vec<_>>())
}

/// Seconds since 1970-01-01 UTC; 0 on virtual time.
fn started_now(plan: &Plan) -> i64 {
    if measure::is_simulated(plan) { 0 } else { jiff::Timestamp::now().as_second() }
}

/// The same once more, for as long as the first might have taken.
fn confirmed(made: FinishedRun, options: &RunOptions, resources: RunResources) -> Outcome {
    let first = made.run.header.clone();
    let (seed, started_at) = (first.seed.wrapping_add(1), started_now(&made.run.plan));
    let header = RunHeader { seed, started_at, is_of_fixed_size: true, ..first };
    let mut again = Run::new(header, made.run.plan.clone());
    // What was added to the plan is measured again, and nothing else is added.
    for record in &made.run.points[again.points.len()..] {
        again.apply(Event::PointAdded { point: record.point.clone() });
    }
    let first = made.store.as_ref().map_or("the run before it".to_string(), |store| format!("run {}", store.run));
    let note = format!("measured to confirm {first}, with all the launches that were planned");
    again.apply(Event::Noted { point: None, variant: None, note });
    let again = recorded(again, options, &resources);
    // Who writes reports can be ended.
    drop(resources);
    let again = match again {
        Ok(again) if again.run.end == Some(End::Interrupted) => {
            finish(made, &options.show)?;
            if !options.show.quiet {
                remark("the run that was to confirm this was stopped");
            }
            return Ok(Exit::Interrupted);
        }
        Ok(again) => again,
        // What was measured is shown all the same.
        Err(complaint) => return finish(made, &options.show).and(Err(complaint)),
    };
    let (first, second) = (analysis::analyze(&made.run), analysis::analyze(&again.run));
    let exit = finish(again, &options.show)?;
    if !options.show.destinations.0.iter().any(Destination::is_stdout) {
        output::print(&report::confirmation(&analysis::confirmation(&first, &second)))?;
    }
    Ok(exit)
}

/// What a script compares in workers that it forks itself, and then `see` of the run.
pub fn of_script(
    text: PlanText,
    caller: Rc<Caller>,
    options: &RunOptions,
    see: impl FnOnce(&Run) -> Result<(), Complaint>,
) -> Outcome {
    let run = unmeasured(text, options)?;
    let resources = record::resources_of_script(caller)?;
    let made = recorded(run, options, &resources)?;
    drop(resources);
    see(&made.run)?;
    finish(made, &options.show)
}

/// A run of a plan made of that of another, whose programs have to be what they were then.
fn unmeasured_after(before: &Run, text: PlanText, options: &RunOptions) -> Result<Run, Complaint> {
    let has_commands = before.plan.variants.iter().any(|variant| matches!(variant.subject, Subject::Command(_)));
    if let Some((why, directory)) = elsewhere(before).filter(|_| has_commands) {
        return Err(Complaint::usage(format!("the run {why}"), Some(format!("explain it in {directory}"))));
    }
    let mut run = unmeasured(text, options)?;
    // Code is compiled from the text of the plan, which is that of the run.
    let outside = before.built.iter().filter(|(name, _)| !measure::is_code(name));
    run.built.extend(outside.map(|(name, digest)| (name.clone(), digest.clone())));
    Ok(run)
}

/// A run that measures all that fits into its time, and is not reported: of a plan made of that of another.
pub fn of_doses(before: &Run, text: PlanText, options: &RunOptions) -> Result<Run, Complaint> {
    let mut run = unmeasured_after(before, text, options)?;
    run.header.is_of_fixed_size = true;
    kept(recorded(run, options, &record::resources()?)?)
}

/// A run of one variant of a plan made of that of another, by its index, for all of its time. It is not recorded.
pub fn of_one(before: &Run, text: PlanText, variant: usize, options: &RunOptions) -> Result<Run, Complaint> {
    let run = unmeasured_after(before, text, options)?;
    let header = RunHeader { is_of_fixed_size: true, ..run.header };
    let alone = Run { built: run.built, ..Run::new(header, run.plan.alone(variant)) };
    Ok(recorded(alone, options, &record::resources()?)?.run)
}

/// What a script measured itself: the events of that, and then `see` of the run.
pub fn of_events(
    text: PlanText,
    events: impl FnOnce(&Plan) -> Result<Vec<Event>, Complaint>,
    options: &RunOptions,
    see: impl FnOnce(&Run) -> Result<(), Complaint>,
) -> Outcome {
    let run = unmeasured(text, options)?;
    let events = events(&run.plan)?;
    taken(run, events, options.no_history, &options.show, see)
}

/// What another tool measured: the events of that, on the machine and at the time that it tells.
pub fn of_an_import(
    text: PlanText,
    events: Vec<Event>,
    machine: Machine,
    started_at: i64,
    options: &ImportOptions,
) -> Outcome {
    let plan = plan_source::parse(text.source.clone(), output::uses_color_on_stderr(&options.show.past))?;
    output::check(&options.show)?;
    let header = RunHeader {
        version: env!("CARGO_PKG_VERSION").to_string(),
        started_at,
        source: text.source,
        machine,
        ..RunHeader::default()
    };
    taken(Run::new(header, plan), events, options.no_history, &options.show, |_| Ok(()))
}

/// A run that nobody makes here, because all that happened in it is known; and then `see` of it.
fn taken(
    run: Run,
    events: Vec<Event>,
    no_history: bool,
    options: &ShowOptions,
    see: impl FnOnce(&Run) -> Result<(), Complaint>,
) -> Outcome {
    let store = stored(&run, no_history, options)?;
    let (run, trouble) = record::take(run, events, store.as_ref());
    tell_number(store.as_ref(), options);
    see(&run)?;
    finish(FinishedRun { run, store, trouble }, options)
}

/// A run that was made, and what went wrong with keeping it.
struct FinishedRun {
    run: Run,
    store: Option<Store>,
    trouble: Option<HistoryError>,
}

fn recorded(run: Run, options: &RunOptions, resources: &RunResources) -> Result<FinishedRun, Complaint> {
    let store = stored(&run, options.no_history, &options.show)?;
    make(run, store, &options.show, resources)
}

fn stored(run: &Run, no_history: bool, options: &ShowOptions) -> Result<Option<Store>, Complaint> {
    if no_history {
        return Ok(None);
    }
    let history = past::open_or_create(&options.past)?;
    let id = history.begin(&run.header, &run.plan.title).map_err(past::complaint)?;
    let claim = history.claim(id).map_err(past::complaint)?;
    let added = run.points[run.plan.grid_size()..].iter();
    let added = added.map(|record| Event::PointAdded { point: record.point.clone() });
    let noted = run.notes.iter().map(|note| Event::Noted { point: None, variant: None, note: note.clone() });
    let built = run.built.iter().map(|(name, digest)| Event::Built { name: name.clone(), digest: digest.clone() });
    added.chain(noted).chain(built).try_for_each(|event| history.append(id, &event)).map_err(past::complaint)?;
    Ok(Some(Store { history, run: id, _claim: claim }))
}

fn make(
    run: Run,
    store: Option<Store>,
    options: &ShowOptions,
    resources: &RunResources,
) -> Result<FinishedRun, Complaint> {
    let shown = match std::io::stderr().is_terminal() {
        _ if options.quiet => Shown::Nothing,
        true => Shown::Bar,
        false => Shown::Lines,
    };
    let so_far = RefCell::new(String::new());
    let progress = Progress::new(&run, shown, &so_far);
    let mut rule: Box<dyn StopRule> = match run.header.is_of_fixed_size {
        true => Box::new(FixedSize),
        false if shown == Shown::Bar => Box::new(Spectator::of(Judge::of(&run), &so_far)),
        false => Box::new(Judge::of(&run)),
    };
    let (run, trouble) = record::record(run, &mut *rule, store.as_ref(), resources, progress)?;
    tell_number(store.as_ref(), options);
    Ok(FinishedRun { run, store, trouble })
}

fn tell_number(store: Option<&Store>, options: &ShowOptions) {
    if let (Some(store), false) = (store, options.quiet) {
        remark(&format!("recorded as run {}", store.run));
    }
}

fn finish(made: FinishedRun, options: &ShowOptions) -> Outcome {
    let reported = report(&made.run, options);
    match kept(made) {
        Ok(_) => reported,
        Err(complaint) => {
            // Both are told.
            if let Err(other) = reported {
                let _ = exit::code(Err(other));
            }
            Err(complaint)
        }
    }
}

/// The run. One that could not be kept to its end is there up to that point.
fn kept(made: FinishedRun) -> Result<Run, Complaint> {
    let (Some(error), Some(store)) = (made.trouble, made.store) else { return Ok(made.run) };
    let complaint = past::complaint(error);
    let advice = match model::was_forked(&made.run.notes) {
        true => "run the script again then".to_string(),
        false => format!("`cmpthese resume {}` goes on with the run then", store.run),
    };
    let help = complaint.help.map_or(advice.clone(), |help| format!("{help}\n{advice}"));
    Err(Complaint { help: Some(help), ..complaint })
}

fn report(run: &Run, options: &ShowOptions) -> Outcome {
    let analysis = this_machine::analyzed(run);
    output::write(&analysis, &output::detail(options), options)?;
    let lost = |reason: &Reason| matches!(reason, Reason::Failed(_) | Reason::Differs { .. });
    let any_lost = analysis.points.iter().flat_map(|point| &point.excluded).any(|excluded| lost(&excluded.reason));
    let is_empty = analysis.points.iter().all(|point| point.rows.is_empty());
    Ok(match analysis.end {
        Some(End::Interrupted) => Exit::Interrupted,
        _ if any_lost || is_empty => Exit::NotAllWell,
        _ => Exit::Success,
    })
}

/// A seed that nobody chose: short enough to be typed again.
fn any_seed() -> u64 {
    let since = jiff::Timestamp::now().as_nanosecond() as u64;
    (since ^ (u64::from(std::process::id()) << 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32
}
