//! The answer to the question of a plan, in one sentence. It says no more than the verdicts do.

use crate::cases::{listed, quoted};
use crate::numbers::{factor, percent};
use crate::standing::{Found, standings};
use analysis::{Analysis, PointAnalysis, Row, Verdict};
use model::format_duration;
use std::collections::BTreeMap;

/// More winners are counted.
const WINS_MAX: usize = 3;

/// The sentence, with its final dot. Names in it are foreign text.
pub fn answer(analysis: &Analysis) -> String {
    match analysis.points.as_slice() {
        [] => NOTHING.to_string(),
        [point] => answer_at(analysis, point),
        points => of_a_sweep(points),
    }
}

const NOTHING: &str = "Nothing was measured that could be ranked.";

/// What the verdicts of a point say of who is fastest.
enum Finding<'p> {
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

fn finding(point: &PointAnalysis) -> Finding<'_> {
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
        _ if beats_others && are_level => Finding::Level(ahead),
        _ => Finding::Undecided(ahead),
    }
}

/// Those with a time, the slowest first; the limit is no contestant.
fn timed(point: &PointAnalysis) -> impl Iterator<Item = &Row> {
    point.rows.iter().filter(|row| !row.is_empty && !point.is_limit(row))
}

fn contestants(point: &PointAnalysis) -> usize {
    point.rows.iter().filter(|row| !point.is_limit(row)).count()
}

fn names(rows: &[&Row]) -> String {
    listed(&rows.iter().map(|row| quoted(&row.name)).collect::<Vec<_>>())
}

/// The same for one point.
pub fn answer_at(analysis: &Analysis, point: &PointAnalysis) -> String {
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
            format!("{} take the same time within {}{whose}", names(&level), percent(analysis.margin))
        }
        Finding::Undecided(open) if open.len() == all => format!("It is undecided which is fastest: {}", names(&open)),
        Finding::Undecided(open) if open.len() == 1 => {
            format!("It is undecided which is fastest; nobody is faster than {}", names(&open))
        }
        Finding::Undecided(open) => {
            format!("It is undecided which of {} is fastest; the others are slower than one of them", names(&open))
        }
    };
    format!("{sentence}{}.", unranked(point))
}

