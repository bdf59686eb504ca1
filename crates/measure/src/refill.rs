//! How much slower a variant is at first because the others have filled the caches with theirs: it decides how long a batch is.

use crate::crew::Trouble;
use crate::journal::{Halt, Journal};
use crate::limits::limit_ns;
use crate::point_run::{Calibrations, Crew, PointRun};
use design::{all_sliced, refill_ns};
use model::{Event, Role};
use protocol::{Reply, Request};
use std::collections::BTreeMap;

/// Rounds in which each variant has a batch, and what that aims at: what caches cost is over by then, or larger than the longest batch allows.
const ROUNDS: usize = 5;
const BATCH_NS: f64 = 3e6;

impl PointRun<'_> {
    /// Runs batches of all variants in turn, unless the run was resumed and knows, or nobody's batches are timed in slices.
    pub(crate) fn refill(
        &self,
        journal: &mut Journal,
        crew: &mut Crew,
        calibrations: &mut Calibrations,
    ) -> Result<(), Halt> {
        let record = &journal.run.points[self.index];
        if record.refill_ns.is_some() || record.schedule.is_some() || !all_sliced(calibrations) {
            return Ok(());
        }
        let mut rounds: BTreeMap<usize, Vec<Vec<f64>>> = BTreeMap::new();
        for _ in 0..ROUNDS {
            for variant in calibrations.keys().copied().collect::<Vec<_>>() {
                if self.plan.variants[variant].role == Role::EmptyLoop {
                    continue;
                }
                match self.slices(variant, crew, calibrations) {
                    Ok(slices) => rounds.entry(variant).or_default().push(slices),
                    Err(trouble) => {
                        crew.remove(&variant);
                        calibrations.remove(&variant);
                        self.fail(journal, variant, trouble)?;
                    }
                }
            }
        }
        if rounds.len() < 2 {
            return Ok(());
        }
        let refill_ns = rounds.values().map(|rounds| refill_ns(rounds)).fold(0.0, f64::max);
        journal.record(Event::Refilled { point: self.index, refill_ns })
    }

    /// The slices of a batch, in nanoseconds.
    fn slices(&self, variant: usize, crew: &mut Crew, calibrations: &Calibrations) -> Result<Vec<f64>, Trouble> {
        let (declared, calibration) = (&self.plan.variants[variant], &calibrations[&variant]);
        let iterations = calibration.of_length(BATCH_NS);
        let request = Request::Run { iterations, padding: 0, slices: calibration.slices(iterations), bare: true };
        let ready = crew.get_mut(&variant).expect("it was calibrated");
        match ready.ask(self.plan, declared, &request, limit_ns(self.plan, declared, iterations, calibration.ns))? {
            Reply::Sample { slices_ns, .. } => {
                ready.untimed_ns = ready.untimed_ns.saturating_add(slices_ns.iter().sum());
                Ok(slices_ns.iter().map(|slice| *slice as f64).collect())
            }
            other => unreachable!("{other:?} in reply to run: the crew lets nothing else through"),
        }
    }
}
