//! A whole run: point after point, each with its share of the time that is left.

use crate::build::{self, Built};
use crate::journal::{Emit, Halt, Journal};
use crate::point;
use crate::point_run::launches_begun;
use model::{End, Event, Plan, Point, Run, StopRule, Subject};
use subjects::Context;

/// How often the time that is left over is dealt out again.
const DEALS_MAX: usize = 4;

/// To begin with a point again takes time; a part of its first share that is smaller than this is not worth it.
const SHARE_MIN: f64 = 0.2;

/// Measures everything that `run` has not measured yet, emits what happens, and returns the run with all of it. A new run has measured
/// nothing; one from the history goes on where it stopped.
pub fn measure(run: Run, context: &Context, rule: &mut dyn StopRule, emit: &mut Emit) -> Run {
    let blocks_before = run.points.iter().map(|record| record.blocks.len()).sum();
    let before = run.points.iter().map(|record| if record.finished { 0 } else { record.blocks.len() }).collect();
    let mut journal = Journal { run, rule, before, blocks_before, has_told_of_budget: false, emit };
    let end = match all_points(&mut journal, context) {
        Ok(()) => End::Complete,
        Err(Halt::Interrupted) => End::Interrupted,
        Err(Halt::HistoryLost) => End::HistoryLost,
    };
    if end == End::Interrupted {
        let _ = look_at_what_is_there(&mut journal);
    }
    let _ = journal.record(Event::Finished { end });
    journal.run
}

fn all_points(journal: &mut Journal, context: &Context) -> Result<(), Halt> {
    if context.caller.is_some() {
        journal.record(Event::Noted { point: None, variant: None, note: model::FORKED_NOTE.to_string() })?;
    }
    let mut built = build::build_all(journal, context)?;
    let unfinished: Vec<usize> =
        (0..journal.run.points.len()).filter(|index| !journal.run.points[*index].finished).collect();
    let points: Vec<Point> = unfinished.iter().map(|index| journal.run.points[*index].point.clone()).collect();
    build::see_programs(journal, &mut built)?;
    build::compile_all(journal, &mut built, &points, context)?;
    let is_located = unfinished.is_empty() && next_point(journal).is_none();
    let to_add = if is_located { 0 } else { journal.run.points_to_add() };
    let whole = (0..journal.run.points.len()).filter(|index| has_work(journal, *index)).count() + to_add;
    let open = unfinished.iter().copied().filter(|index| has_work(journal, *index)).count() + to_add;
    let fair_ns = journal.run.header.budget_ns as f64 / whole.max(1) as f64;
    let end_ns = context.clock.now_ns() as f64 + fair_ns * open as f64;
    let mut rest = Rest { end_ns, fair_ns, left: open, built, context };
    for index in &unfinished {
        let share_ns = rest.share_ns()?;
        rest.left -= usize::from(has_work(journal, *index));
        rest.measure(journal, *index, share_ns)?;
    }
    rest.locate(journal)?;
    rest.spend(journal)
}

/// The point that would tell most of where variants change places; none where none would tell more.
fn next_point(journal: &mut Journal) -> Option<Point> {
    let gaps = journal.rule.gaps(&journal.run);
    design::next_point(&journal.run.plan, journal.run.points.iter().map(|record| &record.point), &gaps)
}

/// What is left to do.
struct Rest<'a> {
    end_ns: f64,
    /// The equal part of each point of the whole run, in nanoseconds.
    fair_ns: f64,
    /// How many points that have not had their part share it.
    left: usize,
    built: Built,
    context: &'a Context,
}

impl Rest<'_> {
    /// The part of the next point, in nanoseconds. What the points before left over goes to those that turn out to need it.
    fn share_ns(&self) -> Result<f64, Halt> {
        Ok(self.share_of_ns(self.left.max(1))?.min(self.fair_ns))
    }

    /// One of so many equal parts of the time that is left, in nanoseconds.
    fn share_of_ns(&self, parts: usize) -> Result<f64, Halt> {
        match self.context.interrupt.raised() {
            true => Err(Halt::Interrupted),
            false => Ok((self.end_ns - self.context.clock.now_ns() as f64).max(0.0) / parts as f64),
        }
    }

    fn measure(&mut self, journal: &mut Journal, index: usize, share_ns: f64) -> Result<(), Halt> {
        let due_ns = self.context.clock.now_ns() as f64 + share_ns;
        point::measure(journal, index, share_ns, &self.built, self.context)?;
        if journal.run.header.budget_is_default {
            // What a point took beyond its share because a verdict needs it is not taken from the others.
            self.end_ns += (self.context.clock.now_ns() as f64 - due_ns).max(0.0);
        }
        Ok(())
    }

    /// Adds points, one after the other, until it is known narrowly enough where variants change places, or as narrowly as further points can tell it.
    fn locate(&mut self, journal: &mut Journal) -> Result<(), Halt> {
        loop {
            let share_ns = self.share_ns()?;
            if share_ns < self.fair_ns * SHARE_MIN {
                return Ok(());
            }
            let Some(point) = next_point(journal) else { return Ok(()) };
            let index = journal.run.points.len();
            journal.record(Event::PointAdded { point })?;
            self.left = self.left.saturating_sub(1);
            self.measure(journal, index, share_ns)?;
        }
    }

    /// Gives the time that is left over to the points where something is still undecided, in equal parts, until it is spent.
    /// Nobody gets more because a difference seems about to show.
    fn spend(&mut self, journal: &mut Journal) -> Result<(), Halt> {
        for _ in 0..DEALS_MAX {
            let all = 0..journal.run.points.len();
            let open: Vec<usize> = all.filter(|index| point::needs_more(journal, *index)).collect();
            for (done, index) in open.iter().enumerate() {
                let share_ns = self.share_of_ns(open.len() - done)?;
                if share_ns < self.fair_ns * SHARE_MIN {
                    return Ok(());
                }
                point::measure(journal, *index, share_ns, &self.built, self.context)?;
            }
            if open.is_empty() {
                break;
            }
        }
        Ok(())
    }
}

/// Whoever stops a run is shown what it has, and may go on with it: that is a look like those that were planned.
fn look_at_what_is_there(journal: &mut Journal) -> Result<(), Halt> {
    for index in 0..journal.run.points.len() {
        let launches = launches_begun(&journal.run.points[index]);
        let seen = journal.run.looks.iter().filter(|look| look.point == index).map(|look| look.launches).max();
        if launches > seen.unwrap_or(0) {
            journal.record(Event::Looked { point: index, launches })?;
        }
    }
    Ok(())
}

/// Whether a variant that is compared takes part at a point: the others need no time.
fn has_work(journal: &Journal, index: usize) -> bool {
    let point = &journal.run.points[index].point;
    journal.run.plan.contestants_at(point).next().is_some()
}

/// Whether time at this plan's variants is invented: then the clock is the simulator's.
pub fn is_simulated(plan: &Plan) -> bool {
    !plan.variants.is_empty() && plan.variants.iter().all(|variant| matches!(variant.subject, Subject::Sim(_)))
}
