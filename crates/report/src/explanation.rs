//! The ledger of a pair, for people: the difference, what goes with it, and what is left.

use crate::cases::listed;
use crate::columns::{Text, align, indented, wrapped};
use crate::numbers::{count, factor, percent, percents, signed, signed_duration, span};
use crate::places::and_place;
use crate::prediction::prediction;
use crate::printable;
use crate::style::WIDTH;
use analysis::{Analysis, EXPLAINED, Explained, Interval, Ledger, MAY_BE_FREE, PointAnalysis, Term};
use model::{CostlyEvent, Metric, Per, format_duration};

/// Parts of a difference below this are written as none.
const LITTLE: f64 = 0.001;

/// What explains the differences that were asked for.
pub fn explanations(analysis: &Analysis, explained: &Explained) -> String {
    if explained.ledgers.is_empty() {
        return "no difference in time is established, so there is none to explain\n".to_string();
    }
    let ledgers = explained.ledgers.iter().filter_map(|ledger| explanation(analysis.at(&ledger.point)?, ledger));
    let predictions =
        explained.predictions.iter().filter_map(|found| Some(prediction(analysis.at(&found.point)?, found)));
    ledgers.chain(predictions).collect::<Vec<_>>().join("\n")
}

/// What goes with one difference; empty where a variant of it has no row.
pub fn explanation_of(point: &PointAnalysis, ledger: &Ledger) -> String {
    explanation(point, ledger).unwrap_or_default()
}

/// `None` where a variant of it has no row.
fn explanation(point: &PointAnalysis, ledger: &Ledger) -> Option<String> {
    let name = |variant| point.name(variant).map(printable);
    let (one, other, place) = (name(ledger.candidate)?, name(ledger.baseline)?, and_place(&point.point));
    let mut text = format!("{}\n", wrapped(&format!("{one} against {other}{place}"), WIDTH));
    text.push_str(&format!("  {}\n", difference(ledger)));
    if told(ledger).next().is_some() {
        text.push_str(&indented(&table(ledger)));
    }
    let merged = told(ledger).filter_map(not_told_apart);
    merged.for_each(|line| text.push_str(&indented(&wrapped(&line, WIDTH - 2))));
    conclusion(ledger).lines().for_each(|line| text.push_str(&indented(&wrapped(line, WIDTH - 2))));
    Some(text)
}

fn difference(ledger: &Ledger) -> String {
    let Interval { point, low, high, .. } = ledger.difference_ns;
    let takes = if point > 0.0 { "more" } else { "less" };
    let [low, high] = [low.abs(), high.abs()];
    let [time, least, most] = [point.abs(), low.min(high), low.max(high)].map(format_duration);
    let difference = format!("it takes {time} {takes} [{least}, {most}]");
    let Some([user, system, neither]) = ledger.modes_ns else { return difference };
    let part = |ns: f64| if (ns / point).abs() < LITTLE { "0".to_string() } else { signed_duration(ns) };
    format!("{difference}:\n  {} in user mode, {} in the kernel, {} waiting", part(user), part(system), part(neither))
}

fn table(ledger: &Ledger) -> String {
    let heading = ["", "more", "each", "together", "share"].map(Text::plain).to_vec();
    let lines = lines(ledger).into_iter().map(|cells| cells.map(Text::plain).to_vec());
    align(&std::iter::once(heading).chain(lines).collect::<Vec<_>>(), 2, &[])
}

/// What each term is, how many more of it there are, what each takes, what they take together, and their share; what is left is the last.
pub fn lines(ledger: &Ledger) -> Vec<[String; 5]> {
    let line = |term: &Term| {
        let ns = term.ns.point;
        [label(term)[1].to_string(), signed(term.more, how_many), each(term), signed_duration(ns), share(ledger, ns)]
    };
    let left = ledger.unexplained_ns();
    let rest = ["unexplained".to_string(), String::new(), String::new(), signed_duration(left), share(ledger, left)];
    told(ledger).map(line).chain([rest]).collect()
}

/// The terms that make a part of the difference worth a line.
pub fn told(ledger: &Ledger) -> impl Iterator<Item = &Term> {
    ledger.terms.iter().filter(|term| (term.ns.point / ledger.difference_ns.point).abs() >= LITTLE)
}

/// A part of the difference, in per cent of it.
fn share(ledger: &Ledger, ns: f64) -> String {
    let part = ns / ledger.difference_ns.point;
    percent(if part.abs() < LITTLE { 0.0 } else { part })
}

