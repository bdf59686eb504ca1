//! How a time grows along an axis.

use super::value::{IntervalPart, Params, interval, params};
use analysis::{Form, Law, NoLaw, VariantLaw};
use model::Landmark;
use serde::Serialize;

/// How the time of a variant grows along an axis, or why no law is told.
#[derive(Serialize)]
pub struct LawPart<'a> {
    params: Params<'a>,
    param: &'a str,
    variant: &'a str,
    sizes: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    landmarks: Vec<Landmark>,
    #[serde(flatten)]
    law: Outcome,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Outcome {
    Law(Box<Found>),
    None { form: (), no_law: &'static str, off: Option<f64> },
}

/// A law.
#[derive(Serialize)]
pub struct Found {
    form: &'static str,
    fixed_ns: IntervalPart,
    per_unit_ns: Option<IntervalPart>,
    #[serde(rename = "break")]
    changes: Option<BreakPart>,
    from: f64,
    to: f64,
    is_tail: bool,
    off_max: f64,
    prediction_error: f64,
    p: Option<f64>,
}

#[derive(Serialize)]
struct BreakPart {
    at: IntervalPart,
    fixed_ns: IntervalPart,
    per_unit_ns: IntervalPart,
}

pub fn law_part(law: &VariantLaw) -> LawPart<'_> {
    let none = |no_law, off| Outcome::None { form: (), no_law, off };
    LawPart {
        params: params(&law.point),
        param: &law.axis.param,
        variant: &law.variant,
        sizes: law.sizes,
        landmarks: law.landmarks.clone(),
        law: match &law.law {
            Ok(found) => Outcome::Law(Box::new(found_part(found))),
            Err(NoLaw::TooFewSizes) => none("too_few_sizes", None),
            Err(NoLaw::BelowZero) => none("below_zero", None),
            Err(NoLaw::DoesNotFit { off_max }) => none("does_not_fit", Some(*off_max)),
            Err(NoLaw::DoesNotPredict { error }) => none("does_not_predict", Some(*error)),
        },
    }
}

/// A law by itself.
pub fn found_part(law: &Law) -> Found {
    Found {
        form: match law.form {
            Form::Constant => "constant",
            Form::Linear => "linear",
            Form::NLogN => "n_log_n",
            Form::Quadratic => "quadratic",
            Form::TwoPieces => "two_pieces",
        },
        fixed_ns: interval(&law.fixed),
        per_unit_ns: law.per_unit.as_ref().map(interval),
        changes: law.changes.map(|changes| BreakPart {
            at: interval(&changes.at),
            fixed_ns: interval(&changes.fixed),
            per_unit_ns: interval(&changes.per_unit),
        }),
        from: law.from,
        to: law.to,
        is_tail: law.is_tail,
        off_max: law.off_max,
        prediction_error: law.prediction_error,
        p: law.p,
    }
}
