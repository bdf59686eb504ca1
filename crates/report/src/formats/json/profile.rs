//! Where the time of two variants goes inside them.

use super::value::{IntervalPart, finite, interval, params};
use analysis::{Analysis, Call, Profile, Side, Spot};
use model::Frame;
use serde::Serialize;
use std::collections::BTreeMap;

/// That of a pair: numbers that are two are of the first and of the second.
#[derive(Serialize)]
pub struct ProfilePart<'a> {
    params: BTreeMap<&'a str, serde_json::Value>,
    variants: [SidePart<'a>; 2],
    functions: Vec<SpotPart<'a>>,
    rest_ns: [Option<f64>; 2],
    calls: Vec<CallPart<'a>>,
}

#[derive(Serialize)]
struct SidePart<'a> {
    variant: &'a str,
    samples: u64,
    cpu_ns: Option<f64>,
    waiting_ns: Option<f64>,
}

#[derive(Serialize)]
struct SpotPart<'a> {
    function: &'a str,
    kernel: bool,
    ns: [Option<f64>; 2],
    more_ns: IntervalPart,
}

#[derive(Serialize)]
struct CallPart<'a> {
    function: &'a str,
    kernel: bool,
    ns: [Option<f64>; 2],
    anywhere_ns: [Option<f64>; 2],
    calls: Vec<CallPart<'a>>,
}

/// `None` where the point is none of the run.
pub fn profile_part<'a>(analysis: &'a Analysis, profile: &'a Profile) -> Option<ProfilePart<'a>> {
    let point = analysis.points.iter().find(|point| point.point == profile.point)?;
    let side = |side: &'a Side| {
        let variant = point.row(side.variant)?.name.as_str();
        Some(SidePart {
            variant,
            samples: side.samples,
            cpu_ns: finite(side.cpu_ns),
            waiting_ns: finite(side.waiting_ns),
        })
    };
    let [one, other] = &profile.sides;
    Some(ProfilePart {
        params: params(&profile.point),
        variants: [side(one)?, side(other)?],
        functions: profile.spots.iter().map(spot_part).collect(),
        rest_ns: profile.rest_ns.map(finite),
        calls: profile.calls.iter().map(call_part).collect(),
    })
}

fn spot_part(spot: &Spot) -> SpotPart<'_> {
    let Frame { function, is_kernel } = &spot.frame;
    SpotPart { function, kernel: *is_kernel, ns: spot.ns.map(finite), more_ns: interval(&spot.more_ns) }
}

fn call_part(call: &Call) -> CallPart<'_> {
    let Frame { function, is_kernel } = &call.frame;
    CallPart {
        function,
        kernel: *is_kernel,
        ns: call.ns.map(finite),
        anywhere_ns: call.anywhere_ns.map(finite),
        calls: call.calls.iter().map(call_part).collect(),
    }
}
