//! What the variants of one job would take by what events cost on the machine, *of prices* alone and *with the work* of one of them, beside what they were measured to take
//! (docs/method.md, Predicted).

use crate::analyze::Analysis;
use crate::point_analysis::PointAnalysis;
use crate::residence::{copied_byte, found, mapped_pages, mapped_pieces, passed_in_buffer, passed_in_place};
use crate::row::Row;
use model::{CostlyEvent, Landmark, Metric, Point, UnitCosts};

/// A prediction that is off by no more than this part of what was measured counts as a hit.
pub const HIT: f64 = 0.2;

/// What the variants at a point would take.
#[derive(Clone, Debug)]
pub struct Prediction {
    /// The point.
    pub point: Point,
    /// Index of the variant whose time in user mode is taken for the work; `None` where that was not read.
    pub reference: Option<usize>,
    /// Each variant whose events are counted, slowest first.
    pub variants: Vec<Predicted>,
}

/// What one variant would take, in nanoseconds per iteration.
#[derive(Clone, Copy, Debug)]
pub struct Predicted {
    /// Index of the variant.
    pub variant: usize,
    /// What it was measured to take.
    pub measured_ns: f64,
    /// What is counted of it, at the prices.
    pub events_ns: f64,
    /// One pass over its bytes.
    pub pass_ns: f64,
    /// Events, and the work of the reference; `None` where there is none.
    pub with_work_ns: Option<f64>,
}

impl Predicted {
    /// Events and the pass.
    pub fn of_prices_ns(&self) -> f64 {
        self.events_ns + self.pass_ns
    }

    /// The part of the measured time by which a predicted one is too large.
    pub fn off(&self, predicted_ns: f64) -> f64 {
        predicted_ns / self.measured_ns - 1.0
    }

    /// Whether a predicted time is near the measured one.
    pub fn is_hit(&self, predicted_ns: f64) -> bool {
        self.off(predicted_ns).abs() <= HIT
    }
}

/// What the variants of a point would take, with the work of `reference`, by index. `None` where the bytes of an iteration or its events are not known.
pub fn prediction(
    analysis: &Analysis,
    point: &PointAnalysis,
    reference: usize,
    costs: &UnitCosts,
) -> Option<Prediction> {
    let landmarks = &analysis.machine().landmarks;
    let known = point.rows.iter().filter(|row| !row.is_empty && row.time_ns.point > 0.0);
    let mut variants: Vec<Predicted> = known.filter_map(|row| predicted(row, landmarks, costs)).collect();
    let pass_ns = variants.iter().find(|one| one.variant == reference).map(|one| one.pass_ns);
    let work = point.row(reference).and_then(|row| row.count(Metric::User)).zip(pass_ns);
    for one in &mut variants {
        one.with_work_ns = work.map(|(user_ns, pass_ns)| (user_ns + one.pass_ns - pass_ns).max(0.0) + one.events_ns);
    }
    let reference = work.map(|_| reference);
    (!variants.is_empty()).then(|| Prediction { point: point.point.clone(), reference, variants })
}

/// What events and a pass of a variant take; the work of another is not known yet. `None` where something of it is not counted or has no price.
fn predicted(row: &Row, landmarks: &[Landmark], costs: &UnitCosts) -> Option<Predicted> {
    let price = |event: CostlyEvent| costs.of(event).map(|cost| cost.ns);
    let bytes = row.bytes?;
    let (calls, read) = (row.count(Metric::ReadCalls)?, row.count(Metric::ReadBytes)?);
    let written = [Metric::WriteCalls, Metric::WriteBytes].map(|metric| row.count(metric).unwrap_or(0.0));
    // What is read lies in a buffer of the size of a call; what is not read is looked at where it is, in a mapping.
    let found = found(row, bytes)?;
    let in_place = bytes - found.copied;
    let faults = row.count(Metric::MinorFaults)?;
    let mapped = mapped_pages(row, landmarks)?;
    let of_memory = if mapped > 0.0 { 0.0 } else { faults };
    let mut events_ns = 0.0;
    for (count, event) in [
        (calls, CostlyEvent::ReadCall),
        (read, copied_byte(Some(bytes), found.buffer, landmarks)[0]),
        (written[0], CostlyEvent::SystemCall),
        (written[1], CostlyEvent::WriteByte),
        (of_memory, CostlyEvent::MinorFault),
        (mapped_pieces(mapped, landmarks), CostlyEvent::FileFault),
        (mapped, CostlyEvent::UnmapPage),
        (if mapped > 0.0 { 1.0 } else { 0.0 }, CostlyEvent::MapUnmap),
        (row.count(Metric::VoluntarySwitches).unwrap_or(0.0), CostlyEvent::Switch),
    ] {
        events_ns += if count > 0.0 { count * price(event)? } else { 0.0 };
    }
    let pass = |bytes: f64, each: Option<&[CostlyEvent]>| {
        if bytes > 0.0 { Some(bytes * price(each?[0])?) } else { Some(0.0) }
    };
    let in_buffer = pass(found.copied, passed_in_buffer(found.buffer, landmarks))?;
    let pass_ns = in_buffer + pass(in_place, passed_in_place(bytes, landmarks))?;
    let measured_ns = row.time_ns.point;
    Some(Predicted { variant: row.variant, measured_ns, events_ns, pass_ns, with_work_ns: None })
}
