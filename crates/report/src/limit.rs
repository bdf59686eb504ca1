//! What the variants reach of the limit, in words.

use crate::numbers::{percent, percents, span, throughput};
use crate::printable;
use analysis::{Interval, PointAnalysis, Row, Verdict};
use model::format_duration;
use std::collections::BTreeMap;

/// The time to beat; `None` where a point has no limit. Names in it are printable.
pub fn to_beat(point: &PointAnalysis) -> Option<String> {
    let limit = point.row(point.limit?)?;
    let moved = limit.bytes_per_second().map(|rate| format!(", {}", throughput(rate)));
    let time = format_duration(limit.time_ns.point);
    Some(format!("{} is the limit, {time} the time to beat{}", printable(&limit.name), moved.unwrap_or_default()))
}

/// What each of the others reaches, the most first.
pub fn shares(point: &PointAnalysis) -> Vec<(&Row, Interval)> {
    point.rows.iter().rev().filter_map(|row| Some((row, point.share_of_limit(row)?))).collect()
}

/// A share with its interval, and whether it says that the limit is none.
pub fn share_text(point: &PointAnalysis, row: &Row, share: &Interval) -> String {
    share_of(point, row, share, "")
}

fn share_of(point: &PointAnalysis, row: &Row, share: &Interval, what: &str) -> String {
    let is_beyond = point.limit.and_then(|limit| point.row(limit)).and_then(|limit| point.verdict(row, limit));
    let beyond = if is_beyond == Some(Verdict::Faster) { ", so that it is none" } else { "" };
    format!("{}{what}{beyond}", percents(share))
}

/// The same in a sentence, for formats without the table.
pub fn limit_sentence(point: &PointAnalysis) -> Option<String> {
    let shares = shares(point).into_iter();
    let told = shares.map(|(row, share)| (printable(&row.name), share_of(point, row, &share, " of it")));
    let told: Vec<String> = told.map(|(name, share)| format!("{name} reaches {share}")).collect();
    Some(format!("{}; {}", to_beat(point)?, told.join(", "))).filter(|_| !told.is_empty())
}

/// What each variant reaches over all points, in one sentence for each limit; names in it are Markdown.
pub fn reached(points: &[PointAnalysis], name: impl Fn(&str) -> String) -> Option<String> {
    let limit = points.iter().find_map(|point| point.row(point.limit?))?;
    let mut told: BTreeMap<usize, (String, f64, f64)> = BTreeMap::new();
    for (row, share) in points.iter().flat_map(shares) {
        let (_, least, most) = told.entry(row.variant).or_insert((name(&row.name), share.point, share.point));
        (*least, *most) = (least.min(share.point), most.max(share.point));
    }
    let range = |(name, least, most): &(String, f64, f64)| format!("{name} {}", span([*least, *most].map(percent)));
    let told: Vec<String> = told.values().map(range).collect();
    let time = match points {
        [_] => format!("; the time to beat is {}", format_duration(limit.time_ns.point)),
        _ => String::new(),
    };
    (!told.is_empty()).then(|| format!("Of the limit, {}, reach: {}{time}.", name(&limit.name), told.join(", ")))
}
