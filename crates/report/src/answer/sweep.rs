//! The answer over a sweep: who is fastest where.

use super::lost::lost_over;
use super::places::{along, only_axis};
use super::point::{Finding, NOTHING, finding, names, range, timed, why_nothing, why_undecided};
use crate::cases::{self, listed, quoted};
use crate::numbers::{counted, extremes};
use crate::sizes::size;
use crate::standing::{Found, common_baseline, standing, standings};
use analysis::{Course, Crossing, Order, PointAnalysis, Row, Verdict};
use model::format_duration;
use std::collections::{BTreeMap, BTreeSet};

/// More winners are counted.
const WINS_MAX: usize = 3;

const POINTS: [&str; 2] = ["point", "points"];

/// More crossovers are told in their own section.
const CROSSOVERS_MAX: usize = 2;

/// Who is fastest, alone or with whom, and at which points.
struct Win {
    variants: Vec<usize>,
    names: String,
    places: Vec<usize>,
}

/// What the points of a sweep say together.
#[derive(Default)]
struct Tally<'p> {
    /// Those who win somewhere, the most frequent first.
    wins: Vec<Win>,
    /// Where nobody is established to be the fastest.
    open: Vec<usize>,
    /// Why, as clauses.
    why_open: BTreeSet<&'static str>,
    /// Who is ahead at one of those.
    ahead: BTreeMap<usize, &'p Row>,
    /// Those who are the only one at a point.
    alone: Vec<&'p Row>,
    /// How many points have no times.
    nothing: usize,
}

/// The sentence, with the crossovers that are known.
pub fn answer(points: &[PointAnalysis], courses: &[Course]) -> String {
    let tally = tally(points);
    let all = points.len();
    let Tally { wins, open, why_open, alone, nothing, .. } = &tally;
    let lost = lost_over(points);
    if wins.is_empty() && open.is_empty() {
        let reasons: BTreeSet<String> = points.iter().map(why_nothing).collect();
        let only = reasons.first().filter(|_| reasons.len() == 1 && alone.is_empty());
        return format!("{}{}.", of_one_at_a_time(alone, all), only.unwrap_or(&lost));
    }
    let between = between(points, &tally);
    // One that wins alone leaves no place to tell of.
    let crossovers = if wins.len() == 1 { String::new() } else { crossovers(courses) };
    let beside = [unbeaten(points, &tally), crossovers, gainers(points, &tally), losers(points), lost].concat();
    let open_at = match open.as_slice() {
        [] => None,
        [only] => Some(format!("undecided{}{between}", cases::place(points, &points[*only]))),
        several => Some(format!("undecided at {} points{between}", several.len())),
    };
    let others = [(alone.len(), "one alone was ranked"), (*nothing, "nobody was ranked")];
    let others = others.into_iter().filter(|(points, _)| *points > 0);
    let others = others.map(|(points, what)| format!("{what} at {}", counted(points, POINTS)));
    let others: Vec<String> = open_at.into_iter().chain(others).collect();
    let and_others = if others.is_empty() { String::new() } else { format!(", {}", others.join(", ")) };
    let why = why_open.first().filter(|_| why_open.len() == 1).copied().unwrap_or_default();
    match wins.as_slice() {
        [] if open.len() == all => {
            format!("It is undecided at {} which is fastest{between}{why}{beside}.", every(all))
        }
        [] => format!("It is undecided which is fastest: {}, of {all} points{why}{beside}.", others.join(", ")),
        [win] => {
            let count = win.places.len();
            let at = if count == all { every(all) } else { format!("{count} of {all} points") };
            let place = if count == all { None } else { place(points, win) };
            let place = place.map_or(String::new(), |place| format!(" ({place})"));
            let what = if win.variants.len() == 1 { "is fastest at" } else { "are level, and fastest, at" };
            let lead = lead(points, win);
            format!("{} {what} {at}{place}{lead}{and_others}{beside}.", win.names)
        }
        wins => {
            let more: usize = wins.iter().skip(WINS_MAX).map(|win| win.places.len()).sum();
            let mut first: Vec<&Win> = wins.iter().take(WINS_MAX).collect();
            first.sort_by_key(|win| win.places[0]);
            let told = first.into_iter().map(|win| {
                let together = if win.variants.len() == 1 { "" } else { " together" };
                let at = place(points, win).unwrap_or_else(|| format!("at {}", counted(win.places.len(), POINTS)));
                format!("{}{together} {at}", win.names)
            });
            let more = (more > 0).then(|| format!("others at {}", counted(more, POINTS)));
            let told: Vec<String> = told.chain(more).chain(others).collect();
            // A list of names has commas of its own.
            let comma = if wins.iter().any(|win| win.variants.len() > 1) { "; " } else { ", " };
            format!("No way is fastest at {}: {}{beside}.", every(all), told.join(comma))
        }
    }
}

