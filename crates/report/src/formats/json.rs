//! The report for programs: `docs/report.schema.json` is its contract, `"format"` its version.
//!
//! Numbers that do not exist (the bound of an interval that too few launches leave open) are `null`.

use crate::exclusions::{against, why_no_rate};
use crate::notes::notes;
use analysis::{
    Analysis, Comparison, Cost, Distribution, Latency, Overhead, PointAnalysis, QuantileShift, Quantity, RareWork,
    Reason, Row, Shape, Traffic, Verdict, Why,
};
use model::{End, Machine, Metric, Value};
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize)]
struct Report<'a> {
    format: &'static str,
    run: RunPart<'a>,
    machine: &'a Machine,
    points: Vec<PointPart<'a>>,
    laws: Vec<()>,
    crossovers: Vec<()>,
    ledger: Vec<()>,
    overheads: Vec<OverheadPart<'a>>,
    then_and_now: Vec<ThenAndNowPart<'a>>,
    advisories: Vec<String>,
}

#[derive(Serialize)]
struct RunPart<'a> {
    title: &'a str,
    version: &'a str,
    started_at: i64,
    seed: u64,
    budget_ns: u64,
    margin: f64,
    family: usize,
    end: &'static str,
    plan: PlanPart<'a>,
}

#[derive(Serialize)]
struct PlanPart<'a> {
    name: &'a str,
    text: &'a str,
}

#[derive(Serialize)]
struct PointPart<'a> {
    params: BTreeMap<&'a str, serde_json::Value>,
    launches: usize,
    blocks: usize,
    voided: usize,
    control: Option<ControlPart<'a>>,
    inside: Option<f64>,
    untimed: Option<f64>,
    fastest: Option<&'a str>,
    variants: Vec<VariantPart<'a>>,
    comparisons: Vec<ComparisonPart<'a>>,
}

/// A variant against its own clone.
#[derive(Serialize)]
struct ControlPart<'a> {
    original: &'a str,
    ratio: IntervalPart,
    launches: usize,
}

/// What was taken off because the plan says so.
#[derive(Serialize)]
struct LessPart {
    name: String,
    time_ns: f64,
}

#[derive(Serialize, Default)]
struct VariantPart<'a> {
    name: &'a str,
    answer: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_ns: Option<IntervalPart>,
    #[serde(skip_serializing_if = "Option::is_none")]
    launch_share: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes_per_second: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cpu_share: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    samples: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    iterations: Option<u64>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    metrics: BTreeMap<&'static str, f64>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    absent: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    less: Option<LessPart>,
    #[serde(skip_serializing_if = "Option::is_none")]
    traffic: Option<TrafficPart>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// The requests of a variant.
#[derive(Serialize)]
struct TrafficPart {
    connections: u64,
    per_second: f64,
    planned_per_second: Option<f64>,
    mean_ns: f64,
    in_flight: f64,
    agrees_with_little: Option<bool>,
    generator_share: f64,
    generator_saturated: bool,
    lag_ns: Option<f64>,
    connections_opened: u64,
    reused_share: f64,
    failed_requests: u64,
    latencies: Vec<LatencyPart>,
    longest_ns: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    p99_hidden_ns: Option<f64>,
}

#[derive(Serialize)]
struct LatencyPart {
    quantile: f64,
    ns: f64,
    interval: Option<IntervalPart>,
}

/// How a difference grows with the work.
#[derive(Serialize)]
struct OverheadPart<'a> {
    params: BTreeMap<&'a str, serde_json::Value>,
    work: &'a str,
    baseline: &'a str,
    candidate: &'a str,
    cost: &'static str,
    fixed_ns: IntervalPart,
    share: IntervalPart,
    shape: &'static str,
    below_5_percent_from: Option<IntervalPart>,
    at_least_work: f64,
    levels: usize,
}

#[derive(Serialize)]
struct IntervalPart {
    point: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    level: f64,
}

#[derive(Serialize)]
struct ComparisonPart<'a> {
    baseline: &'a str,
    candidate: &'a str,
    ratio: IntervalPart,
    quantity: &'static str,
    mean: Option<IntervalPart>,
    typical: Option<IntervalPart>,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by_count: Option<ByCountPart<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rare: Vec<RarePart<'a>>,
    p_adjusted: f64,
    detectable: Option<f64>,
    launches: usize,
    decided_after: usize,
    blocks: usize,
    #[serde(flatten)]
    distribution: Option<DistributionPart>,
}

/// What is known of the comparisons with the variant that others are compared with.
#[derive(Serialize)]
struct DistributionPart {
    quantile_shifts: Vec<QuantileShiftPart>,
}

/// How the ratio depends on the number of iterations that a process has run.
#[derive(Serialize)]
struct ByCountPart<'a> {
    variant: &'a str,
    iterations: f64,
    iterations_max: f64,
    early_ns: f64,
    late_ns: f64,
    early_ratio: f64,
    late_ratio: f64,
}

