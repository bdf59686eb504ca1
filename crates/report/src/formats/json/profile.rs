//! Where the time of two variants goes inside them.

use super::value::{IntervalPart, Params, interval, params};
use analysis::{Analysis, Call, Profile, Side, Spot};
use model::Frame;
use serde::Serialize;

/// That of a pair: numbers that are two are of the first and of the second.
#[derive(Serialize)]
pub struct ProfilePart<'a> {
    params: Params<'a>,
    variants: [SidePart<'a>; 2],
    functions: Vec<SpotPart<'a>>,
    rest_ns: [f64; 2],
    calls: Vec<CallPart<'a>>,
}

#[derive(Serialize)]
struct SidePart<'a> {
    variant: &'a str,
    samples: u64,
    cpu_ns: f64,
    waiting_ns: f64,
}

#[derive(Serialize)]
struct SpotPart<'a> {
    function: &'a str,
    kernel: bool,
    ns: [f64; 2],
    more_ns: IntervalPart,
}

#[derive(Serialize)]
struct CallPart<'a> {
    function: &'a str,
    kernel: bool,
    ns: [f64; 2],
    anywhere_ns: [f64; 2],
    calls: Vec<CallPart<'a>>,
}

/// `None` where the point is none of the run.
pub fn profile_part<'a>(analysis: &'a Analysis, profile: &'a Profile) -> Option<ProfilePart<'a>> {
    let point = analysis.at(&profile.point)?;
    let side = |side: &'a Side| {
        let variant = point.name(side.variant)?;
        Some(SidePart { variant, samples: side.samples, cpu_ns: side.cpu_ns, waiting_ns: side.waiting_ns })
    };
    let [one, other] = &profile.sides;
    Some(ProfilePart {
        params: params(&profile.point),
        variants: [side(one)?, side(other)?],
        functions: profile.spots.iter().map(spot_part).collect(),
        rest_ns: profile.rest_ns,
        calls: profile.calls.iter().map(call_part).collect(),
    })
}

fn spot_part(spot: &Spot) -> SpotPart<'_> {
    let Frame { function, is_kernel } = &spot.frame;
    SpotPart { function, kernel: *is_kernel, ns: spot.ns, more_ns: interval(&spot.more_ns) }
}

fn call_part(call: &Call) -> CallPart<'_> {
    let Frame { function, is_kernel } = &call.frame;
    CallPart {
        function,
        kernel: *is_kernel,
        ns: call.ns,
        anywhere_ns: call.anywhere_ns,
        calls: call.calls.iter().map(call_part).collect(),
    }
}