/// So many points, which are all.
fn every(points: usize) -> String {
    if points == 2 { "both points".to_string() } else { format!("all {points} points") }
}

fn tally(points: &[PointAnalysis]) -> Tally<'_> {
    let mut tally = Tally::default();
    for (place, point) in points.iter().enumerate() {
        let winners = match finding(point) {
            Finding::Fastest(one) => vec![one],
            Finding::Level(level) => level,
            Finding::Undecided(ahead) => {
                tally.open.push(place);
                tally.why_open.insert(why_undecided(point, &ahead));
                tally.ahead.extend(ahead.into_iter().map(|row| (row.variant, row)));
                continue;
            }
            Finding::Alone(one) => {
                tally.alone.push(one);
                continue;
            }
            Finding::Nothing => {
                tally.nothing += 1;
                continue;
            }
        };
        let mut variants: Vec<usize> = winners.iter().map(|row| row.variant).collect();
        variants.sort_unstable();
        match tally.wins.iter_mut().find(|win| win.variants == variants) {
            Some(win) => win.places.push(place),
            None => tally.wins.push(Win { variants, names: names(&winners), places: vec![place] }),
        }
    }
    tally.wins.sort_by_key(|win| (std::cmp::Reverse(win.places.len()), win.variants.clone()));
    tally
}

/// How far a winner is ahead of the baseline where it wins; nothing where it is the baseline, or that changes.
fn lead(points: &[PointAnalysis], win: &Win) -> String {
    let [winner] = win.variants[..] else { return String::new() };
    let found = |place: &usize| {
        let point = &points[*place];
        Some((point.baseline_row()?, standing(point, point.row(winner)?).found?))
    };
    let found: Option<Vec<(&Row, Found)>> = win.places.iter().map(found).collect();
    let Some(found @ [(base, _), ..]) = found.as_deref() else { return String::new() };
    if found.iter().any(|(other, _)| other.variant != base.variant) {
        return String::new();
    }
    let ratios: Vec<f64> = found.iter().map(|(_, one)| one.ratio.point).collect();
    format!(", {} times as fast as {}", range(&ratios), quoted(&base.name))
}

/// Where a win is, along the only parameter that changes.
fn place(points: &[PointAnalysis], win: &Win) -> Option<String> {
    along(points, only_axis(points)?, &win.places)
}

/// Between whom it is undecided, unless that is everybody, or at few points.
fn between(points: &[PointAnalysis], tally: &Tally) -> String {
    if 2 * tally.open.len() < points.len() {
        return String::new();
    }
    let everybody: BTreeSet<usize> = points.iter().flat_map(timed).map(|row| row.variant).collect();
    let names: Vec<String> = tally.ahead.values().map(|row| quoted(&row.name)).collect();
    match names.len() {
        all if all < 2 || all == everybody.len() => String::new(),
        _ => format!(" between {}", listed(&names)),
    }
}

/// From what size on another is faster than the baseline, or the baseline than another, or one of two than the other, where there is one axis to tell it along and one place.
fn crossovers(courses: &[Course]) -> String {
    let Some(first) = courses.first() else { return String::new() };
    if courses.iter().any(|course| course.axis != first.axis || course.point != first.point) {
        return String::new();
    }
    let clause = |course: &Course| match course.crossings.as_slice() {
        [only] if course.is_to_baseline || courses.len() == 1 => {
            let (before, behind) = match only.before {
                Order::FirstFaster => (&course.first, &course.second),
                _ => (&course.second, &course.first),
            };
            let sizes = established(course, only)?;
            Some(format!("; {} is faster than {} {sizes}", quoted(behind), quoted(before)))
        }
        _ => None,
    };
    courses.iter().filter_map(clause).take(CROSSOVERS_MAX).collect()
}

/// At which sizes the one that is faster behind a crossing is established to be so, at the last of which something is established: from the crossing
/// on only if nothing else lies beside it, and on for ever only if they are the last of all.
fn established(course: &Course, crossing: &Crossing) -> Option<String> {
    let place = course.regions.iter().rposition(|region| region.order.is_established()).filter(|place| *place > 0)?;
    let (before, last) = (&course.regions[place - 1], &course.regions[place]);
    let is_next = crossing.between == (before.to, last.from);
    let at = |value: f64| size(&course.axis, value);
    let from = at(if is_next { crossing.at.point } else { last.from });
    (last.order != crossing.before).then(|| match place + 1 == course.regions.len() {
        true => format!("from {from} on"),
        false if last.from == last.to => format!("at {}", at(last.to)),
        false => format!("from {from} to {}", at(last.to)),
    })
}