/// A number in an iteration; what three decimals would write as none, or with a digit, has three digits.
fn how_many(number: f64) -> String {
    if number > 0.0 && number < 0.0995 { factor(number) } else { count(number) }
}

/// A byte takes less than a nanosecond, so it is told by the thousand.
fn each(term: &Term) -> String {
    let per_byte = term.events.iter().all(|event| event.info().per == Per::Byte);
    let [low, high] = [term.price_ns.low, term.price_ns.high].map(|ns| if per_byte { 1024.0 * ns } else { ns });
    let unit = if per_byte { "/KiB" } else { "" };
    format!("{}{unit}", span([low, high].map(format_duration)))
}

/// What is counted: one of it, and more.
fn label(term: &Term) -> [&'static str; 2] {
    match (term.counted, term.events) {
        (Some(Metric::ReadCalls), _) => ["read call", "read calls"],
        (Some(Metric::WriteCalls), _) => ["write call", "write calls"],
        (Some(Metric::ReadBytes), _) => ["byte read", "bytes read"],
        (Some(Metric::WriteBytes), _) => ["byte written", "bytes written"],
        (Some(Metric::MinorFaults), _) => ["page fault", "page faults"],
        (Some(Metric::VoluntarySwitches), _) => ["wait", "waits"],
        (Some(Metric::CacheMisses), _) => ["load from memory", "loads from memory"],
        (Some(Metric::BranchMisses), _) => ["branch predicted wrongly", "branches predicted wrongly"],
        (None, [CostlyEvent::UnmapPage]) => ["page unmapped", "pages unmapped"],
        // Passes over files that are mapped, and over what a cache has room for.
        (None, _) => ["byte seen in place", "bytes seen in place"],
        (_, other) => [other.first().map_or("", |event| event.info().help); 2],
    }
}

/// The prices of a term whose events one counter counts together.
fn not_told_apart(term: &Term) -> Option<String> {
    let [_, several] = label(term);
    if term.counted == Some(MAY_BE_FREE) {
        return Some(format!("{several} may also have gone nowhere, for nothing, as to /dev/null"));
    }
    let events: Vec<String> = term.events.iter().map(|event| event.info().help.to_string()).collect();
    (events.len() > 1).then(|| {
        let each = if events.len() == 2 { "either" } else { "any" };
        format!("{several} are not told apart, and may be {each} of: {}", events.join("; "))
    })
}

/// One sentence of it, where the terms explain the difference. That they go with it does not make them its cause.
pub fn goes_with(ledger: &Ledger) -> Option<String> {
    let first = ledger.terms.first().filter(|_| ledger.is_explained())?;
    Some(format!("{} of the difference goes with {}", percents(&ledger.explained), main_terms(ledger, first)))
}

/// The same of every difference at a point, for formats in which the verdicts stand elsewhere; names in it are printable.
pub fn explained_differences(analysis: &Analysis, point: &PointAnalysis) -> Vec<String> {
    let told = point.rows.iter().rev().filter_map(|row| {
        let sentence = goes_with(analysis.ledger(point, row.variant)?)?;
        Some(format!("{} against {}: {sentence}", printable(&row.name), printable(&point.baseline_row()?.name)))
    });
    told.collect()
}

/// What may be said of it: that terms go with a difference does not make them its cause.
fn conclusion(ledger: &Ledger) -> String {
    match (ledger.terms.as_slice(), ledger.is_explained()) {
        ([], _) => format!("no explanation: nothing that differs is counted and has a price here{}", waiting(ledger)),
        _ if told(ledger).next().is_none() => {
            let waiting = waiting(ledger);
            format!("no explanation: all that is counted makes less than {} of it{waiting}", percent(LITTLE))
        }
        (_, false) if ledger.explained.point > 1.0 => {
            let again = "; `cmpthese machine --again` may tell the prices better";
            let again = if ledger.explained.low <= *EXPLAINED.end() { again } else { "" };
            format!(
                "no explanation: what is counted would make {} of the difference{again}",
                percents(&ledger.explained)
            )
        }
        (_, false) if ledger.explained.high < 0.0 => {
            let against = percents(&ledger.explained.times(-1.0));
            format!("no explanation: what is counted works against it, by {against} of it{}", waiting(ledger))
        }
        (_, false) => {
            format!(
                "no explanation: {} of it goes with what is counted{}",
                percents(&ledger.explained),
                waiting(ledger)
            )
        }
        ([first, ..], true) => {
            format!("consistent with {}:\n{} of it", main_terms(ledger, first), percents(&ledger.explained))
        }
    }
}

