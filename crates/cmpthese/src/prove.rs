//! `cmpthese explain --prove`: doses of what goes with a difference, in a run of their own.

use crate::arguments::{PastOptions, RunOptions, ShowOptions};
use crate::exit::{Complaint, Exit, Outcome};
use crate::explain_typed::Proving;
use crate::plan_text::PlanText;
use crate::told::Told;
use crate::{plan_source, run, selection};
use analysis::{Analysis, Explained, Ledger, PointAnalysis, Suspect, Trial, Unproved};
use model::{End, Environment, Plan, Point, Run, Subject, UnitCosts};
use plan::DoseSeries;
use report::printable;

/// Tries what goes with the difference of two variants of a run. Of a sweep at the last point where there is something to try, unless one is chosen.
pub fn prove(
    run: &Run,
    analysis: &Analysis,
    pair: Option<(&str, &str)>,
    costs: impl FnOnce() -> UnitCosts,
    told: &Told,
    proving: &Proving,
    options: &PastOptions,
) -> Outcome {
    if run.plan.variants.iter().any(|variant| variant.dose.is_some()) {
        let help = Some("name the run that it was made of".to_string());
        return Err(Complaint::usage("this run has doses already", help));
    }
    let points = selection::asked(analysis, &proving.points)?;
    let pair = pair.map_or_else(|| selection::only_pair(analysis), Ok)?;
    plan_source::duration_ns("--budget", &proving.budget)?;
    let cases = |costs: &UnitCosts| -> Vec<Case> {
        points.iter().filter_map(|point| Case::of(analysis, point, pair, costs)).collect()
    };
    let without_prices = cases(&UnitCosts::default());
    let checked = without_prices.iter().map(|case| check(&run.plan, case));
    checked.reduce(Result::or).unwrap_or(Ok(()))?;
    // Prices take a while where they are not known yet.
    let costs = if without_prices.is_empty() { UnitCosts::default() } else { costs() };
    let established = cases(&costs);
    let Some(case) = established.iter().rev().find(|case| case.suspect.is_some()).or(established.last()) else {
        told.print("no difference in time is established, so there is no cause to try\n")?;
        told.finish(analysis, &Explained::default(), None, None)?;
        return Ok(Exit::Success);
    };
    told.print(&report::explanation_of(case.point, &case.ledger))?;
    let trial = match &case.suspect {
        None => Trial::NothingToAdd,
        Some(suspect) => {
            let run_options = run_options(proving.budget.clone(), true, proving, options);
            let made = run::of_doses(run, text(run, case, suspect)?, &run_options)?;
            if made.end == Some(End::Interrupted) {
                return Ok(Exit::Interrupted);
            }
            analysis::proof(&made, suspect).map_or_else(Trial::Unproved, Trial::Proof)
        }
    };
    told.print(&report::trial(&trial))?;
    let explained = Explained { costs, ledgers: vec![case.ledger.clone()], predictions: Vec::new() };
    told.finish(analysis, &explained, Some(&trial), None)?;
    let is_lost = matches!(trial, Trial::Unproved(Unproved::Lost(_)));
    Ok(if is_lost { Exit::NotAllWell } else { Exit::Success })
}

/// A difference at a point.
struct Case<'a> {
    point: &'a PointAnalysis,
    /// Told against the faster one.
    ledger: Ledger,
    suspect: Option<Suspect>,
}

impl Case<'_> {
    /// `None` where no difference is established.
    fn of<'a>(
        analysis: &Analysis,
        point: &'a PointAnalysis,
        (one, other): (&str, &str),
        costs: &UnitCosts,
    ) -> Option<Case<'a>> {
        let landmarks = &analysis.machine().landmarks;
        let (one, other) = (point.row_named(one)?, point.row_named(other)?);
        let against = analysis::ledger(point, other.variant, one.variant, landmarks, costs)?;
        let (ledger, slower) = match against.difference_ns.point > 0.0 {
            true => (against, one),
            false => (analysis::ledger(point, one.variant, other.variant, landmarks, costs)?, other),
        };
        let suspect = analysis::suspect(&ledger, slower);
        Some(Case { point, ledger, suspect })
    }
}

/// The plan of the run at that point, with doses.
fn text(run: &Run, case: &Case, suspect: &Suspect) -> Result<PlanText, Complaint> {
    let point = &case.point.point;
    check(&run.plan, case)?;
    let name = |variant: usize| run.plan.variants[variant].name.clone();
    let doses = DoseSeries {
        of: name(case.ledger.baseline),
        beside: name(case.ledger.candidate),
        event: suspect.event,
        counts: vec![0, suspect.dose, 2 * suspect.dose],
        bytes: suspect.bytes,
        span: suspect.span,
    };
    let source = plan::at_point(run.header.source.clone(), point).map_err(Complaint::of)?;
    Ok(PlanText { source: plan::with_doses(source, &doses), published: None })
}

/// Complains where nothing can be added.
fn check(plan: &Plan, case: &Case) -> Result<(), Complaint> {
    let faster = &plan.variants[case.ledger.baseline];
    let Some(what) = what_it_is(&faster.subject).or_else(|| where_it_is(&case.point.point)) else { return Ok(()) };
    let message = format!("{} {what}, and nothing can be added to it", printable(&faster.name));
    Err(Complaint::usage(message, Some("a cause is tried in snippets alone, whose hosts add events".to_string())))
}

/// Where variants are at a point of an environment, as the end of a sentence.
pub fn where_it_is(point: &Point) -> Option<&'static str> {
    point.get(Environment::AXIS).map(|_| "runs in an environment of the plan")
}

/// What a variant is that is no snippet, as the end of a sentence.
pub fn what_it_is(subject: &Subject) -> Option<&'static str> {
    match subject {
        Subject::Command(_) => Some("is a command"),
        Subject::Http(_) => Some("is a request"),
        Subject::Sim(_) => Some("is simulated"),
        Subject::Imported(_) => Some("was measured elsewhere"),
        Subject::Snippet(_) => None,
    }
}

/// How a run is made beside the one that is explained.
pub fn run_options(budget: String, is_recorded: bool, proving: &Proving, past: &PastOptions) -> RunOptions {
    RunOptions {
        budget: Some(budget),
        seed: proving.seed,
        no_history: !is_recorded,
        show: ShowOptions { quiet: proving.quiet, past: past.clone(), ..ShowOptions::default() },
        ..RunOptions::default()
    }
}
