//! Lines about costs that vary: rare work, what is typical where the mean is another, and costs that depend on the count of iterations.

use crate::columns::{hanging, shorten};
use crate::numbers::{factor, ratio, rounded, whole_percent};
use crate::printable;
use crate::standing::{Found, standings};
use crate::style::Style;
use analysis::{
    Analysis, ByCount, Interval, PointAnalysis, Quantity, RareWork, Row, Seldom, Verdict, Why, turned_around,
};
use model::format_duration;

/// What to do where a cost depends on the count of iterations: of what a plan takes no number of, such as executions, there is nothing.
const PROCESSES_OF_N: &str = "; --iterations N measures processes that run N of them";

/// What is counted of a variant: one, several, and what has several of them.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Counted {
    one: &'static str,
    more: &'static str,
    of: &'static str,
}

const ITERATIONS: Counted = Counted { one: "iteration", more: "iterations", of: "a process" };
const EXECUTIONS: Counted = Counted { one: "execution", more: "executions", of: "a launch" };
const REQUESTS: Counted = Counted { one: "request", more: "requests", of: "a launch" };

/// A sentence about costs, which begins alike for one variant at several points.
#[derive(Clone, Debug, PartialEq)]
pub struct CostSentence {
    /// What it is about.
    pub kind: CostKind,
    /// Whose costs they are: an index in the plan.
    pub variant: usize,
    /// The sentence.
    pub text: String,
}

/// What a sentence about costs is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CostKind {
    /// The ratio changes within a process, by so much that there may be no single one.
    ByCount,
    /// Rare work.
    Rare,
    /// A typical iteration tells another story than all of them.
    Typical,
    /// What could hide in the noise.
    Hidden,
}

/// The lines about the costs of the variants of a point.
pub fn costs(analysis: &Analysis, point: &PointAnalysis, style: Style) -> Vec<String> {
    cost_sentences(analysis, point).into_iter().map(|sentence| hanging(&sentence.text, style.width)).collect()
}

/// The sentences about the costs of the variants of a point, none of them twice.
pub fn cost_sentences(analysis: &Analysis, point: &PointAnalysis) -> Vec<CostSentence> {
    let mut told: Vec<CostSentence> = Vec::new();
    for (row, found) in standings(point).into_iter().filter_map(|one| Some((one.row, one.found?))) {
        let sentences = of_comparison(analysis, point, row, found);
        // Beside which other it was seen changes the figures of rare work, and nothing else.
        let is_same = |one: &CostSentence, other: &CostSentence| {
            one.text == other.text
                || one.kind == CostKind::Rare && (one.kind, one.variant) == (other.kind, other.variant)
        };
        let is_new = |sentence: &CostSentence| !told.iter().any(|known| is_same(known, sentence));
        let news: Vec<CostSentence> = sentences.into_iter().filter(is_new).collect();
        told.extend(news);
    }
    // What two others show of each other is a variant's own cost all the same.
    for found in point.comparisons.iter().filter_map(|comparison| comparison.by_count.as_ref()) {
        let is_told = told.iter().any(|known| known.kind == CostKind::ByCount && known.variant == found.variant);
        if let Some(row) = point.row(found.variant).filter(|_| !is_told) {
            let text = format!("{}{}", course(found, row), advice(row));
            told.push(CostSentence { kind: CostKind::ByCount, variant: found.variant, text });
        }
    }
    told
}

/// Those about what was found of a variant beside the point's baseline.
fn of_comparison(analysis: &Analysis, point: &PointAnalysis, row: &Row, found: Found) -> Vec<CostSentence> {
    let Some(base) = point.baseline_row() else { return Vec::new() };
    let comparison = found.comparison;
    let (own, base) = (name(row), name(base));
    let is_several = found.verdict.why() == Some(Why::DependsOnCount);
    let by_count = comparison.by_count.as_ref().and_then(|by_count| {
        let varying = point.row(by_count.variant)?;
        let no_single = if is_several { "no single ratio: " } else { "" };
        let (course, advice) = (course(by_count, varying), advice(varying));
        let [early, late] = by_count.ratios(found.is_turned).map(factor);
        let seldom = comparison.seldom.iter().flatten().find(|found| found.count > 0.0);
        let without = seldom.map(|found| format!(", without what came {} in all", times_in_all(found)));
        let without = without.unwrap_or_default();
        let text = format!(
            "{no_single}{course}, so the ratio of {own} to {base} goes from {early} to {late}{without}{advice}"
        );
        Some(CostSentence { kind: CostKind::ByCount, variant: by_count.variant, text })
    });
    if is_several {
        return by_count.into_iter().collect();
    }
    let whose = [comparison.baseline, comparison.candidate];
    let rare = whose.into_iter().zip(comparison.rare).filter_map(|(variant, rare)| {
        let row = point.row(variant)?;
        let text = rare_sentence(&rare?, row);
        Some(CostSentence { kind: CostKind::Rare, variant, text })
    });
    let seldom = whose.into_iter().zip(comparison.seldom).filter_map(|(variant, found)| {
        let text = seldom_sentence(&found?, point.row(variant)?, comparison.ratio.half_width().is_finite());
        Some(CostSentence { kind: CostKind::Rare, variant, text })
    });
    let kind = if comparison.quantity == Quantity::Mean { CostKind::Typical } else { CostKind::Hidden };
    let typical = typical_sentence(analysis.margin, &found, counted(row), [&own, &base]);
    let typical = typical.map(|text| CostSentence { kind, variant: row.variant, text });
    by_count.into_iter().chain(rare).chain(seldom).chain(typical).collect()
}

