//! The answer at one point.

use super::lost::lost;
use crate::cases::{listed, quoted};
use crate::numbers::{extremes, factor_apart, percent, span};
use crate::standing::standings;
use analysis::{PointAnalysis, Reason, Row, Verdict, Why, every_two};
use model::format_duration;
use std::collections::BTreeSet;

/// What is said where there is nothing to say.
pub const NOTHING: &str = "Nothing was measured that could be ranked.";

/// What the verdicts of a point say of who is fastest.
pub enum Finding<'p> {
    /// Nobody has a time.
    Nothing,
    /// One alone has.
    Alone(&'p Row),
    /// One is faster than each of the others.
    Fastest(&'p Row),
    /// These take the same time, and each of them is faster than each of the others.
    Level(Vec<&'p Row>),
    /// Nobody is established to be faster than one of these.
    Undecided(Vec<&'p Row>),
}

/// Who is ahead at a point.
pub fn finding(point: &PointAnalysis) -> Finding<'_> {
    let timed: Vec<&Row> = timed(point).collect();
    let is = |one: &Row, other: &Row, verdict| point.verdict(one, other) == Some(verdict);
    let is_ahead = |one: &Row| !timed.iter().any(|other| is(other, one, Verdict::Faster));
    // The fastest first.
    let (ahead, behind): (Vec<&Row>, Vec<&Row>) = timed.iter().copied().rev().partition(|row| is_ahead(row));
    let beats_others = ahead.iter().all(|one| behind.iter().all(|other| is(one, other, Verdict::Faster)));
    let are_level = every_two(&ahead).all(|(one, other)| is(one, other, Verdict::Equivalent));
    match (timed.as_slice(), ahead.as_slice()) {
        ([], _) => Finding::Nothing,
        ([one], _) => Finding::Alone(one),
        (_, [one]) if beats_others => Finding::Fastest(one),
        // Each of three may be faster than another, by different quantities.
        (_, []) => Finding::Undecided(timed.iter().rev().copied().collect()),
        _ if beats_others && are_level => Finding::Level(ahead),
        _ => Finding::Undecided(ahead),
    }
}

/// Those with a time, the slowest first; the limit is no contestant.
pub fn timed(point: &PointAnalysis) -> impl Iterator<Item = &Row> {
    point.rows.iter().filter(|row| !row.is_empty && !point.is_limit(row))
}

/// Those with a time that are not among some.
fn others<'p>(point: &'p PointAnalysis, some: &[&Row]) -> Vec<&'p Row> {
    timed(point).filter(|row| some.iter().all(|one| one.variant != row.variant)).collect()
}

/// The names of some rows, in a sentence.
pub fn names(rows: &[&Row]) -> String {
    listed(&rows.iter().map(|row| quoted(&row.name)).collect::<Vec<_>>())
}

/// The answer at one point.
pub fn answer_at(point: &PointAnalysis, margin: f64) -> String {
    let all = timed(point).count();
    let sentence = match finding(point) {
        // All of them were measured.
        Finding::Nothing if point.excluded.is_empty() && !point.rows.is_empty() => {
            return format!("{}.", without_time(point).trim_start_matches("; "));
        }
        Finding::Nothing => return format!("{}{}.", NOTHING.trim_end_matches('.'), why_nothing(point)),
        // Beside others it is the slowest: those take less than can be told.
        Finding::Alone(one) if point.excluded.is_empty() => {
            format!("{} takes {}", quoted(&one.name), format_duration(one.time_ns.point))
        }
        Finding::Alone(one) => format!("{} is the only one that could be ranked", quoted(&one.name)),
        Finding::Fastest(one) => format!("{} is fastest{}", quoted(&one.name), lead(point, one)),
        Finding::Level(level) => {
            let whose = match others(point, &level).as_slice() {
                [] => String::new(),
                [other] => format!(" and are ahead of {}", quoted(&other.name)),
                _ => " and are ahead of all others".to_string(),
            };
            format!("{} take the same time within {}{whose}", names(&level), percent(margin))
        }
        Finding::Undecided(open) => {
            let told = match open.len() {
                several if several == all => format!("It is undecided which is fastest: {}", names(&open)),
                1 => format!("It is undecided which is fastest; nobody is faster than {}", names(&open)),
                _ => {
                    let slower = match others(point, &open).as_slice() {
                        [other] => format!("{} is", quoted(&other.name)),
                        _ => "the others are".to_string(),
                    };
                    format!("It is undecided which of {} is fastest; {slower} slower than one of them", names(&open))
                }
            };
            format!("{told}{}", why_undecided(point, &open))
        }
    };
    format!("{sentence}{}{}.", without_time(point), lost(&point.excluded))
}

