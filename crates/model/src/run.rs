//! All samples of one execution with what is needed to rebuild every report.

use crate::{
    Answer, Beginning, Block, End, Event, Failure, Machine, Metric, Pilot, Plan, Point, Sample, Schedule, Source,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What is known of a run before it begins.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunHeader {
    /// Version of the program that ran it.
    pub version: String,
    /// Start as seconds since 1970-01-01 UTC; 0 on virtual time, and where the tool that measured it does not tell.
    pub started_at: i64,
    /// The seed that every random choice comes from.
    pub seed: u64,
    /// Wall time that was planned for, in nanoseconds.
    pub budget_ns: u64,
    /// Whether nobody asked for that budget: then a comparison gets the launches that a verdict needs, however long they take.
    pub budget_is_default: bool,
    /// Whether it measures all that fits into its time, and stops for nothing that it saw.
    pub is_of_fixed_size: bool,
    /// The plan as it was read, whole.
    pub source: Source,
    /// The text of the experiment's published figures.
    pub published: Option<String>,
    /// Where it ran.
    pub machine: Machine,
    /// The directory in which it was begun; `None` on virtual time, of imports and of older runs.
    pub directory: Option<String>,
}

/// A run: its header, and the fold of its events.
#[derive(Clone, Debug)]
pub struct Run {
    /// What was known before it began.
    pub header: RunHeader,
    /// The plan, parsed from the header's source.
    pub plan: Plan,
    /// The digest of what each thing that was built was built from.
    pub built: BTreeMap<String, String>,
    /// One record a point, in the plan's order.
    pub points: Vec<PointRecord>,
    /// When which data were looked at, in the order of time.
    pub looks: Vec<Look>,
    /// Sentences that concern no single point.
    pub notes: Vec<String>,
    /// How it ended; `None` while it runs, or when it was killed.
    pub end: Option<End>,
}

/// A look at what was known of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Index of the point.
    pub point: usize,
    /// The launches that were looked at: those before the one of this index.
    pub launches: usize,
}

/// What happened at a point.
#[derive(Clone, Debug, Default)]
pub struct PointRecord {
    /// The point.
    pub point: Point,
    /// Whether work on it began.
    pub started: bool,
    /// Whether nobody works on it.
    pub finished: bool,
    /// What it adds to a batch that the other variants have filled the caches, in nanoseconds, where it was seen.
    pub refill_ns: Option<f64>,
    /// Whether each batch comes after as many iterations that are not timed.
    pub runs_ahead: bool,
    /// The plan of blocks, once it is fixed.
    pub schedule: Option<Schedule>,
    /// One record a variant, in the plan's order.
    pub cases: Vec<CaseRecord>,
    /// Every finished block.
    pub blocks: Vec<Block>,
    /// Blocks that do not count, each with the reason.
    pub voided: Vec<(Block, String)>,
    /// How many of the blocks were there when work on it last began.
    pub blocks_before: usize,
    /// The same of those that do not count.
    pub voided_before: usize,
    /// What timed batches took, voided ones included, in the work whose end is known, in nanoseconds. Work that was cut off
    /// left no account of its time.
    pub inside_ns: u64,
    /// What pilots and warm-ups took inside what is measured, in the work whose end is known, in nanoseconds. `None` where some of it was not
    /// recorded.
    pub untimed_ns: Option<u64>,
    /// What the work on it took whose end is known, in nanoseconds.
    pub elapsed_ns: u64,
}

/// What happened to a variant at a point.
#[derive(Clone, Debug, Default)]
pub struct CaseRecord {
    /// Whether it is still in the race.
    pub state: CaseState,
    /// What it answered.
    pub answer: Option<Answer>,
    /// Metrics that its worker cannot read, each with the reason.
    pub absent: BTreeMap<String, String>,
    /// What its pilot found.
    pub pilot: Option<Pilot>,
    /// What its processes took before they were measured, in the order of launches, where that was timed.
    pub beginnings: Vec<Beginning>,
    /// Sentences about it.
    pub notes: Vec<String>,
}

