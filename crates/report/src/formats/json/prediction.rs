//! What variants would take by the prices of events.

use super::value::{Params, params};
use analysis::{Analysis, Predicted, Prediction};
use serde::Serialize;

/// Those of a point.
#[derive(Serialize)]
pub struct PredictionPart<'a> {
    params: Params<'a>,
    reference: Option<&'a str>,
    variants: Vec<PredictedPart<'a>>,
}

#[derive(Serialize)]
struct PredictedPart<'a> {
    variant: &'a str,
    measured_ns: f64,
    events_ns: f64,
    pass_ns: f64,
    predicted_ns: f64,
    off: f64,
    with_work_ns: Option<f64>,
    with_work_off: Option<f64>,
}

/// `None` where the point is none of the run.
pub fn prediction_part<'a>(analysis: &'a Analysis, prediction: &'a Prediction) -> Option<PredictionPart<'a>> {
    let point = analysis.at(&prediction.point)?;
    let part = |one: &Predicted| {
        Some(PredictedPart {
            variant: point.name(one.variant)?,
            measured_ns: one.measured_ns,
            events_ns: one.events_ns,
            pass_ns: one.pass_ns,
            predicted_ns: one.of_prices_ns(),
            off: one.off(one.of_prices_ns()),
            with_work_ns: one.with_work_ns,
            with_work_off: one.with_work_ns.map(|ns| one.off(ns)),
        })
    };
    Some(PredictionPart {
        params: params(&prediction.point),
        reference: prediction.reference.and_then(|variant| point.name(variant)),
        variants: prediction.variants.iter().filter_map(part).collect(),
    })
}
