//! The causal test: whether a difference follows when the suspected event is added to the faster variant.
//!
//! Read from a run whose contestants are the faster variant with no dose, a dose and twice the dose, and beside them the slower one
//! (`doses` of a plan): all in each block, so that what the machine did meanwhile was done to all of them.

use crate::analyze::analyze;
use crate::evidence::{Evidence, Quantity};
use crate::excluded::Excluded;
use crate::ledger::EXPLAINED;
use crate::paired::Times;
use crate::suspect::Suspect;
use crate::timed::Timed;
use model::Run;
use stats::{ALPHA, DoseResponse, DosedLaunch, dose_response, smallest_p};
use std::collections::BTreeMap;

/// What doses showed.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The name of the variant that got them.
    pub faster: String,
    /// The name of the one beside.
    pub slower: String,
    /// What was added.
    pub suspect: Suspect,
    /// What it took, in nanoseconds, and which share of the difference that makes.
    pub response: DoseResponse,
    /// In how many launches.
    pub launches: usize,
    /// What that comes to.
    pub finding: ProofFinding,
}

/// What doses come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofFinding {
    /// The event is the cause: it makes more than half of the difference, as much as the ledger said or all of it, and not more than there is.
    Because,
    /// The second half of the doses took something else than the first, so that no one number is what an event takes.
    NotStraight,
    /// It takes something, and that it makes more than half of the difference is not established.
    TooLittle,
    /// It makes less than the ledger said.
    LessThanSaid,
    /// What it takes makes more than there is beside the other terms: it is something else that the slower variant does.
    TooMuch,
}

/// Why doses show nothing.
#[derive(Clone, Debug)]
pub enum Unproved {
    /// A variant was not measured, or answered differently, with a dose or beside it.
    Lost(Excluded),
    /// No difference between the two is established in this run.
    NoDifference,
    /// So few launches can tell nothing.
    TooFewLaunches(usize),
}

/// What became of the trial of a cause.
#[derive(Clone, Debug)]
pub enum Trial {
    /// Nothing that goes with the difference can be added.
    NothingToAdd,
    /// Doses were added, and showed something.
    Proof(Proof),
    /// They were, and showed nothing.
    Unproved(Unproved),
}

/// What a run with doses of a suspect says of it.
///
/// # Errors
/// What stands in the way.
pub fn proof(run: &Run, suspect: &Suspect) -> Result<Proof, Unproved> {
    let analysis = analyze(run);
    if let Some(lost) = analysis.points.iter().flat_map(|point| &point.excluded).next() {
        return Err(Unproved::Lost(lost.clone()));
    }
    let record = run.points.iter().find(|record| record.started).ok_or(Unproved::NoDifference)?;
    let indices: Vec<usize> = run.plan.contestants().map(|(index, _)| index).collect();
    let [none, single, double, beside] = indices[..] else { return Err(Unproved::NoDifference) };
    let none_row = analysis.points.iter().find_map(|point| point.row(none)).ok_or(Unproved::NoDifference)?;
    let timed = Timed::of(run, record);
    let launches = launches(&timed.times, none, none_row.time_ns.point, [single, double, beside]);
    if smallest_p(launches.len()) > ALPHA {
        return Err(Unproved::TooFewLaunches(launches.len()));
    }
    let response = dose_response(&launches, suspect.dose as f64, suspect.more).ok_or(Unproved::NoDifference)?;
    let name = |variant: usize| run.plan.variants[variant].name.clone();
    Ok(Proof {
        faster: name(none),
        slower: name(beside),
        finding: finding(&response, suspect),
        suspect: suspect.clone(),
        response,
        launches: launches.len(),
    })
}

/// What doses come to. That the ledger and the doses agree is asked of both sides: what they make reaches what the price said, or all that there is, and with
/// it the terms do not make much more.
fn finding(response: &DoseResponse, suspect: &Suspect) -> ProofFinding {
    let share = response.share;
    if !response.is_straight {
        ProofFinding::NotStraight
    } else if share.low <= *EXPLAINED.start() {
        ProofFinding::TooLittle
    } else if share.high < suspect.claimed.low.min(1.0) {
        ProofFinding::LessThanSaid
    } else if share.low > suspect.most {
        ProofFinding::TooMuch
    } else {
        ProofFinding::Because
    }
}

/// What each launch says of the three beside the one without a dose, in nanoseconds: of typical iterations, unless the costs of one vary.
fn launches(times: &Times, none: usize, none_ns: f64, others: [usize; 3]) -> Vec<DosedLaunch> {
    let evidence = others.map(|other| Evidence::of(times, none, other));
    let is_typical = evidence.iter().all(|evidence| evidence.quantity() == Quantity::Typical);
    let typical = evidence.map(|evidence| BTreeMap::from_iter(evidence.ratios(Quantity::Typical)));
    let of_launch = |launch: usize| {
        let more = |at: usize| match is_typical {
            true => Some(none_ns * typical[at].get(&launch)?.exp_m1()),
            false => Some(times.means.get(&launch)?.get(&others[at])? - times.means.get(&launch)?.get(&none)?),
        };
        let [single, double, beside] = [0, 1, 2].map(more);
        Some(DosedLaunch { single: single?, double: double?, beside: beside? })
    };
    times.means.keys().filter_map(|launch| of_launch(*launch)).collect()
}
