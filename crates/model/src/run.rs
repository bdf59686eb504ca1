//! All samples of one execution with what is needed to rebuild every report.

use crate::{Answer, Block, End, Event, Failure, Machine, Plan, Point, Schedule, Source};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What is known of a run before it begins.
#[derive(Clone, Debug, PartialEq)]
pub struct RunHeader {
    /// Version of the program that ran it.
    pub version: String,
    /// Start as seconds since 1970-01-01 UTC; 0 on virtual time.
    pub started_at: i64,
    /// The seed that every random choice comes from.
    pub seed: u64,
    /// Wall time that was planned for, in nanoseconds.
    pub budget_ns: u64,
    /// The plan as it was read, whole.
    pub source: Source,
    /// The text of the experiment's published figures.
    pub published: Option<String>,
    /// Where it ran.
    pub machine: Machine,
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
    /// Sentences that concern no single point.
    pub notes: Vec<String>,
    /// How it ended; `None` while it runs, or when it was killed.
    pub end: Option<End>,
}

/// What happened at a point.
#[derive(Clone, Debug)]
pub struct PointRecord {
    /// The point.
    pub point: Point,
    /// Whether work on it began.
    pub started: bool,
    /// Whether no more blocks will come.
    pub finished: bool,
    /// The plan of blocks, once it is fixed.
    pub schedule: Option<Schedule>,
    /// One record a variant, in the plan's order.
    pub cases: Vec<CaseRecord>,
    /// Every finished block.
    pub blocks: Vec<Block>,
    /// How many of the blocks were there when work on it last began: 0 unless the run was resumed.
    pub blocks_before: usize,
    /// What it took since work on it last began, in nanoseconds; 0 until it is finished.
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
    /// Iterations a batch and nanoseconds an iteration, from the pilot.
    pub calibration: Option<(u64, f64)>,
    /// Sentences about it.
    pub notes: Vec<String>,
}

/// Whether a variant is in the race at a point.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum CaseState {
    /// It is, or will be.
    #[default]
    Racing,
    /// It was never started here.
    Skipped(String),
    /// It failed.
    Failed(Failure),
}

impl Run {
    /// A run in which nothing has happened yet.
    pub fn new(header: RunHeader, plan: Plan) -> Run {
        let cases = vec![CaseRecord::default(); plan.variants.len()];
        let points = plan.points().into_iter().map(|point| PointRecord {
            point,
            started: false,
            finished: false,
            schedule: None,
            cases: cases.clone(),
            blocks: Vec::new(),
            blocks_before: 0,
            elapsed_ns: 0,
        });
        Run { points: points.collect(), header, plan, built: BTreeMap::new(), notes: Vec::new(), end: None }
    }

    /// Takes an event into the record. Indices must be those of the plan: events come from the scheduler or from a
    /// history that checked them.
    pub fn apply(&mut self, event: Event) {
        match event {
            Event::Building { .. } => {}
            Event::Built { name, digest } => drop(self.built.insert(name, digest)),
            Event::PointStarted { point } => {
                self.points[point].started = true;
                self.points[point].blocks_before = self.points[point].blocks.len();
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
            Event::Calibrated { point, variant, iterations, pilot_ns } => {
                self.points[point].cases[variant].calibration = Some((iterations, pilot_ns));
            }
            Event::Scheduled { point, schedule } => self.points[point].schedule = Some(schedule),
            Event::BlockFinished { block } => self.points[block.point].blocks.push(block),
            Event::PointFinished { point, elapsed_ns } => {
                self.points[point].finished = true;
                self.points[point].elapsed_ns = elapsed_ns;
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
            Event::PointStarted { point } | Event::Scheduled { point, .. } | Event::PointFinished { point, .. } => {
                point_ok(point)
            }
            Event::Skipped { point, variant, .. }
            | Event::Answered { point, variant, .. }
            | Event::Failed { point, variant, .. }
            | Event::Calibrated { point, variant, .. } => case_ok(point, variant),
            Event::BlockFinished { block } => {
                point_ok(&block.point) && block.samples.iter().all(|sample| case_ok(&block.point, &sample.variant))
            }
            Event::Noted { point, variant, .. } => {
                point.as_ref().is_none_or(point_ok) && variant.is_none_or(|variant| variant < self.plan.variants.len())
            }
            Event::Building { .. } | Event::Built { .. } | Event::Finished { .. } => true,
        }
    }
}