/// That most of a difference is time in which nothing runs, which no count says.
fn waiting(ledger: &Ledger) -> String {
    let share = ledger.modes_ns.map(|[.., waiting_ns]| waiting_ns / ledger.difference_ns.point);
    let most = share.filter(|share| share >= EXPLAINED.start());
    most.map_or(String::new(), |share| format!("; {} of it is waiting, for what is not known", percent(share.min(1.0))))
}

/// The terms that make a tenth of the difference at least, or the first, and then those that take as much of it away.
fn main_terms(ledger: &Ledger, first: &Term) -> String {
    const PART_MIN: f64 = 0.1;
    let part = |term: &Term| term.ns.point / ledger.difference_ns.point;
    let those = |is_main: fn(f64) -> bool| {
        let terms = ledger.terms.iter().filter(|term| is_main(part(term)));
        terms.map(named).collect::<Vec<String>>()
    };
    let (with, against) = (those(|part| part >= PART_MIN), those(|part| part <= -PART_MIN));
    let largest = || named(ledger.terms.iter().find(|term| part(term) > 0.0).unwrap_or(first));
    let with = if with.is_empty() { largest() } else { listed(&with) };
    if against.is_empty() { with } else { format!("{with}, despite {}", listed(&against)) }
}

fn named(term: &Term) -> String {
    let more = if term.more > 0.0 { "more" } else { "fewer" };
    let (number, [one, several]) = (how_many(term.more.abs()), label(term));
    let what = if number == "1" { one } else { several };
    format!("{number} {more} {what}")
}

/// The name of a variant that is in no point, of those that were asked for.
pub fn unknown_variant<'n>(analysis: &Analysis, names: &[&'n str]) -> Option<&'n str> {
    let is_known = |name: &str| analysis.points.iter().flat_map(|point| &point.rows).any(|row| row.name == name);
    names.iter().copied().find(|name| !is_known(name))
}

/// The names of all variants that were measured, quoted and whole, because somebody will type one.
pub fn known_variants(analysis: &Analysis) -> String {
    let mut names: Vec<String> =
        analysis.points.iter().flat_map(|point| &point.rows).map(|row| format!("`{}`", printable(&row.name))).collect();
    names.sort();
    names.dedup();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interval(point: f64) -> Interval {
        Interval { point, low: point - 1.0, high: point + 1.0, level: 0.95 }
    }

    /// Fewer read calls make nothing slower.
    #[test]
    fn what_works_against_a_difference_is_told_as_that() {
        let term = |event: &'static [CostlyEvent], counted: Metric, more: f64, ns: f64| Term {
            events: event,
            counted: Some(counted),
            more,
            price_ns: interval(ns / more),
            ns: interval(ns),
        };
        let terms = vec![
            term(&[CostlyEvent::MinorFault], Metric::MinorFaults, 1000.0, 550e3),
            term(&[CostlyEvent::ReadCall], Metric::ReadCalls, -1000.0, -200e3),
        ];
        let ledger = Ledger {
            point: model::Point::default(),
            baseline: 0,
            candidate: 1,
            difference_ns: interval(350e3),
            modes_ns: None,
            terms,
            explained: Interval { point: 1.0, low: 0.9, high: 1.1, level: 0.95 },
        };
        let told = conclusion(&ledger);
        assert!(told.starts_with("consistent with 1000 more page faults, despite 1000 fewer read calls:"), "{told}");
    }

    #[test]
    fn one_is_no_plural() {
        let told = |more: f64| {
            let ns = Interval { point: 200.0, low: 190.0, high: 210.0, level: 0.95 };
            named(&Term { events: &[CostlyEvent::ReadCall], counted: Some(Metric::ReadCalls), more, price_ns: ns, ns })
        };
        assert_eq!([1.0, -1.0, 2.0].map(told), ["1 more read call", "1 fewer read call", "2 more read calls"]);
    }

    /// They were `262144 more a byte that is read and summed within the second cache`.
    #[test]
    fn bytes_that_a_cache_has_room_for_are_seen_in_place_too() {
        let ns = Interval { point: 26e3, low: 25e3, high: 27e3, level: 0.95 };
        let term = Term { events: &[CostlyEvent::PassL2], counted: None, more: 262_144.0, price_ns: ns, ns };
        assert_eq!(named(&term), "262144 more bytes seen in place");
    }
}