/// Iterations that cost much more than the others.
#[derive(Serialize)]
struct RarePart<'a> {
    variant: &'a str,
    one_of: f64,
    times: f64,
    share: f64,
}

#[derive(Serialize)]
struct QuantileShiftPart {
    quantile: f64,
    ratio: IntervalPart,
}

#[derive(Serialize)]
struct ThenAndNowPart<'a> {
    params: BTreeMap<&'a str, serde_json::Value>,
    variant: &'a str,
    reference: &'a str,
    then_rate: f64,
    then_ratio: f64,
    now_rate: Option<f64>,
    now_ratio: Option<IntervalPart>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    readings: BTreeMap<&'static str, ThenAndNowReading>,
}

#[derive(Serialize)]
struct ThenAndNowReading {
    then: f64,
    now: Option<f64>,
}

/// Writes the whole report.
pub fn write(analysis: &Analysis) -> String {
    let rows = analysis.then_and_now.iter().flat_map(|table| &table.rows);
    let report = Report {
        format: "cmpthese/1",
        run: run_part(analysis),
        machine: analysis.machine(),
        points: analysis.points.iter().map(point_part).collect(),
        laws: Vec::new(),
        crossovers: Vec::new(),
        ledger: Vec::new(),
        overheads: analysis.overheads.iter().map(overhead_part).collect(),
        then_and_now: rows
            .map(|row| ThenAndNowPart {
                params: params(&row.point),
                variant: &row.variant,
                reference: &row.reference,
                then_rate: row.then_rate,
                then_ratio: row.then_ratio,
                now_rate: row.now_rate,
                now_ratio: row.now_ratio.as_ref().map(interval),
                readings: (row.readings.iter())
                    .map(|(metric, (then, now))| (metric.info().key, ThenAndNowReading { then: *then, now: *now }))
                    .collect(),
            })
            .collect(),
        advisories: notes(analysis),
    };
    let mut text = serde_json::to_string_pretty(&report).expect("reports have text keys");
    text.push('\n');
    text
}

fn run_part(analysis: &Analysis) -> RunPart<'_> {
    let header = &analysis.header;
    RunPart {
        title: &analysis.title,
        version: &header.version,
        started_at: header.started_at,
        seed: header.seed,
        budget_ns: header.budget_ns,
        margin: analysis.margin,
        family: analysis.family,
        end: match analysis.end {
            Some(End::Complete) => "complete",
            Some(End::Interrupted) => "interrupted",
            Some(End::HistoryLost) => "history_lost",
            None => "unfinished",
        },
        plan: PlanPart { name: &header.source.name, text: &header.source.text },
    }
}

fn point_part(point: &PointAnalysis) -> PointPart<'_> {
    let mut variants: Vec<(usize, VariantPart)> =
        point.rows.iter().map(|row| (row.variant, row_part(point, row))).collect();
    variants.extend(point.excluded.iter().map(|excluded| (excluded.variant, excluded_part(excluded))));
    variants.sort_by_key(|(index, _)| *index);
    let names: BTreeMap<usize, &str> = point.rows.iter().map(|row| (row.variant, row.name.as_str())).collect();
    PointPart {
        params: params(&point.point),
        launches: point.launches,
        blocks: point.blocks,
        voided: point.voided,
        control: point.control.as_ref().and_then(|control| {
            let original = *names.get(&control.original)?;
            Some(ControlPart { original, ratio: interval(&control.ratio), launches: control.launches })
        }),
        inside: point.inside,
        untimed: point.untimed,
        fastest: point.fastest().map(|row| row.name.as_str()),
        variants: variants.into_iter().map(|(_, part)| part).collect(),
        comparisons: point.comparisons.iter().map(|comparison| comparison_part(point, comparison, &names)).collect(),
    }
}

fn row_part<'a>(point: &PointAnalysis, row: &'a Row) -> VariantPart<'a> {
    let metrics = row.metrics.iter().filter(|(metric, _)| **metric != Metric::Wall);
    VariantPart {
        name: &row.name,
        answer: if point.agreeing > 0 { "same" } else { "unchecked" },
        reason: why_no_rate(row).map(|why| format!("it {why}")),
        time_ns: Some(interval(&row.time_ns)),
        launch_share: row.conduct.launch_share,
        bytes_per_second: row.bytes.filter(|_| !row.is_empty).map(|bytes| bytes * 1e9 / row.time_ns.point),
        cpu_share: row.cpu_share,
        samples: Some(row.samples),
        iterations: Some(row.iterations),
        metrics: metrics.map(|(metric, value)| (metric.info().key, *value)).collect(),
        absent: row.absent.clone(),
        less: row.less.as_ref().map(|less| LessPart { name: less.name.clone(), time_ns: less.time_ns }),
        traffic: row.traffic.as_ref().map(traffic_part),
        notes: row.notes.clone(),
        ..VariantPart::default()
    }
}