/// Whether a variant is in the race at a point.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum CaseState {
    /// It is, or will be.
    #[default]
    Racing,
    /// It is not measured here, or no longer: a clause says why.
    Skipped(String),
    /// It failed.
    Failed(Failure),
}

impl Run {
    /// How a note begins that tells why work could not go on. It goes when work begins again.
    pub const STUCK: &str = "it could not go on: ";

    /// A run in which nothing has happened yet.
    pub fn new(header: RunHeader, plan: Plan) -> Run {
        let points = plan.points().into_iter().map(|point| PointRecord::new(point, &plan));
        Run {
            points: points.collect(),
            header,
            plan,
            built: BTreeMap::new(),
            looks: Vec::new(),
            notes: Vec::new(),
            end: None,
        }
    }

    /// Takes an event into the record. Indices must be those of the plan: events come from the scheduler or from a
    /// history that checked them.
    pub fn apply(&mut self, event: Event) {
        match event {
            Event::Building { .. } => {}
            Event::Built { name, digest } => drop(self.built.insert(name, digest)),
            Event::PointAdded { point } => self.points.push(PointRecord::new(point, &self.plan)),
            Event::PointStarted { point } => {
                // A run that had ended goes on.
                if self.end.take().is_some() {
                    self.notes.retain(|note| !note.starts_with(Run::STUCK));
                }
                let record = &mut self.points[point];
                (record.started, record.finished) = (true, false);
                (record.blocks_before, record.voided_before) = (record.blocks.len(), record.voided.len());
            }
            Event::Skipped { point, variant, reason } => {
                self.points[point].cases[variant].state = CaseState::Skipped(reason);
            }
            Event::Answered { point, variant, answer, absent } => {
                let case = &mut self.points[point].cases[variant];
                case.answer = Some(answer);
                case.absent = absent;
            }
            Event::Failed { point, variant, failure } => {
                self.points[point].cases[variant].state = CaseState::Failed(failure);
            }
            Event::Calibrated { point, variant, pilot } => self.points[point].cases[variant].pilot = Some(pilot),
            Event::Begun { point, variant, beginning } => self.points[point].cases[variant].begin(beginning),
            Event::Refilled { point, refill_ns, ahead } => {
                let record = &mut self.points[point];
                (record.refill_ns, record.runs_ahead) = (Some(refill_ns), ahead);
            }
            Event::Scheduled { point, schedule } => self.points[point].schedule = Some(schedule),
            Event::BlockFinished { block } => self.points[block.point].blocks.push(block),
            Event::BlockVoided { block, reason } => self.points[block.point].voided.push((block, reason)),
            Event::Looked { point, launches } => self.looks.push(Look { point, launches }),
            Event::PointFinished { point, elapsed_ns, untimed_ns } => {
                let record = &mut self.points[point];
                record.finished = true;
                record.elapsed_ns += elapsed_ns;
                record.untimed_ns = record.untimed_ns.zip(untimed_ns).map(|(before, more)| before.saturating_add(more));
                record.inside_ns = record.inside_ns.saturating_add(record.inside_since_it_began());
            }
            Event::Noted { point: Some(point), variant: Some(variant), note } => {
                let notes = &mut self.points[point].cases[variant].notes;
                if !notes.contains(&note) {
                    notes.push(note);
                }
            }
            Event::Noted { note, .. } => self.notes.push(note),
            Event::Finished { end } => self.end = Some(end),
        }
    }

