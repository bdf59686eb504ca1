//! `cmpthese explain --profile`: where the time of two variants goes inside them, by the samples of perf(1).

use crate::arguments::PastOptions;
use crate::exit::{Complaint, Exit, Outcome};
use crate::explain_typed::Proving;
use crate::output::{check_file, not_written};
use crate::plan_source;
use crate::plan_text::PlanText;
use crate::told::Told;
use crate::{prove, run, selection};
use analysis::{Analysis, Explained, PointAnalysis, Reason, Row};
use model::{End, Point, Run, Stacks, Subject};
use report::printable;
use subjects::{NoProfile, Profiler};

/// Lets each of two variants run alone for half of the time, and tells in which functions one is longer. Of a sweep at the last point that has both, unless one is chosen.
pub fn profile(
    run: &Run,
    analysis: &Analysis,
    pair: Option<(&str, &str)>,
    told: &Told,
    proving: &Proving,
    options: &PastOptions,
) -> Outcome {
    let (one, other) = pair.map_or_else(|| selection::only_pair(analysis), Ok)?;
    let points = selection::asked(analysis, &proving.points)?;
    let both =
        points.into_iter().rev().find_map(|point| Some((point, [point.row_named(one)?, point.row_named(other)?])));
    let (point, rows) = both.ok_or_else(|| {
        let message = format!("{} and {} were measured together at no such point", printable(one), printable(other));
        Complaint::usage(message, Some("`cmpthese show` tells where they were".to_string()))
    })?;
    rows.iter().try_for_each(|row| check(run, row, &point.point))?;
    let budget = format!("{}ns", plan_source::duration_ns("--budget", &proving.budget)? / 2);
    proving.flame_graph.iter().try_for_each(|path| check_file(FLAME_GRAPH, path, "flame-graph"))?;
    let run_options = prove::run_options(budget, false, proving, options);
    let mut found: Vec<Stacks> = Vec::new();
    for row in rows {
        let source = plan::at_point(run.header.source.clone(), &point.point).map_err(Complaint::of)?;
        let profiler = Profiler::start(process_ns(run, row)).map_err(no_profile)?;
        let made = run::of_one(run, PlanText { source, published: None }, row.variant, &run_options);
        let text = profiler.stop().map_err(no_profile);
        let made = made?;
        if made.end == Some(End::Interrupted) {
            return Ok(Exit::Interrupted);
        }
        usable(&made)?;
        found.push(foreign::stacks(&text?, &own_name()));
    }
    let Some(profile) = analysis::profile(&point.point, rows, [&found[0], &found[1]]) else {
        return Err(Complaint::system(
            "perf found one of them nowhere",
            Some("a larger --budget finds more".to_string()),
        ));
    };
    told.print(&report::profile(point, &profile))?;
    if let Some(path) = &proving.flame_graph {
        let help = "give --flame-graph a path that can be written";
        std::fs::write(path, report::flame_graph(point, &profile))
            .map_err(|error| not_written(FLAME_GRAPH, path, &error, Some(help)))?;
    }
    told.finish(analysis, &Explained::default(), None, Some(&profile))?;
    Ok(Exit::Success)
}

/// What messages call the file of `--flame-graph`.
const FLAME_GRAPH: &str = "the flame graph";

/// What the kernel calls this program's processes, which measure and are no part of what is: as its file is called, which somebody may have renamed.
fn own_name() -> String {
    std::fs::read_to_string("/proc/self/comm").unwrap_or_default().trim_end().to_string()
}

/// Complains of a variant in which nobody can look.
fn check(run: &Run, row: &Row, point: &Point) -> Result<(), Complaint> {
    let subject = &run.plan.variants[row.variant].subject;
    let what = match subject {
        Subject::Command(_) => None,
        other => prove::what_it_is(other),
    };
    let Some(what) = what.or_else(|| prove::where_it_is(point)) else { return Ok(()) };
    let help = "snippets and commands have processes that can be looked at".to_string();
    Err(Complaint::usage(format!("{} {what}, and nobody can look into it", printable(&row.name)), Some(help)))
}

/// How long a process of a variant lives, in nanoseconds: that of a snippet for many iterations.
fn process_ns(run: &Run, row: &Row) -> f64 {
    match run.plan.variants[row.variant].subject {
        Subject::Command(_) => row.time_ns.point,
        _ => f64::INFINITY,
    }
}

/// The least part of its time that a process must spend in iterations: what is found of the rest, which is its start, is told as a part of them, too.
const INSIDE_MIN: f64 = 0.25;

/// Complains of a variant that did not come to its end this time, or of which starts would be most of what was found.
fn usable(made: &Run) -> Result<(), Complaint> {
    let analysis = analysis::analyze(made);
    let lost = analysis.points.iter().flat_map(|point| &point.excluded).filter_map(|one| match &one.reason {
        Reason::Failed(failure) => Some((&one.name, "failed", &failure.message)),
        Reason::Skipped(why) => Some((&one.name, "was not measured", why)),
        Reason::Differs { .. } => None,
    });
    // What was skipped may be so because of what failed.
    if let Some((name, what, why)) = lost.min_by_key(|(_, what, _)| *what != "failed") {
        let message = format!("{} {what} this time: {}", printable(name), printable(why));
        return Err(Complaint::system(message, Some("`cmpthese run` it again to see more".to_string())));
    }
    let inside = |point: &PointAnalysis| Some(point.inside? + point.untimed.unwrap_or(0.0));
    let [point] = &analysis.points[..] else { return Ok(()) };
    match inside(point).filter(|inside| *inside < INSIDE_MIN).zip(point.rows.first()) {
        None => Ok(()),
        Some((inside, row)) => {
            let message = format!(
                "{} of the time of {} was spent in iterations, and what is found of its starts would be told as theirs",
                model::format_percent(inside),
                printable(&row.name)
            );
            let help =
                "a process that runs more iterations shows them: a larger --budget, or a plan without `iterations`";
            Err(Complaint::usage(message, Some(help.to_string())))
        }
    }
}

fn no_profile(why: NoProfile) -> Complaint {
    match why {
        NoProfile::Missing => {
            Complaint::system("there is no perf here", Some("install it: sudo apt-get install linux-perf".to_string()))
        }
        NoProfile::Refused(said) => Complaint::system(
            format!("perf does not look: {}", printable(said.lines().next().unwrap_or("it says nothing"))),
            Some("where that is not allowed: sudo sysctl kernel.perf_event_paranoid=1".to_string()),
        ),
        NoProfile::System(error) => Complaint::system(format!("perf cannot be run: {error}"), None),
    }
}
