//! The judge of a run, with somebody who tells what it has found: the answer so far. It is made at the looks alone, between two launches,
//! when no worker is timed.

use analysis::{Judge, PointAnalysis};
use model::{Gap, Run, StopRule};
use std::cell::RefCell;

/// Judges as the judge does, and writes the answer down.
pub struct Spectator<'a> {
    judge: Judge,
    /// The points that were looked at, each as at its last look.
    points: Vec<PointAnalysis>,
    so_far: &'a RefCell<String>,
}

impl<'a> Spectator<'a> {
    /// Tells what a judge finds, in `so_far`.
    pub fn of(judge: Judge, so_far: &'a RefCell<String>) -> Spectator<'a> {
        Spectator { judge, points: Vec::new(), so_far }
    }
}

impl StopRule for Spectator<'_> {
    fn looks(&mut self, run: &Run, launches: usize) -> Vec<usize> {
        self.judge.looks(run, launches)
    }

    fn look(&mut self, run: &Run) {
        self.judge.look(run);
        let Some(looked) = run.looks.last() else { return };
        let told = analysis::so_far(&mut self.judge, run, looked.point);
        match self.points.iter_mut().find(|known| known.point == told.point) {
            Some(known) => *known = told,
            None => self.points.push(told),
        }
        *self.so_far.borrow_mut() = report::printable(&report::answer_of(&self.points, run.plan.margin));
    }

    fn is_settled(&mut self, run: &Run, point: usize) -> bool {
        self.judge.is_settled(run, point)
    }

    fn gaps(&mut self, run: &Run) -> Vec<Gap> {
        self.judge.gaps(run)
    }
}
