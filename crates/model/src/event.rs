//! What happens during a run, in the order in which it happens.
//!
//! The scheduler emits events and does nothing else with its results. The history stores them, the progress bar draws
//! them, [`crate::Run::apply`] folds them into the record that is analysed; a stored run is replayed by the same fold.

use crate::{Answer, Beginning, Block, Failure, Pilot, Point};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "event")]
pub enum Event {
    /// Something of the plan is being built.
    Building {
        /// Its name.
        name: String,
    },
    /// Something of the plan was built, in this run or before it.
    Built {
        /// Its name: that of a build, or of a variant whose code is compiled.
        name: String,
        /// A digest of all that it was built from.
        digest: String,
    },
    /// A point was added to those of the plan, to know better where two variants change places. Its index is the next.
    PointAdded {
        /// The point.
        point: Point,
    },
    /// Work on a point began.
    PointStarted {
        /// Index of the point.
        point: usize,
    },
    /// A variant does not take part at a point.
    Skipped {
        /// Index of the point.
        point: usize,
        /// Index of the variant.
        variant: usize,
        /// Why, as a clause: `the plan limits it to size <= 256KiB`.
        reason: String,
    },
    /// A variant answered, untimed.
    Answered {
        /// Index of the point.
        point: usize,
        /// Index of the variant.
        variant: usize,
        /// What it answered; for command subjects the standard output.
        answer: Answer,
        /// Metrics that its worker cannot read, each with the reason.
        absent: BTreeMap<String, String>,
    },
    /// A variant failed and leaves the ranking of this point.
    Failed {
        /// Index of the point.
        point: usize,
        /// Index of the variant.
        variant: usize,
        /// What happened.
        failure: Failure,
    },
    /// The pilot settled how a variant is measured at a point.
    Calibrated {
        /// Index of the point.
        point: usize,
        /// Index of the variant.
        variant: usize,
        /// What it found.
        #[serde(flatten)]
        pilot: Pilot,
    },
    /// It was seen how long a variant is slower because the others have filled the caches.
    Refilled {
        /// Index of the point.
        point: usize,
        /// What that adds to a batch, in nanoseconds: the most of all variants.
        refill_ns: f64,
        /// Whether therefore each batch comes after as many iterations that are not timed.
        #[serde(default)]
        ahead: bool,
    },
    /// The plan of blocks for a point: fixed before its first block, and once more when launches have told what they cost and how
    /// often rare work comes, which decides how many blocks each of the others holds.
    Scheduled {
        /// Index of the point.
        point: usize,
        /// The plan of blocks.
        schedule: Schedule,
    },
    /// A fresh process was warmed up, and it was timed from its start. Runs before 2026-11-26 did not record it, and others where nobody would ask.
    Begun {
        /// Index of the point.
        point: usize,
        /// Index of the variant.
        variant: usize,
        /// What it took.
        beginning: Beginning,
    },
    /// A block is complete, and does not count: something outside of what is measured disturbed it.
    BlockVoided {
        /// The block with its samples.
        block: Block,
        /// The evidence, as a clause: `the machine was suspended`.
        reason: String,
    },
    /// What is known so far of a point was looked at, to see whether it needs more launches.
    Looked {
        /// Index of the point.
        point: usize,
        /// The launches that were looked at: those before the one of this index.
        launches: usize,
    },
    /// A block is complete.
    BlockFinished {
        /// The block with its samples.
        block: Block,
    },
    /// Work on a point ended. It begins again when time is left over and something at the point is undecided.
    PointFinished {
        /// Index of the point.
        point: usize,
        /// What it took since it last began, in nanoseconds.
        elapsed_ns: u64,
        /// What pilots and warm-ups took of it inside what is measured, in nanoseconds. Runs before 2026-11-23 did not record it.
        #[serde(default)]
        untimed_ns: Option<u64>,
    },
    /// Something that a reader of the results should know.
    Noted {
        /// Index of the point, when it concerns one.
        point: Option<usize>,
        /// Index of the variant, when it concerns one.
        variant: Option<usize>,
        /// A sentence without a final dot.
        note: String,
    },
    /// The run is over.
    Finished {
        /// How it ended.
        end: End,
    },
}

/// What a note says of a budget into which fewer launches fit, behind how many do.
pub const NEEDS_MORE: &str = "and a verdict needs";

/// How many launches of how many blocks, and when to look at what they say.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Schedule {
    /// The most fresh starts of every worker: with them a point has all its information.
    pub launches: usize,
    /// Blocks within a launch.
    pub blocks: usize,
    /// Blocks within the long launch: many, because what a process does after many iterations may be another thing than what it does at
    /// first. 0 where it is like the others.
    #[serde(default)]
    pub long: usize,
    /// Which launch that is: the first, and another where a run was stopped in that.
    #[serde(default)]
    pub long_at: usize,
    /// After how many launches to look whether more are needed, ascending. Fixed beforehand, because a look that is taken when
    /// a difference seems about to show is one that errs more often. Empty in a run that is to measure all it can.
    #[serde(default)]
    pub looks: Vec<usize>,
}

impl Schedule {
    /// More launches than this at a point are not worth the time that it takes to look at them.
    pub const LAUNCHES_MAX: usize = 4000;

    /// Blocks within a launch.
    pub fn blocks_of(&self, launch: usize) -> usize {
        if launch == self.long_at { self.blocks.max(self.long) } else { self.blocks }
    }

    /// Blocks of so many launches, from the first on.
    pub fn blocks_before(&self, launch: usize) -> usize {
        launch * self.blocks + if launch > self.long_at { self.long.saturating_sub(self.blocks) } else { 0 }
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// Everything that was planned was measured.
    Complete,
    /// The person at the keyboard stopped it.
    Interrupted,
    /// The history could not be written any more.
    HistoryLost,
}
