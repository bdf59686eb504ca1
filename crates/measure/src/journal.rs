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
    /// What has happened so far.
    pub run: Run,
    /// Who decides what has been measured enough.
    pub rule: &'a mut dyn StopRule,
    /// Whether it was said that the budget is too small.
    pub has_told_of_budget: bool,
    /// Who is told of each event.
    pub emit: &'a mut Emit<'a>,
}

impl Journal<'_> {
    /// Takes note of an event and passes it on.
    pub fn record(&mut self, event: Event) -> Result<(), Halt> {
        let passed = (self.emit)(&event);
        self.run.apply(event);
        passed.map_err(|Stop| Halt::HistoryLost)
    }
}