/// Why it is undecided who of some is fastest, as a clause: for what most of their comparisons are, of several that are as many for the first of these.
pub fn why_undecided(point: &PointAnalysis, open: &[&Row]) -> &'static str {
    const CLAUSES: [(Why, &str); 7] = [
        (Why::DependsOnCount, "; it depends on how often they ran"),
        (Why::GeneratorLimited, "; what sends the requests may have been the limit"),
        (Why::SingleFigure, "; a single figure has no interval"),
        (Why::NoSpread, "; values that are all alike have no interval"),
        (Why::CloneDiffers, "; a second copy of one of them differs from it by as much"),
        (Why::TooFewLaunches, "; there were too few launches to tell"),
        (Why::Open, "; what was measured allows either answer"),
    ];
    let timed: Vec<&Row> = timed(point).collect();
    let is_open = |row: &Row| open.iter().any(|one| one.variant == row.variant);
    let reasons: Vec<Why> = every_two(&timed)
        .filter(|(one, other)| is_open(one) || is_open(other))
        .filter_map(|(one, other)| point.verdict(one, other)?.why())
        .collect();
    let count = |why: Why| reasons.iter().filter(|known| **known == why).count();
    // The last of those that are as many is the one that is found, so the first come last.
    let most = CLAUSES.iter().rev().max_by_key(|(why, _)| count(*why)).filter(|(why, _)| count(*why) > 0);
    most.map_or("", |(_, clause)| clause)
}

/// Why nobody has a time, as a clause.
pub fn why_nothing(point: &PointAnalysis) -> String {
    let of_all = |reason: &Reason| match reason {
        Reason::Failed(_) => "; all of them failed",
        Reason::Skipped(_) => "; none of them was measured",
        Reason::Differs { .. } => "; all of them answer differently",
    };
    let (empty, excluded) = (without_time(point), &point.excluded);
    let reasons: BTreeSet<&str> = excluded.iter().map(|one| of_all(&one.reason)).collect();
    match (empty.is_empty(), excluded.len(), reasons.first()) {
        (true, 0, _) => "; the run ended before anything was timed".to_string(),
        (true, 3.., Some(only)) if reasons.len() == 1 => only.to_string(),
        _ => format!("{empty}{}", lost(excluded)),
    }
}

/// How far the fastest is ahead of those that it is compared with in sentences.
fn lead(point: &PointAnalysis, fastest: &Row) -> String {
    let is_baseline = point.baseline == Some(fastest.variant);
    let compared = standings(point).into_iter().filter(|one| is_baseline || one.row.variant == fastest.variant);
    let found = compared.filter(|one| !one.is_limit).filter_map(|one| Some((one.row, one.found?.ratio.point)));
    let found: Vec<(&Row, f64)> = found.collect();
    let times = |ratio: f64, other: Option<&Row>| {
        let other = other.map_or(String::new(), |row| quoted(&row.name));
        format!(": {} times as fast as {other}", factor_apart(ratio))
    };
    match found.as_slice() {
        [] => String::new(),
        [(other, ratio)] if is_baseline => times(*ratio, Some(*other)),
        [(_, ratio)] => times(1.0 / ratio, point.baseline_row()),
        several => {
            let ratios: Vec<f64> = several.iter().map(|(_, ratio)| *ratio).collect();
            format!(": {} times as fast as the others", range(&ratios))
        }
    }
}

/// Who is not told of because there is no time.
fn without_time(point: &PointAnalysis) -> String {
    let empty = point.rows.iter().filter(|row| row.is_empty).map(|row| quoted(&row.name)).collect::<Vec<_>>();
    if empty.is_empty() { String::new() } else { format!("; {} took no time that can be told", listed(&empty)) }
}

/// From which factor to which, each told as above 1; the differences are established.
pub fn range(ratios: &[f64]) -> String {
    let turned = ratios.iter().map(|ratio| if *ratio < 1.0 { 1.0 / ratio } else { *ratio });
    span(extremes(turned).map(factor_apart))
}
