//! Where the time of two variants goes inside them, for people.

use crate::columns::{Text, align, indented, shorten, wrapped};
use crate::numbers::{count, signed_duration};
use crate::places::and_place;
use crate::printable;
use crate::style::WIDTH;
use analysis::{PointAnalysis, Profile, Spot};
use model::{Frame, format_duration};

/// What names are cut to, in characters: the rest of a line is numbers.
const NAME_MAX: usize = 30;
const VARIANT_MAX: usize = 10;

/// How many functions are told: what comes after takes little.
const SPOTS_MAX: usize = 12;

/// The table of a pair: the functions that are told apart, what is left, and what is not spent on the CPU.
pub fn profile(point: &PointAnalysis, found: &Profile) -> String {
    let name = |index: usize| variant(point, found, index);
    let title = format!("where the time goes in {} and in {}{}", name(0), name(1), and_place(&point.point));
    let [one, other] = match [0, 1].map(|index| shorten(&name(index), VARIANT_MAX)) {
        [one, other] if one == other => ["the first", "the second"].map(str::to_string),
        names => names,
    };
    let heading = [String::new(), one, other, "more".to_string()];
    let told = &found.spots[..found.spots.len().min(SPOTS_MAX)];
    let rest_of =
        |index: usize| found.rest_ns[index] + found.spots[told.len()..].iter().map(|spot| spot.ns[index]).sum::<f64>();
    let all = |index: usize| found.sides[index].cpu_ns;
    let mut rows: Vec<[String; 4]> = vec![heading];
    rows.extend(told.iter().map(of_spot));
    rows.push(of_sum("all other functions", [rest_of(0), rest_of(1)]));
    rows.push(of_sum("on the CPU", [all(0), all(1)]));
    rows.push(of_sum("waiting", [0, 1].map(|index| found.sides[index].waiting_ns)));
    let rows: Vec<Vec<Text>> = rows.into_iter().map(|cells| cells.map(Text::plain).to_vec()).collect();
    let said = format!(
        "{} and {} samples of processes of their own, start and warm-up with them, as parts of the time that was measured; ± is the luck of the draw. \
         It shows where, and proves no cause",
        count(found.sides[0].samples as f64),
        count(found.sides[1].samples as f64)
    );
    let (table, below) = (indented(&align(&rows, 2, &[])), indented(&wrapped(&said, WIDTH - 2)));
    format!("{}\n{table}{below}", wrapped(&title, WIDTH))
}

/// The name of a variant.
pub(crate) fn variant(point: &PointAnalysis, found: &Profile, index: usize) -> String {
    point.name(found.sides[index].variant).map(printable).unwrap_or_default()
}

/// The name of a function, cut to so many columns; of the kernel's it is said.
pub(crate) fn function(frame: &Frame, columns_max: usize) -> String {
    let of_kernel = if frame.is_kernel { " (kernel)" } else { "" };
    format!("{}{of_kernel}", shorten(&printable(&frame.function), columns_max.saturating_sub(of_kernel.len())))
}

fn of_spot(spot: &Spot) -> [String; 4] {
    let more = format!("{} ± {}", signed_duration(spot.more_ns.point), format_duration(spot.more_ns.half_width()));
    let [one, other] = spot.ns.map(time);
    [function(&spot.frame, NAME_MAX), one, other, more]
}

fn of_sum(what: &str, ns: [f64; 2]) -> [String; 4] {
    let [one, other] = ns.map(time);
    let more = ns[0] - ns[1];
    [what.to_string(), one, other, if more == 0.0 { time(more) } else { signed_duration(more) }]
}

fn time(ns: f64) -> String {
    if ns == 0.0 { "0".to_string() } else { format_duration(ns) }
}
