//! What variants would take by what events cost here, beside what they took, for people.

use crate::columns::{Text, align, indented, shorten, wrapped};
use crate::numbers::{percent, signed};
use crate::places::and_place;
use crate::printable;
use crate::style::WIDTH;
use analysis::{HIT, PointAnalysis, Predicted, Prediction};
use model::format_duration;

/// What names are cut to, in characters: the rest of a line is numbers.
const NAME_MAX: usize = 26;

/// The table of a point, hits and misses alike, and what was assumed.
pub fn prediction(point: &PointAnalysis, found: &Prediction) -> String {
    let of = |variant: usize| point.name(variant).map(printable).unwrap_or_default();
    let heading = match found.reference {
        Some(_) => vec!["", "measured", "predicted", "off", "with work", "off"],
        None => vec!["", "measured", "predicted", "off"],
    };
    let line = |one: &Predicted| {
        let name = shorten(&of(one.variant), NAME_MAX);
        let (measured, predicted) = (format_duration(one.measured_ns), one.of_prices_ns());
        let mut cells = vec![name, measured, format_duration(predicted), off(one, predicted)];
        cells.extend(one.with_work_ns.iter().flat_map(|ns| [format_duration(*ns), off(one, *ns)]));
        cells.into_iter().map(Text::plain).collect::<Vec<Text>>()
    };
    let heading: Vec<Text> = heading.into_iter().map(Text::plain).collect();
    let rows: Vec<Vec<Text>> = std::iter::once(heading).chain(found.variants.iter().map(line)).collect();
    let below: String = sentences(found, of).iter().map(|told| indented(&wrapped(told, WIDTH - 2))).collect();
    format!("by the prices alone{}\n{}{below}", and_place(&point.point), indented(&align(&rows, 2, &[])))
}

/// By how much it is too large, with its sign.
fn off(one: &Predicted, predicted_ns: f64) -> String {
    signed(one.off(predicted_ns), percent)
}

fn sentences(found: &Prediction, name: impl Fn(usize) -> String) -> Vec<String> {
    let hits = |predicted: &[(&Predicted, f64)]| {
        let hits = predicted.iter().filter(|(one, ns)| one.is_hit(*ns)).count();
        format!("{hits} of {} within {}", predicted.len(), percent(HIT))
    };
    let by_prices: Vec<(&Predicted, f64)> = found.variants.iter().map(|one| (one, one.of_prices_ns())).collect();
    let of_prices = format!(
        "predicted: {}; what is counted of each, and one pass over its bytes, at the prices of this machine; what read(2) brings is taken to \
         lie in the smallest cache that is twice as large as a call, the rest as in a mapped file of about its size",
        hits(&by_prices)
    );
    let with_work = found.reference.and_then(|reference| {
        let others = found.variants.iter().filter(|one| one.variant != reference);
        let others: Vec<(&Predicted, f64)> = others.filter_map(|one| Some((one, one.with_work_ns?))).collect();
        let name = name(reference);
        let told = format!(
            "with work: {}, {name} not counted; the pass is replaced by the time of {name} in user mode, which all are taken to \
             need where their bytes lie alike",
            hits(&others)
        );
        (!others.is_empty()).then_some(told)
    });
    std::iter::once(of_prices).chain(with_work).collect()
}
