//! What doses of an event showed, for people: the only place where a difference has a cause.

use crate::columns::{indented, wrapped};
use crate::exclusions::happened;
use crate::numbers::{count, counted, percents};
use crate::printable;
use crate::style::WIDTH;
use analysis::{Interval, Proof, ProofFinding, Reason, Suspect, Trial, Unproved};
use model::{DoseEvent, format_bytes, format_duration};

/// A share above it is more than there is: what a dose takes besides the event is below a tenth of it.
const WHOLE: f64 = 1.1;

/// What became of the trial of a cause.
pub fn trial(trial: &Trial) -> String {
    match trial {
        Trial::NothingToAdd => paragraphs(&[
            "nothing to prove: what goes with the difference is nothing that can be added to the faster one"
                .to_string(),
        ]),
        Trial::Proof(found) => proof(found),
        Trial::Unproved(why) => unproved(why),
    }
}

/// What was done, and what it comes to.
pub fn proof(proof: &Proof) -> String {
    let Proof { suspect, response, .. } = proof;
    let (faster, slower) = (printable(&proof.faster), printable(&proof.slower));
    let (each, [first, second]) = (time(&response.each), response.halves.map(|half| time(&half)));
    let [one, several] = suspect.event.words();
    let done = format!(
        "{faster} with {} and {} more {} in each iteration, beside {slower}, {} launches:",
        suspect.dose,
        2 * suspect.dose,
        events(suspect, several),
        proof.launches
    );
    let took = format!("each takes {each}; of the first half {first}, of the second {second}");
    let number = count(suspect.more);
    let (called, they_make, their) =
        if number == "1" { (one, "it makes", "its") } else { (several, "they make", "their") };
    let more = format!("{number} more {}", events(suspect, called));
    let besides = if response.share.low > WHOLE { ", and something else takes less" } else { "" };
    let share = format!("{} of the difference", percents(&response.share));
    let no_cause = |why: String| format!("not established as the cause: {more} would make {share}, {why}");
    let comes_to = match proof.finding {
        ProofFinding::Because => format!("{slower} is slower because of {more}: {they_make} {share}{besides}"),
        ProofFinding::NotStraight => {
            "nothing is proved: the second half of the doses takes something else than the first, so what one event takes depends \
             on how many there are"
                .to_string()
        }
        ProofFinding::TooLittle => no_cause("and half of it is not sure".to_string()),
        ProofFinding::LessThanSaid => {
            no_cause(format!("less than the {} that {their} price says", percents(&suspect.claimed)))
        }
        ProofFinding::TooMuch => no_cause("more than there is beside what else goes with it".to_string()),
    };
    paragraphs(&[done, took, comes_to])
}

/// Why doses showed nothing.
pub fn unproved(unproved: &Unproved) -> String {
    let why = match unproved {
        Unproved::NoDifference => "no difference is established between the two in the run with doses".to_string(),
        Unproved::TooFewLaunches(launches) => {
            let launches = counted(*launches, ["launch is", "launches are"]);
            format!("{launches} too few to tell anything: give it a longer --budget")
        }
        Unproved::Lost(lost) => {
            let name = printable(&lost.name);
            match &lost.reason {
                Reason::Failed(failure) => format!("{name} failed: {}", printable(&happened(failure))),
                Reason::Skipped(reason) => format!("{name} was not measured: {}", printable(reason)),
                Reason::Differs { place: None, .. } => {
                    format!("a dose must not change the answer, and that of {name} differs beyond what is kept")
                }
                Reason::Differs { own, other, .. } => format!(
                    "a dose must not change the answer, and {name} answers {} where {} is due",
                    printable(own),
                    printable(other)
                ),
            }
        }
    };
    paragraphs(&[format!("nothing is proved: {why}")])
}

fn paragraphs(lines: &[String]) -> String {
    lines.iter().map(|line| indented(&wrapped(line, WIDTH - 2))).collect()
}

/// `read calls of 64 KiB`, by what one or several are called.
fn events(suspect: &Suspect, called: &str) -> String {
    match suspect.event {
        DoseEvent::ReadCall => format!("{called} of {}", format_bytes(suspect.bytes)),
        DoseEvent::MinorFault | DoseEvent::FileFault | DoseEvent::CopiedByte => called.to_string(),
    }
}

/// `431.0 ns [428.0 ns, 433.0 ns]`
fn time(interval: &Interval) -> String {
    let [point, low, high] = [interval.point, interval.low, interval.high].map(format_duration);
    format!("{point} [{low}, {high}]")
}
