//! What doses of an event showed.

use super::value::{IntervalPart, interval};
use crate::exclusions::why_not_ranked;
use analysis::{Proof, ProofFinding, Trial, Unproved};
use serde::Serialize;

/// What was tried, and what it comes to.
#[derive(Serialize, Default)]
pub struct ProofPart<'a> {
    finding: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    doses: Option<DosesPart<'a>>,
}

/// The doses, and what they took.
#[derive(Serialize)]
struct DosesPart<'a> {
    faster: &'a str,
    slower: &'a str,
    event: &'static str,
    counts: [u64; 3],
    bytes: u64,
    span: u64,
    more: f64,
    launches: usize,
    each_ns: IntervalPart,
    halves_ns: [IntervalPart; 2],
    share: IntervalPart,
}

pub fn proof_part(trial: &Trial) -> ProofPart<'_> {
    let unproved = |finding| ProofPart { finding, ..ProofPart::default() };
    match trial {
        Trial::NothingToAdd => unproved("nothing_to_add"),
        Trial::Unproved(Unproved::NoDifference) => unproved("no_difference"),
        Trial::Unproved(Unproved::TooFewLaunches(_)) => unproved("too_few_launches"),
        Trial::Unproved(Unproved::Lost(lost)) => {
            ProofPart { reason: Some(format!("{}: {}", lost.name, why_not_ranked(&lost.reason))), ..unproved("lost") }
        }
        Trial::Proof(proof) => {
            let finding = match proof.finding {
                ProofFinding::Because => "because",
                ProofFinding::NotStraight => "not_straight",
                ProofFinding::TooLittle | ProofFinding::LessThanSaid | ProofFinding::TooMuch => "not_established",
            };
            ProofPart { doses: Some(doses_part(proof)), ..unproved(finding) }
        }
    }
}

fn doses_part(proof: &Proof) -> DosesPart<'_> {
    let Proof { suspect, response, .. } = proof;
    DosesPart {
        faster: &proof.faster,
        slower: &proof.slower,
        event: suspect.event.key(),
        counts: [0, suspect.dose, 2 * suspect.dose],
        bytes: suspect.bytes,
        span: suspect.span,
        more: suspect.more,
        launches: proof.launches,
        each_ns: interval(&response.each),
        halves_ns: [interval(&response.halves[0]), interval(&response.halves[1])],
        share: interval(&response.share),
    }
}
