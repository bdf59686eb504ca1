//! The answer to the question of a plan, in one sentence. It says no more than the verdicts do.

use crate::cases::quoted;
use crate::numbers::{factor, percent};
use crate::standing::{Found, standings};
use analysis::{Analysis, PointAnalysis, Row, Verdict};
use model::format_duration;
use std::collections::BTreeMap;

/// More winners are counted.
const WINS_MAX: usize = 3;

/// The sentence, with its final dot. Names in it are foreign text.
pub fn answer(analysis: &Analysis) -> String {
    let told: Vec<&PointAnalysis> = analysis.points.iter().filter(|point| timed(point).count() > 0).collect();
    match told.as_slice() {
        [] => "Nothing was measured that could be ranked.".to_string(),
        [point] if analysis.points.len() == 1 => answer_at(analysis, point),
        points => of_a_sweep(analysis, points),
    }
}

fn timed(point: &PointAnalysis) -> impl Iterator<Item = &Row> {
    point.rows.iter().filter(|row| !row.is_empty)
}

/// Those of whom no other was established to be faster, the fastest first.
fn leaders(point: &PointAnalysis) -> Vec<&Row> {
    let beats = |one: &Row, other: &Row| {
        point
            .comparison(other.variant, one.variant)
            .is_some_and(|(pair, turned)| pair.verdict.turned(turned) == Verdict::Faster)
    };
    let mut leaders: Vec<&Row> = timed(point).filter(|row| !timed(point).any(|other| beats(other, row))).collect();
    leaders.reverse();
    leaders
}

fn are_equivalent(point: &PointAnalysis, rows: &[&Row]) -> bool {
    rows.iter().enumerate().all(|(place, one)| {
        rows[place + 1..].iter().all(|other| {
            point.comparison(one.variant, other.variant).is_some_and(|(pair, _)| pair.verdict == Verdict::Equivalent)
        })
    })
}

fn names(rows: &[&Row]) -> String {
    const NAMED_MAX: usize = 4;
    let named: Vec<String> = rows.iter().take(NAMED_MAX).map(|row| quoted(&row.name)).collect();
    match (named.as_slice(), rows.len().saturating_sub(NAMED_MAX)) {
        ([front @ .., last], 0) if !front.is_empty() => format!("{} and {last}", front.join(", ")),
        (_, 0) => named.concat(),
        (_, more) => format!("{} and {more} more", named.join(", ")),
    }
}

/// The same for one point.
pub fn answer_at(analysis: &Analysis, point: &PointAnalysis) -> String {
    let leaders = leaders(point);
    let others: Vec<&Row> = timed(point).filter(|row| leaders.iter().all(|one| one.variant != row.variant)).collect();
    let sentence = match (leaders.as_slice(), others.is_empty()) {
        ([one], true) if point.excluded.is_empty() => {
            format!("{} takes {}", quoted(&one.name), format_duration(one.time_ns.point))
        }
        ([one], true) => format!("{} is the only one that could be ranked", quoted(&one.name)),
        ([one], false) => format!("{} is fastest: {}", quoted(&one.name), lead(point, one)),
        (all, _) if are_equivalent(point, all) => {
            let whose = if others.is_empty() { "" } else { " and ahead of all others" };
            format!("{} take the same time within {}{whose}", names(all), percent(analysis.margin))
        }
        (all, true) => format!("It is undecided which is fastest: {}", names(all)),
        (all, false) => format!("It is undecided which of {} is fastest; the others are slower", names(all)),
    };
    format!("{sentence}{}.", unranked(point))
}

/// How far the fastest is ahead of those that it is compared with in sentences.
fn lead(point: &PointAnalysis, fastest: &Row) -> String {
    let is_baseline = point.baseline == Some(fastest.variant);
    let ratios = standings(point).into_iter().filter(|one| is_baseline || one.row.variant == fastest.variant);
    let ratios: Vec<f64> = ratios.filter_map(|one| one.found.map(|found| found.ratio.point)).collect();
    let baseline = point.baseline.and_then(|baseline| point.row(baseline));
    match ratios.as_slice() {
        [ratio] if !is_baseline => format!(
            "{} times as fast as {}",
            factor(1.0 / ratio),
            baseline.map_or(String::new(), |row| quoted(&row.name))
        ),
        [ratio] => {
            let other = timed(point).find(|row| row.variant != fastest.variant);
            format!("{} times as fast as {}", factor(*ratio), other.map_or(String::new(), |row| quoted(&row.name)))
        }
        _ => format!("{} times as fast as the others", range(&ratios)),
    }
}

