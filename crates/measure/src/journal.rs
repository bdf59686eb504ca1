//! The record of a run while it is made: one fold of events, which go out as they are taken in.

use model::{Event, Run, StopRule};

/// Takes an event; an error ends the run.
pub type Emit<'a> = dyn FnMut(&Event) -> Result<(), Stop> + 'a;

/// The consumer of events can take no more: nothing further shall be measured, because it could not be kept.
#[derive(Clone, Copy, Debug)]
pub struct Stop;

/// Why measuring ends before it is complete.
#[derive(Clone, Copy, Debug)]
pub enum Halt {
    Interrupted,
    HistoryLost,
}

/// The record of a run, kept in step with what is emitted, and who decides what has been measured enough.
pub struct Journal<'a> {
    pub run: Run,
    pub rule: &'a mut dyn StopRule,
    /// How many blocks each point had when the run was begun, or gone on with, here; none of those that were done with.
    pub before: Vec<usize>,
    /// How many that were in all.
    pub blocks_before: usize,
    pub has_told_of_budget: bool,
    pub emit: &'a mut Emit<'a>,
}

impl Journal<'_> {
    pub fn record(&mut self, event: Event) -> Result<(), Halt> {
        let passed = (self.emit)(&event);
        self.run.apply(event);
        passed.map_err(|Stop| Halt::HistoryLost)
    }

    /// Whether a point was measured before the run was gone on with here, and not since.
    pub fn is_resumed_at(&self, point: usize) -> bool {
        let before = self.before.get(point).copied().unwrap_or(0);
        before > 0 && self.run.points[point].blocks.len() == before
    }

    /// Whether nothing was measured since the run was gone on with here, which had been begun.
    pub fn has_not_gone_on(&self) -> bool {
        let blocks = self.run.points.iter().map(|record| record.blocks.len());
        self.blocks_before > 0 && blocks.sum::<usize>() == self.blocks_before
    }

    /// Ends a run that was gone on with, in another place than the one where it began, or at another time: what was measured must not be lost for that.
    pub fn stuck(&mut self, point: usize, why: &str) -> Result<(), Halt> {
        let note = format!("{}{why}", Run::STUCK);
        self.record(Event::Noted { point: Some(point), variant: None, note })?;
        Err(Halt::Interrupted)
    }
}