/// How far the fastest is ahead of those that it is compared with in sentences.
fn lead(point: &PointAnalysis, fastest: &Row) -> String {
    let is_baseline = point.baseline == Some(fastest.variant);
    let compared = standings(point)
        .into_iter()
        .filter(|one| !one.is_limit)
        .filter(|one| is_baseline || one.row.variant == fastest.variant);
    let found: Vec<(&Row, f64)> =
        compared.filter_map(|one| one.found.map(|found| (one.row, found.ratio.point))).collect();
    let times = |ratio: f64, other: Option<&Row>| {
        let other = other.map_or(String::new(), |row| quoted(&row.name));
        format!(": {} times as fast as {other}", factor(ratio))
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

/// Who is not told of, and why that is.
fn unranked(point: &PointAnalysis) -> String {
    let empty = point.rows.iter().filter(|row| row.is_empty).map(|row| quoted(&row.name)).collect::<Vec<_>>();
    let empty = match empty.as_slice() {
        [] => String::new(),
        names => format!("; {} took no time that can be told", listed(names)),
    };
    match point.excluded.len() {
        0 => empty,
        1 => format!("{empty}; {} is not ranked", quoted(&point.excluded[0].name)),
        more => format!("{empty}; {more} others are not ranked"),
    }
}

/// Who is fastest, alone or with whom, and at how many points.
struct Win {
    variants: Vec<usize>,
    names: String,
    points: usize,
}

fn of_a_sweep(points: &[PointAnalysis]) -> String {
    let all = points.len();
    let mut wins: Vec<Win> = Vec::new();
    let mut alone: Vec<&Row> = Vec::new();
    let (mut open, mut nothing) = (0, 0);
    for point in points {
        let winners = match finding(point) {
            Finding::Fastest(one) => vec![one],
            Finding::Level(level) => level,
            Finding::Undecided(_) => {
                open += 1;
                continue;
            }
            Finding::Alone(one) => {
                alone.push(one);
                continue;
            }
            Finding::Nothing => {
                nothing += 1;
                continue;
            }
        };
        let mut variants: Vec<usize> = winners.iter().map(|row| row.variant).collect();
        variants.sort_unstable();
        match wins.iter_mut().find(|win| win.variants == variants) {
            Some(win) => win.points += 1,
            None => wins.push(Win { variants, names: names(&winners), points: 1 }),
        }
    }
    if wins.is_empty() && open == 0 {
        return of_one_at_a_time(&alone, all);
    }
    wins.sort_by_key(|win| (std::cmp::Reverse(win.points), win.variants.clone()));
    let losers = losers(points);
    let others = [(open, "undecided"), (alone.len(), "one alone was ranked"), (nothing, "nobody was ranked")];
    let others = others.into_iter().filter(|(points, _)| *points > 0);
    let others: Vec<String> = others.map(|(points, what)| format!("{what} at {points}")).collect();
    let beside = if others.is_empty() { String::new() } else { format!(", {}", others.join(", ")) };
    match wins.as_slice() {
        [] if open == all => format!("It is undecided at all {all} points which is fastest{losers}."),
        [] => format!("It is undecided which is fastest: {}, of {all} points{losers}.", others.join(", ")),
        [win] => {
            let at = if win.points == all { format!("all {all}") } else { format!("{} of {all}", win.points) };
            let what = if win.variants.len() == 1 { "is fastest at" } else { "are level, and fastest, at" };
            format!("{} {what} {at} points{beside}{losers}.", win.names)
        }
        wins => {
            let more: usize = wins.iter().skip(WINS_MAX).map(|win| win.points).sum();
            let told = wins.iter().take(WINS_MAX).map(|win| match win.variants.len() {
                1 => format!("{} at {}", win.names, win.points),
                _ => format!("{} together at {}", win.names, win.points),
            });
            let more = (more > 0).then(|| format!("others at {more}"));
            let told: Vec<String> = told.chain(more).collect();
            format!("No way is fastest at all {all} points: {}{beside}{losers}.", told.join(", "))
        }
    }
}

/// No point has two that could be compared.
fn of_one_at_a_time(alone: &[&Row], all: usize) -> String {
    let times = || alone.iter().map(|row| row.time_ns.point);
    match alone {
        [] => NOTHING.to_string(),
        [one, rest @ ..] if alone.len() == all && rest.iter().all(|row| row.variant == one.variant) => {
            let (least, most) = (times().fold(f64::INFINITY, f64::min), times().fold(0.0, f64::max));
            let [least, most] = [least, most].map(format_duration);
            let takes = if least == most { format!("{least} at") } else { format!("{least} to {most} over") };
            format!("{} takes {takes} {all} points.", quoted(&one.name))
        }
        _ => format!("Nothing could be compared at any of {all} points: one alone was ranked at {}.", alone.len()),
    }
}

/// Who is slower than the baseline wherever both were compared, by the largest factor first.
fn losers(points: &[PointAnalysis]) -> String {
    let baselines: Vec<Option<usize>> = points.iter().map(|point| point.baseline).collect();
    let Some(baseline) =
        baselines.first().copied().flatten().filter(|one| baselines.iter().all(|all| *all == Some(*one)))
    else {
        return String::new();
    };
    let mut found: BTreeMap<usize, (String, Vec<Found>)> = BTreeMap::new();
    for point in points {
        for standing in standings(point).into_iter().filter(|one| !one.is_limit) {
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
    let base = points.iter().find_map(|point| point.row(baseline)).map_or(String::new(), |row| quoted(&row.name));
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