    /// Whether every index in an event exists in this run: for events that come from outside.
    pub fn accepts(&self, event: &Event) -> bool {
        let point_ok = |point: &usize| *point < self.points.len();
        let case_ok = |point: &usize, variant: &usize| point_ok(point) && *variant < self.plan.variants.len();
        match event {
            Event::PointAdded { point } => self.may_add(point),
            Event::PointStarted { point }
            | Event::Refilled { point, .. }
            | Event::Scheduled { point, .. }
            | Event::Looked { point, .. }
            | Event::PointFinished { point, .. } => point_ok(point),
            Event::Skipped { point, variant, .. }
            | Event::Answered { point, variant, .. }
            | Event::Failed { point, variant, .. }
            | Event::Begun { point, variant, .. }
            | Event::Calibrated { point, variant, .. } => case_ok(point, variant),
            Event::BlockFinished { block } | Event::BlockVoided { block, .. } => {
                point_ok(&block.point) && block.samples.iter().all(|sample| case_ok(&block.point, &sample.variant))
            }
            Event::Noted { point, variant, .. } => {
                point.as_ref().is_none_or(point_ok) && variant.is_none_or(|variant| variant < self.plan.variants.len())
            }
            Event::Building { .. } | Event::Built { .. } | Event::Finished { .. } => true,
        }
    }

    /// Whether a point is none of those that are there, and one of the same parameters.
    fn may_add(&self, point: &Point) -> bool {
        let names = point.params.iter().map(|(name, _)| name);
        let is_known = self.points.iter().any(|record| record.point == *point);
        self.plan.locate.is_some() && !is_known && names.eq(self.plan.params.iter().map(|param| &param.name))
    }

    /// How many points it has at most, those that may still be added included: the same from the beginning to the end.
    pub fn points_max(&self) -> usize {
        self.points.len().max(self.plan.grid_size() + self.plan.further_points_max())
    }

    /// How many comparisons it may print: the pairs of so many who take part at each point, and those of points that may still be added.
    pub fn comparisons_max(&self, taking_part: impl Fn(&PointRecord) -> usize) -> usize {
        self.points.iter().map(|record| pairs(taking_part(record))).sum::<usize>() + self.comparisons_to_add()
    }

    /// The comparisons of the points that may be added, where crossovers are located, and were not. Which are depends on what was measured, so those that were not
    /// count as well: what may be asked is fixed before anything is.
    pub fn comparisons_to_add(&self) -> usize {
        (self.points_max() - self.points.len()) * pairs(self.plan.contestants().count())
    }

    /// How many points are still likely to be added.
    pub fn points_to_add(&self) -> usize {
        let added = self.points.len().saturating_sub(self.plan.grid_size());
        self.plan.further_points().saturating_sub(added)
    }
}

fn pairs(variants: usize) -> usize {
    variants * variants.saturating_sub(1) / 2
}

impl CaseRecord {
    /// A launch that was cut off before its first block is begun once more when the run is resumed.
    fn begin(&mut self, beginning: Beginning) {
        self.beginnings.pop_if(|last| last.launch == beginning.launch);
        self.beginnings.push(beginning);
    }
}

impl PointRecord {
    /// A point at which nothing has happened yet.
    fn new(point: Point, plan: &Plan) -> PointRecord {
        let cases = vec![CaseRecord::default(); plan.variants.len()];
        PointRecord { point, cases, untimed_ns: Some(0), ..PointRecord::default() }
    }

    /// The samples of all blocks that count.
    pub fn samples(&self) -> impl Iterator<Item = &Sample> {
        self.blocks.iter().flat_map(|block| &block.samples)
    }

    /// Those of a variant.
    pub fn samples_of(&self, variant: usize) -> impl Iterator<Item = &Sample> {
        self.samples().filter(move |sample| sample.variant == variant)
    }

    /// The blocks of each launch, in the order of time.
    pub fn launches(&self) -> impl Iterator<Item = &[Block]> {
        self.blocks.chunk_by(|one, next| one.launch == next.launch)
    }

    /// What timed batches took since work on the point last began, in nanoseconds.
    fn inside_since_it_began(&self) -> u64 {
        let finished = self.blocks[self.blocks_before..].iter();
        let voided = self.voided[self.voided_before..].iter().map(|(block, _)| block);
        let samples = finished.chain(voided).flat_map(|block| &block.samples);
        let walls = samples.filter_map(|sample| sample.readings.get(&Metric::Wall));
        walls.fold(0, |sum, wall| sum.saturating_add(*wall))
    }
}
