//! The answer at one point.

use super::lost::lost;
use crate::cases::{listed, quoted};
use crate::numbers::{extremes, factor_apart, percent};
use crate::standing::standings;
use analysis::{PointAnalysis, Row, Verdict};
use model::format_duration;

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
    let are_level = (ahead.iter().enumerate())
        .all(|(place, one)| ahead[place + 1..].iter().all(|other| is(one, other, Verdict::Equivalent)));
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

fn contestants(point: &PointAnalysis) -> usize {
    point.rows.iter().filter(|row| !point.is_limit(row)).count()
}

/// The names of some rows, in a sentence.
pub fn names(rows: &[&Row]) -> String {
    listed(&rows.iter().map(|row| quoted(&row.name)).collect::<Vec<_>>())
}

/// The answer at one point.
pub fn answer_at(point: &PointAnalysis, margin: f64) -> String {
    let all = timed(point).count();
    let sentence = match finding(point) {
        Finding::Nothing => return NOTHING.to_string(),
        Finding::Alone(one) if point.excluded.is_empty() && contestants(point) == 1 => {
            format!("{} takes {}", quoted(&one.name), format_duration(one.time_ns.point))
        }
        Finding::Alone(one) => format!("{} is the only one that could be ranked", quoted(&one.name)),
        Finding::Fastest(one) => format!("{} is fastest{}", quoted(&one.name), lead(point, one)),
        Finding::Level(level) => {
            let whose = if level.len() == all { "" } else { " and are ahead of all others" };
            format!("{} take the same time within {}{whose}", names(&level), percent(margin))
        }
        Finding::Undecided(open) if open.len() == all => format!("It is undecided which is fastest: {}", names(&open)),
        Finding::Undecided(open) if open.len() == 1 => {
            format!("It is undecided which is fastest; nobody is faster than {}", names(&open))
        }
        Finding::Undecided(open) => {
            format!("It is undecided which of {} is fastest; the others are slower than one of them", names(&open))
        }
    };
    format!("{sentence}{}{}.", without_time(point), lost(&point.excluded))
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
    let [least, most] = extremes(turned).map(factor_apart);
    if least == most { least } else { format!("{least} to {most}") }
}
