//! The score as lines, and as Markdown.

use super::record::Record;
use super::score::{Limit, Promise, Share, Tally, by};
use crate::table::Table;

/// Cases, categories, and the whole.
pub fn tables(records: &[Record]) -> [Table; 3] {
    let by_case = by(records, |record| record.case.clone());
    let by_category = by(records, |record| record.category.clone());
    let by_class = by(records, |record| record.class.name());
    let whole = by(records, |_| "total".to_string());
    let cases = Table {
        head: vec![
            "case",
            "truth",
            "median ratio",
            "right",
            "undecided",
            "wrong",
            "held",
            "said there is none",
            "missing",
        ],
        rows: by_case.iter().map(|(name, tally)| case_row(name, tally)).collect(),
    };
    let names = Tally::default().promises().map(|promise| promise.what);
    let parts = Table {
        head: ["of"].into_iter().chain(names).collect(),
        rows: by_category.iter().chain(&by_class).map(|(name, tally)| part_row(name, tally)).collect(),
    };
    let promises = whole.values().flat_map(Tally::promises).map(|promise| promise_row(&promise)).collect();
    let total = Table { head: vec!["in total", "runs", "of", "rate", "95 % bounds", "limit", ""], rows: promises };
    [cases, parts, total]
}

fn case_row(name: &str, tally: &Tally) -> Vec<String> {
    let median = |values: &[f64]| stats::median(values).map_or("none".to_string(), |value| format!("{value:.4}"));
    let says_none = tally.said_none.count + tally.denied.count;
    let judged = tally.said_none.of == 0;
    let count = |number: u64| if judged { number.to_string() } else { String::new() };
    vec![
        name.to_string(),
        median(&tally.truths),
        median(&tally.ratios),
        count(tally.right),
        count(tally.undecided),
        count(tally.wrong_of_all()),
        of(tally.held),
        if says_none > 0 || !judged { format!("{says_none} of {}", tally.runs) } else { String::new() },
        if tally.missing.count > 0 { of(tally.missing) } else { String::new() },
    ]
}

fn part_row(name: &str, tally: &Tally) -> Vec<String> {
    [name.to_string()].into_iter().chain(tally.promises().map(|promise| of(promise.share))).collect()
}

fn of(share: Share) -> String {
    if share.of > 0 { format!("{} of {}", share.count, share.of) } else { String::new() }
}

fn promise_row(promise: &Promise) -> Vec<String> {
    let share = promise.share;
    let percent = |rate: f64| format!("{:.1} %", rate * 100.0);
    let bounds = || {
        let (low, high) = stats::proportion_interval(share.count, share.of);
        format!("{} to {}", percent(low), percent(high))
    };
    let limit = match promise.limit {
        Limit::Most(most) => format!("at most {:.0} %", most * 100.0),
        Limit::Least(least) => format!("at least {:.0} %", least * 100.0),
        Limit::Told => String::new(),
    };
    let outcome = match (promise.limit, share.of, promise.holds()) {
        (Limit::Told, ..) => "",
        (_, 0, _) => "not tried",
        (_, _, true) => "holds",
        (_, _, false) => "FAILS",
    };
    vec![
        promise.what.to_string(),
        share.count.to_string(),
        share.of.to_string(),
        share.rate().map_or(String::new(), percent),
        if share.of > 0 { bounds() } else { String::new() },
        limit,
        outcome.to_string(),
    ]
}