pub fn name(row: &Row) -> String {
    shorten(&printable(&row.name), 28)
}

fn counted(row: &Row) -> Counted {
    match row.traffic {
        _ if row.is_command => EXECUTIONS,
        Some(_) => REQUESTS,
        None => ITERATIONS,
    }
}

fn advice(row: &Row) -> &'static str {
    if counted(row) == ITERATIONS { PROCESSES_OF_N } else { "" }
}

/// What the variant takes whose cost depends on the count.
fn course(found: &ByCount, varying: &Row) -> String {
    let ByCount { iterations, late_from, iterations_max, early_ns, late_ns, .. } = found;
    let Counted { more, of, .. } = counted(varying);
    let of = if found.is_of_run { "the run" } else { of };
    let [early, late] = [*early_ns, *late_ns].map(format_duration);
    let [first, from, last] = [*iterations, *late_from, *iterations_max].map(rounded);
    let from = if from == first { "there" } else { &from };
    format!("{} takes {early} in the first {first} {more} of {of} and {late} from {from} to {last}", name(varying))
}

fn rare_sentence(RareWork { one_of, times, share }: &RareWork, row: &Row) -> String {
    let (one, name, share) = (counted(row).one, name(row), whole_percent(*share));
    let [one_of, times] = [*one_of, *times].map(rounded);
    format!("one {one} in {one_of} of {name} takes {times} times as long as the others: {share} of all its time")
}

fn seldom_sentence(found: &Seldom, row: &Row, has_interval: bool) -> String {
    let came = match found.count {
        0.0 => format!("took {} came before what is measured, and not in it", format_duration(found.missed_ns)),
        _ => format!("came {} in all took {} of its time", times_in_all(found), whole_percent(found.share)),
    };
    let as_told = if has_interval { ", as the interval says" } else { "" };
    format!("work of {} that {came}: how often it comes in the long run is open{as_told}; more time tells", name(row))
}

/// How often it came, which is once at least.
fn times_in_all(found: &Seldom) -> String {
    if found.count == 1.0 { "once".to_string() } else { format!("{} times", found.count) }
}

fn typical_sentence(margin: f64, found: &Found, counted: Counted, [own, base]: [&str; 2]) -> Option<String> {
    let Found { comparison, is_turned, verdict, ratio: headline } = found;
    let turned_around = |interval: Interval| turned_around(interval, *is_turned);
    let (mean, typical) = (turned_around(comparison.mean?), turned_around(comparison.typical?));
    match comparison.quantity {
        Quantity::Mean => {
            let usually = match verdict {
                Verdict::Faster if typical.low > 1.0 => "usually slower, faster on the whole: ",
                Verdict::Slower if typical.high < 1.0 => "usually faster, slower on the whole: ",
                // Where both may be one, the less is said.
                _ if typical.low <= headline.high && headline.low <= typical.high => return None,
                _ => "",
            };
            let (Counted { one, more, .. }, times) = (counted, ratio(&typical));
            let unit = comparison.units.into_iter().fold(0.0, f64::max);
            // What comes several times in each slice is in what is typical of slices, and was not seen.
            let is_rarer = |(rare, unit): (&Option<RareWork>, f64)| rare.is_some_and(|rare| rare.one_of >= 2.0 * unit);
            let is_apart = unit < 2.0 || comparison.rare.iter().zip(comparison.units).any(is_rarer);
            let what = match is_apart {
                true => format!("a typical {one} of"),
                false => format!("in a typical stretch of {} {more}, one of", rounded(unit)),
            };
            Some(format!("{usually}{what} {own} takes {times} times as long as one of {base}"))
        }
        Quantity::Typical => {
            let is_known_better = mean.low < headline.low || headline.high < mean.high;
            let reaches = (headline.point / mean.low).max(mean.high / headline.point) - 1.0;
            // Of batches of requests it is not looked for.
            let was_seen = comparison.seldom.iter().any(Option::is_some);
            let unseen = if counted == REQUESTS || was_seen { "" } else { "no rare work was seen; " };
            // What is said of the whole is true of the headline, too.
            let (low, high) = (mean.low.min(headline.low), mean.high.max(headline.high));
            (is_known_better && reaches > margin && verdict.why().is_none() && high.is_finite()).then(|| {
                format!(
                    "{own} to {base}: {unseen}with what could hide in the noise, between {} and {} on the whole",
                    factor(low),
                    factor(high)
                )
            })
        }
    }
}