fn traffic_part(traffic: &Traffic) -> TrafficPart {
    let latency = |one: &Latency| LatencyPart {
        quantile: one.quantile,
        ns: one.ns,
        interval: one.interval.as_ref().map(interval),
    };
    TrafficPart {
        connections: traffic.connections,
        per_second: traffic.per_second,
        planned_per_second: traffic.planned_per_second,
        mean_ns: traffic.mean_ns,
        in_flight: traffic.in_flight,
        agrees_with_little: traffic.agrees_with_little(),
        generator_share: traffic.generator_share,
        generator_saturated: traffic.is_saturated(),
        lag_ns: traffic.lag_ns,
        connections_opened: traffic.opened,
        reused_share: traffic.reused,
        failed_requests: traffic.failed,
        latencies: traffic.latencies.iter().map(latency).collect(),
        longest_ns: traffic.longest_ns,
        p99_hidden_ns: traffic.hidden.map(|hidden| hidden.corrected_ns),
    }
}

fn overhead_part(overhead: &Overhead) -> OverheadPart<'_> {
    OverheadPart {
        params: params(&overhead.point),
        work: &overhead.param,
        baseline: &overhead.baseline,
        candidate: &overhead.candidate,
        cost: match overhead.cost {
            Cost::Time => "time",
            Cost::ServerCpu => "server_cpu",
        },
        fixed_ns: interval(&overhead.fixed_ns),
        share: interval(&overhead.share),
        shape: match overhead.shape {
            Shape::Additive => "additive",
            Shape::Proportional => "proportional",
            Shape::Mixed => "mixed",
            Shape::Otherwise => "no_line",
            Shape::None => "none",
        },
        below_5_percent_from: overhead.below_from.as_ref().map(interval),
        at_least_work: overhead.at_least_work,
        levels: overhead.levels,
    }
}

fn excluded_part(excluded: &analysis::Excluded) -> VariantPart<'_> {
    let (answer, reason, line) = match &excluded.reason {
        Reason::Skipped(reason) => ("skipped", reason.clone(), None),
        Reason::Failed(failure) => ("failed", failure.message.clone(), failure.line),
        Reason::Differs { from, own, other, .. } => {
            ("different", format!("{own} instead of {other} ({})", against(from)), None)
        }
    };
    VariantPart { name: &excluded.name, answer, reason: Some(reason), line, ..VariantPart::default() }
}

fn comparison_part<'a>(
    point: &PointAnalysis,
    comparison: &Comparison,
    names: &BTreeMap<usize, &'a str>,
) -> ComparisonPart<'a> {
    ComparisonPart {
        baseline: names[&comparison.baseline],
        candidate: names[&comparison.candidate],
        ratio: interval(&comparison.ratio),
        quantity: match comparison.quantity {
            Quantity::Mean => "mean",
            Quantity::Typical => "typical",
        },
        mean: comparison.mean.as_ref().map(interval),
        typical: comparison.typical.as_ref().map(interval),
        why: comparison.why.map(Why::key),
        by_count: comparison.by_count.as_ref().map(|found| ByCountPart {
            variant: names[&found.variant],
            iterations: found.iterations,
            iterations_max: found.iterations_max,
            early_ns: found.early_ns,
            late_ns: found.late_ns,
            early_ratio: found.early,
            late_ratio: found.late,
        }),
        rare: [comparison.baseline, comparison.candidate]
            .into_iter()
            .zip(&comparison.rare)
            .filter_map(|(variant, rare)| {
                let RareWork { one_of, times, share } = (*rare)?;
                Some(RarePart { variant: names[&variant], one_of, times, share })
            })
            .collect(),
        verdict: match comparison.verdict {
            Verdict::Faster => "faster",
            Verdict::Slower => "slower",
            Verdict::Equivalent => "equivalent",
            Verdict::Undecided => "undecided",
        },
        p_adjusted: comparison.p_adjusted,
        detectable: finite(comparison.detectable),
        launches: comparison.launches,
        decided_after: comparison.decided_after,
        blocks: comparison.blocks,
        distribution: point.distribution(comparison).map(distribution_part),
    }
}

fn distribution_part(distribution: &Distribution) -> DistributionPart {
    let part = |shift: &QuantileShift| QuantileShiftPart { quantile: shift.quantile, ratio: interval(&shift.ratio) };
    DistributionPart { quantile_shifts: distribution.quantile_shifts().iter().map(part).collect() }
}

fn params(point: &model::Point) -> BTreeMap<&str, serde_json::Value> {
    point.params.iter().map(|(name, value)| (name.as_str(), json_value(value))).collect()
}

/// Sizes are bytes, durations seconds, as snippets see them.
fn json_value(value: &Value) -> serde_json::Value {
    match value {
        Value::Integer(number) => (*number).into(),
        Value::Boolean(truth) => (*truth).into(),
        Value::Size(bytes) => (*bytes).into(),
        Value::Text(text) => text.clone().into(),
        Value::Float(_) | Value::Duration(_) => value.number().into(),
    }
}

fn interval(interval: &stats::Interval) -> IntervalPart {
    IntervalPart {
        point: finite(interval.point),
        low: finite(interval.low),
        high: finite(interval.high),
        level: interval.level,
    }
}

fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}