fn unranked(point: &PointAnalysis) -> String {
    match point.excluded.len() {
        0 => String::new(),
        1 => format!("; {} is not ranked", quoted(&point.excluded[0].name)),
        more => format!("; {more} others are not ranked"),
    }
}

fn of_a_sweep(analysis: &Analysis, points: &[&PointAnalysis]) -> String {
    let all = points.len();
    // Who is ahead, or level with whom, and at how many points.
    let mut wins: BTreeMap<Vec<usize>, (String, usize)> = BTreeMap::new();
    let mut open = 0;
    for point in points {
        let leaders = leaders(point);
        if !are_equivalent(point, &leaders) {
            open += 1;
            continue;
        }
        let mut variants: Vec<usize> = leaders.iter().map(|row| row.variant).collect();
        variants.sort_unstable();
        wins.entry(variants).or_insert((names(&leaders), 0)).1 += 1;
    }
    let mut wins: Vec<(Vec<usize>, String, usize)> =
        wins.into_iter().map(|(variants, (name, won))| (variants, name, won)).collect();
    wins.sort_by_key(|(variants, _, won)| (std::cmp::Reverse(*won), variants.clone()));
    let losers = losers(analysis, points);
    match wins.as_slice() {
        [(variants, name, won)] if *won == all && variants.len() == 1 => {
            format!("{name} is fastest at all {all} points{losers}.")
        }
        [(_, name, won)] if *won == all => format!("{name} are level, and fastest, at all {all} points{losers}."),
        [] => format!("It is undecided at all {all} points which is fastest{losers}."),
        wins => {
            let more = wins.len().saturating_sub(WINS_MAX);
            let told = wins.iter().take(WINS_MAX).map(|(variants, name, won)| match variants.len() {
                1 => format!("{name} at {won}"),
                _ => format!("{name} together at {won}"),
            });
            let more = (more > 0).then(|| format!("{more} others elsewhere"));
            let open = (open > 0).then(|| format!("undecided at {open}"));
            let told: Vec<String> = told.chain(more).chain(open).collect();
            format!("No way is fastest at all {all} points: {}{losers}.", told.join(", "))
        }
    }
}

/// Who is slower than the baseline wherever both were compared, by the largest factor first.
fn losers(analysis: &Analysis, points: &[&PointAnalysis]) -> String {
    let baselines: Vec<Option<usize>> = points.iter().map(|point| point.baseline).collect();
    let Some(baseline) =
        baselines.first().copied().flatten().filter(|one| baselines.iter().all(|all| *all == Some(*one)))
    else {
        return String::new();
    };
    let mut found: BTreeMap<usize, (String, Vec<Found>)> = BTreeMap::new();
    for point in points {
        for standing in standings(point) {
            if let Some(one) = standing.found {
                found.entry(standing.row.variant).or_insert((quoted(&standing.row.name), Vec::new())).1.push(one);
            }
        }
    }
    let always = |found: &[Found], verdict| found.iter().all(|one| one.verdict == verdict);
    let told = found.values().filter_map(|(name, found)| {
        let ratios: Vec<f64> = found.iter().map(|one| one.ratio.point).collect();
        let largest = ratios.iter().copied().fold(0.0, f64::max);
        always(found, Verdict::Slower).then(|| (largest, format!("{name} takes {} times as long", range(&ratios))))
    });
    let mut told: Vec<(f64, String)> = told.collect();
    told.sort_by(|left, right| right.0.total_cmp(&left.0));
    let base =
        analysis.points.iter().find_map(|point| point.row(baseline)).map_or(String::new(), |row| quoted(&row.name));
    match told.as_slice() {
        [] => String::new(),
        [(_, one)] => format!("; {one} as {base}"),
        [(_, one), rest @ ..] => {
            format!("; {one} as {base}, which {} more never beat{}", rest.len(), if rest.len() == 1 { "s" } else { "" })
        }
    }
}

fn range(ratios: &[f64]) -> String {
    let turned: Vec<f64> = ratios.iter().map(|ratio| if *ratio < 1.0 { 1.0 / ratio } else { *ratio }).collect();
    let (least, most) =
        (turned.iter().copied().fold(f64::INFINITY, f64::min), turned.iter().copied().fold(0.0, f64::max));
    if factor(least) == factor(most) { factor(least) } else { format!("{} to {}", factor(least), factor(most)) }
}