/// Who is faster than the baseline at all points, beside one that wins.
fn gainers(points: &[PointAnalysis], tally: &Tally) -> String {
    let Some(base) = common_baseline(points) else { return String::new() };
    let wins = |variant: usize| tally.wins.iter().any(|win| win.variants == [variant]);
    let is_gainer = |row: &&Row| {
        let is_faster =
            |point: &PointAnalysis| standing(point, row).found.is_some_and(|found| found.verdict == Verdict::Faster);
        !wins(row.variant) && points.iter().all(is_faster)
    };
    let names: Vec<String> = timed(&points[0]).filter(is_gainer).map(|row| quoted(&row.name)).collect();
    match names.len() {
        0 => String::new(),
        1 => format!("; {} is faster than {} everywhere", names[0], quoted(&base.name)),
        _ => format!("; {} are faster than {} everywhere", listed(&names), quoted(&base.name)),
    }
}

/// Who is found to be slower than nobody, anywhere, where no single one wins everywhere: the choice that is wrong nowhere.
fn unbeaten(points: &[PointAnalysis], tally: &Tally) -> String {
    if tally.wins.len() + tally.open.len() < 2 {
        return String::new();
    }
    let is_beaten =
        |point: &PointAnalysis, one: &Row| timed(point).any(|other| point.verdict(one, other) == Some(Verdict::Slower));
    let rows: BTreeMap<usize, &Row> = points.iter().flat_map(timed).map(|row| (row.variant, row)).collect();
    let stands = |variant: &usize| {
        points.iter().all(|point| {
            let row = timed(point).find(|row| row.variant == *variant);
            row.is_some_and(|row| !is_beaten(point, row))
        })
    };
    let (standing, beaten): (Vec<_>, Vec<_>) = rows.into_iter().partition(|(variant, _)| stands(variant));
    match standing.as_slice() {
        [(_, one)] if !beaten.is_empty() => {
            let beats = if tally.open.is_empty() { "beats" } else { "is established to beat" };
            format!("; nobody {beats} {} anywhere", quoted(&one.name))
        }
        _ => String::new(),
    }
}

/// No point has two that could be compared.
fn of_one_at_a_time(alone: &[&Row], all: usize) -> String {
    match alone {
        [] => NOTHING.trim_end_matches('.').to_string(),
        [one, rest @ ..] if alone.len() == all && rest.iter().all(|row| row.variant == one.variant) => {
            let [least, most] = extremes(alone.iter().map(|row| row.time_ns.point)).map(format_duration);
            let takes = if least == most { format!("{least} at") } else { format!("{least} to {most} over") };
            format!("{} takes {takes} {all} points", quoted(&one.name))
        }
        _ => format!("Nothing could be compared at any of {all} points: one alone was ranked at {}", alone.len()),
    }
}

/// Who is slower than the baseline wherever anything is established of the two, at half of the points at least; by the largest factor first.
fn losers(points: &[PointAnalysis]) -> String {
    let Some(base) = common_baseline(points) else { return String::new() };
    let mut found: BTreeMap<usize, (String, Vec<Found>)> = BTreeMap::new();
    for point in points {
        for standing in standings(point).into_iter().filter(|one| !one.is_limit) {
            if let Some(one) = standing.found {
                found.entry(standing.row.variant).or_insert((quoted(&standing.row.name), Vec::new())).1.push(one);
            }
        }
    }
    let told = found.values().filter_map(|(name, found)| {
        let slower = found.iter().filter(|one| one.verdict == Verdict::Slower);
        let ratios: Vec<f64> = slower.map(|one| one.ratio.point).collect();
        let open = found.iter().filter(|one| one.verdict.why().is_some()).count();
        let is_loser = ratios.len() + open == found.len() && ratios.len() >= open.max(1);
        let place = if open == 0 { "" } else { " wherever that is established" };
        let largest = ratios.iter().copied().fold(0.0, f64::max);
        is_loser.then(|| (largest, format!("{name} takes {} times as long as", range(&ratios)), place))
    });
    let mut told: Vec<(f64, String, &str)> = told.collect();
    told.sort_by(|left, right| right.0.total_cmp(&left.0));
    let base = quoted(&base.name);
    match told.as_slice() {
        [] => String::new(),
        [(_, one, place)] => format!("; {one} {base}{place}"),
        [(_, one, place), rest @ ..] => {
            let more = rest.len();
            format!("; {one} {base}{place}, and {more} more {} slower too", if more == 1 { "is" } else { "are" })
        }
    }
}
